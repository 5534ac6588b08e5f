"""The podium of an event: the first three of individuals, teams and groups."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.standings.rules.unit_standings import UnitStanding
from scoring.standings.selectors.lines import PlayerLine, player_lines
from scoring.standings.selectors.standings import Standings

#: The last rank on the podium.
PODIUM = 3


@dataclass(frozen=True)
class Podium:
    """The lines of the first three players; teams and groups with their names. Shared ranks can make them more."""

    players: list[PlayerLine]
    teams: list[tuple[UnitStanding, str]]
    groups: list[tuple[UnitStanding, str]]


def podium_of(standings: Standings) -> Podium:
    """Return the podium in the view of ``standings``; two more queries than those."""
    players = [line for line in player_lines(standings) if _on_podium(line.standing.rank)]
    teams = _first(standings.teams(), standings.team_names) if standings.team_names else []
    groups = _first(standings.groups(), standings.group_names) if standings.group_names else []
    return Podium(players, teams, groups)


def _first(lines: Sequence[UnitStanding], names: Mapping[int, str]) -> list[tuple[UnitStanding, str]]:
    return [(line, names[line.number]) for line in lines if _on_podium(line.rank)]


def _on_podium(rank: int | None) -> bool:
    return rank is not None and rank <= PODIUM
