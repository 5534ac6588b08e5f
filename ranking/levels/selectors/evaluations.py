"""The levels that official results reach: of one person with every condition, or of many persons quickly."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any, NamedTuple, cast

from django.db.models import Max, Min
from django.db.models.functions import Coalesce

from ranking.bodies.rules import A9Interpretation
from ranking.bodies.selectors.bodies import Responsible
from ranking.levels.models import Qualification
from ranking.levels.rules.results import Result, by_site, exclusion_reason
from ranking.levels.rules.sums import highest_pin, highest_web_pin, sums_of
from ranking.record.models.records import OfficialResult, RecordedEvent
from ranking.record.rules.classes import Letter
from tournament.people.models.persons import Person

#: The number of persons that are read and evaluated together.
BATCH = 2_000
_COLUMNS = (
    "recorded_id", "status", "table_points", "competition_points", "positive_sessions", "individual_rank",
    "team_rank", "group_rank", "web_points",
)  # fmt: skip


class _EventValues(NamedTuple):
    """The values that all results of one recorded event share."""

    slug: str
    letter: Letter | None
    web: bool
    sanctioned: bool
    rules_met: bool


class Reached(NamedTuple):
    """The highest levels that a person's results reach (0: none), and the events that each rests on; web by site."""

    pin: int
    pin_events: list[str]
    web: dict[str, tuple[int, list[str]]]


class BulkEvaluator:
    """Evaluate many persons; events and bodies are read once."""

    def __init__(self) -> None:
        columns = ("pk", "slug", "letter", "scope", "sanctioned", "rules_met", "web_site", "starts")
        rows = list(RecordedEvent.objects.values_list(*columns))
        self._events = {
            pk: (_EventValues(slug, cast(Letter | None, letter or None), scope == "web", sanctioned, rules_met), site)
            for pk, slug, letter, scope, sanctioned, rules_met, site, _starts in rows
        }
        self._days = {slug: (starts or date.min, pk) for pk, slug, *_rest, starts in rows}
        self.responsible = Responsible()

    def results_of(self, persons: Iterable[int]) -> dict[int, list[Result]]:
        """Return person (the kept one of merged persons) -> the results, in the order of the events' days."""
        results_by_person = self._plain_results(list(persons))
        for results in results_by_person.values():
            results.sort(key=lambda result: self._days[result.event])
        return results_by_person

    def reached(self, persons: dict[int, str]) -> dict[int, Reached]:
        """Return person -> the reached levels; ``persons`` leads from ids to countries."""
        results = self._plain_results(list(persons))
        return {pk: self._reached(results.get(pk, []), country) for pk, country in persons.items()}

    def _plain_results(self, ids: list[int]) -> dict[int, list[Result]]:
        """Return the same as ``results_of``, unordered; two queries on an index, mostly without a join."""
        results: dict[int, list[Result]] = defaultdict(list)
        merged_pairs = Person.objects.filter(merged_into__in=ids).values_list("pk", "merged_into")
        merged = {pk: kept for pk, kept in merged_pairs if kept is not None}
        rows = OfficialResult.objects.filter(person__in=[*ids, *merged])
        for person, *columns in rows.values_list("person_id", *_COLUMNS):
            results[merged.get(person, person)].append(self._result(columns))
        return results

    def _result(self, columns: list[Any]) -> Result:
        event, status, table, competition, positive, individual, team, group, web_points = columns
        values, site = self._events[event]
        return Result(*values, status, table, competition, positive, individual, team, group, web_points or 0, site)

    def _reached(self, results: list[Result], country: str) -> Reached:
        interpretation, world = self.responsible.interpretations(country)
        pin = highest_pin(sums_of(results, interpretation))
        if interpretation != world:
            above = highest_pin(sums_of(results, world))
            if 0 < above <= 3:
                pin = above
            elif pin:
                pin = max(pin, 4)
        counted = [result for result in results if not exclusion_reason(result, interpretation)]
        web = {}
        for site, site_results in by_site(counted).items():
            level = highest_web_pin(sums_of(site_results, interpretation))
            if level:
                web[site] = (level, [result.event for result in site_results])
        pin_events = [result.event for result in counted if not result.web] if pin else []
        return Reached(pin, pin_events, web)


def interpretations_for(person: Person, responsible: Responsible) -> tuple[A9Interpretation, A9Interpretation]:
    """Return the interpretations of A9 for a person: for levels 9 to 4, and for 3 to 1."""
    return responsible.interpretations(person.country)


def persons_with_results() -> Iterator[Person]:
    """Return all persons with a result, by id; of merged persons the kept one."""
    kept = OfficialResult.objects.values_list(Coalesce("person__merged_into", "person"))
    return Person.objects.filter(pk__in=kept).order_by("pk").iterator(BATCH)


def batches() -> Iterator[tuple[int, int]]:
    """Yield ranges of ids, ends included, that cover all persons with results or a marked level."""
    result_ids = OfficialResult.objects.aggregate(first=Min("person"), last=Max("person"))
    qualified_ids = Qualification.objects.aggregate(first=Min("person"), last=Max("person"))
    merged_persons = Person.objects.filter(official_results__isnull=False, merged_into__isnull=False)
    kept_ids = merged_persons.aggregate(first=Min("merged_into"), last=Max("merged_into"))
    firsts = [ids["first"] for ids in (result_ids, qualified_ids, kept_ids) if ids["first"] is not None]
    lasts = [ids["last"] for ids in (result_ids, qualified_ids, kept_ids) if ids["last"] is not None]
    if firsts:
        yield from ((start, start + BATCH - 1) for start in range(min(firsts), max(lasts) + 1, BATCH))


def waiting_persons() -> list[int]:
    """Return the ids of the (kept) persons of confirmed events that were not evaluated yet."""
    rows = OfficialResult.objects.filter(recorded__evaluated_at=None)
    return sorted(set(rows.values_list(Coalesce("person__merged_into", "person"), flat=True)))


def waiting_events() -> list[int]:
    """Return the ids of the recorded events that were not evaluated yet."""
    return list(RecordedEvent.objects.filter(evaluated_at=None).values_list("pk", flat=True))
