"""``/api/v1/events/EVENT/statistics``: how the hands of an event ended, and the ranks of its first players."""

from typing import Annotated, Any

from django.http import HttpRequest
from django.utils.translation import gettext_noop
from ninja import Schema, Status
from pydantic import BeforeValidator

from scoring.game.rules.games import game_of
from scoring.standings.selectors.deal_statistics import deal_figures
from scoring.standings.selectors.encounters import encounters
from scoring.standings.selectors.hand_statistics import PlayedHand, event_hands, hands_in
from scoring.standings.selectors.lines import player_lines
from scoring.standings.selectors.rank_history import rank_history
from scoring.standings.selectors.standings import NamedEntry
from web.api.public.reading import Answers, Text, absent, public_router
from web.shared.viewer import ViewerContext, public_viewer_context

#: The number of first players.
FIRST = 10
#: An exact number as text.
Exact = Annotated[str, BeforeValidator(str)]
ExactOrNone = Annotated[str | None, BeforeValidator(lambda value: None if value is None else str(value))]


class EntryOut(Schema):
    """A player of the event; who refused the name has initials."""

    number: int
    name: str
    latin_name: str
    country: str


class WonHandOut(Schema):
    """A won hand and its winner (null: a filler); `points` are fans where hands are worth fans."""

    session: int
    table: int
    no: int
    points: int
    self_drawn: bool
    robbed: bool
    winner: EntryOut | None


class FiguresOut(Schema):
    """Counts of hands by their ends; mean and highest points of the won ones (null: none). The mean is exact."""

    hands: int
    by_discard: int
    self_drawn: int
    robbed: int
    drawn: int
    aborted: int
    mean: ExactOrNone
    highest: int | None


class SessionFiguresOut(FiguresOut):
    """The figures of a session."""

    session: int


class RangeOut(Schema):
    """The number of won hands from `first` to `last` points (null: and more)."""

    first: int
    last: int | None
    hands: int


class DealsOut(Schema):
    """Counts of a game with periods; a hand may be counted in several ways."""

    bound: int
    false_wins: int
    aborted: int
    dealer_wins: int
    hands_a_round: Exact


class RanksOut(EntryOut):
    """One of the first players: the rank after each session (null: none)."""

    ranks: list[int | None]


class MeetingOut(Schema):
    """The sessions in which two of the first players, by number, sat at one table."""

    players: tuple[int, int]
    sessions: list[int]


class EventStatisticsOut(Schema):
    """The statistics of the released hands; without any, all lists but `ranges` are empty."""

    event: str
    all: FiguresOut
    sessions: list[SessionFiguresOut]
    ranges: list[RangeOut]
    highest: list[WonHandOut]
    deals: DealsOut | None
    first: list[RanksOut]
    meetings: list[MeetingOut]


router = public_router("events")


@router.get(
    "/events/{event}/statistics",
    response={200: EventStatisticsOut, **Answers},
    summary=gettext_noop("Statistics of an event"),
    description=gettext_noop(
        "Return how the released hands ended, their points, the highest ones, and of the first ten players the ranks "
        "after each session and who met whom."
    ),
)
def statistics(request: HttpRequest, event: Text) -> Any:
    """Answer with the statistics, which count no hand before the first release."""
    reader = public_viewer_context(event)
    if reader is None:
        return absent("event")
    return Status(200, reader.cached("statistics for programs", lambda: _statistics(reader)))


def won_hand(hand: PlayedHand, winner: NamedEntry | None) -> dict[str, Any]:
    return hand._asdict() | {"winner": winner}


def _statistics(reader: ViewerContext) -> dict[str, Any]:
    hands = event_hands(hands_in(reader.event, reader.view), game_of(reader.event.rules).terms.steps)
    names = reader.standings.names
    return {
        "event": reader.event.slug,
        "all": hands.all,
        "sessions": [_session(number, figures) for number, figures in hands.sessions],
        "ranges": [{"first": first, "last": last, "hands": count} for first, last, count in hands.steps],
        "highest": [won_hand(hand, names.get(hand.winner or 0)) for hand in hands.highest],
        "deals": deal_figures(reader.event, reader.view),
        **(_first_players(reader) if hands.all.hands else {"first": [], "meetings": []}),
    }


def _session(number: int, figures: Any) -> dict[str, Any]:
    return {"session": number} | {name: getattr(figures, name) for name in FiguresOut.model_fields}


def _first_players(reader: ViewerContext) -> dict[str, Any]:
    standings = reader.standings
    ranks = reader.cached("player ranks", lambda: rank_history(standings.individual, standings.last))
    first = [line.entry for line in player_lines(standings) if line.standing.rank][:FIRST]
    met = encounters(standings, [entry.number for entry in first])
    return {
        "first": [entry._asdict() | {"ranks": ranks.get(entry.number, ())} for entry in first],
        "meetings": [
            {"players": pair, "sessions": sessions} for pair, sessions in sorted(met.items()) if pair[0] < pair[1]
        ],
    }
