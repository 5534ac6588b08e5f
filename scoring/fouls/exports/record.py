"""The record of fouls (A6): player, location, nature, penalty and remarks, with empty rows to write on.

The list of officials (2.3.4) is at the foot.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from common.files.workbooks.writing import Heading, Sheet, workbook
from common.i18n.wording import clauses
from common.paper import Paper, landscape
from common.paper.lists import rows_of
from common.paper.rows import Column, Row
from scoring.fouls.selectors.fouls import catalogue_of, fouls_of
from scoring.fouls.selectors.labels import kind_name, outcome_name, penalty_of, penalty_words
from scoring.fouls.selectors.other_penalties import OtherPenalty, SeatsOfEntries, other_penalties, seats_of_entries
from scoring.sheets.selectors.hand_names import with_hand_name
from tournament.events.selectors.events import officials_of
from tournament.papers.exports.kinds import Kind, When
from tournament.papers.exports.officials import official_text
from tournament.papers.exports.order import SIZES, Order, wind
from tournament.papers.selectors import WHOLE, Parts, digest
from tournament.seating.selectors.seating import Seating

if TYPE_CHECKING:
    from scoring.fouls.models import Foul, Measure
    from tournament.events.models.events import Event

#: A shorter record is filled up with empty rows, for fouls that are written by hand.
MIN_ROWS, MIN_EMPTY = 18, 4
#: The empty rows that stay with the lines at the end, and the most of these lines that stay with them.
WITH_END, MOST_TOGETHER = 2, 8
ROW_HEIGHT = 22.0
#: Session, table, hand and order of a penalty; 0 where there is none.
SortKey = tuple[int, int, int, int]


def foul_record(order: Order) -> bytes:
    """Return the record of fouls as the bytes of a PDF or a workbook, by the order's file ending."""
    rows = [row for _key, row in record_rows(order.content)]
    return _workbook(order, rows) if order.ending == "xlsx" else _pdf(order, rows)


def record_headings() -> list[tuple[str, float, float]]:
    """Return each column's heading, its share of the page's width, and its width in a workbook."""
    return [
        (pgettext("App. 6", "Player's team"), 1.6, 34),
        (_("Name"), 1.6, 30),
        (pgettext("App. 6", "Number"), 0.6, 8),
        (pgettext("App. 6", "Session, hand, table, seat"), 1.9, 24),
        (pgettext("App. 6", "Nature of the foul"), 2.4, 40),
        (pgettext("App. 6", "Penalty"), 2, 32),
        (_("Remarks"), 1.8, 36),
    ]


def record_columns() -> list[Column]:
    """Return the columns of the form."""
    return [Column(heading, share, bold=index == 1) for index, (heading, share, _w) in enumerate(record_headings())]


def record_rows(content: Mapping[str, Any]) -> list[tuple[SortKey, list[str | int]]]:
    """Return the sort key and the row of each penalty, with or without a foul, by session, table and hand."""
    kinds, seats = content["kinds"], content["seats"]
    fouls = [(_sort_key(foul, seats), _row(foul, kinds, seats)) for foul in content["fouls"]]
    without_foul = [
        ((other.session, other.table, other.hand_no, 0), _other_row(other, kinds, content["rules"]))
        for other in content["without_foul"]
    ]
    return sorted(fouls + without_foul, key=lambda pair: pair[0])


def _sort_key(foul: "Foul", seats: SeatsOfEntries) -> SortKey:
    """Return session, table, hand and number of a foul; fouls of the whole event sort last."""
    session = foul.session.number if foul.session else 10_000
    return session, _table_and_seat(foul, seats)[0], foul.hand_no, foul.number


def _other_row(other: OtherPenalty, kinds: Any, rules: str) -> list[str | int]:
    entry = other.entry
    nature = other.nature(kinds)
    article = f" ({other.article})" if other.article else ""
    return [
        entry.team.name if entry and entry.team else "",
        entry.name if entry else other.name,
        entry.number if entry else "",
        _location_cell(other.session, _hand_cell(other.hand_no, rules), other.table, other.seat),
        nature + article,
        penalty_words(other.penalty, paid_to=str(other.paid_to or "")),
        other.reason if other.reason != nature else "",
    ]


def _row(foul: "Foul", kinds: Any, seats: SeatsOfEntries) -> list[str | int]:
    entry = foul.entry
    hand = _hand_cell(foul.hand_no, foul.event.rules)
    nature = clauses(filter(None, [kind_name(foul, kinds), outcome_name(foul, kinds)]))
    article = f" ({foul.article})" if foul.article else ""
    return [
        entry.team.name if entry and entry.team else "",
        entry.name if entry else foul.name,
        entry.number if entry else "",
        _location_cell(foul.session.number if foul.session else 0, hand, *_table_and_seat(foul, seats)),
        nature + article,
        penalty_words(penalty_of(foul), paid_to=str(foul.paid_to or "")) if foul.admissible else _("inadmissible"),
        clauses(_remarks(foul)),
    ]


def _table_and_seat(foul: "Foul", seats: SeatsOfEntries) -> tuple[int, str]:
    """Return where the foul happened; for a foul of the session, where the player sits in it."""
    if foul.sheet is not None:
        return foul.sheet.table.number, foul.seat
    return seats.get((foul.session_id or 0, foul.entry_id), (0, ""))


def _location_cell(session: int, hand: str, table: int, seat: str) -> str:
    """Return session, hand (number, and name of 1998), table and seat, with a dash for each missing part."""
    return " / ".join(str(part or "–") for part in (session, hand, table, seat and wind(seat)))


def _hand_cell(no: int, rules: str) -> str:
    return with_hand_name(str(no), no, rules) if no else ""


def _remarks(foul: "Foul") -> list[str]:
    remarks = [foul.remark, foul.change_reason if not foul.proposed else ""]
    if foul.times and foul.times > 1:
        remarks.append(_("no. %(times)d of this kind") % {"times": foul.times})
    if foul.tiles:
        remarks.append(_("to be discarded: %(tiles)s") % {"tiles": foul.tiles})
    remarks += [_measure_text(measure) for measure in foul.measures.all()]
    if foul.cancelled_at:
        remarks.append(_("cancelled: %(reason)s") % {"reason": foul.cancel_reason})
    return [text for text in remarks if text]


def _measure_text(measure: "Measure") -> str:
    words = {"outcome": measure.get_kind_display(), "penalty": measure.get_status_display()}
    return _("%(outcome)s: %(penalty)s") % words


def _pdf(order: Order, rows: list[list[str | int]]) -> bytes:
    title = _("Record of fouls")
    paper = Paper(
        f"{order.event.name} · {title}",
        language=order.language,
        size=landscape(SIZES[order.size]),
        furniture=order.furniture(title),
    )
    columns = record_columns()
    empty: list[str | int] = [""] * len(columns)
    end = [Row(section=_("Referee: ____________________   Chief referee: ____________________   Date: __________"))]
    officials = [official_text(official) for official in order.content["officials"]]
    if officials:
        end += [Row(section=_("Officials")), *(Row(section=text) for text in officials)]
    lines = [Row(row, ruled=True) for row in [*rows, *[empty] * max(MIN_EMPTY, MIN_ROWS - len(rows))]]
    # The signatures and the first officials are on a page with rows.
    lines[-WITH_END] = replace(lines[-WITH_END], keep=WITH_END - 1 + min(len(end), MOST_TOGETHER))
    lines += end
    rows_of(paper, columns, lines, title=title, note=_("All sessions and tables"), height=ROW_HEIGHT)
    return paper.finished()


def _workbook(order: Order, rows: list[list[str | int]]) -> bytes:
    headings = [Heading(heading, width) for heading, _share, width in record_headings()]
    title = f"{order.event.name} · {_('Record of fouls')}"
    sheets = [Sheet(_("Record of fouls"), headings, rows, title=title, frozen=2)]
    officials = [[official_text(official)] for official in order.content["officials"]]
    if officials:
        sheets.append(Sheet(_("Officials"), [Heading(_("Officials"), 130)], officials, title=title))
    return workbook(sheets, title=title)


def record_content(event: "Event", _language: str) -> dict[str, Any]:
    seats = seats_of_entries(event)
    fouls = list(fouls_of(event).prefetch_related("measures"))
    return {
        "fouls": fouls,
        "kinds": catalogue_of(event),
        "seats": seats,
        "rules": event.rules,
        "without_foul": other_penalties(event, seats),
        "officials": list(officials_of(event)),
    }


def _parts(event: "Event", _seating: Seating, _address: str) -> Parts:
    fouls = event.fouls.order_by("number")
    columns = ("number", "effects", "points", "payee", "admissible", "cancelled_at", "remark", "times", "entry__name")
    foul_rows = [[str(value) for value in row] for row in fouls.values_list(*columns)]
    without_foul = [
        [str(value) for value in (other.entry, other.session, other.table, other.hand_no, other.penalty, other.reason)]
        for other in other_penalties(event, seats_of_entries(event))
    ]
    measures = [list(row) for row in event.measures.values_list("number", "status")]
    officials = [official_text(official) for official in officials_of(event)]
    return {WHOLE: digest([foul_rows, without_foul, measures, officials])}


FOUL_RECORD = Kind(
    "fouls",
    gettext_lazy("Record of fouls"),
    gettext_lazy("Every foul with player, place, nature, penalty and remarks (App. 6), and empty rows to write on."),
    foul_record,
    endings=("pdf", "xlsx"),
    digests=_parts,
    content=record_content,
    seats=False,
    when=When.SESSION,
)
