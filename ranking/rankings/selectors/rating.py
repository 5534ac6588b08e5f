"""The rating of all players from the tables that are stored here, in the order of play."""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import date
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from tempfile import TemporaryFile

from django.db.models.functions import Coalesce

from common.sorted_in_file import SortedInFile
from ranking.opponents.selectors.tables import table_results
from ranking.rankings.models import RankingLine
from ranking.rankings.rules.formula import Points
from ranking.rankings.rules.packing import Packed, packed
from ranking.rankings.rules.rating import CENTRE, SCALE, Strength, rate
from ranking.rankings.rules.rule import Rule
from ranking.rankings.selectors.computing import PlayerLine
from ranking.rankings.selectors.sources import CHUNK, SourceEvent, one_code, one_codes, recorded_events

#: Points of a rating are kept in hundredths.
HUNDREDTHS = 100
#: The event of a table, the points of its persons, and their countries.
Table = tuple[int, dict[int, int], dict[int, str]]


def rating_lines(
    rule: Rule,
    day: date,
    events: Mapping[int, SourceEvent],
    ids: Mapping[int, int] | None = None,
    only: Collection[int] | None = None,
) -> Iterator[PlayerLine]:
    """Yield a line for each player with a table in the scope; the parameters are those of `player_lines`.

    The tables are streamed. Memory holds the strength and the country of each player; the points after each of the
    events are sorted by player in a temporary file.
    """
    strengths: dict[int, Strength] = {}
    countries: dict[int, str] = {}
    players_of = one_codes(rule.players_of)
    tables = (table for table in _tables(rule, day, only) if table[0] in events)
    with TemporaryFile() as file:
        steps = SortedInFile(file, _steps(tables, strengths, countries), itemgetter(0))
        for person, of_person in groupby(steps, itemgetter(0)):
            country = countries.get(person, "")
            if players_of and country not in players_of:
                continue
            way = [step for _person, step in of_person]
            number = sum(step.place for step in way)
            text = packed(step._replace(event=ids[step.event]) for step in way) if ids else ""
            points = points_of(strengths[person]) if number >= rule.least else None
            yield PlayerLine(person, country, points, number, text)


def _steps(
    tables: Iterable[Table], strengths: dict[int, Strength], countries: dict[int, str]
) -> Iterator[tuple[int, Packed]]:
    """Yield person, and event, tables and points after it; change ``strengths`` and ``countries`` table by table."""
    for event, of_event in groupby(tables, itemgetter(0)):
        played: Counter[int] = Counter()
        for _event, scores, of in of_event:
            countries.update({person: one_code(country) for person, country in of.items() if country})
            rate(strengths, scores)
            played.update(list(scores))
        for person, number in played.items():
            yield person, Packed(event, number, _exact(strengths[person].points))


def points_of(strength: Strength) -> Points:
    """Return the points with the estimate and its deviation as parts."""
    estimate, deviation = CENTRE + SCALE * strength.mean, SCALE * math.sqrt(strength.variance)
    return Points(_exact(strength.points), _exact(estimate), _exact(deviation))


def strength_of(line: RankingLine) -> Strength:
    """Return the strength behind a line of a rating."""
    assert line.part_a is not None
    assert line.part_b is not None
    return Strength((float(line.part_a) - CENTRE) / SCALE, (float(line.part_b) / SCALE) ** 2)


def _tables(rule: Rule, day: date, only: Collection[int] | None) -> Iterator[Table]:
    """Yield the tables in the order of play."""
    scope = recorded_events(rule, day)
    if only is not None:
        scope = scope.filter(pk__in=only)
    rows = table_results().filter(session__event__in=scope.order_by().values("event"), entry__person__isnull=False)
    order = ("session__event__starts", "session__event", "session__number", "sheet", "pk")
    kept = Coalesce("entry__person__merged_into", "entry__person")
    columns = ("sheet", "session__event__recorded", "kept", "competition_points", "entry__country")
    stream = rows.annotate(kept=kept).order_by(*order).values_list(*columns).iterator(CHUNK)
    for _sheet, seats in groupby(stream, itemgetter(0)):
        of_table = list(seats)
        scores = {person: points for _at, _event, person, points, _country in of_table}
        if len(scores) > 1:
            yield of_table[0][1], scores, {person: country for _at, _event, person, _points, country in of_table}


def _exact(points: float) -> Fraction:
    return Fraction(round(points * HUNDREDTHS), HUNDREDTHS)
