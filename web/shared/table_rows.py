"""A table's sheet as rows and cells, so that its template only lays them out."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from common.i18n.wording import clauses, listed
from common.templatetags.pinju import signed
from scoring.game.rules.seats import Seat
from scoring.game.rules.table_points import rounded
from scoring.sheets.models.facts import Adjustment
from scoring.sheets.selectors.facts.table_sheet import HandLine, SeatLine, TableSheet
from tournament.events.models.entries import Entry
from tournament.events.models.tables import Sitting


@dataclass(frozen=True, slots=True)
class Cell:
    """A seat in a hand; ``role`` is "winner", "discarder" or nothing. Without a score nothing was recorded."""

    wind: Seat
    score: int | None
    total: int | None
    role: str


@dataclass(frozen=True, slots=True)
class HandRow:
    """A hand with its cells in the order of the seats, and its penalties in words."""

    line: HandLine
    cells: list[Cell]
    winner: str
    discarder: str
    penalties: str


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A seat with its people and what counts (twelfths, points); ``notes`` say why that is not the table's result."""

    line: SeatLine
    name: str
    entry: Entry | None
    points: int | None
    score: int | None
    others: list[tuple[int, str, Entry | None]]
    notes: list[str]


def called(sitting: Sitting) -> str:
    """How somebody at a table is called there."""
    return sitting.entry.name if sitting.entry else sitting.name


def shown(sitting: Sitting) -> str:
    """How somebody at a table stands in public."""
    return sitting.entry.public_name if sitting.entry else sitting.name


def result_rows(sheet: TableSheet) -> list[ResultRow]:
    """The four seats with their results."""
    return [
        ResultRow(
            line=line,
            name=shown(line.holder),
            entry=line.holder.entry,
            points=line.credit.table_points if line.credit else line.points,
            score=line.credit.competition_points if line.credit else line.score,
            others=[(other.from_hand, shown(other), other.entry) for other in line.people[1:]],
            notes=_notes(sheet, line),
        )
        for line in sheet.lines
    ]


def _notes(sheet: TableSheet, line: SeatLine) -> list[str]:
    notes = []
    if line.holder.entry and line.holder.entry.kind == Entry.Kind.FILLER:
        notes.append(_("filler: this result counts for nobody"))
    if line.forfeited:
        reason = f": {line.forfeit_reason}" if line.forfeit_reason else ""
        notes.append(_("session forfeited, 0 table points and 0 points") + reason)
    elif line.left and line.credit and sheet.settings.leaver_result == sheet.settings.LeaverResult.ZERO:
        notes.append(_("left during the session: 0 table points, and a positive score becomes 0"))
    elif line.credit is None and line.score is not None and not notes:
        notes.append(_("this result counts for nobody"))
    elif line.credit and line.holder.entry_id != line.credit.entry:
        notes.append(_("this result counts for %(name)s") % {"name": _credited(line)})
    if moved := sheet.record.moved.get(line.seat):
        notes.append(_("from hands on other seats of this table: %(points)s") % {"points": signed(moved)})
    if line.credit and line.counts_otherwise and line.score is not None and not line.forfeited:
        figures = {"points": rounded(line.points or 0), "score": signed(line.score)}
        notes.append(_("at the table: %(points)s TP, %(score)s CP") % figures)
    return notes


def _credited(line: SeatLine) -> str:
    return next(shown(one) for one in line.people if line.credit and one.entry_id == line.credit.entry)


def hand_rounds(sheet: TableSheet) -> list[tuple[int, list[HandRow]]]:
    """Round number and its hands; empty if no hand is recorded."""
    return [(number, [_hand(sheet, line) for line in lines]) for number, lines in sheet.rounds]


def _hand(sheet: TableSheet, line: HandLine) -> HandRow:
    return HandRow(
        line=line,
        cells=[_cell(line, seat) for seat in sheet.seats],
        winner=shown(line.winner) if line.winner else "",
        discarder=shown(line.discarder) if line.discarder else "",
        penalties=clauses(
            _penalty(sheet, [one for one in line.adjustments if one.order == order])
            for order in dict.fromkeys(one.order for one in line.adjustments)
        ),
    )


def _penalty(sheet: TableSheet, rows: list[Adjustment]) -> str:
    """A penalty within a hand: who lost and got what, and once why."""
    moved = listed(f"{shown(sheet.sitter(one.seat, one.hand_no))} {signed(one.points)}" for one in rows)
    why = _why(rows[0].article, rows[0].reason)
    return _("%(points)s (%(why)s)") % {"points": moved, "why": why} if why else moved


def _cell(line: HandLine, seat: Seat) -> Cell:
    role = ""
    if line.winner and line.winner.seat == seat:
        role = "winner"
    elif line.discarder and line.discarder.seat == seat:
        role = "discarder"
    return Cell(line.winds[seat], line.scores.get(seat), line.totals.get(seat), role)


def sum_rows(sheet: TableSheet) -> list[tuple[str, list[int | None]]]:
    """The rows below the hands: penalties outside them, the sum, the signed totals; each only where there is one."""
    rows = []
    if sheet.hands_sum:
        if sheet.penalties_of_running:
            rows.append((_("Penalties of hands without a result"), sheet.penalties_of_running))
        if sheet.penalties_outside:
            rows.append((_("Penalties outside the hands"), sheet.penalties_outside))
        rows.append((_("Sum of the hands"), sheet.hands_sum))
        if sheet.totals:
            rows.append((_("Signed totals"), sheet.totals))
    return [(label, [figures.get(seat) for seat in sheet.seats]) for label, figures in rows]


def penalty_rows(sheet: TableSheet) -> list[tuple[str, int, str]]:
    """Name, points and why of the penalties that stand in no hand, at this table and of the session.

    Those of a hand without a result stand in its row; before the first hand is recorded there are no rows.
    """
    last = max((hand.no for hand in sheet.record.hands), default=0)
    rows = [
        (shown(sheet.sitter(one.seat, last)), one.points, _why(one.article, one.reason))
        for one in sheet.table_penalties
    ]
    for one in [] if sheet.rounds else sheet.running_penalties:
        why = listed(filter(None, (_("Hand %(no)s") % {"no": one.hand_no}, one.article, one.reason)))
        rows.append((shown(sheet.sitter(one.seat, one.hand_no)), one.points, why))
    for penalty in sheet.session_penalties:
        why = _why(penalty.article, penalty.reason)
        if penalty.paid_to:
            why = clauses(filter(None, (why, _("to %(name)s") % {"name": penalty.paid_to.public_name})))
        rows.append((penalty.entry.public_name, penalty.points, why))
    return rows


def _why(article: str, reason: str) -> str:
    return listed(filter(None, (article, reason)))
