"""``/api/v1/record/persons/PERSON``: bests, opponents and series of a person whose record is public."""

from datetime import date
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_noop
from ninja import Schema, Status

from ranking.levels.selectors.person_records import record_of
from ranking.lists.selectors.hands import gallery_hands
from ranking.opponents.selectors.bests import BestHand, Bests, bests
from ranking.opponents.selectors.tables import Opponent, StoredTable, opponents, public_person, stored_tables
from ranking.rankings.selectors.lines import newest_lines
from ranking.rankings.selectors.names import PublicName
from ranking.series.selectors.progress import Way, ways_of
from ranking.series.selectors.table import series_of_person
from tournament.people.models.persons import Person as PersonRow
from web.api.public.reading import Answers, Person, Start, absent, page_of, person_of, public_router
from web.api.public.record import BalanceOut


class StoredTableOut(Schema):
    """A stored table."""

    event: str
    starts: date | None
    session: int
    table: int


class BestHandOut(StoredTableOut):
    """The highest hand won, with its recorded fans; `id`: its number in the gallery (null: not there)."""

    hand: int
    points: int
    self_drawn: bool
    fans: list[str]
    id: int | None


class RunOut(Schema):
    """The longest run of first places at consecutive tables."""

    length: int
    first: StoredTableOut
    last: StoredTableOut


class DealtInOut(StoredTableOut):
    """The table with the most hands dealt in."""

    hands: int


class HandEndsOut(Schema):
    """How the recorded hands ended, each hand in one of them."""

    won_by_discard: int
    won_self_drawn: int
    dealt_in: int
    lost_self_drawn: int
    between_others: int
    without_winner: int


class BestsOut(Person):
    """The bests of a person over `tables` stored tables, of which `hand_tables` have recorded hands (null: none)."""

    tables: int
    hand_tables: int
    hand: BestHandOut | None
    run: RunOut | None
    most_dealt_in: DealtInOut | None
    ends: HandEndsOut


class OpponentOut(Person):
    """A person met at stored tables, with the balance from the side of the person asked for."""

    balance: BalanceOut


class OpponentsOut(Person):
    """A page of the opponents, most tables first."""

    opponents: list[OpponentOut]
    next: int | None


class SeriesStepOut(Schema):
    """The rank and exact points after an event, or after one `session` of it if only that counts."""

    event: str
    session: int | None
    rank: int | None
    points: str | None


class SeriesWayOut(Schema):
    """A series: rank, exact points, visits, and the steps through its newest events, the oldest first.

    There are no steps in a very large series, and in all but the three newest series.
    """

    series: str
    name: str
    rank: int | None
    points: str
    visits: int
    steps: list[SeriesStepOut]


class PersonRankOut(Schema):
    """The rank in the newest day of a ranking of a body."""

    ranking: str
    day: date
    rank: int
    points: str


class PersonSeriesOut(Person):
    """The series and rankings in which a person has a line."""

    series: list[SeriesWayOut]
    rankings: list[PersonRankOut]


router = public_router("record")


@router.get(
    "/record/persons/{person}/bests",
    response={200: BestsOut, **Answers},
    summary=gettext_noop("Bests of a person"),
    description=gettext_noop(
        "Return the highest hand, the longest run of first places, the most hands dealt in, and how the recorded hands "
        "ended, of a person whose record is public."
    ),
)
def person_bests(request: HttpRequest, person: int) -> Any:
    """Answer with the bests over the stored tables; 404 if the record is not public."""
    owner = public_person(person)
    if owner is None:
        return absent("person")
    return Status(200, _person(owner) | _bests(bests(owner, stored_tables(owner))))


@router.get(
    "/record/persons/{person}/opponents",
    response={200: OpponentsOut, **Answers},
    summary=gettext_noop("Opponents of a person"),
    description=gettext_noop(
        "Return up to 500 persons from position `start` on whom a person met at tables, with the balances. "
        "Persons whose records are not public are left out."
    ),
)
def person_opponents(request: HttpRequest, person: int, start: Start = 0) -> Any:
    """Answer with a page of the opponents; 404 if the record is not public."""
    owner = public_person(person)
    if owner is None:
        return absent("person")
    rows, following = page_of(opponents(stored_tables(owner)), start)
    return Status(200, _person(owner) | {"opponents": [_opponent(row) for row in rows], "next": following})


@router.get(
    "/record/persons/{person}/series",
    response={200: PersonSeriesOut, **Answers},
    summary=gettext_noop("Series and rankings of a person"),
    description=gettext_noop(
        "Return the series in which a person has a line, with the ranks after each event, and the newest rankings."
    ),
)
def person_series(request: HttpRequest, person: int) -> Any:
    """Answer with series and rankings; 404 if the record is not public."""
    owner = public_person(person)
    if owner is None:
        return absent("person")
    record = record_of(owner, public=True)
    ways = ways_of(series_of_person(owner, record.refused), owner.pk)
    rankings = [
        {
            "ranking": line.snapshot.ranking.slug,
            "day": line.snapshot.day,
            "rank": line.rank,
            "points": str(line.points),
        }
        for line in newest_lines(record)
    ]
    return Status(200, _person(owner) | {"series": [series_way(way) for way in ways], "rankings": rankings})


def series_way(way: Way) -> dict[str, Any]:
    line = way.line
    steps = [
        {
            "event": step.source.row.slug,
            "session": step.source.row.session or None,
            "rank": step.rank,
            "points": None if step.points is None else str(step.points),
        }
        for step in way.steps
    ]
    figures = {"rank": line.rank, "points": str(line.points), "visits": line.visits, "steps": steps}
    return {"series": way.series.slug, "name": way.series.name} | figures


def _person(row: PersonRow) -> dict[str, Any]:
    return person_of(PublicName(row.name, row.latin_name, row.pk))


def _opponent(row: Opponent) -> dict[str, Any]:
    return _person(row.person) | {"balance": row.balance}


def _bests(best: Bests) -> dict[str, Any]:
    run, most = best.run, best.most
    return {
        "tables": best.tables,
        "hand_tables": best.hand_tables,
        "hand": _best_hand(best.best) if best.best else None,
        "run": {"length": run.length, "first": _table(run.first), "last": _table(run.last)} if run else None,
        "most_dealt_in": _table(most[0]) | {"hands": most[1]} if most else None,
        "ends": best.ends._asdict(),
    }


def _best_hand(best: BestHand) -> dict[str, Any]:
    shown = gallery_hands([best.record]) if best.record else []
    figures = {"hand": best.hand, "points": best.points, "self_drawn": best.self_drawn, "fans": best.fans}
    return _table(best.table) | figures | {"id": best.record if shown else None}


def _table(table: StoredTable) -> dict[str, Any]:
    return {"event": table.slug, "starts": table.starts, "session": table.session, "table": table.number}
