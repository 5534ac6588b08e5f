"""The stored tables of a person, the opponents there, and who of them may be named."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef, QuerySet

from ranking.links.selectors import private_persons
from ranking.opponents.rules import Balance, Score, balance
from scoring.sheets.models.facts import Forfeit
from scoring.sheets.models.results import CountedResult
from scoring.sheets.models.sheets import Sheet
from tournament.events.models.events import Event
from tournament.people.models.persons import Person
from tournament.people.selectors import with_merged

#: The rule sets whose points can be compared with each other.
COMPARABLE = [rules for rules in Event.Rules.values if rules != Event.Rules.IMJ_0702]
_PLACE = ("session__event__starts", "session__number", "sheet__table__number")


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table where a person has a result; ``others``: the scores of the other named persons, by kept person.

    ``pk`` is the id of the table, ``sheet`` that of its sheet.
    """

    pk: int
    sheet: int
    slug: str
    event: str
    starts: date | None
    session: int
    number: int
    own: Score
    others: dict[int, Score]


@dataclass(frozen=True, slots=True)
class Opponent:
    """A person met at stored tables, with the balance from the side of the person of the record."""

    person: Person
    balance: Balance


def stored_tables(person: Person) -> list[StoredTable]:
    """Return the tables of a kept person in the order of play, in two queries: as one, PostgreSQL reads every result.

    Left out are forfeited seats, whose holders did not play (3.11.2.1), and seats of players who refused to be named in
    the event.
    """
    own = _results().filter(entry__person__in=with_merged([person.pk]))
    sheets = own.values_list("sheet", flat=True)
    rows = _results().filter(sheet__in=list(sheets)).order_by("session__event__starts", "session__event", "pk")
    player = "entry__person", "entry__person__merged_into", "table_points", "competition_points"
    columns = (*player, "sheet__table", "sheet", "session__event__slug", "session__event__recorded__name", *_PLACE)
    scores: dict[tuple[int, int, str, str, date | None, int, int], dict[int, Score]] = defaultdict(dict)
    for person_id, merged_into, table_points, points, *table in rows.values_list(*columns):
        if person_id is not None:
            scores[tuple(table)][merged_into or person_id] = Score(table_points, points)
    tables = [
        StoredTable(*table, own=others.pop(person.pk), others=others)
        for table, others in scores.items()
        if person.pk in others
    ]
    return sorted(tables, key=lambda table: (table.starts or date.min, table.slug, table.session))


def opponents(tables: Iterable[StoredTable]) -> list[Opponent]:
    """Return the opponents of these tables who may be named, most tables first, in one query."""
    pairs: dict[int, list[tuple[Score, Score]]] = defaultdict(list)
    for table in tables:
        for other, score in table.others.items():
            pairs[other].append((table.own, score))
    persons = shown_persons(pairs)
    rows = [Opponent(person, balance(pairs[pk])) for pk, person in persons.items()]
    return sorted(rows, key=lambda row: (-row.balance.tables, row.person.name, row.person.pk))


def shown_persons(ids: Collection[int]) -> dict[int, Person]:
    """Return the kept persons among ``ids`` with a record that everybody may see, by id.

    A refusal of a merged person counts too.
    """
    return Person.objects.filter(recorded__isnull=False).in_bulk(set(ids) - private_persons(ids))


def table_results() -> QuerySet[CountedResult]:
    """Return the results at stored tables, without forfeited seats, whose holders did not play (3.11.2.1)."""
    forfeited = Forfeit.objects.current().filter(sheet=OuterRef("sheet"), seat=OuterRef("seat"))
    return CountedResult.objects.filter(
        ~Exists(forfeited),
        provisional=False,
        sheet__state=Sheet.State.CONFIRMED,
        session__released_at__isnull=False,
        session__event__recorded__isnull=False,
        session__event__rules__in=COMPARABLE,
    )


def _results() -> QuerySet[CountedResult]:
    return table_results().exclude(entry__name_consent=False)
