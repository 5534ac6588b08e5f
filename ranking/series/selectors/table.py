"""The ranking of a series with names as the public sees them."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, overload

from django.db.models import QuerySet

from ranking.links.selectors import private_persons
from ranking.record.models.records import OfficialResult
from ranking.series.models import Series, SeriesEvent
from ranking.series.rules.ranking import Exact, Line, Qualification, Worth
from ranking.series.rules.rule import Rule, Unit
from ranking.series.selectors.ranked import RankedLine, RankedLines, Rankings
from ranking.series.selectors.results import Source, sources_of
from ranking.series.selectors.series import rule_of
from tournament.events.models.entries import Entry
from tournament.people.models.persons import Person
from tournament.people.rules import public_name
from tournament.people.selectors import merges, with_merged

#: The most series on the page of a person or a team.
MOST_SERIES = 10


@dataclass(frozen=True)
class NamedLine:
    """A line of the ranking for readers.

    ``name`` is initials for a person who asks not to be shown (``hidden``); ``person`` is the id of a public page.
    ``movement``: ranks climbed since the event before (None: new). ``cells``: what each event is worth, None without a
    visit, in the order of the events. ``key`` tells the lines of two rankings apart and is never shown.
    """

    key: int | str
    rank: int | None
    name: str
    latin_name: str
    country: str
    person: int | None
    points: Exact
    visits: int
    movement: int | None
    qualification: Qualification | None
    cells: Sequence[Worth | None]
    hidden: bool = False


@dataclass(frozen=True)
class SeriesTable:
    """A series after ``after`` of its events: all events (``sources``), those that count so far, and the ranking."""

    rule: Rule
    sources: Sequence[Source]
    counting: Sequence[Source]
    after: int
    lines: "NamedLines"

    @property
    def last(self) -> Source | None:
        """The newest event of the ranking."""
        return self.counting[self.after - 1] if self.after else None


def series_table(series: Series, *, after: int | None = None) -> SeriesTable:
    """Return the ranking after ``after`` events that count (None: all)."""
    return table_of(rule_of(series), series.events.all(), after)


def series_history(series: Series, most: int) -> list[SeriesTable]:
    """Return the ranking after each of the newest ``most`` events that count, the newest first."""
    sources = sources_of(series.events.all())
    number = sum(source.counts for source in sources)
    return _tables(rule_of(series), sources, range(number, max(0, number - most), -1))


def table_of(rule: Rule, rows: Iterable[SeriesEvent], after: int | None = None) -> SeriesTable:
    """Return the ranking that a rule gives with these events, which need not be stored: a preview."""
    sources = sources_of(rows)
    number = sum(source.counts for source in sources)
    return _tables(rule, sources, [number if after is None else max(0, min(after, number))])[0]


def _tables(rule: Rule, sources: Sequence[Source], numbers: Iterable[int]) -> list[SeriesTable]:
    """Return the ranking after each of these numbers of events that count."""
    counting = [source for source in sources if source.counts]
    rankings, people = Rankings(rule, counting, merges()), _People([source.row.slug for source in sources])
    return [SeriesTable(rule, sources, counting, after, NamedLines(rankings.after(after), people)) for after in numbers]


def series_of_person(person: Person, refused: Collection[int | None]) -> list[tuple[Series, Rankings, Line[int]]]:
    """Return the newest series in which a kept person, whose record is public, has a line, with that line.

    Left out are series with an event in which the person ``refused`` (ids) to be named.
    """
    results = OfficialResult.objects.filter(person__in=with_merged([person.pk]))
    lines = []
    for series, sources, rankings in _rankings_with(results, Series.objects.all()):
        line = rankings.line_of(person.pk)
        if line and not any(source.event in refused for source in sources):
            lines.append((series, rankings, line))
    return lines


def series_of_team(name: str) -> list[tuple[Series, Rankings, Line[str]]]:
    """Return the newest series of teams in which the team with this name has a line, with that line."""
    results = OfficialResult.objects.filter(team=name)
    of_teams = Series.objects.filter(rule__unit=Unit.TEAMS)
    of_team = [(series, rankings) for series, _sources, rankings in _rankings_with(results, of_teams)]
    lines = [(series, rankings, rankings.line_of_team(name)) for series, rankings in of_team]
    return [(series, rankings, line) for series, rankings, line in lines if line]


def _rankings_with(
    results: QuerySet[OfficialResult], series: QuerySet[Series]
) -> list[tuple[Series, list[Source], Rankings]]:
    """Return the newest of the series that have an event of one of the results, with all their events and rankings."""
    having_results = series.filter(events__slug__in=results.values("recorded__slug")).distinct()
    rows = list(having_results.prefetch_related("events")[:MOST_SERIES])
    if not rows:
        return []
    sources = sources_of(event for row in rows for event in row.events.all())
    kept, rankings = merges(), []
    for row in rows:
        of_row = [source for source in sources if source.row.series_id == row.pk]
        counting = [source for source in of_row if source.counts]
        rankings.append((row, of_row, Rankings(rule_of(row), counting, kept)))
    return rankings


class _People:
    """How the public sees the persons of a series; those who were asked for are kept."""

    def __init__(self, slugs: Sequence[str]) -> None:
        self._slugs = slugs
        self._persons: dict[int, Person] = {}
        self._hidden: set[int] = set()
        self._recorded: set[int] = set()

    def line(self, ranked: RankedLine[int]) -> NamedLine:
        """Return the line of a person whom `read` has read."""
        pk = ranked.line.key
        person = self._persons[pk]
        if pk in self._hidden:
            line = _named(ranked, public_name(person.name, False), country=person.country)
            return replace(line, hidden=True)
        page = pk if pk in self._recorded else None
        return _named(ranked, person.name, person.latin_name, person.country, page)

    def read(self, keys: Iterable[int]) -> None:
        """Read these kept persons."""
        ids = set(keys) - self._persons.keys()
        if not ids:
            return
        self._persons |= Person.objects.in_bulk(ids)
        self._hidden |= self._ids_of_hidden(ids)
        recorded = OfficialResult.objects.filter(person__in=with_merged(ids)).order_by().distinct()
        self._recorded |= {kept or pk for pk, kept in recorded.values_list("person", "person__merged_into")}

    def _ids_of_hidden(self, ids: Collection[int]) -> set[int]:
        """Return who asks not to be shown: in an event of the series, or with the whole record.

        A refusal in one event hides the name in the series: its line would tell who played there.
        """
        refused = Entry.objects.filter(person__in=with_merged(ids), event__slug__in=self._slugs, name_consent=False)
        persons = refused.values_list("person", "person__merged_into")
        return private_persons(ids) | {kept or person for person, kept in persons}


class NamedLines(Sequence[NamedLine]):
    """The lines with their names, which are read for a slice at once."""

    def __init__(self, ranked: RankedLines[Any], people: _People) -> None:
        self._ranked, self._people = ranked, people

    def __len__(self) -> int:
        return len(self._ranked)

    def __iter__(self) -> Iterator[NamedLine]:
        return iter(self[:])

    @overload
    def __getitem__(self, at: int) -> NamedLine: ...
    @overload
    def __getitem__(self, at: slice) -> list[NamedLine]: ...
    def __getitem__(self, at: int | slice) -> NamedLine | list[NamedLine]:
        if isinstance(at, int):
            first = range(len(self))[at]
            return self[first : first + 1][0]
        first, after, _step = at.indices(len(self))
        lines = self._ranked.lines(first, after)
        if self._ranked.teams:
            return [_named(ranked, self._ranked.teams[ranked.line.key]) for ranked in lines]
        self._people.read(ranked.line.key for ranked in lines)
        return [self._people.line(ranked) for ranked in lines]


def _named(
    ranked: RankedLine[Any], name: str, latin_name: str = "", country: str = "", person: int | None = None
) -> NamedLine:
    line = ranked.line
    figures = line.points, line.visits, ranked.movement, ranked.qualification, ranked.cells
    return NamedLine(line.key, line.rank, name, latin_name, country, person, *figures)
