"""The stored tables of a person, the opponents there, and who of them may be named."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import date

from django.db.models import Exists, OuterRef, QuerySet

from ranking.levels.selectors.person_records import is_named, person_by_id
from ranking.links.selectors import is_public, private_persons
from ranking.opponents.rules import Balance, Score, balance
from scoring.sheets.models.facts import Forfeit
from scoring.sheets.models.results import CountedResult
from scoring.sheets.models.sheets import Sheet
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.people.models.persons import Person
from tournament.people.selectors import with_merged

#: The rule sets whose points can be compared with each other.
COMPARABLE = [rules for rules in Event.Rules.values if rules != Event.Rules.IMJ_0702]
#: The columns of a `StoredTable`, without the scores.
_TABLE = (
    "sheet__table", "sheet", "session__event__slug", "session__event__recorded__name", "session__event__starts",
    "session__number", "sheet__table__number", "entry",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table where a person has a result; ``others``: the scores of the other named persons, by kept person.

    ``pk`` is the id of the table, ``sheet`` that of its sheet, ``entry`` that of the person's entry.
    """

    own: Score
    pk: int
    sheet: int
    slug: str
    event: str
    starts: date | None
    session: int
    number: int
    entry: int
    others: dict[int, Score] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Opponent:
    """A person met at stored tables, with the balance from the side of the person of the record."""

    person: Person
    balance: Balance


def stored_tables(person: Person) -> list[StoredTable]:
    """Return the tables of a kept person in the order of play, in three queries: as one, PostgreSQL reads every result.

    Left out are forfeited seats, whose holders did not play (3.11.2.1), and seats of players who refused to be named in
    the event.
    """
    entries = Entry.every.filter(person__in=with_merged([person.pk])).exclude(name_consent=False)
    own = table_results().filter(entry__in=list(entries.values_list("pk", flat=True)))
    tables: dict[int, StoredTable] = {}
    in_order = own.order_by("session__event__starts", "session__event", "pk")
    for table_points, points, *table in in_order.values_list("table_points", "competition_points", *_TABLE):
        row = StoredTable(Score(table_points, points), *table)
        tables[row.sheet] = row
    # What is true of the sheet, the session and the event of one seat is so for the others.
    others = _seat_results().filter(sheet__in=list(tables)).exclude(entry__name_consent=False).order_by("pk")
    columns = ("sheet", "entry__person", "entry__person__merged_into", "table_points", "competition_points")
    for sheet, player, merged_into, table_points, points in others.values_list(*columns):
        if (merged_into or player) != person.pk:
            tables[sheet].others[merged_into or player] = Score(table_points, points)
    return sorted(tables.values(), key=lambda table: (table.starts or date.min, table.slug, table.session))


def shared_tables(first: Person, second: Person) -> list[tuple[StoredTable, Score, Score]]:
    """Return the stored tables of both, with the scores of the first and of the second, in the order of play."""
    tables = [table for table in stored_tables(first) if second.pk in table.others]
    return [(table, table.own, table.others[second.pk]) for table in tables]


def opponents(tables: Iterable[StoredTable]) -> list[Opponent]:
    """Return the opponents of these tables who may be named, most tables first, in one query."""
    pairs: dict[int, list[tuple[Score, Score]]] = defaultdict(list)
    for table in tables:
        for other, score in table.others.items():
            pairs[other].append((table.own, score))
    persons = shown_persons(pairs)
    rows = [Opponent(person, balance(pairs[pk])) for pk, person in persons.items()]
    return sorted(rows, key=lambda row: (-row.balance.tables, row.person.name, row.person.pk))


def public_person(pk: int) -> Person | None:
    """Return the kept person of ``pk``; None if not everybody may see the record."""
    person = person_by_id(pk)
    return person.kept if person and is_public(person.kept) and is_named(person.kept) else None


def shown_persons(ids: Collection[int]) -> dict[int, Person]:
    """Return the kept persons among ``ids`` with a record that everybody may see, by id.

    A refusal of a merged person counts too.
    """
    return Person.objects.filter(recorded__isnull=False).in_bulk(set(ids) - private_persons(ids))


def table_results() -> QuerySet[CountedResult]:
    """Return the results at stored tables, without forfeited seats, whose holders did not play (3.11.2.1)."""
    return _seat_results().filter(
        sheet__state=Sheet.State.CONFIRMED,
        session__released_at__isnull=False,
        session__event__recorded__isnull=False,
        session__event__rules__in=COMPARABLE,
    )


def _seat_results() -> QuerySet[CountedResult]:
    forfeited = Forfeit.objects.current().filter(sheet=OuterRef("sheet"), seat=OuterRef("seat"))
    return CountedResult.objects.filter(~Exists(forfeited), provisional=False)
