"""The best hands on confirmed sheets, which the award of the best hand proposes."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from scoring.game.rules.games import game_of
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.sheets import Sheet
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting

#: How many best hands are proposed; more if they have the same points.
PROPOSED = 5


@dataclass(frozen=True)
class BestHand:
    """A hand on a sheet, and its winner."""

    points: int
    session: int
    table: int
    no: int
    entry: Entry = field(compare=False)


def best_hands(event: Event) -> list[BestHand]:
    """Return the highest won hands on confirmed sheets, best first, with all of equal points; fillers are left out."""
    confirmed = Hand.objects.current().filter(
        sheet__table__session__event=event, sheet__state=Sheet.State.CONFIRMED, result=Hand.Result.WON
    )
    hands = confirmed.select_related("sheet__table__session").order_by("-points", "sheet__table__session__number", "no")
    game = game_of(event.rules)
    best: list[BestHand] = []
    for hand, entry in _with_winners(hands[: PROPOSED * 10]):
        if entry is None or entry.kind == Entry.Kind.FILLER or hand.points is None:
            continue
        if len(best) >= PROPOSED and game.in_statistics(hand.points) != best[-1].points:
            break
        table = hand.sheet.table
        points = game.in_statistics(hand.points) or 0
        best.append(BestHand(points, table.session.number, table.number, hand.no, entry))
    return best


def _with_winners(hands: Iterable[Hand]) -> Iterable[tuple[Hand, Entry | None]]:
    """Yield each hand with the entry that sat on the winner's seat."""
    hands = list(hands)
    sittings: dict[tuple[int, str], list[Sitting]] = {}
    rows = Sitting.objects.filter(table__in={hand.sheet.table_id for hand in hands}).select_related("entry")
    for row in rows.order_by("from_hand"):
        sittings.setdefault((row.table_id, row.seat), []).append(row)
    for hand in hands:
        sat = [row for row in sittings.get((hand.sheet.table_id, hand.winner), []) if row.from_hand <= hand.no]
        yield hand, sat[-1].entry if sat else None
