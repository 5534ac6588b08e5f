"""The register of pins, and the WMCC's technical file (A9 7.4), as workbooks."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from common.files.workbooks.writing import Heading, Sheet, workbook
from common.templatetags.pinju import country
from ranking.pins.exports.mail import pin_label
from scoring.game.rules.table_points import as_text

if TYPE_CHECKING:
    from ranking.pins.models.applications import Certificate, PinApplication


#: The widths of the columns of the events: certificate, name, competition, and its figures.
WIDTHS = (24, 34, 50, *[12] * 10)


def register_workbook(certificates: "Iterable[Certificate]") -> bytes:
    """Return the register as a workbook, a row for each certificate."""
    rows = [_certificate_cells(certificate) for certificate in certificates]
    title = _("Register of pins")
    return workbook([Sheet(title, _certificate_headings(), rows, title=title, frozen=1)])


def technical_file(applications: "Iterable[PinApplication]") -> bytes:
    """Return a workbook with the pins of a body and the events that they rest on.

    It states for each pin when it was granted or revoked, and by whom.
    """
    granted = list(applications)
    state = [Heading(_("State"), 14), Heading(_("Decided by"), 24), Heading(_("Revoked"), 12), Heading(_("Reason"), 40)]
    pins = [[*_certificate_cells(application.certificate), *_decision_cells(application)] for application in granted]
    events = [
        _event_cells(application, line)
        for application in granted
        for line in application.calculation["events"]
        if not line["reason"]
    ]
    names = [
        _("Certificate number"),
        _("Name"),
        _("Competition"),
        _("First day"),
        _("Class"),
        _("Players"),
        _("Sessions"),
    ]
    names += [_("TP"), _("CP"), _("Individual rank"), _("Group rank"), _("Team rank"), _("Web points")]
    sheets = [
        Sheet(_("Pins"), [*_certificate_headings(), *state], pins, frozen=1),
        Sheet(_("Results"), [Heading(name, wide) for name, wide in zip(names, WIDTHS, strict=True)], events, frozen=1),
    ]
    return workbook(sheets, title=_("Technical file"))


def _certificate_headings() -> list[Heading]:
    widths = {
        _("Certificate number"): 18, _("Name"): 28, _("Name in Latin letters"): 28, _("Country"): 18,
        _("Pin"): 14, _("Date"): 12, _("Issued by"): 34,
    }  # fmt: skip
    return [Heading(name, width) for name, width in widths.items()]


def _certificate_cells(certificate: "Certificate") -> list[Any]:
    pin = pin_label(certificate.kind, certificate.level)
    names = [certificate.serial, certificate.name, certificate.latin_name, country(certificate.country)]
    return [*names, pin, certificate.issued_on, certificate.body_name]


def _decision_cells(application: "PinApplication") -> list[Any]:
    certificate = application.certificate
    revoked = certificate.revoked_at
    deciders = dict.fromkeys([application.first_by, certificate.revoked_by or application.decided_by])
    names = ", ".join(filter(None, deciders))
    return [str(application.state_name), names, revoked.date() if revoked else None, certificate.revoke_reason]


def _event_cells(application: "PinApplication", line: dict[str, Any]) -> list[Any]:
    start = [application.certificate.serial, application.certificate.name, line["name"], line["starts"], line["class"]]
    figures = [line["players"], line["sessions"], as_text(line["table_points"]), line["competition_points"]]
    return [*start, *figures, line["individual_rank"], line["group_rank"], line["team_rank"], line["web_points"]]
