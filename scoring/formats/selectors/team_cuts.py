"""The cut before a knock-out: which teams play, and at which position of the bracket (3.5.4)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from scoring.formats.selectors.pools import team_pools
from scoring.formats.selectors.stage_order import stage_before
from scoring.standings.rules.formats.cuts import Cut, CutTie, Ranked, cut, decided, lot_order
from scoring.standings.rules.formats.qualifying import Who, players_of
from scoring.standings.rules.unit_standings import UnitStanding
from scoring.standings.selectors.seeds import committed_seed
from scoring.standings.selectors.standings import Standings
from tournament.draws.selectors.draws import drawable_entries
from tournament.events.models.stages import Stage
from tournament.presence.selectors.presence import plays_in

#: Settings of earlier versions.
TIES: dict[str, CutTie] = {"extra-hand": "play-off"}


def team_cut(standings: Standings, stage: Stage, *, open_ties: bool = False) -> Cut:
    """Return the teams that play, best first, by the team standings before the stage.

    A team without a player who can play is left out, so that the next in rank moves up. Equal ranks are in the order of
    a lot. Teams on the line are decided by the play-off that an official recorded. ``open_ties``: all who are tied
    stay on the line, because sessions before the cut are still to be played.
    """
    event = standings.event
    session = stage.first_session
    able = teams_able(standings, stage)
    lines = [line for line in standings.teams(session - 1) if line.rank and line.number in able]
    points = [(line.number, str(line.table_points), int(line.competition_points)) for line in lines]
    seed = committed_seed(event, "cut", stage.number, *points)
    lots = {number: at for at, number in enumerate(lot_order([line.number for line in lines], seed))}
    lines.sort(key=lambda line: (line.rank, lots[line.number]))
    chosen = event.standings_settings.cut_tie
    tie = "play-off" if open_ties else TIES.get(chosen, cast(CutTie, chosen))
    before = stage_before(standings.stage_rows, stage)
    if stage.who == Stage.Who.POOLS and before is not None and before.pools:
        return _of_pools(standings, stage, before, lines, tie, seed)
    ranked = [Ranked(line.number, line.rank or 0) for line in lines]
    done = cut(ranked, stage.count or len(ranked), tie, seed=seed)
    return done if open_ties else decided(done, stage.play_off)


@dataclass(frozen=True)
class ComingTeamCut:
    """The next cut to a knock-out by the team standings of now, where the best of all teams go on.

    ``places``: how many go on. ``sides``: number of a team -> "in", "line" or "out". ``last_in``: the last team above
    the line in the order of the standings; None if no line divides them.
    """

    stage: Stage
    places: int
    sides: Mapping[int, str]
    last_in: int | None


def coming_team_cut(standings: Standings) -> ComingTeamCut | None:
    """Return the next cut to a knock-out; None without one, and before the stage that leads to it has results."""
    return standings.once(("coming team cut", None), lambda: _coming_team_cut(standings))


def _coming_team_cut(standings: Standings) -> ComingTeamCut | None:
    rows = standings.stage_rows
    stage = next((row for row in rows if row.method == Stage.Method.KNOCKOUT), None)
    before = stage_before(rows, stage) if stage else None
    if stage is None or before is None or stage.who == Stage.Who.POOLS:
        return None
    if not before.first_session <= standings.last < stage.first_session:
        return None
    done = team_cut(standings, stage, open_ties=standings.last < stage.first_session - 1)
    sides = dict.fromkeys(done.through, "in") | dict.fromkeys(done.line, "line") | dict.fromkeys(done.out, "out")
    order = [line.number for line in standings.teams() if line.number in sides]
    inside = [number for number in order if sides[number] != "out"]
    divided = len(inside) < len(order) and order[: len(inside)] == inside
    return ComingTeamCut(stage, stage.count or len(inside), sides, inside[-1] if divided else None)


def teams_able(standings: Standings, stage: Stage) -> frozenset[int]:
    """Return the teams with a player who can play when the stage begins."""
    entries = drawable_entries(standings.event).prefetch_related("withdrawals")
    return frozenset(entry.team.number for entry in entries if entry.team and plays_in(entry, stage.first_session))


def _of_pools(
    standings: Standings, stage: Stage, before: Stage, lines: Sequence[UnitStanding], tie: CutTie, seed: str
) -> Cut:
    """Return the best of each pool: all winners in the order of the pools, then all seconds, and so on."""
    pools = team_pools(standings, before)
    ranked = [Ranked(line.number, line.rank or 0, unit=str(pools.get(line.number, ""))) for line in lines]
    each = stage.count or 1
    done = players_of(Who("best-of-pools", each), ranked, tie, seed=seed, play_off=stage.play_off)
    if done.line:
        return done
    teams_so_far: Counter[int] = Counter()
    rank_and_pool: dict[int, tuple[int, int]] = {}
    for number in done.through:
        teams_so_far[pools[number]] += 1
        rank_and_pool[number] = teams_so_far[pools[number]], pools[number]
    return replace(done, through=tuple(sorted(done.through, key=rank_and_pool.__getitem__)))
