"""The way of a person through a series: the rank after each event."""

from dataclasses import dataclass

from ranking.series.models import Series
from ranking.series.rules.ranking import Exact, ranking, until
from ranking.series.selectors.results import Source, player_visits, sources_of
from ranking.series.selectors.series import rule_of
from tournament.people.models.persons import Person

#: The newest events after which the rank is computed; each step ranks everybody.
MOST_STEPS = 12
#: The most results of a series with steps.
MOST_RESULTS = 2_000


@dataclass(frozen=True)
class Step:
    """The rank after an event, and the points; both None before the person's first event."""

    source: Source
    rank: int | None
    points: Exact | None


def steps_of(series: Series, person: Person) -> list[Step]:
    """Return the steps of a kept person after each of the newest events that count, the oldest first.

    None of a series with more results than MOST_RESULTS.
    """
    rule, counting = rule_of(series), [source for source in sources_of(series.events.all()) if source.counts]
    if sum(len(source.outcomes) for source in counting) > MOST_RESULTS:
        return []
    ids = {outcome.person for source in counting for outcome in source.outcomes}
    merged = Person.objects.filter(pk__in=ids, merged_into__isnull=False).values_list("pk", "merged_into")
    visits = player_visits(counting, {pk: into or pk for pk, into in merged})
    steps = []
    for after in range(max(1, len(counting) - MOST_STEPS + 1), len(counting) + 1):
        lines = ranking(rule, until(visits, after))
        own = [line for line in lines if line.key == person.pk]
        rank, points = (own[0].rank, own[0].points) if own else (None, None)
        steps.append(Step(counting[after - 1], rank, points))
    return steps
