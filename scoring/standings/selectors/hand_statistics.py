"""The hands of an event in one view: who won them, how, for how much; of everybody, or of one player."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import QuerySet

from scoring.game.rules.seats import SEATS
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.view import View
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting

#: The points from which a column of the histogram begins; the minimum of 8, then the values of fans (3.8.1).
STEPS = (8, 12, 16, 24, 32, 48, 64, 88)
#: So many highest hands are named, and all of the same points.
HIGHEST = 5


class PlayedHand(NamedTuple):
    """A hand with who won and who discarded; None where that was nobody, or somebody without a number."""

    session: int
    table: int
    no: int
    result: str
    self_drawn: bool
    points: int | None
    winner: int | None
    discarder: int | None


@dataclass(frozen=True)
class HandFigures:
    """How hands ended: won by discard, self-drawn, drawn, aborted; the mean of the won ones and the highest."""

    by_discard: int
    self_drawn: int
    drawn: int
    aborted: int
    mean: Fraction | None
    highest: int | None

    @property
    def won(self) -> int:
        """The hands that somebody won."""
        return self.by_discard + self.self_drawn

    @property
    def hands(self) -> int:
        """All of them."""
        return self.won + self.drawn + self.aborted


@dataclass(frozen=True)
class EventHands:
    """The figures of all hands and of each session, how many were worth how much, and the highest."""

    all: HandFigures
    sessions: list[tuple[int, HandFigures]]
    steps: list[tuple[int, int | None, int]]
    highest: list[PlayedHand]


@dataclass(frozen=True)
class PlayerHands:
    """A player's hands: those won, those that the player discarded the winning tile of, and how many were played."""

    won: list[PlayedHand]
    discarded: list[PlayedHand]
    played: int

    @property
    def figures(self) -> HandFigures:
        """The figures of the hands won."""
        return figures(self.won)


def hands_in(event: Event, view: View, number: int | None = None) -> list[PlayedHand]:
    """Every recorded hand in the view, or those that one entry played, by session, table and number.

    The public's view has those of sheets that count. Two queries.
    """
    sheets = Sheet.objects.filter(table__session__event=event, table__session__number__lte=view.until)
    if not view.live:
        sheets = sheets.filter(state__in=Sheet.COUNTED)
    if number is not None:
        his = Sitting.objects.filter(entry__event=event, entry__number=number)
        sheets = sheets.filter(table__in=his.values("table"))
    rows = Hand.objects.current().filter(sheet__in=sheets.order_by().values("pk"))
    columns = ("sheet__table", "sheet__table__session__number", "sheet__table__number", "no", "result", "winner")
    people = _people(sheets.order_by().values("table"))
    found = []
    for table, session, at, no, result, winner, discarder, points in rows.values_list(*columns, "discarder", "points"):
        if number is not None and all(_sitter(people, table, seat, no) != number for seat in SEATS):
            continue
        who = (_sitter(people, table, winner, no), _sitter(people, table, discarder, no))
        found.append(PlayedHand(session, at, no, result, bool(winner) and not discarder, points, *who))
    return sorted(found, key=lambda hand: hand[:3])


def event_hands(hands: Sequence[PlayedHand]) -> EventHands:
    """What the hands of an event say together."""
    by_session: dict[int, list[PlayedHand]] = defaultdict(list)
    for hand in hands:
        by_session[hand.session].append(hand)
    won = [hand for hand in hands if hand.result == Hand.Result.WON and hand.points]
    ends = [*(step - 1 for step in STEPS[1:]), None]
    counted = Counter(max(step for step in STEPS if step <= max(hand.points or 0, STEPS[0])) for hand in won)
    best = sorted(won, key=lambda hand: (-(hand.points or 0), hand[:3]))
    least = best[:HIGHEST][-1].points if best else 0
    return EventHands(
        figures(hands),
        [(session, figures(by_session[session])) for session in sorted(by_session)],
        [(step, end, counted[step]) for step, end in zip(STEPS, ends, strict=True)],
        [hand for hand in best if hand.points and hand.points >= (least or 0)][: HIGHEST * 2],
    )


def player_hands(hands: Sequence[PlayedHand], number: int) -> PlayerHands:
    """The hands that the entry played, as the entry ended them."""
    won, discarded = ([hand for hand in hands if getattr(hand, role) == number] for role in ("winner", "discarder"))
    return PlayerHands(won, discarded, len(hands))


def figures(hands: Iterable[PlayedHand]) -> HandFigures:
    """How these hands ended."""
    rows = list(hands)
    points = [hand.points for hand in rows if hand.result == Hand.Result.WON and hand.points]
    ends = Counter(hand.result for hand in rows)
    drawn = sum(hand.self_drawn for hand in rows if hand.result == Hand.Result.WON)
    return HandFigures(
        by_discard=ends[Hand.Result.WON] - drawn,
        self_drawn=drawn,
        drawn=ends[Hand.Result.DRAWN],
        aborted=ends[Hand.Result.ABORTED],
        mean=Fraction(sum(points), len(points)) if points else None,
        highest=max(points, default=None),
    )


def _people(tables: QuerySet[Any]) -> dict[tuple[int, str], list[tuple[int, int | None]]]:
    """Table and seat -> from which hand on which entry's number sits there, the latest first."""
    found: dict[tuple[int, str], list[tuple[int, int | None]]] = defaultdict(list)
    rows = Sitting.objects.filter(table__in=tables).order_by("-from_hand")
    for table, seat, from_hand, number in rows.values_list("table", "seat", "from_hand", "entry__number"):
        found[table, seat].append((from_hand, number))
    return found


def _sitter(
    people: Mapping[tuple[int, str], list[tuple[int, int | None]]], table: int, seat: str, no: int
) -> int | None:
    return next((number for from_hand, number in people.get((table, seat), ()) if from_hand <= no), None)
