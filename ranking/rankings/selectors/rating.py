"""The rating of all players from the tables that are stored here, in the order of play."""

import math
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from datetime import date
from fractions import Fraction
from itertools import groupby
from operator import itemgetter

from django.db.models.functions import Coalesce

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


def rating_lines(
    rule: Rule,
    day: date,
    events: Mapping[int, SourceEvent],
    ids: Mapping[int, int] | None = None,
    only: Collection[int] | None = None,
) -> Iterator[PlayerLine]:
    """Yield a line for each player with a table in the scope; the parameters are those of `player_lines`.

    The tables are streamed; memory holds the strength of each player, and the points after each of the events.
    """
    strengths: dict[int, Strength] = {}
    ways: dict[int, list[Packed]] = defaultdict(list)
    countries: dict[int, str] = {}
    for event, scores, of in _tables(rule, day, only):
        if event not in events:
            continue
        countries.update({person: one_code(country) for person, country in of.items() if country})
        rate(strengths, scores)
        for person in scores:
            way = ways[person]
            known = way.pop() if way and way[-1].event == event else Packed(event, 0, 0)
            way.append(Packed(event, known.place + 1, _exact(strengths[person].points)))
    players_of = one_codes(rule.players_of)
    for person, strength in strengths.items():
        country = countries.get(person, "")
        if players_of and country not in players_of:
            continue
        way = ways[person]
        tables = sum(one.place for one in way)
        text = packed(one._replace(event=ids[one.event]) for one in way) if ids else ""
        yield PlayerLine(person, country, points_of(strength) if tables >= rule.least else None, tables, text)


def points_of(strength: Strength) -> Points:
    """Return the points with the estimate and its deviation as parts."""
    estimate, deviation = CENTRE + SCALE * strength.mean, SCALE * math.sqrt(strength.variance)
    return Points(_exact(strength.points), _exact(estimate), _exact(deviation))


def strength_of(line: RankingLine) -> Strength:
    """Return the strength behind a line of a rating."""
    assert line.part_a is not None
    assert line.part_b is not None
    return Strength((float(line.part_a) - CENTRE) / SCALE, (float(line.part_b) / SCALE) ** 2)


def _tables(
    rule: Rule, day: date, only: Collection[int] | None
) -> Iterator[tuple[int, dict[int, int], dict[int, str]]]:
    """Yield the event, the points and the countries of the persons of each table, in the order of play."""
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
