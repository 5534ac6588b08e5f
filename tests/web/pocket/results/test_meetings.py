"""Whom a player met and will meet."""

from scoring.standings.rules.standings import ResultRow
from scoring.standings.selectors.player_record import Seated, SessionRecord
from scoring.standings.selectors.standings import NamedEntry
from tournament.seating.selectors.seats import Player, PublicSeat, PublicStop
from web.pocket.results.meetings import Meeting, meetings


def entry(number: int, kind: str = "player") -> NamedEntry:
    return NamedEntry(number, number, f"Player {number}", "", "", kind, "entered", None, None, None, False)


def opponent(number: int, session: int, points: int, kind: str = "player") -> Seated:
    result = ResultRow(number, session, 12, points, None)
    return Seated("S", 0, f"Player {number}", entry(number, kind), result)


def session(number: int, own: int, *others: Seated) -> SessionRecord:
    result = ResultRow(1, number, 48, own, None)
    return SessionRecord(number, table=1, seat="E", tablemates=list(others), result=result)


def stop(session: int, *numbers: int) -> PublicStop:
    people = [Player(number, f"Player {number}", "", "", "player", None, "") for number in (1, *numbers)]
    seats = [PublicSeat(session, 1, wind, person, person) for wind, person in zip("ESWN", people, strict=False)]
    return PublicStop(None, seats[0], tuple(seats[1:]))


def test_opponents_are_listed_with_sessions_and_who_scored_more() -> None:
    played = [session(1, 20, opponent(2, 1, 10), opponent(3, 1, 30)), session(2, 5, opponent(2, 2, 8))]
    assert meetings(played, [stop(1, 2, 3), stop(2, 2), stop(3, 3, 4)]) == [
        Meeting(2, "Player 2", [1, 2], [], better=1, worse=1),
        Meeting(3, "Player 3", [1], [3], worse=1),
        Meeting(4, "Player 4", [], [3]),
    ]


def test_fillers_are_left_out() -> None:
    assert meetings([session(1, 20, opponent(9, 1, 10, "filler"))], []) == []
