"""What a ranking is computed from: the events of its scope on a day, and the results in them, person by person."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cache
from itertools import groupby
from operator import itemgetter

from django.db.models import Max, QuerySet
from django.db.models.functions import Coalesce
from django_countries import countries as all_countries

from ranking.opponents.selectors.tables import table_results
from ranking.rankings.rules.formula import Outcome
from ranking.rankings.rules.rule import Kind, Rule
from ranking.record.models.records import OfficialResult, RecordedEvent
from ranking.record.rules.mers import year_after
from ranking.record.rules.statuses import TAKEN
from scoring.federation.rules import weight_of
from scoring.settings.models.federation import FederationSettings
from tournament.events.models.events import Event
from tournament.registration.rules.countries import country_code
from tournament.registration.selectors.countries import country_names

#: The rows that are read together.
CHUNK = 5_000
#: The setting of an event for which players had to qualify.
QUALIFIED = FederationSettings.Entry.QUALIFIED


@dataclass(frozen=True, slots=True)
class SourceEvent:
    """An event that counts on the day: its figures, its weight, and the age factor.

    ``pk`` is its id in the record. ``stated``: the federation's own weight counts, not the one of the figures.
    """

    pk: int
    slug: str
    name: str
    country: str
    ends: date
    days: int
    players: int
    countries: int
    qualification: bool
    stated: bool
    weight: Fraction
    factor: Fraction


@dataclass(frozen=True, slots=True)
class SourceResult:
    """A result of a person: the id of the event in the record, the outcome, and the country at that time."""

    event: int
    outcome: Outcome
    country: str


def events_of(rule: Rule, day: date) -> dict[int, SourceEvent]:
    """Return the events that count on the day, by their ids in the record; for a rating those with stored tables."""
    scope = recorded_events(rule, day)
    if rule.kind is Kind.RATING:
        scope = scope.filter(event__in=table_results().values("session__event").distinct())
    figures, weighted = _figures(scope), rule.weighted and rule.kind is not Kind.RATING
    columns = ("pk", "slug", "name", "country", "starts", "ends", "players", "event__federation_settings__entry")
    events = {}
    rows = scope.values_list(*columns, "stated_weight")
    for pk, slug, name, country, starts, ends, players, entry, stated in rows:
        last_day = ends or starts
        factor = _factor(rule, last_day, day)
        if not factor or pk not in figures:
            continue
        lowest, countries = figures[pk]
        field, qualified = max(players, lowest), entry == QUALIFIED
        days = (last_day - (starts or last_day)).days + 1
        weight = Fraction(1)
        if weighted:
            weight = Fraction(stated or weight_of(days, field, countries, qualification=qualified).total)
        published = weighted and stated is not None
        events[pk] = SourceEvent(
            pk, slug, name, country, last_day, days, field, countries, qualified, published, weight, factor
        )
    return events


def recorded_events(rule: Rule, day: date) -> QuerySet[RecordedEvent]:
    """Return the events of the scope that ended until the day; those without a day cannot age and do not count."""
    rows = RecordedEvent.objects.annotate(last_day=Coalesce("ends", "starts")).filter(last_day__lte=day)
    limits = {
        "letter__in": rule.letters,
        "scope__in": rule.scopes,
        "rules__in": rule.rule_sets,
        "country__in": _all_codes(rule.countries),
    }
    rows = rows.filter(**{name: values for name, values in limits.items() if values})
    if rule.letters:
        rows = rows.filter(sanctioned=True)
    if not rule.scopes:
        rows = rows.exclude(scope=Event.Scope.WEB)
    if rule.first_year:
        rows = rows.filter(last_day__year__gte=rule.first_year)
    if rule.last_year:
        rows = rows.filter(last_day__year__lte=rule.last_year)
    return rows.order_by("last_day", "pk")


def results_of(rows: QuerySet[RecordedEvent]) -> QuerySet[OfficialResult]:
    """Return the ranked results of these events, without those that were taken from a player (3.11.5)."""
    # The order of a subquery costs a sort on PostgreSQL.
    results = OfficialResult.objects.filter(recorded__in=rows.order_by().values("pk"), individual_rank__isnull=False)
    return results.exclude(status__in=list(TAKEN)).order_by()


def results_by_person(
    rule: Rule, day: date, events: Mapping[int, SourceEvent], only: Collection[int] | None = None
) -> Iterator[tuple[int, list[SourceResult]]]:
    """Yield each person (the kept one of merged persons) with the results that count, the oldest first.

    The rows are streamed, so that memory does not grow with the record. ``only``: ids of the only events to read.
    """
    rows = results_of(recorded_events(rule, day)).annotate(kept=Coalesce("person__merged_into", "person"))
    columns = ("kept", "recorded_id", "individual_rank", "table_points", "competition_points", "country")
    if only is not None:
        rows = rows.filter(recorded__in=only)
    stream = rows.order_by("kept").values_list(*columns).iterator(CHUNK)
    for person, lines in groupby(stream, itemgetter(0)):
        results: dict[int, SourceResult] = {}
        for _person, event, *outcome, country in lines:
            if event not in events:
                continue
            result = SourceResult(event, Outcome(*outcome), one_code(country))
            other = results.get(event)
            # Two rows of an event were one person's: the better place counts, once.
            if other is None or result.outcome.place < other.outcome.place:
                results[event] = result
        if results:
            yield person, sorted(results.values(), key=lambda result: (events[result.event].ends, result.event))


@cache
def one_code(country: str) -> str:
    """Return the alpha-2 code of a country, as the record has codes of two and three letters; an unknown code as is."""
    return country_code(country, country_names()) or country


def one_codes(codes: Iterable[str]) -> set[str]:
    """Return `one_code` of each of the codes."""
    return set(map(one_code, codes))


def _all_codes(codes: Iterable[str]) -> set[str]:
    """Return the codes of two and three letters with which the record may have these countries."""
    forms = (all_countries.alpha2, all_countries.alpha3, all_countries.ioc_code)
    return {*codes, *(form(code) for code in one_codes(codes) for form in forms)} - {""}


def _factor(rule: Rule, ends: date, day: date) -> Fraction:
    if rule.kind is Kind.RATING:
        return Fraction(1)
    year = year_after(ends, day, rule.years)
    return rule.factors[year] if year is not None and year < len(rule.factors) else Fraction(0)


def _figures(scope: QuerySet[RecordedEvent]) -> dict[int, tuple[int, int]]:
    """Return event -> (lowest rank, countries of its ranked players)."""
    rows = results_of(scope).values("recorded_id", "country").annotate(lowest=Max("individual_rank"))
    stream = rows.order_by("recorded_id").values_list("recorded_id", "country", "lowest").iterator(CHUNK)
    figures = {}
    for event, countries in groupby(stream, itemgetter(0)):
        lowest = 0
        known: set[str] = set()
        for _event, country, of_country in countries:
            lowest = max(lowest, of_country)
            known |= {one_code(country)} if country else set()
        figures[event] = lowest, len(known)
    return figures
