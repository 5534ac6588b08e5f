"""The visits of persons and teams in the events of a series."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from ranking.series.rules.ranking import Visit
from ranking.series.selectors.results import Outcome, Source
from tournament.registration.rules.cells import key


def player_visits(sources: Sequence[Source], kept: dict[int, int]) -> dict[int, list[Visit]]:
    """Return the visits of each person; ``kept`` leads from a merged person to the one that remains.

    If both persons of a merge are in one event, only the better result counts: a person plays once.
    """
    visits: dict[int, dict[int, Visit]] = defaultdict(dict)
    for at, source in enumerate(sources):
        sharing = Counter(outcome.place for outcome in source.outcomes)
        for outcome in source.outcomes:
            person = kept.get(outcome.person, outcome.person)
            points = outcome.table_points, outcome.competition_points
            visit = Visit(at, outcome.place, sharing[outcome.place], source.players, *points)
            before = visits[person].get(at)
            if before is None or _strength(visit) > _strength(before):
                visits[person][at] = visit
    return {person: list(of_person.values()) for person, of_person in visits.items()}


def team_visits(sources: Sequence[Source]) -> dict[str, list[Visit]]:
    """Return the visits of each team, by its key: the points of its players together, and its rank.

    The record keeps a team's name, so a team is known by it in another event; see `team_key`.
    """
    visits: dict[str, list[Visit]] = defaultdict(list)
    for at, source in enumerate(sources):
        members: dict[str, list[Outcome]] = defaultdict(list)
        for outcome in source.outcomes:
            if outcome.team:
                members[team_key(outcome.team)].append(outcome)
        places = {team: _best_place(of_team) for team, of_team in members.items()}
        sharing = Counter(places.values())
        for team, of_team in members.items():
            table = sum(outcome.table_points for outcome in of_team)
            competition = sum(outcome.competition_points for outcome in of_team)
            visits[team].append(Visit(at, places[team], sharing[places[team]], len(members), table, competition))
    return dict(visits)


def team_key(name: str) -> str:
    """Return what the spellings of one team's name have in common: letters and digits, without case."""
    return key(name) or name


def _best_place(members: Iterable[Outcome]) -> int | None:
    return min((outcome.team_place for outcome in members if outcome.team_place), default=None)


def _strength(visit: Visit) -> tuple[int, int, int]:
    return -(visit.place or visit.players + 1), visit.table_points, visit.competition_points
