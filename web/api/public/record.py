"""``/api/v1/record``: the events of the record with their official results, and persons."""

from datetime import date
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_noop
from ninja import Schema, Status

from ranking.levels.selectors.person_records import person_by_id, record_of
from ranking.links.selectors import is_public
from ranking.lists.selectors.scopes import listed_events
from ranking.opponents.rules import Score, balance
from ranking.opponents.selectors.tables import StoredTable, public_person, shared_tables
from ranking.rankings.selectors.names import PublicName, PublicNames
from ranking.record.models.records import OfficialResult, RecordedEvent
from scoring.game.rules.table_points import as_text
from web.api.public.reading import Answers, ListAnswers, Person, Start, Text, absent, page_of, person_of, public_router


class RecordedOut(Schema):
    """An event of the record: its class ("A", "B", "C", or empty), and the number of players and sessions."""

    id: str
    name: str
    country: str
    starts: date | None
    ends: date | None
    rules: str
    letter: str
    players: int
    sessions: int


class RecordedListOut(Schema):
    """Events of the record, the newest first."""

    events: list[RecordedOut]
    next: int | None


class ResultOut(Person):
    """A player's official result; table points are exact, as text. A missing rank is null."""

    rank: int | None
    country: str
    team: str
    team_rank: int | None
    table_points: str
    competition_points: int
    status: str


class RecordedResultsOut(RecordedOut):
    """An event of the record with its official results."""

    results: list[ResultOut]


class OwnResultOut(Schema):
    """A result in the record of a person."""

    event: RecordedOut
    rank: int | None
    table_points: str
    competition_points: int
    status: str


class PersonOut(Person):
    """A person with the official results, the newest first."""

    country: str
    results: list[OwnResultOut]


class BalanceOut(Schema):
    """The shared tables from the side of the first person; `difference`: the sum of points."""

    tables: int
    ahead: int
    level: int
    behind: int
    difference: int


class SharedTableOut(Schema):
    """A table of both persons: points and table points (exact, as text) of the first and of the second."""

    event: str
    starts: date | None
    session: int
    table: int
    points: tuple[int, int]
    table_points: tuple[str, str]


class BothOut(Schema):
    """Two persons head to head; `balance` is null if they never met."""

    persons: tuple[Person, Person]
    balance: BalanceOut | None
    tables: list[SharedTableOut]
    next: int | None


router = public_router("record")


@router.get(
    "/record/events",
    response={200: RecordedListOut, **ListAnswers},
    summary=gettext_noop("Events of the record"),
    description=gettext_noop("Return up to 500 events of the record from position `start` on, the newest first."),
)
def recorded_events(request: HttpRequest, start: Start = 0) -> dict[str, Any]:
    """Answer with a page of the record, without web events."""
    rows, following = page_of(listed_events(), start)
    return {"events": [_recorded(row) for row in rows], "next": following}


@router.get(
    "/record/events/{event}",
    response={200: RecordedResultsOut, **Answers},
    summary=gettext_noop("Official results of an event"),
    description=gettext_noop("Return the official results. Names of players who ask not to be shown are initials."),
)
def recorded_event(request: HttpRequest, event: Text) -> Any:
    """Answer with the official results of an event."""
    row = listed_events().filter(slug=event).first()
    if row is None:
        return absent("event")
    results = list(row.results.select_related("person__merged_into"))
    names = PublicNames([result.person.kept.pk for result in results])
    return Status(200, _recorded(row) | {"results": [_result(result, names) for result in results]})


@router.get(
    "/record/persons/{person}",
    response={200: PersonOut, **Answers},
    summary=gettext_noop("Official results of a person"),
    description=gettext_noop(
        "Return the results of a person whose record is public; a merged id leads to the kept one."
    ),
)
def person(request: HttpRequest, person: int) -> Any:
    """Answer with the record of a person; 404 if it is not public."""
    person_row = person_by_id(person)
    owner = person_row.kept if person_row else None
    record = record_of(owner, public=True) if owner else None
    if owner is None or record is None or not record.lines or not is_public(owner):
        return absent("person")
    results = [
        _points(line.result) | {"event": _recorded(line.recorded), "rank": line.result.individual_rank}
        for line in record.lines
    ]
    head = {"name": record.name, "latin_name": owner.latin_name, "person": owner.pk, "country": owner.country}
    return Status(200, head | {"results": results})


@router.get(
    "/record/persons/{person}/with/{other}",
    response={200: BothOut, **Answers},
    summary=gettext_noop("Two persons at shared tables"),
    description=gettext_noop(
        "Return the balance of two persons whose records are public, and up to 500 shared tables from position `start` "
        "on, the newest first."
    ),
)
def head_to_head(request: HttpRequest, person: int, other: int, start: Start = 0) -> Any:
    """Answer with the shared tables of two persons; 404 if the record of either is not public."""
    first, second = public_person(person), public_person(other)
    if first is None or second is None or first == second:
        return absent("person" if first is None else "other")
    tables = shared_tables(first, second)
    rows, following = page_of(tables[::-1], start)
    answer = {
        "persons": [person_of(PublicName(side.name, side.latin_name, side.pk)) for side in (first, second)],
        "balance": balance([(own, others) for _table, own, others in tables]) if tables else None,
        "tables": [_shared(*row) for row in rows],
        "next": following,
    }
    return Status(200, answer)


def _shared(table: StoredTable, own: Score, other: Score) -> dict[str, Any]:
    return {
        "event": table.slug,
        "starts": table.starts,
        "session": table.session,
        "table": table.number,
        "points": (own.points, other.points),
        "table_points": (as_text(own.table_points), as_text(other.table_points)),
    }


def _recorded(row: RecordedEvent) -> dict[str, Any]:
    names = ("name", "country", "starts", "ends", "rules", "players", "sessions")
    return {name: getattr(row, name) for name in names} | {"id": row.slug, "letter": row.valid_letter}


def _result(row: OfficialResult, names: PublicNames) -> dict[str, Any]:
    units = {"country": row.country, "team": row.team, "team_rank": row.team_rank, "rank": row.individual_rank}
    return person_of(names.of(row.person)) | units | _points(row)


def _points(row: OfficialResult) -> dict[str, Any]:
    points = {"table_points": as_text(row.table_points), "competition_points": row.competition_points}
    return points | {"status": row.status}
