"""The ranking of a series with names as the public sees them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic

from ranking.links.selectors import private_persons
from ranking.record.models.records import OfficialResult
from ranking.series.models import Series, SeriesEvent
from ranking.series.rules.ranking import (
    Exact,
    Key,
    Line,
    Qualification,
    Visit,
    Worth,
    movements,
    qualifications,
    ranking,
    until,
)
from ranking.series.rules.rule import Rule, Unit
from ranking.series.selectors.results import Source, player_visits, sources_of, team_key, team_visits
from ranking.series.selectors.series import rule_of
from tournament.events.models.entries import Entry
from tournament.people.models.persons import Person
from tournament.people.rules import public_name
from tournament.people.selectors import with_merged

#: The most series on a person's page.
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
    lines: Sequence[NamedLine]

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
    if rule.unit is Unit.TEAMS:
        names, teams = _team_names(counting), team_visits(counting)
        lines = {after: [_team_line(line, names) for line in _extended(rule, teams, after)] for after in numbers}
    else:
        people = _People(sources)
        players = player_visits(counting, people.kept)
        lines = {after: [people.line(line) for line in _extended(rule, players, after)] for after in numbers}
    return [SeriesTable(rule, sources, counting, after, of_number) for after, of_number in lines.items()]


def series_of_person(person: Person) -> list[tuple[Series, NamedLine]]:
    """Return the newest series in which the person has a line under the full name, with that line."""
    recorded = OfficialResult.objects.filter(person__in=with_merged([person.pk]))
    found = Series.objects.filter(events__slug__in=recorded.values("recorded__slug")).distinct()
    lines = [(series, line) for series in found[:MOST_SERIES] for line in series_table(series).lines]
    return [(series, line) for series, line in lines if line.person == person.pk]


@dataclass(frozen=True)
class _Extended(Generic[Key]):
    """A line with what it shows besides its points."""

    line: Line[Key]
    movement: int | None
    qualification: Qualification | None
    cells: Sequence[Worth | None]


def _extended(rule: Rule, visits: Mapping[Key, Sequence[Visit]], after: int) -> list[_Extended[Key]]:
    lines = ranking(rule, until(visits, after))
    moved = movements(ranking(rule, until(visits, after - 1)), lines)
    chances = qualifications(rule, lines)
    extended = []
    for line in lines:
        of_events = {worth.visit.event: worth for worth in line.worths}
        cells = [of_events.get(event) for event in range(after)]
        extended.append(_Extended(line, moved.get(line.key), chances.get(line.key), cells))
    return extended


def _team_names(sources: Iterable[Source]) -> dict[str, str]:
    """Return the key of each team -> its name in the newest event."""
    return {team_key(one.team): one.team for source in sources for one in source.outcomes if one.team}


def _team_line(extended: _Extended[str], names: Mapping[str, str]) -> NamedLine:
    return _named(extended, names[extended.line.key])


def _named(
    extended: _Extended[Key], name: str, latin_name: str = "", country: str = "", person: int | None = None
) -> NamedLine:
    line = extended.line
    figures = line.points, line.visits, extended.movement, extended.qualification, extended.cells
    return NamedLine(line.key, line.rank, name, latin_name, country, person, *figures)


class _People:
    """The persons of a series: the kept one of each, and how the public sees them."""

    def __init__(self, sources: Sequence[Source]) -> None:
        ids = {one.person for source in sources for one in source.outcomes}
        persons = Person.objects.select_related("merged_into").in_bulk(ids)
        self.kept = {pk: person.kept.pk for pk, person in persons.items()}
        self._persons = {person.kept.pk: person.kept for person in persons.values()}
        self._hidden = self._ids_of_hidden(ids | self._persons.keys(), [source.row.slug for source in sources])
        recorded = OfficialResult.objects.filter(person__in=ids)
        self._recorded = {self.kept[pk] for pk in recorded.values_list("person", flat=True)}

    def line(self, extended: _Extended[int]) -> NamedLine:
        pk = extended.line.key
        person = self._persons[pk]
        if pk in self._hidden:
            line = _named(extended, public_name(person.name, False), country=person.country)
            return replace(line, hidden=True)
        page = pk if pk in self._recorded else None
        return _named(extended, person.name, person.latin_name, person.country, page)

    def _ids_of_hidden(self, ids: Collection[int], slugs: Sequence[str]) -> set[int]:
        """Return who asks not to be shown: in an event of the series, or with the whole record.

        A refusal in one event hides the name in the series: its line would tell who played there.
        """
        refused = Entry.objects.filter(person__in=with_merged(ids), event__slug__in=slugs, name_consent=False)
        persons = refused.values_list("person", "person__merged_into")
        return private_persons(ids) | {kept or person for person, kept in persons}
