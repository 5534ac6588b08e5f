"""What is at stake for teams in the session that is played: the cut to a knock-out, or their matches (3.5.4)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from scoring.formats.selectors.pools import team_pools
from scoring.formats.selectors.stage_order import stage_before
from scoring.formats.selectors.team_cuts import teams_able
from scoring.game.rules.table_points import TWELFTHS, Ties
from scoring.settings.selectors import in_mados
from scoring.standings.rules.formats.team_needs import Seats, TeamContender, TeamNeed, team_needs
from scoring.standings.rules.knockout.results import PlayedMatch, Score
from scoring.standings.selectors.knockouts import KnockOut, knockouts_of
from scoring.standings.selectors.standings import Standings
from tournament.events.models.stages import Stage
from tournament.events.models.tables import Sitting


@dataclass(frozen=True)
class TeamStake:
    """Places for which teams compete in the session: ``match`` is None at the cut to a knock-out.

    ``of_each``: so many of each pool go on. ``final``: the match decides the first places.
    """

    stage: Stage
    match: PlayedMatch | None
    places: int
    of_each: bool
    final: bool
    points: Mapping[int, int]
    needs: Mapping[int, TeamNeed]


def team_stakes(standings: Standings) -> list[TeamStake]:
    """Return what is at stake in the session after the last known one; empty if nothing is decided in it."""
    return standings.once(("team stakes", None), lambda: _team_stakes(standings))


def _team_stakes(standings: Standings) -> list[TeamStake]:
    session = standings.last + 1
    rows = [row for row in standings.stage_rows if row.method == Stage.Method.KNOCKOUT]
    if not rows or not standings.last or in_mados(standings.event):
        return []
    cut = next((row for row in rows if row.first_session == session + 1), None)
    deciding = [
        (knockout, match)
        for knockout in knockouts_of(standings)
        for match in knockout.matches
        if knockout.begun and knockout.sessions_of(match.match.round)[-1] == session and None not in match.teams
    ]
    if not deciding and (cut is None or not _counts(standings, session)):
        return []
    tables = _tables(standings, session)
    if not tables:
        return []
    stakes = [_match_stake(standings, knockout, match, tables) for knockout, match in deciding]
    return [*stakes, *([_cut_stake(standings, cut, tables)] if cut and not deciding else [])]


def _counts(standings: Standings, session: int) -> bool:
    """Return whether a session counts for teams."""
    last = standings.rules.team_sessions
    stages = [row for row in standings.stage_rows if row.first_session <= session <= row.last_session]
    return (last is None or session <= last) and all(row.for_units for row in stages)


def _tables(standings: Standings, session: int) -> list[Seats]:
    """Return the team at each seat of the session's tables; empty without released seats. Empty seats take no place."""
    rows = Sitting.objects.filter(table__session__event=standings.event, table__session__number=session, from_hand=0)
    counting = {
        entrant.number: entrant.team or 0
        for entrant in standings.entrants
        if entrant.kind != "filler" and entrant.status != "disqualified"
    }
    tables: dict[int, list[int]] = {}
    for table, number in rows.values_list("table", "entry__number"):
        if number:
            tables.setdefault(table, []).append(counting.get(number, 0))
    return [tuple(seats) for seats in tables.values()]


def _match_stake(standings: Standings, knockout: KnockOut, match: PlayedMatch, tables: Sequence[Seats]) -> TeamStake:
    rule, teams = knockout.rule, [team for team in match.teams if team is not None]
    final = match.match.round == knockout.rounds
    places = 1 if final else rule.go_on
    points = {team: match.scores.get(team, Score()).table_points for team in teams}
    contenders = [TeamContender(team, points[team]) for team in teams]
    return TeamStake(
        knockout.stage, match, places, False, final, points, team_needs(contenders, tables, places, _ties(standings))
    )


def _cut_stake(standings: Standings, stage: Stage, tables: Sequence[Seats]) -> TeamStake:
    able = teams_able(standings, stage)
    lines = [line for line in standings.teams() if line.rank and line.number in able]
    before = stage_before(standings.stage_rows, stage)
    of_each = stage.who == Stage.Who.POOLS and before is not None and bool(before.pools)
    pools = team_pools(standings, before) if of_each and before is not None else {}
    contenders = [
        TeamContender(line.number, int(line.table_points * TWELFTHS), str(pools.get(line.number, ""))) for line in lines
    ]
    places = stage.count or len(contenders)
    needs = team_needs(contenders, tables, places, _ties(standings))
    return TeamStake(
        stage, None, places, of_each, False, {contender.number: contender.points for contender in contenders}, needs
    )


def _ties(standings: Standings) -> Ties:
    return cast(Ties, standings.event.scoring_settings.ties)
