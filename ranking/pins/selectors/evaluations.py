"""How far a person's official results reach, one person with every condition or everybody quickly."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any, NamedTuple, cast

from django.db.models import Max, Min
from django.db.models.functions import Coalesce

from ranking.bodies.rules import Reading
from ranking.bodies.selectors.bodies import Responsible
from ranking.pins.models.qualifications import Qualification
from ranking.pins.rules.pins import (
    Result,
    by_site,
    highest_pin,
    highest_web_pin,
    not_counted,
    sums_of,
)
from ranking.record.models.records import OfficialResult, RecordedEvent
from ranking.record.rules.classes import Letter
from tournament.people.models.persons import Person

#: So many persons are read and evaluated together.
BATCH = 2_000
_COLUMNS = (
    "recorded_id", "status", "table_points", "competition_points", "positive_sessions", "individual_rank",
    "team_rank", "group_rank", "web_points",
)  # fmt: skip


class _EventPart(NamedTuple):
    """What all results of one recorded event share."""

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


class Everybody:
    """Evaluates many persons; events and bodies are read once."""

    def __init__(self) -> None:
        columns = ("pk", "slug", "letter", "scope", "sanctioned", "rules_met", "web_site", "starts")
        rows = list(RecordedEvent.objects.values_list(*columns))
        self._events = {
            pk: (_EventPart(slug, cast(Letter | None, letter or None), scope == "web", sanctioned, rules_met), site)
            for pk, slug, letter, scope, sanctioned, rules_met, site, _starts in rows
        }
        self._days = {slug: (starts or date.min, pk) for pk, slug, *_rest, starts in rows}
        self.responsible = Responsible()

    def results_of(self, persons: Iterable[int]) -> dict[int, list[Result]]:
        """Person (the kept one of those merged) -> the results, in the order of the events' days."""
        found = self._plain_results(list(persons))
        for results in found.values():
            results.sort(key=lambda result: self._days[result.event])
        return found

    def reached(self, persons: dict[int, str]) -> dict[int, Reached]:
        """Person -> what the results reach; ``persons`` leads from ids to countries."""
        results = self._plain_results(list(persons))
        return {pk: self._reached(results.get(pk, []), country) for pk, country in persons.items()}

    def _plain_results(self, ids: list[int]) -> dict[int, list[Result]]:
        """As ``results_of``, without an order, by two queries on the index that need no join for most."""
        found: dict[int, list[Result]] = defaultdict(list)
        away = Person.objects.filter(merged_into__in=ids).values_list("pk", "merged_into")
        merged = {pk: kept for pk, kept in away if kept is not None}
        for person, *columns in OfficialResult.objects.filter(person__in=[*ids, *merged]).values_list(
            "person_id", *_COLUMNS
        ):
            found[merged.get(person, person)].append(self._result(columns))
        return found

    def _result(self, columns: list[Any]) -> Result:
        event, status, table, competition, positive, individual, team, group, web_points = columns
        part, site = self._events[event]
        return Result(*part, status, table, competition, positive, individual, team, group, web_points or 0, site)

    def _reached(self, results: list[Result], country: str) -> Reached:
        reading, world = self.responsible.readings(country)
        pin = highest_pin(sums_of(results, reading))
        if reading != world:
            above = highest_pin(sums_of(results, world))
            pin = above if 0 < above <= 3 else max(pin, 4) if pin else 0
        counted = [one for one in results if not not_counted(one, reading)]
        web = {
            site: (level, [one.event for one in of_site])
            for site, of_site in by_site(counted).items()
            if (level := highest_web_pin(sums_of(of_site, reading)))
        }
        return Reached(pin, [one.event for one in counted if not one.web] if pin else [], web)


def readings_of(person: Person, responsible: Responsible) -> tuple[Reading, Reading]:
    """How the person's results are read for levels 9 to 4 and for 3 to 1."""
    return responsible.readings(person.country)


def persons_with_results() -> Iterator[Person]:
    """Everybody with a result, by id; of merged persons the kept one."""
    kept = OfficialResult.objects.values_list(Coalesce("person__merged_into", "person"))
    return Person.objects.filter(pk__in=kept).order_by("pk").iterator(BATCH)


def batches() -> Iterator[tuple[int, int]]:
    """Ranges of ids, both ends within, that hold all persons who have results, or had a level."""
    found = OfficialResult.objects.aggregate(first=Min("person"), last=Max("person"))
    kept = Qualification.objects.aggregate(first=Min("person"), last=Max("person"))
    merged = Person.objects.filter(official_results__isnull=False, merged_into__isnull=False)
    ends = merged.aggregate(first=Min("merged_into"), last=Max("merged_into"))
    firsts = [one["first"] for one in (found, kept, ends) if one["first"] is not None]
    lasts = [one["last"] for one in (found, kept, ends) if one["last"] is not None]
    if firsts:
        yield from ((start, start + BATCH - 1) for start in range(min(firsts), max(lasts) + 1, BATCH))


def waiting_persons() -> list[int]:
    """The persons (the kept ones) of events that were confirmed and not evaluated yet."""
    rows = OfficialResult.objects.filter(recorded__evaluated_at=None)
    return sorted(set(rows.values_list(Coalesce("person__merged_into", "person"), flat=True)))


def waiting_events() -> list[int]:
    """The recorded events that were not evaluated yet."""
    return list(RecordedEvent.objects.filter(evaluated_at=None).values_list("pk", flat=True))
