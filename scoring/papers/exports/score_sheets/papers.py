"""The papers of score sheets (A5), empty and filled."""

from collections import defaultdict
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from common.number_lists import NumberListError, numbers_in
from scoring.papers.exports.score_sheets.head import Sheets
from scoring.papers.exports.score_sheets.sheet import score_sheets_pdf
from scoring.papers.exports.score_sheets.workbook import score_sheets_workbook
from scoring.papers.selectors.score_sheets import ScoreSheet, drafted_sheets, score_sheets, sheet_versions_of
from tournament.events.selectors.events import chief_referee_of
from tournament.papers.exports.kinds import Kind, Of, When, part_of, session_and_table
from tournament.papers.exports.order import Order
from tournament.papers.selectors import Parts, digest, seat_content
from tournament.seating.selectors.seating import Seating

if TYPE_CHECKING:
    from tournament.events.models.events import Event


def empty_sheets(order: Order) -> bytes:
    """Return the file of the sheets with names only; without any part it has the blank form."""
    return _made(order, filled=False)


def filled_sheets(order: Order) -> bytes:
    """Return the file of the sheets with their entries."""
    return _made(order, filled=True)


def empty_parts(_event: "Event", seating: Seating, address: str) -> Parts:
    """Return the digest of each empty sheet: its players and address."""
    return {
        part_of(session, table): digest(address, [seat_content(seating, seat) for seat in seats])
        for session, tables in seating.by_session.items()
        for table, seats in tables.items()
    }


def filled_parts(event: "Event", seating: Seating, address: str) -> Parts:
    """Return the digest of each sheet with its entries."""
    names, versions = empty_parts(event, seating, address), sheet_versions_of(event)
    return {
        part: digest(name, versions[session_and_table(part)])
        for part, name in names.items()
        if session_and_table(part) in versions
    }


def referees(event: "Event") -> dict[int, str]:
    """Return the official who covers each table by the list of officials; the first of several."""
    names: dict[int, str] = {}
    for official in event.officials.all():
        try:
            covered = numbers_in(official.tables)
        except NumberListError:
            continue  # a remark such as "hall B" covers no table
        for table in covered:
            names.setdefault(table, official.name)
    return names


def _made(order: Order, *, filled: bool) -> bytes:
    sheets = sheets_of(order, filled=filled)
    return score_sheets_workbook(sheets) if order.ending == "xlsx" else score_sheets_pdf(sheets)


def sheets_of(order: Order, *, filled: bool) -> Sheets:
    """Return the chosen sheets by session and table, with the options of their print."""
    covered = referees(order.event)
    return Sheets(
        order.event,
        order.language,
        _sheets(order, filled),
        filled,
        lambda sheet: order.address and f"{order.address}/e/{order.event.slug}/tables/{sheet.session}/{sheet.table}/",
        lambda table: covered.get(table, ""),
        chief_referee_of(order.event),
        order.watermark,
        order.step,
    )


def _sheets(order: Order, filled: bool) -> list[ScoreSheet]:
    """Return the chosen sheets by session and table."""
    tables_by_session: dict[int, list[int]] = defaultdict(list)
    for part in order.parts or ():
        session, table = session_and_table(part)
        tables_by_session[session].append(table)
    sheets: list[ScoreSheet] = []
    for session, tables in sorted(tables_by_session.items()):
        if order.seating.draft:
            drafted = drafted_sheets(order.event, order.seating, session)
            sheets += [sheet for sheet in drafted if sheet.table in tables]
        else:
            sheets += score_sheets(order.event, session, tables=tables, filled=filled)
    return sheets


EMPTY_SHEETS = Kind(
    "score-sheets",
    _("Score sheets"),
    _("For each table of a session the sheet to write on (App. 5), with names and a QR code that opens the table."),
    empty_sheets,
    of=Of.SHEETS,
    endings=("pdf", "xlsx"),
    digests=empty_parts,
    seats=False,
    address=True,
    blank=True,
    bilingual=True,
    when=When.SESSION,
)
FILLED_SHEETS = Kind(
    "filled-sheets",
    _("Score sheets, filled"),
    _("The same with everything entered so far, for the archive or for checking and signing."),
    filled_sheets,
    of=Of.SHEETS,
    endings=("pdf", "xlsx"),
    digests=filled_parts,
    address=True,
    bilingual=True,
    when=When.SESSION,
)
