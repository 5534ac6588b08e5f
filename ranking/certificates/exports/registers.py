"""The register of pins, and the WMCC's technical file (A9 7.4), as workbooks."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from common.files.workbooks.writing import Heading, Sheet, workbook
from common.templatetags.pinju import country
from ranking.pins.exports.mail import pin_words
from scoring.game.rules.table_points import as_text

if TYPE_CHECKING:
    from ranking.pins.models.applications import Certificate, PinApplication


#: How wide the columns of the events are: certificate, name, competition, and its figures.
WIDTHS = (24, 34, 50, *[12] * 10)


def register_workbook(certificates: "Iterable[Certificate]") -> bytes:
    """The register, a row for each certificate."""
    rows = [_row(one) for one in certificates]
    return workbook([Sheet(_("Register of pins"), _headings(), rows, title=_("Register of pins"), frozen=1)])


def technical_file(applications: "Iterable[PinApplication]") -> bytes:
    """A body's pins with when each was granted or revoked and by whom, and every event that they rest on."""
    granted = list(applications)
    state = [Heading(_("State"), 14), Heading(_("Decided by"), 24), Heading(_("Revoked"), 12), Heading(_("Reason"), 40)]
    pins = [[*_row(one.certificate), *_decided(one)] for one in granted]
    events = [_event(one, line) for one in granted for line in one.calculation["events"] if not line["reason"]]
    names = [
        _("Number of the certificate"),
        _("Name"),
        _("Competition"),
        _("First day"),
        _("Class"),
        _("Players"),
        _("Sessions"),
    ]
    names += [_("TP"), _("CP"), _("Individual rank"), _("Group rank"), _("Team rank"), _("Web points")]
    sheets = [
        Sheet(_("Pins"), [*_headings(), *state], pins, frozen=1),
        Sheet(_("Results"), [Heading(name, wide) for name, wide in zip(names, WIDTHS, strict=True)], events, frozen=1),
    ]
    return workbook(sheets, title=_("Technical file"))


def _headings() -> list[Heading]:
    widths = {
        _("Number of the certificate"): 18, _("Name"): 28, _("Name in Latin letters"): 28, _("Country"): 18,
        _("Pin"): 14, _("Date"): 12, _("Issued by"): 34,
    }  # fmt: skip
    return [Heading(name, width) for name, width in widths.items()]


def _row(one: "Certificate") -> list[Any]:
    pin = pin_words(one.kind, one.level)
    return [one.serial, one.name, one.latin_name, country(one.country), pin, one.issued_on, one.body_name]


def _decided(one: "PinApplication") -> list[Any]:
    revoked = one.certificate.revoked_at
    by = ", ".join(dict.fromkeys(filter(None, (one.first_by, one.certificate.revoked_by or one.decided_by))))
    return [str(one.state_name), by, revoked.date() if revoked else None, one.certificate.revoke_reason]


def _event(one: "PinApplication", line: dict[str, Any]) -> list[Any]:
    head = [one.certificate.serial, one.certificate.name, line["name"], line["starts"], line["class"]]
    figures = [line["players"], line["sessions"], as_text(line["table_points"]), line["competition_points"]]
    return [*head, *figures, line["individual_rank"], line["group_rank"], line["team_rank"], line["web_points"]]
