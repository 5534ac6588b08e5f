"""The seats of a match: four teams with one player of each at each table, or two teams with two (3.5.4)."""

from collections.abc import Sequence

from scoring.standings.rules.knockout.rule import KnockOutRule

#: A player's number; None: an empty seat.
Player = int | None
#: Products in the field of four elements, whose sums are exclusive ors. They give charts of four teams of four in which
#: each player meets every player of the other teams once in four sessions.
PRODUCTS = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))


def match_tables(rule: KnockOutRule, teams: Sequence[Sequence[Player]], session: int) -> list[list[Player]]:
    """Return the tables of one session of a match: East, South, West, North.

    ``teams``: the players of each team in order, ``rule.players`` of each. ``session``: of the round, from 0. The
    opponents and the winds change from session to session.
    """
    if rule.teams == 2:
        return _two_teams(teams[0], teams[1], session)
    size = rule.players
    return [
        [teams[team][_index(table, team, session, size)] for team in _winds(table + session)] for table in range(size)
    ]


def _winds(turn: int) -> list[int]:
    """Return which team sits East, South, West and North."""
    return [(wind - turn) % 4 for wind in range(4)]


def _index(table: int, team: int, session: int, size: int) -> int:
    if size == 4:
        return table ^ PRODUCTS[team][session % 4]
    return (table + team * session) % size


def _two_teams(first: Sequence[Player], second: Sequence[Player], session: int) -> list[list[Player]]:
    """Seat team-mates opposite each other; who sits with whom, against whom, and who starts East changes."""
    ours, theirs = _pairs(first, session), _pairs(second, session)
    tables: list[list[Player]] = []
    for table, (one, other) in enumerate(ours):
        left, right = theirs[(table + session) % len(theirs)]
        even = (table + session) % 2 == 0
        tables.append([one, left, other, right] if even else [left, one, right, other])
    return tables


def _pairs(players: Sequence[Player], session: int) -> list[tuple[Player, Player]]:
    """Return the pairs of a round of the circle method: in a row of sessions each pair occurs once."""
    last = len(players) - 1
    turn = session % last
    circle = [*players[turn:last], *players[:turn], players[last]]
    return [(circle[at], circle[last - at]) for at in range(len(players) // 2)]
