"""The effects of a write on the sheets of a session: sitters, points so far, hands to play, rounds, position."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from common.i18n.wording import clauses
from common.templatetags.pinju import signed
from scoring.game.rules.course import Course
from scoring.game.rules.seats import SEATS, Seat
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.loading import sheet_facts
from scoring.sheets.selectors.facts.records import SheetFacts
from scoring.sheets.selectors.labels import deal_text
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting, Table
from tournament.wording import WIND_NAMES

#: Reasons why the result of a sheet stays although the sheet changes.
NO_RESULT, SIGNED_TOTALS = "no-result", "signed-totals"


@dataclass(frozen=True, slots=True)
class SheetEffect:
    """A line of the sheet of ``table`` that changes, with its texts before and after (empty: none)."""

    table: int
    label: str
    before: str
    after: str


#: (table, order of the line, key of the line) -> label and text.
SheetPicture = dict[tuple[int, int, str], tuple[str, str]]


def sheet_picture(event: Event, session: int) -> SheetPicture:
    """Return a snapshot of what a repair can change on the session's sheets, in the current language."""
    sheets = Sheet.objects.filter(table__session__event=event, table__session__number=session)
    ties = event.scoring_settings.ties
    picture: SheetPicture = {}
    for facts in sheet_facts(sheets):
        for order, (key, label, text) in enumerate(_lines(facts, ties)):
            picture[facts.sheet.table.number, order, key] = label, text
    return picture


def sheet_effects(before: SheetPicture, after: SheetPicture) -> list[SheetEffect]:
    """Return the lines that differ between two snapshots, by table and in the order of the sheet.

    Their labels are those of before: the winds of a seat can change too.
    """
    labels = after | before
    lines = []
    for key in sorted(labels):
        (_label, old), (_label, new) = before.get(key, ("", "")), after.get(key, ("", ""))
        if old != new:
            lines.append(SheetEffect(key[0], labels[key][0], old, new))
    return lines


def kept_results(event: Event, session: int, changes: Iterable[SheetEffect]) -> set[str]:
    """Return reasons why results stay while these sheets change.

    NO_RESULT: no hand is written yet; SIGNED_TOTALS: the totals of the paper count.
    """
    tables = {change.table for change in changes}
    sheets = Sheet.objects.filter(table__session__event=event, table__session__number=session, table__number__in=tables)
    reasons = set()
    for facts in sheet_facts(sheets):
        if facts.totals:
            reasons.add(SIGNED_TOTALS)
        elif not facts.hands:
            reasons.add(NO_RESULT)
    return reasons


def _lines(facts: SheetFacts, ties: str) -> Iterator[tuple[str, str, str]]:
    """Yield key, label and text of each line; the winds are those of the hand in play."""
    record = facts.record(ties)  # type: ignore[arg-type]
    scores = record.hands_sum
    names = {seat: _people(facts, seat)[-1] for seat in facts.seats}
    winds = record.course.at(record.course.in_play).winds
    wind_names = {seat: str(WIND_NAMES[winds.get(seat, seat)]) for seat in SEATS}
    for seat, wind in wind_names.items():
        yield f"seat {seat}", wind, _seat_text(facts, seat)
    for seat, wind in wind_names.items():
        points = signed(scores[seat] + record.moved.get(seat, 0)) if seat in scores else ""
        yield f"points {seat}", _("%(wind)s: points so far") % {"wind": wind}, points
    turns = {seat: _name(names[seat]) if seat in names else "–" for seat in SEATS}
    several = facts.game.terms.periods > 1
    for label, text in _periods(record.course, turns) if several else _rounds(facts, record.course, turns):
        yield label, label, text
    yield "position", _("Table position"), _position_text(facts.sheet.table)


def _rounds(facts: SheetFacts, course: Course, names: Mapping[Seat, str]) -> Iterator[tuple[str, str]]:
    yield _("Hands to play"), str(len(course.due))
    for (_period, number), deals in course.rounds().items():
        # A new name alone does not change the round: the line of its seat shows it.
        seated = number in facts.actual_seating
        text = " · ".join(names[seat] for seat in deals[0].order) if seated else _("as planned")
        yield _("Round %(round)d, East to North") % {"round": number}, text


def _periods(course: Course, names: Mapping[Seat, str]) -> Iterator[tuple[str, str]]:
    """Yield the turn of each period, and round and dealer of each written hand, which follow from it (IMJ 11 to 13)."""
    turns = {period: deals[0].order for (period, _round), deals in course.rounds().items()}
    for period, order in turns.items():
        yield _("Period %(period)s") % {"period": period}, " · ".join(names[seat] for seat in order)
    for no in sorted(set(course.written) & set(course.deals)):
        yield _("Hand %(no)s") % {"no": no}, deal_text(course.deals[no])


def _seat_text(facts: SheetFacts, seat: Seat) -> str:
    """Return the sitters of the seat with their first hands, and whether the session is forfeited."""
    texts = []
    for row in _people(facts, seat):
        name = _name(row)
        if row.from_hand:
            name = _("from hand %(hand)d: %(name)s") % {"hand": row.from_hand, "name": name}
        texts.append(name)
    if seat in facts.forfeited:
        texts.append(_("session forfeited"))
    return clauses(texts)


def _people(facts: SheetFacts, seat: Seat) -> list[Sitting]:
    return sorted((row for row in facts.sittings if row.seat == seat), key=lambda row: row.from_hand)


def _name(sitting: Sitting) -> str:
    return sitting.entry.name if sitting.entry else sitting.name


def _position_text(table: Table) -> str:
    number = _("Table %(number)d") % {"number": table.moved_to or table.number}
    return clauses([number, *([table.room] if table.room else [])])
