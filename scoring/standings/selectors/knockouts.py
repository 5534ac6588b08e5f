"""The knock-outs of an event: matches with their teams and scores, and the ranks of the teams (3.5.4)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from scoring.standings.rules.formats.crossing import PoolPlace, as_ranks, crossed_bracket, pool_places
from scoring.standings.rules.knockout.bracket import bracket
from scoring.standings.rules.knockout.results import PlayedMatch, Score, played_matches, ranks_of
from scoring.standings.rules.knockout.rule import KnockOutError, KnockOutRule, rule_from
from scoring.standings.rules.unit_standings import UnitStanding
from scoring.standings.selectors.seeds import committed_seed
from tournament.events.models.stages import Stage

if TYPE_CHECKING:
    from scoring.standings.selectors.standings import Standings

#: Team, session -> number -> table points (twelfths), competition points.
Points = Mapping[tuple[int, int], Mapping[int, tuple[int, int]]]


@dataclass(frozen=True)
class KnockOut:
    """A knock-out after a session: ``seeds`` are the teams by position, empty before it begins; ``teams``: how many."""

    stage: Stage
    rule: KnockOutRule
    teams: int
    seeds: tuple[int, ...]
    matches: tuple[PlayedMatch, ...]

    @property
    def begun(self) -> bool:
        return bool(self.seeds)

    @property
    def rounds(self) -> int:
        return max(played.match.round for played in self.matches)

    @cached_property
    def ranks(self) -> list[tuple[int, int]]:
        """(team, rank), best first; empty before it begins."""
        return ranks_of(self.matches, self.seeds) if self.begun else []

    def sessions_of(self, round_number: int) -> range:
        """Return the sessions of a round."""
        first = self.stage.first_session + (round_number - 1) * self.rule.sessions
        return range(first, first + self.rule.sessions)


def knockout_of(standings: "Standings", stage: Stage, last_session: int | None = None) -> KnockOut | None:
    """Return a knock-out after a session (None: the last one in the view); None if it is for no number of teams.

    ``standings.stage_rows`` has the stage. Before it begins, the matches have no teams.
    """
    rule = rule_from(stage.knockout)
    seeds = seeds_of(standings, stage, rule)
    last = standings.last if last_session is None else min(last_session, standings.last)
    count = len(seeds) or min(filter(None, [_wanted(standings, stage), len(standings.team_names)]), default=0)
    try:
        matches = bracket(count, rule)
    except KnockOutError:
        return None
    if not seeds:
        empty = tuple(PlayedMatch(match, (None,) * len(match.sources), {}) for match in matches)
        return KnockOut(stage, rule, count, (), empty)
    points = _points(standings, stage)

    def score_of(team: int, round_number: int) -> Score | None:
        first = stage.first_session + (round_number - 1) * rule.sessions
        sessions = range(first, min(first + rule.sessions, last + 1))
        return _score([points[team, session] for session in sessions if (team, session) in points])

    rounds_played = max(0, last + 1 - stage.first_session) // rule.sessions
    lot = committed_seed(standings.event, "match", stage.number) if rule.tie == "lot" else ""
    played = played_matches(matches, seeds, rule, score_of, rounds_played, lot)
    return KnockOut(stage, rule, count, seeds, tuple(played))


def seeds_of(standings: "Standings", stage: Stage, rule: KnockOutRule) -> tuple[int, ...]:
    """Return the team at each position of the bracket, from the ranks that were written when the stage began."""
    by_rank: dict[int, int] = {}
    for chosen in stage.stage_entries.all():
        team = standings.names[chosen.entry.number].team
        if chosen.rank and team:
            by_rank[chosen.rank] = team
    teams = [by_rank[rank] for rank in sorted(by_rank)]
    return positioned(teams, stage, rule)


def positioned(teams: Sequence[int], stage: Stage, rule: KnockOutRule) -> tuple[int, ...]:
    """Return the teams (best first; after pools all winners first) in the order of their positions in the bracket."""
    return tuple(teams[rank - 1] for rank in crossing_of(stage, rule, len(teams)))


def crossing_of(stage: Stage, rule: KnockOutRule, teams: int) -> Sequence[int]:
    """Return the rank at each position of the bracket: as the format says, else crossed after pools, else in order."""
    if len(rule.cross) == teams:
        return rule.cross
    places = places_of(stage, teams)
    try:
        return as_ranks(crossed_bracket(places, bracket(teams, rule)), places) if places else range(1, teams + 1)
    except KnockOutError:
        return range(1, teams + 1)


def places_of(stage: Stage, teams: int) -> list[PoolPlace]:
    """Return the places in the pools from which so many teams come, as ranks 1, 2, …; empty without pools before."""
    if stage.who != Stage.Who.POOLS or not stage.count or teams % stage.count:
        return []
    return pool_places(teams // stage.count, stage.count)


def _wanted(standings: "Standings", stage: Stage) -> int | None:
    """Return how many teams play; after pools so many of each."""
    if stage.who != Stage.Who.POOLS or not stage.count:
        return stage.count
    pools = [row.pools for row in standings.stage_rows if row.number < stage.number and row.pools]
    return stage.count * pools[-1] if pools else stage.count


def _points(standings: "Standings", stage: Stage) -> Points:
    """Return what each team's seats earned in the sessions of the stage; disqualified members do not count."""
    entered = {entrant.number: entrant for entrant in standings.entrants}
    points: dict[tuple[int, int], dict[int, tuple[int, int]]] = {}
    for row in standings.rows:
        entrant = entered[row.number]
        team = entrant.team if row.team is None else row.team
        counts = entrant.kind != "filler" and entrant.status != "disqualified"
        if team and counts and stage.first_session <= row.session <= stage.last_session:
            points.setdefault((team, row.session), {})[row.number] = (row.table_points, row.competition_points)
    return points


def _score(sessions: Sequence[Mapping[int, tuple[int, int]]]) -> Score | None:
    if not sessions:
        return None
    members: dict[int, tuple[int, int]] = {}
    for session in sessions:
        for number, (table, competition) in session.items():
            before = members.get(number, (0, 0))
            members[number] = (before[0] + table, before[1] + competition)
    return Score(
        sum(table for table, _competition in members.values()),
        sum(competition for _table, competition in members.values()),
        max(members.values()),
    )


def knockouts_of(standings: "Standings", last_session: int | None = None) -> list[KnockOut]:
    """Return the knock-outs of the event, in the order of the stages."""
    rows = [row for row in standings.stage_rows if row.method == Stage.Method.KNOCKOUT]
    known = [knockout_of(standings, row, last_session) for row in rows]
    return [knockout for knockout in known if knockout is not None]


def with_knockout_ranks(units: list[UnitStanding], knockouts: Sequence[KnockOut], last: int) -> list[UnitStanding]:
    """Return the team standings with the ranks of the knock-outs that were played up to session ``last``.

    The teams of a knock-out rank before all others (3.5.4), without a gap in points: not the sum of all sessions
    decides about them.
    """
    for knockout in knockouts:
        if knockout.begun and knockout.stage.first_session <= last:
            units = _ranked(units, knockout.ranks)
    return units


def _ranked(units: list[UnitStanding], ranks: Sequence[tuple[int, int]]) -> list[UnitStanding]:
    lines = {unit.number: unit for unit in units}
    first = [replace(lines[team], rank=rank, status="ranked", gap=None) for team, rank in ranks if team in lines]
    inside = {unit.number for unit in first}
    others = [unit for unit in units if unit.number not in inside]
    ranked: list[UnitStanding] = []
    for at, unit in enumerate(others):
        if unit.rank is None:
            ranked.append(unit)
            continue
        same = at and others[at - 1].rank == unit.rank
        ranked.append(replace(unit, rank=ranked[-1].rank if same else len(first) + at + 1, gap=None))
    return [*first, *ranked]
