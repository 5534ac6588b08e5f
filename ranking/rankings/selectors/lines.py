"""The lines of a snapshot as the public reads them: pages, a search, and the way of a player over the days."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from typing import overload

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from common.i18n.search import searched_word
from ranking.levels.selectors.person_records import Record
from ranking.rankings.models import Ranking, RankingLine, RankingSnapshot
from ranking.rankings.selectors.names import PublicName, PublicNames
from ranking.rankings.selectors.rankings import before, public_snapshots
from ranking.record.models.records import RecordedEvent
from tournament.people.models.persons import Person
from tournament.people.selectors import FEW, with_merged

#: Lines that a search shows, those in which it looks first for a name that many have, and those that a file reads
#: together.
MOST_FOUND, FIRST_PART, CHUNK = 50, 200, 2_000


@dataclass(frozen=True, slots=True)
class NamedLine:
    """A line with the public name. ``earlier`` is the rank in the snapshot before (None: not ranked there)."""

    line: RankingLine
    name: PublicName
    earlier: int | None = None

    @property
    def movement(self) -> int | None:
        """Ranks climbed since the snapshot before; None for a player who is new."""
        if self.earlier is None or self.line.rank is None:
            return None
        return self.earlier - self.line.rank


class RankedLines(Sequence[NamedLine]):
    """The ranked players of a snapshot, or those of a country, read by the slice.

    Slices of the whole ranking are found by position, and no length is counted.
    """

    def __init__(self, snapshot: RankingSnapshot, country: str = "") -> None:
        self._snapshot, self._country = snapshot, country

    def __len__(self) -> int:
        if not self._country:
            return self._snapshot.size
        rows = self._snapshot.countries.filter(country=self._country)
        return rows.values_list("players", flat=True).first() or 0

    @overload
    def __getitem__(self, at: int) -> NamedLine: ...
    @overload
    def __getitem__(self, at: slice) -> list[NamedLine]: ...
    def __getitem__(self, at: int | slice) -> NamedLine | list[NamedLine]:
        if isinstance(at, int):
            return self[at : at + 1][0]
        first, after, _step = at.indices(len(self))
        rows = _ranked(self._snapshot)
        if self._country:
            # An index has the positions; the lines before the slice are not read.
            of_country = rows.filter(country=self._country).values_list("position", flat=True)
            return named(self._snapshot, rows.filter(position__in=list(of_country[first:after])))
        return named(self._snapshot, rows.filter(position__gt=first, position__lte=after))


def lines_named(snapshot: RankingSnapshot, query: str) -> list[NamedLine]:
    """Return the lines whose shown name has all words of ``query``, at most `MOST_FOUND`; never hidden players."""
    words = [searched_word(word) for word in query.split()]
    persons = Person.objects.filter(*(Q(search__contains=word) for word in words), merged_into=None)
    ids = list(persons.order_by().values_list("pk", flat=True)[: FEW + 1])
    rows, parts = _lines(snapshot).defer("counted"), [Q(position__isnull=False)]
    if len(ids) <= FEW:
        rows = rows.filter(person__in=with_merged(ids))
    else:
        rows = rows.alias(names=Coalesce("person__merged_into__search", "person__search"))
        rows, parts = rows.filter(*(Q(names__contains=word) for word in words)), _parts(snapshot.size)
    best: list[RankingLine] = []
    for part in [*parts, Q(position=None)]:
        if len(best) < 2 * MOST_FOUND:
            best += rows.filter(part).order_by("position", "pk")[: 2 * MOST_FOUND - len(best)]
    return [line for line in named(snapshot, best) if not line.name.hidden][:MOST_FOUND]


def line_of(snapshot: RankingSnapshot, person: Person) -> RankingLine | None:
    """Return the line of a person, also one that stood under a merged person; the better one of two."""
    rows = _lines(snapshot).filter(person__in=_ids_of(person))
    return rows.order_by("-points").first()


def history_of(ranking: Ranking, person: Person) -> list[RankingLine]:
    """Return the lines of a person in the public snapshots, the oldest first, one for each day."""
    rows = RankingLine.objects.select_related("snapshot").filter(
        person__in=_ids_of(person),
        snapshot__ranking=ranking,
        snapshot__computed_at__isnull=False,
    )
    by_day = {line.snapshot.day: line for line in rows.order_by("snapshot__day", "points")}
    return list(by_day.values())


def newest_lines(record: Record) -> list[RankingLine]:
    """Return the ranked lines in the newest snapshot of each ranking, for the record of a person that is public.

    Empty if the person refused to be named in an event of the record: `hidden_persons`.
    """
    if record.refused and RecordedEvent.objects.filter(event__in=record.refused).exists():
        return []
    newest = dict(public_snapshots().order_by("day").values_list("ranking", "pk"))
    rows = lines_about(record.person).filter(snapshot__in=newest.values(), rank__isnull=False)
    return list(rows.order_by("snapshot__ranking", "-points"))


def lines_about(person: Person) -> QuerySet[RankingLine]:
    """Return all lines of a person in public snapshots, with ranking and snapshot, the newest first."""
    rows = RankingLine.objects.select_related("snapshot__ranking").defer("counted")
    return rows.filter(person__in=_ids_of(person), snapshot__computed_at__isnull=False).order_by("-snapshot__day", "pk")


def whole_ranking(snapshot: RankingSnapshot) -> Iterator[NamedLine]:
    """Yield all ranked lines in their order, in parts, so that a large ranking needs no memory."""
    names = PublicNames(None)
    for line in _ranked(snapshot).iterator(CHUNK):
        yield NamedLine(line, names.of(line.person))


def named(snapshot: RankingSnapshot, lines: Iterable[RankingLine]) -> list[NamedLine]:
    """Return the lines with public names, and the ranks in the snapshot before."""
    rows = list(lines)
    persons = [row.person.kept.pk for row in rows] + [row.person_id for row in rows]
    names = PublicNames(persons)
    earlier = _ranks(before(snapshot), persons)
    return [NamedLine(row, names.of(row.person), earlier.get(row.person_id)) for row in rows]


def better_lines(snapshot: RankingSnapshot, points: Decimal, person: Person) -> int:
    """Return how many other players have more points."""
    rows = RankingLine.objects.filter(snapshot=snapshot, points__gt=points)
    return rows.exclude(person__in=_ids_of(person)).count()


def _parts(size: int) -> list[Q]:
    """Return conditions on positions that together are the whole ranking, each four times as long as the one before.

    A name that many have is found in the first part. PostgreSQL would sort all lines with it.
    """
    firsts = [0]
    while firsts[-1] < size:
        firsts.append(4 * firsts[-1] + FIRST_PART)
    return [Q(position__gt=first, position__lte=last) for first, last in pairwise(firsts)]


def _lines(snapshot: RankingSnapshot) -> QuerySet[RankingLine]:
    return RankingLine.objects.filter(snapshot=snapshot).select_related("person__merged_into")


def _ids_of(person: Person) -> list[int]:
    """Return the ids of a person and of those merged into it: an index finds lines by them, but not by a join."""
    return [person.pk, *Person.objects.filter(merged_into=person).values_list("pk", flat=True)]


def _ranked(snapshot: RankingSnapshot) -> QuerySet[RankingLine]:
    return _lines(snapshot).filter(position__isnull=False).defer("counted").order_by("position")


def _ranks(snapshot: RankingSnapshot | None, persons: Sequence[int]) -> dict[int, int | None]:
    if snapshot is None:
        return {}
    rows = RankingLine.objects.filter(snapshot=snapshot, person__in=persons)
    return dict(rows.values_list("person", "rank"))
