"""The pools of a stage: who is dealt to them, who is in which, and who goes on from them (3.5.4)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.formats.selectors.refusing import CannotDraw
from scoring.standings.rules.formats.crossing import PoolPlace, as_ranks, crossed, pool_letter, pool_places
from scoring.standings.selectors.seeds import committed_seed
from scoring.standings.selectors.standings import Standings
from tournament.draws.rules.pools import PoolUnit, most_common, pool_sizes, pools_document, pools_result
from tournament.draws.rules.records import compact, digest
from tournament.events.models.stages import Stage


def pools_now(stage: Stage) -> dict[int, int]:
    """Return number -> pool (from 1) of a stage whose pools are dealt; empty before."""
    return {row.entry.number: row.pool for row in stage.stage_entries.all() if row.pool}


def team_pools(standings: Standings, stage: Stage) -> dict[int, int]:
    """Return team -> pool (from 1) of a stage with pools of teams."""
    of_players = ((standings.names[number].team, pool) for number, pool in pools_now(stage).items())
    return {team: pool for team, pool in of_players if team}


def dealt(standings: Standings, stage: Stage, players: Sequence[int]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what is dealt to the pools of a stage that begins, and the result. Raises CannotDraw.

    ``players``: who plays, best first.
    """
    units = _teams(standings, stage, players) if stage.pool_teams else _players(standings, stage, players)
    pools = stage.pools or 1
    if len(units) < pools:
        raise CannotDraw(_("There are fewer teams than pools. Change the format."))
    kind = Stage.Pooling(stage.pooling).value
    sizes = pool_sizes(len(units), pools, 1 if stage.pool_teams else 4)
    if min(sizes) < 1:
        raise CannotDraw(_("There are too few players for so many pools. Change the format."))
    document = pools_document(units, sizes, kind, "teams" if stage.pool_teams else "players")  # type: ignore[arg-type]
    seed = committed_seed(standings.event, "pools", stage.number, digest(compact(document)))
    return document, pools_result(document, seed)


def _players(standings: Standings, stage: Stage, players: Sequence[int]) -> list[PoolUnit]:
    free = stage.compatriots_may_meet
    return [PoolUnit(number, "" if free else standings.names[number].country) for number in players]


def _teams(standings: Standings, stage: Stage, players: Sequence[int]) -> list[PoolUnit]:
    """Return the teams of the players, best first; the country of a team is that of most of its players."""
    countries: dict[int, list[str]] = {}
    for number in players:
        name = standings.names[number]
        if not name.team:
            raise CannotDraw(
                _("Player %(number)d has no team, but the pools hold whole teams. Enter a team, or change the format.")
                % {"number": number}
            )
        countries.setdefault(name.team, []).append(name.country)
    order = [line.number for line in standings.teams(stage.first_session - 1) if line.number in countries]
    free = stage.compatriots_may_meet
    return [PoolUnit(team, "" if free else most_common(countries[team])) for team in order]


def pools_of_result(standings: Standings, document: Mapping[str, Any], result: Mapping[str, Any],
                    players: Sequence[int]) -> dict[int, int]:  # fmt: skip
    """Return number -> pool (from 1) of the players, from the result of a deal."""
    at = {unit: pool for pool, units in enumerate(result["pools"], start=1) for unit in units}
    if document["of"] == "teams":
        return {number: at[standings.names[number].team] for number in players}
    return {number: at[number] for number in players}


def with_new(pools: Mapping[int, int], count: int, players: Sequence[int]) -> dict[int, int]:
    """Return the pools of these players; one without a pool, who moved up, joins the smallest."""
    kept = {number: pools[number] for number in players if number in pools}
    for number in players:
        if number not in kept:
            sizes = Counter(kept.values())
            kept[number] = min(range(1, count + 1), key=lambda pool: (sizes[pool], pool))
    return kept


def in_pool_order(numbers: Sequence[int], pools: Mapping[int, int], count: int, each: int) -> list[int]:
    """Return who goes on from the pools: all winners by pool, then all seconds, and so on. Raises CannotDraw.

    ``numbers`` (best first) and ``pools``: players or teams; ``each`` of every of ``count`` pools go on.
    """
    members: dict[int, list[int]] = {pool: [] for pool in range(1, count + 1)}
    for number in numbers:
        members[pools[number]].append(number)
    for pool, sent in members.items():
        if len(sent) != each:
            raise CannotDraw(
                _("From pool %(pool)s %(sent)d go on, but the cross-over is for %(count)d of each pool.")
                % {"pool": pool_letter(pool - 1), "sent": len(sent), "count": each}
            )
    return [members[place.pool + 1][place.place - 1] for place in pool_places(count, each)]


def table_crossing(stage: Stage, pools: int) -> tuple[list[PoolPlace], list[int]]:
    """Return the places from which the players of a cross-over come, and their ranks table by table, in fours."""
    places = pool_places(pools, stage.count or 1)
    if len(stage.crossing) == len(places):
        return places, list(stage.crossing)
    usual = [place for table in crossed(places, 4) for place in table] if len(places) % 4 == 0 else places
    return places, list(as_ranks(usual, places))
