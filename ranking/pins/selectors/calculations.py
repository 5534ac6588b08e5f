"""The calculation behind an application: its level with every condition, and each event, as plain data.

A snapshot is kept at submission. Each view of the application calculates it again, and shows the differences to
the deciders.
"""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from ranking.bodies.models import Body
from ranking.bodies.selectors.bodies import Responsible
from ranking.levels.rules.evaluation import Level
from ranking.levels.selectors.person_records import Line, Record, record_of
from ranking.pins.models.applications import Certificate, PinApplication, PinKind
from ranking.pins.rules.applications import OPEN, WORLD_LEVELS, of_world
from ranking.record.models.records import OfficialResult, RecordedEvent
from ranking.record.selectors.official_results import is_stale
from tournament.people.models.persons import Person

#: The values of an event that are compared with the snapshot.
COMPARED = (
    "class", "players", "sessions", "table_points", "competition_points", "positive", "individual_rank", "group_rank",
    "team_rank", "web_points", "status", "reason",
)  # fmt: skip


@dataclass(frozen=True)
class ChangedEvent:
    """An event that differs from the snapshot; ``before`` or ``after`` is None where the event is missing."""

    name: str
    before: dict[str, Any] | None
    after: dict[str, Any] | None


@dataclass(frozen=True)
class Offer:
    """A level that a person can apply for now, and the body that decides."""

    kind: str
    level: int
    body: Body


@dataclass(frozen=True)
class Check:
    """An application calculated again: the calculation now, its level, changed events, and stale events."""

    now: dict[str, Any]
    level: Level
    moved: list[ChangedEvent]
    stale: list[RecordedEvent]

    @property
    def plain(self) -> bool:
        """Whether all conditions are met, no event changed, and none waits to be confirmed again."""
        return self.level.met and not self.moved and not self.stale

    @property
    def seen(self) -> str:
        """The digest that a decision sends back, to prove that it was made on this calculation."""
        return digest(self.now)


def body_for(person: Person, kind: str, level: int, site: str = "") -> Body | None:
    """Return the body that decides, or None.

    The world body decides on pins 3 to 1, the organisation of the country on 9 to 4, a web site on its own.
    """
    if kind == PinKind.WEB:
        return Body.objects.select_related("ledger", "pin_settings").filter(kind=Body.Kind.WEB, site=site).first()
    responsible = Responsible()
    body = responsible.world if of_world(kind, level) else responsible.for_country(person.country)
    return body and Body.objects.select_related("ledger", "pin_settings").get(pk=body.pk)


def record_for_body(person: Person, kind: str, body: Body) -> Record:
    """Return the record that counts for pins of this body."""
    return counted_record(person, kind, body.site)


def counted_record(person: Person, kind: str, site: str) -> Record:
    """Return the record that counts: without web events for pins, of one site for web pins (A9 3.5)."""
    whole = record_of(person, public=False)
    if kind == PinKind.PIN:
        return replace(whole, lines=whole.pin_lines)
    return whole.at_site(site)


def calculation(record: Record, kind: str, level: int) -> dict[str, Any]:
    """Return the level's conditions and the events, oldest first, as plain data."""
    evaluated = level_of(record, kind, level)
    return {
        "conditions": [condition.plain() for condition in evaluated.conditions],
        "met": evaluated.met,
        "events": [_event_row(line) for line in reversed(record.lines)],
    }


def level_of(record: Record, kind: str, level: int) -> Level:
    """Return one level of the record's evaluation."""
    levels = record.evaluation.web if kind == PinKind.WEB else record.evaluation.pins
    return next(candidate for candidate in levels if candidate.level == level)


def digest(calculated: dict[str, Any]) -> str:
    """Return a digest that is equal for equal calculations."""
    return hashlib.sha256(json.dumps(calculated, sort_keys=True, default=str).encode()).hexdigest()[:32]


def check(application: PinApplication) -> Check:
    """Calculate an application again, and compare it with its snapshot."""
    person = application.person.kept
    record = record_for_body(person, application.kind, application.body)
    now = json.loads(json.dumps(calculation(record, application.kind, application.level), default=str))
    before = {event["event"]: event for event in application.calculation["events"]}
    after = {event["event"]: event for event in now["events"]}
    changed = [
        ChangedEvent((after.get(slug) or before[slug])["name"], before.get(slug), after.get(slug))
        for slug in dict.fromkeys([*before, *after])
        if _compared_values(before.get(slug)) != _compared_values(after.get(slug))
    ]
    stale = [line.recorded for line in record.lines if line.reason is None and is_stale(line.recorded)]
    return Check(now, level_of(record, application.kind, application.level), changed, stale)


def held_levels(person: Person) -> dict[str, int]:
    """Return the best level that the person holds, for each kind of pin.

    The keys are "pin", and "web:" with the body's id for each web site.
    """
    levels: dict[str, int] = {}
    rows = Certificate.objects.filter(application__in=applications_of(person), revoked_at=None)
    for kind, body, level in rows.values_list("kind", "body", "level"):
        key = _kind_key(kind, body)
        levels[key] = min(levels.get(key, level), level)
    return levels


def applications_of(person: Person) -> Any:
    """Return the applications of a person (the kept one of merged persons), the newest first."""
    ids = [person.pk, *person.merged_from.values_list("pk", flat=True)]
    related = ("body__ledger", "body__pin_settings", "person__merged_into", "certificate")
    return PinApplication.objects.filter(person__in=ids).select_related(*related).order_by("-pk")


def offers(person: Person) -> list[Offer]:
    """Return the levels that a person can apply for, the highest first.

    These are the reached levels above the held one, of every kind without an open application.
    """
    record = record_of(person, public=False)
    holds = held_levels(person)
    waiting = _open_kinds(person)
    offered: list[Offer] = []
    issuers = _issuers(person)
    for row in reversed(record.evaluation.pins):
        body = issuers[of_world(PinKind.PIN, row.level)] if row.met else None
        if body and row.level < holds.get(PinKind.PIN, 10) and PinKind.PIN not in waiting:
            offered.append(Offer(PinKind.PIN, row.level, body))
    for site in sorted({line.recorded.web_site for line in record.web_lines if line.recorded.web_site}):
        body = body_for(person, PinKind.WEB, 9, site)
        if body is None or _kind_key(PinKind.WEB, body.pk) in waiting:
            continue
        held_level = holds.get(_kind_key(PinKind.WEB, body.pk), 10)
        web_levels = record_for_body(person, PinKind.WEB, body).evaluation.web
        reached = [row.level for row in reversed(web_levels) if row.met and row.level < held_level]
        offered += [Offer(PinKind.WEB, level, body) for level in reached]
    return offered


def offers_with_missing_result(person: Person, reached: Iterable[Offer]) -> list[Offer]:
    """Return the unreached levels that a person can apply for with a result that is missing in the record.

    ``reached`` is the answer of ``offers`` for the same person.
    """
    holds = held_levels(person)
    waiting = _open_kinds(person)
    offered = {(offer.kind, offer.level, offer.body.pk) for offer in reached}
    issuers = _issuers(person)
    sites = Body.objects.filter(kind=Body.Kind.WEB).exclude(site="").select_related("ledger", "pin_settings")
    possible = [(PinKind.PIN, level, issuers[of_world(PinKind.PIN, level)]) for level in range(9, 0, -1)]
    possible += [(PinKind.WEB, level, body) for body in sites for level in range(9, 0, -1)]
    return [
        Offer(kind, level, body)
        for kind, level, body in possible
        if body
        and (kind, level, body.pk) not in offered
        and _kind_key(kind, body.pk) not in waiting
        and level < holds.get(_kind_key(kind, body.pk), 10)
    ]


def _issuers(person: Person) -> dict[bool, Body | None]:
    """Return who issues pins to a person: whether the world body decides -> body (A9 7.4)."""
    return {of_world(PinKind.PIN, level): body_for(person, PinKind.PIN, level) for level in (WORLD_LEVELS, 9)}


def _open_kinds(person: Person) -> set[str]:
    """Return the kinds (as in ``held_levels``) for which the person has an open application."""
    return {_kind_key(row.kind, row.body_id) for row in applications_of(person) if row.status in OPEN}


def _kind_key(kind: str, body: int) -> str:
    return kind if kind == PinKind.PIN else f"{kind}:{body}"


def _compared_values(event: dict[str, Any] | None) -> dict[str, Any] | None:
    return event and {name: event[name] for name in COMPARED}


def _event_row(line: Line) -> dict[str, Any]:
    """Return a line of form A10; ``reason`` says why it does not count ("" if it counts)."""
    recorded, result = line.recorded, line.result
    return {
        "event": recorded.slug,
        "name": recorded.name,
        "starts": str(recorded.starts or ""),
        "ends": str(recorded.ends or ""),
        "place": recorded.venue,
        "country": recorded.country,
        "class": recorded.letter,
        "players": recorded.players,
        "sessions": recorded.sessions,
        **_result_values(result),
        "positive": line.positive,
        "reason": line.reason or "",
    }


def _result_values(result: OfficialResult) -> dict[str, Any]:
    names = ("table_points", "competition_points", "individual_rank", "group_rank", "team_rank", "web_points", "status")
    return {name: getattr(result, name) for name in names}
