"""The standings of each pool, and the cross-over to the next stage, for pages and papers (3.5.4)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.formats.selectors.cuts import cut_before
from scoring.formats.selectors.pools import pools_now, table_crossing, team_pools
from scoring.formats.selectors.stage_order import stage_before
from scoring.formats.selectors.team_cuts import team_cut
from scoring.standings.rules.formats.crossing import pool_letter
from scoring.standings.rules.standings import PlayerStanding
from scoring.standings.rules.unit_standings import UnitStanding
from scoring.standings.selectors.standings import Standings
from tournament.events.models.events import Event
from tournament.events.models.stages import Stage


@dataclass(frozen=True)
class PoolLine:
    """A player or team in a pool: rank there (None: not ranked), points, side of the cut (in, line, out or empty)."""

    rank: int | None
    number: int
    name: str
    country: str
    table_points: Fraction
    competition_points: Fraction | int
    side: str


@dataclass(frozen=True)
class PoolsOfStage:
    """The pools of a stage by letter. ``teams``: they hold teams; ``crossing``: the tables of the cross-over."""

    stage: Stage
    teams: bool
    pools: Sequence[tuple[str, Sequence[PoolLine]]]
    crossing: Sequence[Sequence[str]]
    to_bracket: bool

    @property
    def tables(self) -> str:
        """The tables of the cross-over as a text: A1-C1-B2-D2 · B1-D1-A2-C2."""
        return " · ".join("-".join(table) for table in self.crossing)


def without_pools(event: Event) -> bool:
    """Return whether no pool of the event is dealt."""
    return not event.stages.filter(stage_entries__pool__isnull=False).exists()


def pools_of_stages(standings: Standings) -> list[PoolsOfStage]:
    """Return the stages whose pools are dealt, with the standings of each pool after the last session that is known."""
    return [_stage(standings, stage) for stage in standings.stage_rows if stage.pools and pools_now(stage)]


def _stage(standings: Standings, stage: Stage) -> PoolsOfStage:
    following = next((row for row in standings.stage_rows if stage_before(standings.stage_rows, row) == stage), None)
    crossed = following if following is not None and following.who == Stage.Who.POOLS else None
    session = min(standings.last, stage.last_session)
    if stage.pool_teams:
        pools, lines = team_pools(standings, stage), list[PlayerStanding | UnitStanding](standings.teams(session))
    else:
        pools, lines = pools_now(stage), list[PlayerStanding | UnitStanding](standings.individual(session))
    sides = _sides(standings, stage, crossed) if crossed is not None and session >= stage.first_session else {}
    tables = []
    for pool in range(1, (stage.pools or 0) + 1):
        members = [line for line in lines if pools.get(line.number) == pool]
        tables.append((pool_letter(pool - 1), _lines(standings, stage, members, sides)))
    crossing: list[list[str]] = []
    if crossed is not None and crossed.method == Stage.Method.CROSS:
        places, ranks = table_crossing(crossed, stage.pools or 1)
        texts = [str(places[rank - 1]) for rank in ranks]
        crossing = [texts[first : first + 4] for first in range(0, len(texts), 4)]
    to_bracket = crossed is not None and crossed.method == Stage.Method.KNOCKOUT
    return PoolsOfStage(stage, stage.pool_teams, tables, crossing, to_bracket)


def _sides(standings: Standings, stage: Stage, following: Stage) -> Mapping[int, str]:
    """Return number -> side of the cut to the next stage; ties stay open until the stage is played."""
    if following.method == Stage.Method.KNOCKOUT:
        cut = team_cut(standings, following)
    else:
        cut = cut_before(standings, following, open_ties=standings.last < stage.last_session).cut
    sides = dict.fromkeys(cut.out, "out") | dict.fromkeys(cut.line, "line") | dict.fromkeys(cut.through, "in")
    return sides if stage.pool_teams or following.method != Stage.Method.KNOCKOUT else {}


def _lines(
    standings: Standings, stage: Stage, lines: Sequence[PlayerStanding | UnitStanding], sides: Mapping[int, str]
) -> list[PoolLine]:
    pool_lines: list[PoolLine] = []
    for at, line in enumerate(lines, start=1):
        same = pool_lines and line.rank is not None and lines[at - 2].rank == line.rank
        rank = (pool_lines[-1].rank if same else at) if line.rank is not None else None
        if stage.pool_teams:
            name, country = standings.team_names.get(line.number, str(line.number)), ""
        else:
            name, country = standings.names[line.number].name, standings.names[line.number].country
        points = Fraction(line.table_points), line.competition_points
        pool_lines.append(PoolLine(rank, line.number, name, country, *points, sides.get(line.number, "")))
    return pool_lines
