"""``/api/v1/events/EVENT/players/NUMBER``: a player session by session."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_noop
from ninja import Schema, Status

from scoring.game.rules.table_points import as_text
from scoring.standings.rules.ranks import ResultRow
from scoring.standings.selectors.document import whole_or_text
from scoring.standings.selectors.hand_statistics import PlayerHands, hands_in, player_hands
from scoring.standings.selectors.player_record import PlayerRecord, Seated, SessionRecord, player_record
from scoring.standings.selectors.rank_history import rank_history
from web.api.public.event.statistics import EntryOut, FiguresOut
from web.api.public.reading import Answers, Text, absent, public_router
from web.shared.viewer import public_viewer_context


class SessionScoreOut(Schema):
    """The result of a session; table points are exact, as text."""

    session: int
    table_points: str
    competition_points: int


class SeatedOut(Schema):
    """Another person at the table: starting seat, first hand (0: from the start), and the result (null: none).

    `number` is null for a person who is not entered. A person on the same seat took it over, or gave it up.
    """

    seat: str
    from_hand: int
    number: int | None
    name: str
    result: SessionScoreOut | None


class PlayerSessionOut(Schema):
    """A session of a player: where the player sat (null: nowhere), the result (null: none), sums and rank after it.

    `forfeited`: the player did not come and got 0. The sums are as earned, without what stages carry. `others` are the
    other people at the table.
    """

    session: int
    table: int | None
    seat: str
    from_hand: int
    forfeited: bool
    result: SessionScoreOut | None
    table_points: str
    competition_points: int
    rank: int | None
    others: list[SeatedOut]


class PlayerFiguresOut(EntryOut):
    """A player of the event: rank among `ranked`, points, every session, and the recorded hands played.

    `kind` is "player", "filler" or "reserve"; `status` "entered", "withdrawn" or "disqualified" (with `rank_lost` only
    the rank is lost); `team` and `group` are numbers. `hands` counts all hands, `discarded` those won by the player's
    discard; `won` are figures of the hands won.
    """

    event: str
    kind: str
    status: str
    rank_lost: bool
    team: int | None
    group: int | None
    rank: int | None
    ranked: int
    table_points: str | None
    competition_points: int | str | None
    sessions: list[PlayerSessionOut]
    hands: int
    discarded: int
    won: FiguresOut


router = public_router("events")


@router.get(
    "/events/{event}/players/{number}",
    response={200: PlayerFiguresOut, **Answers},
    summary=gettext_noop("Player of an event"),
    description=gettext_noop(
        "Return the released sessions of a player by number, with table, result, sums and rank after each, and how the "
        "recorded hands ended."
    ),
)
def player(request: HttpRequest, event: Text, number: int) -> Any:
    """Answer with the figures of a player; 404 for an unknown number."""
    reader = public_viewer_context(event)
    if reader is None:
        return absent("event")
    standings = reader.standings
    ranks = reader.cached("player ranks", lambda: rank_history(standings.individual, standings.last))
    record = player_record(standings, number, ranks.get(number, ()))
    if record is None:
        return absent("number")
    hands = player_hands(hands_in(reader.event, reader.view, number), number)
    return Status(200, {"event": event} | _player(record) | _hands(hands))


def _player(record: PlayerRecord) -> dict[str, Any]:
    standing = record.standing
    return record.entry._asdict() | {
        "rank": standing.rank if standing else None,
        "ranked": record.ranked,
        "table_points": as_text(standing.table_points) if standing else None,
        "competition_points": whole_or_text(standing.competition_points) if standing else None,
        "sessions": [_session(session) for session in record.sessions],
    }


def _session(session: SessionRecord) -> dict[str, Any]:
    names = ("table", "seat", "from_hand", "forfeited", "competition_points", "rank")
    return {name: getattr(session, name) for name in names} | {
        "session": session.number,
        "result": score_out(session.result) if session.result else None,
        "table_points": as_text(session.table_points),
        "others": [_seated(person) for person in session.tablemates],
    }


def _seated(person: Seated) -> dict[str, Any]:
    return {
        "seat": person.seat,
        "from_hand": person.from_hand,
        "number": person.entry.number if person.entry else None,
        "name": person.name,
        "result": score_out(person.result) if person.result else None,
    }


def _hands(hands: PlayerHands) -> dict[str, Any]:
    return {"hands": hands.played, "discarded": len(hands.discarded), "won": hands.figures}


def score_out(row: ResultRow) -> dict[str, Any]:
    """Return a result as a `SessionScoreOut`."""
    points = {"table_points": as_text(row.table_points), "competition_points": row.competition_points}
    return {"session": row.session} | points
