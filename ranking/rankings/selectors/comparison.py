"""Two players of a ranking side by side: their places in the events, and their lines over the days."""

from collections.abc import Sequence
from datetime import date

from ranking.rankings.models import RankedEvent, Ranking, RankingLine
from ranking.rankings.rules.rule import Rule
from ranking.rankings.selectors.explanation import ExplainedResult, explained
from ranking.rankings.selectors.lines import history_of
from tournament.people.models.persons import Person


def results_of_both(
    lines: Sequence[RankingLine], rule: Rule
) -> list[tuple[RankedEvent, ExplainedResult | None, ExplainedResult | None]]:
    """Return event, result of the first and result of the second line (None: not there), the newest first."""
    first, second = ({row.event.pk: row for row in explained(line, rule)} for line in lines)
    events = {pk: row.event for pk, row in (first | second).items()}
    order = sorted(events.values(), key=lambda event: (event.ends, event.pk), reverse=True)
    return [(event, first.get(event.pk), second.get(event.pk)) for event in order]


def days_of_both(
    ranking: Ranking, first: Person, second: Person
) -> list[tuple[date, RankingLine | None, RankingLine | None]]:
    """Return day, line of the first and line of the second person (None: not there), the newest first."""
    of_first, of_second = (
        {line.snapshot.day: line for line in history_of(ranking, person)} for person in (first, second)
    )
    days = sorted(of_first.keys() | of_second.keys(), reverse=True)
    return [(day, of_first.get(day), of_second.get(day)) for day in days]
