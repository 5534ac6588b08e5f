"""The dossier of an event for the federation's archive (A9 4.4): its forms, officials, settings and file in one zip.

File names follow the order of the appendices. The first file is a list of contents with the digest of each file.
"""

import hashlib
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.files.workbooks.writing import Heading, Sheet, workbook
from common.settings_groups import SettingsGroup, value_text
from scoring.event_file.exports import event_file
from scoring.fouls.exports.record import FOUL_RECORD, foul_record
from scoring.papers.exports.results.app7 import results_table
from scoring.papers.exports.results.papers import results_parts
from scoring.papers.exports.results.report import report_in, where_it_stands
from scoring.papers.exports.results.workbook import officials_sheet, results_workbook
from scoring.papers.exports.score_sheets.papers import filled_parts, filled_sheets
from scoring.settings.selectors import departures, settings_of
from scoring.standings.selectors.standings import last_counted
from tournament.papers.exports.chart import chart
from tournament.papers.exports.equipment import equipment, equipment_content
from tournament.papers.exports.kinds import Kind, When, session_and_table
from tournament.papers.exports.order import Order
from tournament.seating.selectors.seating import seating_of

if TYPE_CHECKING:
    from tournament.events.models.events import Event

#: The date of all files, the earliest of the zip format: the same content gives the same bytes.
DAY = (1980, 1, 1, 0, 0, 0)
Make = Callable[[], bytes]


def dossier(order: Order) -> bytes:
    """Return the bytes of the zip."""
    files = list(_files(order))
    order.total(len(files))
    made: dict[str, bytes] = {}
    for name, make in files:
        made[name] = make()
        order.step()
    folder = f"{order.event.slug}-dossier"
    return zipped({f"{folder}/{name}": data for name, data in {"contents.txt": _contents(order, made), **made}.items()})


def zipped(files: dict[str, bytes]) -> bytes:
    """Return a zip of the files in their order; the same content gives the same bytes."""
    output = BytesIO()
    with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, DAY)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return output.getvalue()


def _files(order: Order) -> Iterator[tuple[str, Make]]:
    """Yield each file's name and the function that makes it, in the order of the appendices."""
    quiet = replace(order, total=_ignored, step=_ignored, ending="pdf")
    report = report_in(order)
    seating = seating_of(order.event)
    if seating is not None:
        seated = replace(quiet, seating=seating)
        yield "App3-chart.pdf", partial(chart, replace(seated, size="A3"))
        for session, parts in _sheets(order, seated).items():
            yield f"App5-sheets-{session:02d}.pdf", partial(filled_sheets, replace(seated, parts=parts))
    yield "App6-fouls.pdf", partial(foul_record, replace(quiet, content={**order.content, **_fouls(order)}))
    yield "App7-results.pdf", partial(results_table, replace(quiet, size="A3"))
    yield "App7-results.xlsx", partial(results_workbook, replace(quiet, ending="xlsx"))
    if report.officials:
        yield "officials.xlsx", partial(workbook, [officials_sheet(report)], title=order.event.name)
    yield "equipment.pdf", partial(equipment, replace(quiet, content=equipment_content(order.event, order.language)))
    yield "settings.xlsx", partial(workbook, [_settings(order.event)], title=order.event.name)
    if _everything(order):
        yield "event.json", partial(event_file, order.event)


def _fouls(order: Order) -> dict[str, Any]:
    """Return the facts of the record of fouls, limited to the sessions whose results are shown."""
    facts = dict(FOUL_RECORD.content(order.event, order.language))
    last_session = report_in(order).standings.view.last_session
    facts["fouls"] = [foul for foul in facts["fouls"] if foul.session is None or foul.session.number <= last_session]
    facts["without_foul"] = [other for other in facts["without_foul"] if other.session <= last_session]
    return facts


def _everything(order: Order) -> bool:
    """Whether all results are shown; otherwise the event file would reveal those that are held back."""
    return last_counted(order.event) <= report_in(order).standings.view.last_session


def _ignored(units: int = 1) -> None:
    """Ignore the progress of a single paper: the dossier counts its files."""


def _sheets(order: Order, seated: Order) -> dict[int, frozenset[int]]:
    """Return the parts of the sheets by session, of the sessions whose results are shown."""
    sessions: dict[int, set[int]] = {}
    for part in filled_parts(order.event, seated.seating, order.address):
        session, _table = session_and_table(part)
        if session <= report_in(order).standings.view.last_session:
            sessions.setdefault(session, set()).add(part)
    return {session: frozenset(parts) for session, parts in sorted(sessions.items())}


def _contents(order: Order, made: dict[str, bytes]) -> bytes:
    """Return the list of contents: a heading, then each file with its SHA-256 in the format of ``sha256sum -c``."""
    state = " · ".join(filter(None, [where_it_stands(report_in(order)), order.watermark]))
    held = "" if _everything(order) else _("The event file is not included: it contains results that are not released.")
    head = [order.event.name, state, _("Audit: %(hash)s") % {"hash": order.seal}, *filter(None, [held]), ""]
    lines = [f"{hashlib.sha256(data).hexdigest()}  {name}" for name, data in made.items()]
    return "\n".join([*(f"# {line}".rstrip() for line in head), *lines, ""]).encode()


def _settings(event: "Event") -> Sheet:
    """Return the sheet of settings that depart from the rules, each with its article."""
    headings = [
        Heading(_("Setting"), 34),
        Heading(_("Here"), 34),
        Heading(_("Rule text"), 34),
        Heading(_("Article"), 16),
        Heading(_("Rules"), 20),
    ]
    rows = [row for group in settings_of(event).values() for row in _departures(group, event)]
    return Sheet(_("Departures from the rule text"), headings, rows, title=event.name)


def _departures(group: SettingsGroup, event: "Event") -> Iterator[list[str]]:
    for departure in departures(group, event):
        field = departure.field
        judged = _("against the rules") if departure.against else _("departs from the text")
        words = [value_text(field, value) for value in (getattr(group, field.name), field.get_default())]
        yield [capfirst(str(field.verbose_name)), *words, field.article, judged]  # type: ignore[attr-defined]


DOSSIER = Kind(
    "dossier",
    gettext_lazy("Dossier"),
    gettext_lazy(
        "For the archive of the WMCC, as one zip: chart (App. 3), all sheets (App. 5), fouls (App. 6), "
        "results (App. 7), officials, equipment (3.5.5), the settings that depart from the text, and the event file."
    ),
    dossier,
    endings=("zip",),
    digests=results_parts,
    seats=False,
    results=True,
    when=When.AFTER,
)
