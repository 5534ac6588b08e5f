"""What a write changes on the sheets of a session: who sits there, points so far, hands to play, rounds, the place."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from common.i18n.wording import clauses
from common.templatetags.pinju import signed
from scoring.game.rules.hands import session_scores
from scoring.game.rules.seats import ROUNDS, SEATS, Seat, hand_numbers, sitting
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.records import SheetFacts, sheet_facts
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting, Table
from tournament.wording import WIND_NAMES

#: What to say of a sheet whose result does not follow from what changes on it.
NO_RESULT, SIGNED_TOTALS = "no-result", "signed-totals"


@dataclass(frozen=True, slots=True)
class SheetEffect:
    """Something on the sheet of ``table`` that changes, as it is said before and after (empty: nothing there)."""

    table: int
    what: str
    before: str
    after: str


#: Table, place in the order of the lines, what it is -> how it is said.
SheetPicture = dict[tuple[int, int, str], str]


def sheet_picture(event: Event, session: int) -> SheetPicture:
    """Everything that a repair can change on the session's sheets, in words of the current language."""
    sheets = Sheet.objects.filter(table__session__event=event, table__session__number=session)
    ties = event.scoring_settings.ties
    found: SheetPicture = {}
    for facts in sheet_facts(sheets):
        for order, (what, words) in enumerate(_lines(facts, ties)):
            found[facts.sheet.table.number, order, what] = words
    return found


def sheet_effects(before: SheetPicture, after: SheetPicture) -> list[SheetEffect]:
    """What differs, by table, in the order of the sheet."""
    keys = sorted({*before, *after})
    lines = [SheetEffect(key[0], key[2], before.get(key, ""), after.get(key, "")) for key in keys]
    return [line for line in lines if line.before != line.after]


def kept_results(event: Event, session: int, changes: Iterable[SheetEffect]) -> set[str]:
    """Why results may stay while these sheets change: no hand is written yet, or the totals of the paper count."""
    tables = {change.table for change in changes}
    sheets = Sheet.objects.filter(table__session__event=event, table__session__number=session, table__number__in=tables)
    found = set()
    for facts in sheet_facts(sheets):
        if facts.totals:
            found.add(SIGNED_TOTALS)
        elif not facts.hands:
            found.add(NO_RESULT)
    return found


def _lines(facts: SheetFacts, ties: str) -> Iterator[tuple[str, str]]:
    record = facts.record(ties)  # type: ignore[arg-type]
    scores = session_scores(record.hands, record.penalties, record.seats)
    names = {seat: _people(facts, seat)[-1] for seat in facts.seats}
    for seat in SEATS:
        yield str(WIND_NAMES[seat]), _seat(facts, seat)
    for seat in SEATS:
        points = signed(scores[seat] + record.moved.get(seat, 0)) if seat in scores else ""
        yield _("%(wind)s: points so far") % {"wind": WIND_NAMES[seat]}, points
    yield _("Hands to play"), str(len(hand_numbers(facts.played_seats)))
    for number in range(1, ROUNDS + 1):
        places = sitting(number, facts.real_places)
        who = [_called(names[seat]) if seat in names else "–" for seat in places]
        # A new name alone is no news of the round: it stands with its seat.
        words = " · ".join(who) if number in facts.real_places else _("as planned")
        yield _("Round %(round)d, East to North") % {"round": number}, words
    yield _("Where the table stands"), _place(facts.sheet.table)


def _seat(facts: SheetFacts, seat: Seat) -> str:
    """Who sits on the seat from which hand on, and whether the session is forfeited."""
    said = [
        _("from hand %(hand)d: %(name)s") % {"hand": one.from_hand, "name": _called(one)}
        if one.from_hand
        else _called(one)
        for one in _people(facts, seat)
    ]
    return clauses([*said, *([_("session forfeited")] if seat in facts.forfeited else [])])


def _people(facts: SheetFacts, seat: Seat) -> list[Sitting]:
    return sorted((one for one in facts.sittings if one.seat == seat), key=lambda one: one.from_hand)


def _called(sitting: Sitting) -> str:
    return sitting.entry.name if sitting.entry else sitting.name


def _place(table: Table) -> str:
    number = _("Table %(number)d") % {"number": table.moved_to or table.number}
    return clauses([number, *([table.room] if table.room else [])])
