"""Statistics of hands in one view, for an event or one player: winners, ways of winning, points."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import QuerySet

from scoring.game.rules.games import game_of
from scoring.game.rules.seats import SEATS
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.view import View
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting

#: Number of highest hands in the list, plus all others with the same points.
HIGHEST = 5


class PlayedHand(NamedTuple):
    """A hand with the numbers of winner and discarder; None if there is none, or for a person without a number."""

    session: int
    table: int
    no: int
    result: str
    self_drawn: bool
    points: int | None
    winner: int | None
    discarder: int | None
    robbed: bool = False


@dataclass(frozen=True)
class HandFigures:
    """Counts of hands by their ends, and mean and highest points of the won ones.

    ``robbed``: hands won by robbing a kong, in a game that records them; they are not ``by_discard``.
    """

    by_discard: int
    self_drawn: int
    robbed: int
    drawn: int
    aborted: int
    mean: Fraction | None
    highest: int | None

    @property
    def won(self) -> int:
        return self.by_discard + self.self_drawn + self.robbed

    @property
    def without_winner(self) -> int:
        return self.drawn + self.aborted

    @property
    def hands(self) -> int:
        return self.won + self.without_winner


@dataclass(frozen=True)
class EventHands:
    """The figures of all hands and of each session, the histogram, and the highest hands.

    ``steps``: (first points, last points or None, number of hands) of each column.
    """

    all: HandFigures
    sessions: list[tuple[int, HandFigures]]
    steps: list[tuple[int, int | None, int]]
    highest: list[PlayedHand]


@dataclass(frozen=True)
class PlayerHands:
    """A player's won hands, hands whose winning tile the player discarded, and number of played hands."""

    won: list[PlayedHand]
    discarded: list[PlayedHand]
    played: int

    @property
    def figures(self) -> HandFigures:
        return figures(self.won)


def sheets_in(event: Event, view: View) -> QuerySet[Sheet]:
    """Return the sheets of the view; the public view has only those that count."""
    sheets = Sheet.objects.filter(table__session__event=event, table__session__number__lte=view.last_session)
    return sheets if view.live else sheets.filter(state__in=Sheet.COUNTED)


def hands_in(event: Event, view: View, number: int | None = None) -> list[PlayedHand]:
    """Return the recorded hands in the view, or those of one entry, by session, table and number, in two queries.

    The public view has only hands of sheets that count.
    """
    sheets = sheets_in(event, view)
    if number is not None:
        sittings = Sitting.objects.filter(entry__event=event, entry__number=number)
        sheets = sheets.filter(table__in=sittings.values("table"))
    rows = Hand.objects.current().filter(sheet__in=sheets.order_by().values("pk"))
    columns = ("sheet__table", "sheet__table__session__number", "sheet__table__number", "no", "result", "winner")
    game = game_of(event.rules)
    people = _people(sheets.order_by().values("table"))
    hands = []
    for row in rows.values_list(*columns, "discarder", "points", "robbed"):
        table, session, table_number, no, result, winner, discarder, points, robbed = row
        if number is not None and all(_sitter(people, table, seat, no) != number for seat in SEATS):
            continue
        players = (_sitter(people, table, winner, no), _sitter(people, table, discarder, no))
        self_drawn = bool(winner) and not discarder
        counted = game.in_statistics(points)
        hands.append(PlayedHand(session, table_number, no, result, self_drawn, counted, *players, robbed))
    return sorted(hands, key=lambda hand: hand[:3])


def event_hands(hands: Sequence[PlayedHand], steps: Sequence[int]) -> EventHands:
    """Return the statistics of the hands of an event; ``steps``: the first points of each column of the histogram."""
    by_session: dict[int, list[PlayedHand]] = defaultdict(list)
    for hand in hands:
        by_session[hand.session].append(hand)
    won = [hand for hand in hands if hand.result == Hand.Result.WON and hand.points]
    ends = [*(step - 1 for step in steps[1:]), None]
    counted = Counter(max(step for step in steps if step <= max(hand.points or 0, steps[0])) for hand in won)
    best = sorted(won, key=lambda hand: (-(hand.points or 0), hand[:3]))
    least = best[:HIGHEST][-1].points if best else 0
    return EventHands(
        figures(hands),
        [(session, figures(by_session[session])) for session in sorted(by_session)],
        [(step, end, counted[step]) for step, end in zip(steps, ends, strict=True)],
        [hand for hand in best if hand.points and hand.points >= (least or 0)][: HIGHEST * 2],
    )


def player_hands(hands: Sequence[PlayedHand], number: int) -> PlayerHands:
    """Return the statistics of an entry from the ``hands`` that it played."""
    won = [hand for hand in hands if hand.winner == number]
    discarded = [hand for hand in hands if hand.discarder == number]
    return PlayerHands(won, discarded, len(hands))


def figures(hands: Iterable[PlayedHand]) -> HandFigures:
    """Return the figures of these hands."""
    rows = list(hands)
    points = [hand.points for hand in rows if hand.result == Hand.Result.WON and hand.points]
    ends = Counter(hand.result for hand in rows)
    drawn = sum(hand.self_drawn for hand in rows if hand.result == Hand.Result.WON)
    robbed = sum(hand.robbed for hand in rows)
    return HandFigures(
        by_discard=ends[Hand.Result.WON] - drawn - robbed,
        self_drawn=drawn,
        robbed=robbed,
        drawn=ends[Hand.Result.DRAWN],
        aborted=ends[Hand.Result.ABORTED],
        mean=Fraction(sum(points), len(points)) if points else None,
        highest=max(points, default=None),
    )


def _people(tables: QuerySet[Any]) -> dict[tuple[int, str], list[tuple[int, int | None]]]:
    """Return (table id, seat) -> (first hand, number) of its sitters, latest first."""
    people: dict[tuple[int, str], list[tuple[int, int | None]]] = defaultdict(list)
    rows = Sitting.objects.filter(table__in=tables).order_by("-from_hand")
    for table, seat, from_hand, number in rows.values_list("table", "seat", "from_hand", "entry__number"):
        people[table, seat].append((from_hand, number))
    return people


def _sitter(
    people: Mapping[tuple[int, str], list[tuple[int, int | None]]], table: int, seat: str, no: int
) -> int | None:
    return next((number for from_hand, number in people.get((table, seat), ()) if from_hand <= no), None)
