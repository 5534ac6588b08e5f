"""Reads of the results of a team or a country over the record."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import starmap

from django.core.cache import cache
from django.db.models import Count, F, Max, QuerySet, Sum
from django.db.models.functions import Coalesce
from django_countries import countries

from common.infrastructure.pickled_lines import PickledLines
from common.infrastructure.single_flight import compute_once
from ranking.lists.rules import STATISTICS, Figures, RankedFigures, ranked
from ranking.lists.selectors.figures import figures_of
from ranking.lists.selectors.scopes import Scope
from ranking.opponents.rules import Balance
from ranking.opponents.selectors.sides import Side, side_balances
from ranking.rankings.models import RankedCountry
from ranking.rankings.selectors.names import PublicName, PublicNames
from ranking.record.models.records import OfficialResult, RecordedEvent
from ranking.record.rules.statuses import TAKEN
from ranking.teams.rules import EventPlace, Member, Played, Results, added_up
from tournament.events.models.events import Event
from tournament.people.models.persons import Person
from tournament.registration.rules.countries import country_code
from tournament.registration.selectors.countries import country_names

#: The version of the calculation: a change here makes earlier cached results unused.
CALCULATION = 3
#: Members of each part of the cached ones; a country may have thousands, of which a page shows fifty.
PART = 100
#: Seconds for which results are cached; the key holds the state of the record.
KEPT = 30 * 86_400
#: The statistics of lists that are records of members, and how many members each names.
RECORDS, FIRST = ("best-hand", "longest-run"), 3


@dataclass(frozen=True, slots=True)
class MemberTables:
    """The recorded hands of the members at all stored tables, and the first members by each of RECORDS."""

    hands: int
    won: int
    dealt_in: int
    records: dict[str, list[RankedFigures]]


@dataclass(frozen=True, slots=True)
class MetSide:
    """Another country (its code) or team (its name) that was met at stored tables."""

    key: str
    balance: Balance


@dataclass(frozen=True, slots=True)
class NamedMember:
    """A member with the name that the public sees."""

    member: Member
    name: PublicName


@dataclass(frozen=True, slots=True)
class NamedEvent:
    """An event of the record with the place, and the public name of who had it (None: a team, or nobody)."""

    recorded: RecordedEvent
    place: EventPlace
    best: PublicName | None


def country_codes(code: str) -> list[str]:
    """Return all codes of a country, its alpha-2 code first; an unknown code alone. The record has them as written."""
    iso = country_code(code, country_names())
    codes = [iso, countries.alpha3(iso), countries.ioc_code(iso)] if iso else [code]
    return [name for name in dict.fromkeys(codes) if name]


def country_results(codes: Sequence[str]) -> Results:
    """Return the results of all who played for the country with these codes, cached while the record stays the same."""
    return _cached("country", codes)


def team_results(name: str) -> Results:
    """Return the results of teams of exactly this name, cached while the record stays the same."""
    return _cached("team", [name])


def member_tables(
    results: Results, key: Sequence[str], state: str, everybody: Mapping[int, Figures] | None = None
) -> MemberTables:
    """Return what the members did at stored tables, also in events for others.

    ``key`` names the country or team in the cache, where this stays while ``state``, that of all lists, is the same.
    ``everybody``: the figures of all persons, for a caller that reads many countries.
    """
    return compute_once(
        cache,
        _name("tables-of", key, state),
        lambda: _tables_of(results, figures_of(Scope(), state) if everybody is None else everybody),
        KEPT,
    )


def met_countries(codes: Sequence[str], state: str) -> list[MetSide]:
    """Return the other countries that the players of a country met, most pairs of players first; cached as above."""
    return compute_once(cache, _name("met", codes, state), lambda: _met(Side.COUNTRY, codes), KEPT)


def met_teams(name: str, state: str) -> list[MetSide]:
    """Return the other teams that the players of a team met when they sat for it; cached as above."""
    return compute_once(cache, _name("met-by-team", [name], state), lambda: _met(Side.TEAM, [name]), KEPT)


def _name(kind: str, key: Sequence[str], state: str) -> str:
    return f"{kind}:{sha256(repr((CALCULATION, list(key), state)).encode()).hexdigest()}"


def _met(side: Side, own: Sequence[str]) -> list[MetSide]:
    """Return the balances, those with the codes of one country taken together."""
    balances: dict[str, Balance] = {}
    for written, balance in side_balances(side, own).items():
        key = country_codes(written)[0] if side is Side.COUNTRY else written
        balances[key] = balances[key] + balance if key in balances else balance
    return sorted(starmap(MetSide, balances.items()), key=lambda met: (-met.balance.tables, met.key))


def _tables_of(results: Results, everybody: Mapping[int, Figures]) -> MemberTables:
    members = [member.person for member in results.members]
    figures = {person: everybody[person] for person in members if person in everybody}
    total = Figures()
    for own in figures.values():
        total.add_hands_of(own)
    records = {key: ranked(figures, STATISTICS[key], 0)[:FIRST] for key in RECORDS}
    return MemberTables(total.hands, total.won, total.dealt_in, records)


def teams_with_results(names: Collection[str]) -> set[str]:
    """Return those of the names of teams that have a result in the record."""
    return set(_rows("team", names).values_list("team", flat=True).distinct())


def named_members(members: Sequence[Member]) -> list[NamedMember]:
    """Return the members with their names, in two queries."""
    persons = Person.objects.in_bulk([member.person for member in members])
    names = PublicNames(list(persons))
    return [NamedMember(member, names.of(persons[member.person])) for member in members]


def named_events(events: list[EventPlace]) -> list[NamedEvent]:
    """Return the events with the names of the best players, in three queries."""
    recorded = RecordedEvent.objects.select_related("event").in_bulk([event.event for event in events])
    persons = Person.objects.in_bulk([event.best for event in events if event.best])
    names = PublicNames(list(persons))
    return [
        NamedEvent(recorded[event.event], event, names.of(persons[event.best]) if event.best else None)
        for event in events
    ]


def country_ranks(codes: Sequence[str]) -> list[RankedCountry]:
    """Return the country's lines in the newest public day of each ranking of bodies."""
    rows = RankedCountry.objects.filter(country__in=codes, snapshot__computed_at__isnull=False)
    rows = rows.select_related("snapshot__ranking").order_by("snapshot__ranking", "-snapshot__day")
    newest: dict[int, RankedCountry] = {}
    for row in rows:
        newest.setdefault(row.snapshot.ranking_id, row)
    return list(newest.values())


def _cached(kind: str, names: Sequence[str]) -> Results:
    state = RecordedEvent.objects.aggregate(Count("pk"), Sum("version"), Max("confirmed_at"))
    merged = Person.objects.filter(merged_into__isnull=False).aggregate(Count("pk"), Sum("merged_into"))
    key = sha256(repr((CALCULATION, kind, list(names), state, merged)).encode()).hexdigest()
    computed: Results | None = cache.get(f"results-of:{key}")
    if computed is None:
        computed = added_up(_played(kind, names), team=kind == "team")
        computed = replace(computed, members=PickledLines(computed.members, PART))
        if computed.events:  # anybody may ask for any name; unknown ones must not fill the cache
            cache.set(f"results-of:{key}", computed, KEPT)
    return computed


def _rows(kind: str, names: Collection[str]) -> QuerySet[OfficialResult]:
    """Return the official results of events in a hall, without those that were taken from a player (3.11.5)."""
    rows = OfficialResult.objects.filter(**{f"{kind}__in": list(names)}).exclude(status__in=list(TAKEN))
    return rows.exclude(recorded__scope=Event.Scope.WEB).exclude(recorded__event__rehearsal=True).order_by()


def _played(kind: str, names: Sequence[str]) -> list[Played]:
    """Return the rows by event; the field of a team is the number of teams with a rank."""
    rows = _rows(kind, names).annotate(member=Coalesce("person__merged_into", "person"), day=F("recorded__starts"))
    columns = ("recorded", "day", "recorded__players", "member", "individual_rank", "team_rank")
    played = [Played(*row) for row in rows.order_by("recorded").values_list(*columns).iterator()]
    if kind != "team":
        return played
    ranked = OfficialResult.objects.filter(recorded__in={row.event for row in played}, team_rank__isnull=False)
    teams = dict(ranked.order_by().values_list("recorded").annotate(Count("team", distinct=True)))
    return [row._replace(field=teams.get(row.event, 0)) for row in played]
