"""Presenter of a table's sheet: rows and cells for its template."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _

from common.i18n.wording import clauses, listed
from common.templatetags.pinju import signed
from scoring.game.rules.seats import Seat
from scoring.game.rules.table_points import rounded
from scoring.sheets.models.facts import Adjustment
from scoring.sheets.selectors.facts.sheet_lines import HandLine, SeatLine
from scoring.sheets.selectors.facts.table_sheet import TableSheet
from scoring.sheets.selectors.hand_names import with_hand_name
from tournament.events.models.entries import Entry
from tournament.events.models.tables import Sitting
from web.shared.hand_extras import extras_text, points_text
from web.shared.labels.game_words import total_text
from web.shared.scores import round_name


@dataclass(frozen=True, slots=True)
class Cell:
    """A seat in a hand; ``role`` is "winner", "discarder" or empty; ``score`` is None if nothing was recorded."""

    wind: Seat
    score: int | None
    total: int | None
    role: str


@dataclass(frozen=True, slots=True)
class HandRow:
    """A hand with its cells in the order of the seats; points, extras and penalties as text."""

    line: HandLine
    cells: list[Cell]
    winner: str
    discarder: str
    points: str
    extras: str
    penalties: str


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A seat with its players and the result that counts (``points`` in twelfths, ``score`` in points).

    ``held``: points with those of the start. ``notes`` explain a difference from the result at the table.
    """

    line: SeatLine
    name: str
    entry: Entry | None
    points: int | None
    score: int | None
    held: int | None
    later_players: list[tuple[int, str, Entry | None]]
    notes: list[str]


def sitter_name(sitting: Sitting) -> str:
    """Return the full name of a sitter, for officials and at the table."""
    return sitting.entry.name if sitting.entry else sitting.name


def numbered_name(sitting: Sitting) -> str:
    """Return number and name of a sitter, or the name of a person who is not entered."""
    return str(sitting.entry) if sitting.entry else sitting.name


def sitter_number(sitting: Sitting) -> int | None:
    """Return the number of a sitter; None for a person who is not entered."""
    return sitting.entry.number if sitting.entry else None


def sitters_text(people: Iterable[Sitting]) -> str:
    """Return number and full name of everybody who sat at a seat, in order, for officials."""
    return " → ".join(
        f"{person.entry.number} {person.entry.name}" if person.entry else person.name for person in people
    )


def public_sitter_name(sitting: Sitting) -> str:
    """Return the public name of a sitter."""
    return sitting.entry.public_name if sitting.entry else sitting.name


def result_rows(sheet: TableSheet) -> list[ResultRow]:
    """Return the four seats with their results."""
    return [
        ResultRow(
            line=line,
            name=public_sitter_name(line.holder),
            entry=line.holder.entry,
            points=line.credit.table_points if line.credit else line.points,
            score=line.credit.competition_points if line.credit else line.score,
            held=None if line.score is None else sheet.game.start + line.score,
            later_players=[(other.from_hand, public_sitter_name(other), other.entry) for other in line.people[1:]],
            notes=_notes(sheet, line),
        )
        for line in sheet.lines
    ]


def _notes(sheet: TableSheet, line: SeatLine) -> list[str]:
    notes = []
    if line.holder.entry and line.holder.entry.kind == Entry.Kind.FILLER:
        notes.append(_("filler: no player gets this result"))
    if line.forfeited:
        reason = f": {line.forfeit_reason}" if line.forfeit_reason else ""
        kept = (
            _("session forfeited, 0 mados won or lost")
            if sheet.game.in_mados
            else _("session forfeited, 0 table points and 0 points")
        )
        notes.append(kept + reason)
    elif line.left and line.credit and sheet.settings.leaver_result == sheet.settings.LeaverResult.ZERO:
        notes.append(
            _("left during the session: mados won become 0")
            if sheet.game.in_mados
            else _("left during the session: 0 table points, and a positive score becomes 0")
        )
    elif line.credit is None and line.score is not None and not notes:
        notes.append(_("no player gets this result"))
    elif line.credit and line.holder.entry_id != line.credit.entry:
        notes.append(_("this result counts for %(name)s") % {"name": _credited(line)})
    moved = sheet.record.moved.get(line.seat)
    if moved:
        notes.append(_("from hands on other seats of this table: %(points)s") % {"points": signed(moved)})
    if line.credit and line.counts_otherwise and line.score is not None and not line.forfeited:
        figures = {"points": rounded(line.points or 0), "score": signed(line.score)}
        words = (
            _("at the table: %(score)s mados")
            if sheet.game.in_mados
            else _("at the table: %(points)s TP, %(score)s CP")
        )
        notes.append(words % figures)
    return notes


def _credited(line: SeatLine) -> str:
    return next(
        public_sitter_name(sitting) for sitting in line.people if line.credit and sitting.entry_id == line.credit.entry
    )


def hand_rounds(sheet: TableSheet) -> list[tuple[str, list[HandRow]]]:
    """Return each round's name and hands; empty if no hand is recorded."""
    return [(_round(sheet, number, lines), [_hand(sheet, line) for line in lines]) for number, lines in sheet.rounds]


def _round(sheet: TableSheet, number: int, lines: list[HandLine]) -> str:
    """Return the name of a round, with its period where a table plays several (IMJ 13)."""
    if sheet.game.terms.periods == 1:
        return round_name(number)
    return f"{_('Period %(period)s') % {'period': lines[0].period}} · {round_name(number)}"


def _hand(sheet: TableSheet, line: HandLine) -> HandRow:
    penalties: dict[int, list[Adjustment]] = {}
    for adjustment in line.adjustments:
        penalties.setdefault(adjustment.order, []).append(adjustment)
    return HandRow(
        line=line,
        cells=[_cell(line, seat) for seat in sheet.seats],
        winner=public_sitter_name(line.winner) if line.winner else "",
        discarder=public_sitter_name(line.discarder) if line.discarder else "",
        points="" if line.points is None else points_text(sheet.game, line.points),
        extras=extras_text(line, public_sitter_name),
        penalties=clauses(_penalty(sheet, adjustments) for adjustments in penalties.values()),
    )


def _penalty(sheet: TableSheet, rows: list[Adjustment]) -> str:
    """Return a penalty of a hand as text: the points of each player, then the reason once."""
    moved = listed(f"{public_sitter_name(sheet.sitter(row.seat, row.hand_no))} {signed(row.points)}" for row in rows)
    why = _why(rows[0].article, rows[0].reason)
    return _("%(points)s (%(why)s)") % {"points": moved, "why": why} if why else moved


def _cell(line: HandLine, seat: Seat) -> Cell:
    role = ""
    if line.winner and line.winner.seat == seat:
        role = "winner"
    elif line.discarder and line.discarder.seat == seat:
        role = "discarder"
    return Cell(line.winds[seat], line.scores.get(seat), line.totals.get(seat), role)


def sum_rows(sheet: TableSheet) -> list[tuple[str, list[str]]]:
    """Return label and figures of the rows below the hands: other penalties, sum, signed totals, where they exist."""
    rows = []
    held_text = partial(total_text, sheet.game)
    if sheet.hands_sum:
        if sheet.penalties_of_running:
            rows.append((_("Penalties of hands without a result"), _texts(sheet, sheet.penalties_of_running, signed)))
        if sheet.penalties_outside:
            rows.append((_("Penalties outside the hands"), _texts(sheet, sheet.penalties_outside, signed)))
        rows.append((_("Sum of the hands"), _texts(sheet, sheet.hands_sum, held_text)))
        if sheet.totals:
            rows.append((_("Signed totals"), _texts(sheet, sheet.totals, held_text)))
    return rows


def _texts(sheet: TableSheet, figures: Mapping[Seat, int], text_of: Callable[[int | None], str]) -> list[str]:
    return [text_of(figures.get(seat)) for seat in sheet.seats]


def penalty_rows(sheet: TableSheet) -> list[tuple[str, int, str]]:
    """Return name, points and reason of the table's and the session's penalties that belong to no hand row.

    Penalties of a hand without a result are in its row, or in this list before the first hand is recorded.
    """
    last = max((hand.no for hand in sheet.record.hands), default=0)
    rows = [
        (public_sitter_name(sheet.sitter(row.seat, last)), row.points, _why(row.article, row.reason))
        for row in sheet.table_penalties
    ]
    for row in [] if sheet.rounds else sheet.running_penalties:
        hand = with_hand_name(_("Hand %(no)s") % {"no": row.hand_no}, row.hand_no, sheet.table.session.event.rules)
        why = listed(filter(None, (hand, row.article, row.reason)))
        rows.append((public_sitter_name(sheet.sitter(row.seat, row.hand_no)), row.points, why))
    for penalty in sheet.session_penalties:
        why = _why(penalty.article, penalty.reason)
        if penalty.paid_to:
            why = clauses(filter(None, (why, _("to %(name)s") % {"name": penalty.paid_to.public_name})))
        rows.append((penalty.entry.public_name, penalty.points, why))
    return rows


def _why(article: str, reason: str) -> str:
    return listed(filter(None, (article, reason)))
