"""The ranking of a series from the results of its events, movement, and who reaches the final; exact arithmetic."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeVar

from ranking.record.rules.mers import base_rank
from ranking.series.rules.rule import Counting, Points, Rule, Shared, Tie
from scoring.game.rules.table_points import TWELFTHS

#: An exact number: whole ones are int, as sums and comparisons of Fractions take ten times as long.
Exact = int | Fraction
#: A person or a team.
Key = TypeVar("Key", int, str)
#: What the winner of an event without opponents gets by rank.
WHOLE_FIELD = 1000


class Visit(NamedTuple):
    """One event of a player or team.

    ``event`` is its position in the series (from 0), ``place`` the rank in it (None: not ranked), ``sharing`` how many
    have that place, ``players`` the size of its field (teams: the number of teams). Table points are twelfths.
    """

    event: int
    place: int | None
    sharing: int
    players: int
    table_points: int
    competition_points: int


class Worth(NamedTuple):
    """What a visit is worth: the points of the event, the bonus that is added, and whether the visit counts."""

    visit: Visit
    base: Exact
    bonus: Exact
    counted: bool

    @property
    def points(self) -> Exact:
        return self.base + self.bonus


@dataclass(frozen=True)
class Line(Generic[Key]):
    """A line of the ranking. ``rank`` is None for fewer events than the rule needs; equal lines share a rank."""

    key: Key
    rank: int | None
    points: Exact
    worths: tuple[Worth, ...]

    @property
    def visits(self) -> int:
        return len(self.worths)


class Chance(StrEnum):
    """Where a line is at the cut of the final: in, out, equal with others for its last places, or not ranked."""

    IN = "in"
    OUT = "out"
    EQUAL = "equal"
    NOT_RANKED = "not-ranked"


@dataclass(frozen=True)
class Qualification:
    """A line's chance, and the points ahead of the best line that is out, or behind the last one that is in.

    ``margin`` is None without a line to compare with. It may be 0 where a tie-break decides.
    """

    chance: Chance
    margin: Exact | None


def ranking(rule: Rule, visits: Mapping[Key, Sequence[Visit]]) -> list[Line[Key]]:
    """Return the lines, best first: ranked ones, then those with too few events, by points."""
    lines = [_line(rule, key, of_key) for key, of_key in visits.items() if of_key]
    order = {line.key: _order(rule, line) for line in lines}
    enough = [line for line in lines if line.visits >= rule.least]
    enough.sort(key=lambda line: order[line.key], reverse=True)
    ranked: list[Line[Key]] = []
    for at, line in enumerate(enough, start=1):
        equal = ranked and order[ranked[-1].key] == order[line.key]
        ranked.append(Line(line.key, ranked[-1].rank if equal else at, line.points, line.worths))
    few = [line for line in lines if line.visits < rule.least]
    return ranked + sorted(few, key=lambda line: order[line.key], reverse=True)


def until(visits: Mapping[Key, Sequence[Visit]], events: int) -> dict[Key, list[Visit]]:
    """Return the visits of the first ``events`` events of the series."""
    return {key: [visit for visit in of_key if visit.event < events] for key, of_key in visits.items()}


def movements(before: Sequence[Line[Key]], after: Sequence[Line[Key]]) -> dict[Key, int]:
    """Return by how many ranks each line climbed (positive) or fell; only lines ranked in both."""
    ranks = {line.key: line.rank for line in before if line.rank}
    return {line.key: ranks[line.key] - line.rank for line in after if line.rank and line.key in ranks}


def qualifications(rule: Rule, lines: Sequence[Line[Key]]) -> dict[Key, Qualification]:
    """Return who reaches the final, and by how much; empty without a final.

    Lines that share the rank of the last place with lines for which no place is left are equal: the rule does not
    decide between them.
    """
    if not rule.finalists:
        return {}
    ranked = [line for line in lines if line.rank]
    last, first_out = ranked[: rule.finalists][-1:], ranked[rule.finalists :][:1]
    split = first_out[0].rank if first_out and first_out[0].rank == last[0].rank else None
    by_key: dict[Key, Qualification] = {}
    for at, line in enumerate(lines):
        if line.rank is None:
            by_key[line.key] = Qualification(Chance.NOT_RANKED, None)
        elif line.rank == split:
            by_key[line.key] = Qualification(Chance.EQUAL, 0)
        elif at < rule.finalists:
            by_key[line.key] = Qualification(Chance.IN, line.points - first_out[0].points if first_out else None)
        else:
            by_key[line.key] = Qualification(Chance.OUT, last[0].points - line.points)
    return by_key


def base_points(rule: Rule, visit: Visit) -> Exact:
    """Return what the event itself is worth, without bonus; a visit without a place gets 0 where the place counts.

    By rank: 1000 (N - place) / (N - 1), rounded half to even, as the base rank of the European federation (practice 6).
    """
    if rule.points is Points.COMPETITION:
        return visit.competition_points
    if rule.points is Points.TABLE:
        return exact(Fraction(visit.table_points, TWELFTHS))
    if visit.place is None:
        return 0
    if rule.points is Points.RANK:
        return base_rank(visit.place, visit.players) if visit.players > 1 else WHOLE_FIELD
    return _of_list(rule, rule.placing, visit)


def bonus_points(rule: Rule, visit: Visit) -> Exact:
    """Return the bonus by the size of the field and by the place."""
    of_size = [points for players, points in rule.size_bonus if visit.players >= players]
    of_place = _of_list(rule, rule.place_bonus, visit) if visit.place else 0
    return exact(of_size[-1]) + of_place if of_size else of_place


def counted(rule: Rule, points: Sequence[Exact]) -> list[bool]:
    """Return which events count, by their points with bonus; each counts once.

    "Best n and worst m" takes the worst of the events that are not among the best. With fewer than n + m events all
    count. Of equal events the earlier one is taken.
    """
    if rule.counting in (Counting.SUM, Counting.AVERAGE):
        return [True] * len(points)
    best_first = sorted(range(len(points)), key=lambda at: (-points[at], at))
    taken = set(best_first[: rule.best])
    if rule.counting is Counting.BEST_WORST:
        taken |= set(best_first[rule.best :][-rule.worst :])
    return [at in taken for at in range(len(points))]


def exact(value: Fraction) -> Exact:
    """Return the same number, as int if it is whole."""
    return value.numerator if value.denominator == 1 else value


def _of_list(rule: Rule, values: Sequence[Fraction], visit: Visit) -> Exact:
    """Return the points of a place from a list by place; shared places as the rule says."""
    assert visit.place is not None
    sharing = 1 if rule.shared is Shared.BEST else visit.sharing
    of_places = values[visit.place - 1 : visit.place - 1 + sharing]
    return exact(sum(of_places, Fraction(0)) / sharing) if of_places else 0


def _line(rule: Rule, key: Key, visits: Sequence[Visit]) -> Line[Key]:
    parts = [(visit, base_points(rule, visit), bonus_points(rule, visit)) for visit in visits]
    counts = counted(rule, [base + bonus for _visit, base, bonus in parts])
    worths = tuple(Worth(*part, counts_here) for part, counts_here in zip(parts, counts, strict=True))
    total = sum((worth.points for worth in worths if worth.counted), 0)
    points = exact(Fraction(total) / len(worths)) if rule.counting is Counting.AVERAGE else total
    return Line(key, None, points, worths)


def _order(rule: Rule, line: Line[Key]) -> tuple[Exact, list[Any]]:
    return line.points, [_tie_value(tie, line.worths) for tie in rule.ties]


def _tie_value(tie: Tie, worths: Sequence[Worth]) -> Any:
    """Return the value of a tie-break, of all visits; a longer list that begins alike is greater."""
    visits = [worth.visit for worth in worths]
    if tie is Tie.RESULTS:
        return sorted((worth.points for worth in worths), reverse=True)
    if tie is Tie.PLACES:
        return sorted((-visit.place for visit in visits if visit.place), reverse=True)
    if tie is Tie.VISITS:
        return len(visits)
    if tie is Tie.TABLE:
        return sum(visit.table_points for visit in visits)
    if tie is Tie.COMPETITION:
        return sum(visit.competition_points for visit in visits)
    return sorted(((worth.visit.event, worth.points) for worth in worths), reverse=True)
