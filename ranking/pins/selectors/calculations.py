"""The calculation an application rests on: its level with every condition, and each event, as plain data to keep.

Frozen when it is submitted, worked out again whenever it is looked at; what differs is shown to whoever decides.
"""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from ranking.bodies.models import Body
from ranking.bodies.selectors.bodies import Responsible
from ranking.pins.models.applications import Certificate, PinApplication, PinKind
from ranking.pins.rules.applications import OPEN, WORLD_LEVELS, of_world
from ranking.pins.rules.pins import Level
from ranking.pins.selectors.person_records import Line, Record, record_of
from ranking.record.models.records import OfficialResult, RecordedEvent
from ranking.record.selectors.official_results import is_stale
from tournament.people.models.persons import Person

#: What of an event's line is compared when it is worked out again.
COMPARED = (
    "class", "players", "sessions", "table_points", "competition_points", "positive", "individual_rank", "group_rank",
    "team_rank", "web_points", "status", "reason",
)  # fmt: skip


@dataclass(frozen=True)
class Moved:
    """An event whose line is another than when the application was submitted; None where there is none."""

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
    """An application worked out again: the calculation now, its level, what moved, which events are stale."""

    now: dict[str, Any]
    level: Level
    moved: list[Moved]
    stale: list[RecordedEvent]

    @property
    def plain(self) -> bool:
        """Whether all conditions are met, and nothing moved or waits to be confirmed again."""
        return self.level.met and not self.moved and not self.stale

    @property
    def seen(self) -> str:
        """The digest that a decision sends back: it was made over this."""
        return digest(self.now)


def body_for(person: Person, kind: str, level: int, site: str = "") -> Body | None:
    """Who decides: the WMCC for pins 3 to 1, the organisation of the country for 9 to 4, a web site for its own."""
    if kind == PinKind.WEB:
        return Body.objects.select_related("head", "pin_settings").filter(kind=Body.Kind.WEB, site=site).first()
    responsible = Responsible()
    found = responsible.world if of_world(kind, level) else responsible.for_country(person.country)
    return found and Body.objects.select_related("head", "pin_settings").get(pk=found.pk)


def record_for(person: Person, kind: str, body: Body) -> Record:
    """The record that counts towards what the body issues."""
    return counting(person, kind, body.site)


def counting(person: Person, kind: str, site: str = "") -> Record:
    """The record that counts: without web events for pins; for web pins those of the site alone (A9 3.5)."""
    whole = record_of(person, public=False)
    if kind == PinKind.PIN:
        return replace(whole, lines=whole.pin_lines)
    return whole.at_site(site)


def calculation(record: Record, kind: str, level: int) -> dict[str, Any]:
    """The level's conditions and the events, oldest first, as plain data."""
    found = level_of(record, kind, level)
    return {
        "conditions": [one.plain() for one in found.conditions],
        "met": found.met,
        "events": [_event(line) for line in reversed(record.lines)],
    }


def level_of(record: Record, kind: str, level: int) -> Level:
    """One level of the record's evaluation."""
    levels = record.evaluation.web if kind == PinKind.WEB else record.evaluation.pins
    return next(one for one in levels if one.level == level)


def digest(calculated: dict[str, Any]) -> str:
    """By which is known whether two calculations say the same."""
    return hashlib.sha256(json.dumps(calculated, sort_keys=True, default=str).encode()).hexdigest()[:32]


def check(application: PinApplication) -> Check:
    """The application worked out anew."""
    person = application.person.kept
    record = record_for(person, application.kind, application.body)
    now = json.loads(json.dumps(calculation(record, application.kind, application.level), default=str))
    before = {one["event"]: one for one in application.calculation["events"]}
    after = {one["event"]: one for one in now["events"]}
    moved = [
        Moved((after.get(slug) or before[slug])["name"], before.get(slug), after.get(slug))
        for slug in dict.fromkeys([*before, *after])
        if _compared(before.get(slug)) != _compared(after.get(slug))
    ]
    stale = [line.recorded for line in record.lines if line.reason is None and is_stale(line.recorded)]
    return Check(now, level_of(record, application.kind, application.level), moved, stale)


def held(person: Person) -> dict[str, int]:
    """The best level that the person holds of each kind, and at each web site: "pin", or "web:" with the body's id."""
    found: dict[str, int] = {}
    rows = Certificate.objects.filter(application__in=applications_of(person), revoked_at=None)
    for kind, body, level in rows.values_list("kind", "body", "level"):
        key = _key(kind, body)
        found[key] = min(found.get(key, level), level)
    return found


def applications_of(person: Person) -> Any:
    """The applications of a person (the kept one), the newest first."""
    ids = [person.pk, *person.merged_from.values_list("pk", flat=True)]
    rows = PinApplication.objects.filter(person__in=ids).select_related("body__head", "body__pin_settings")
    return rows.select_related("body__head", "body__pin_settings", "person__merged_into", "certificate").order_by("-pk")


def offers(person: Person) -> list[Offer]:
    """What a person can apply for: every level reached above the one held, the highest first; none while one waits."""
    record = record_of(person, public=False)
    holds, waiting = held(person), {_key(one.kind, one.body_id) for one in applications_of(person) if _waits(one)}
    found: list[Offer] = []
    issuers = _issuers(person)
    for row in reversed(record.evaluation.pins):
        body = issuers[of_world(PinKind.PIN, row.level)] if row.met else None
        if body and row.level < holds.get(PinKind.PIN, 10) and PinKind.PIN not in waiting:
            found.append(Offer(PinKind.PIN, row.level, body))
    for site in sorted({line.recorded.web_site for line in record.web_lines if line.recorded.web_site}):
        body = body_for(person, PinKind.WEB, 9, site)
        if body is None or _key(PinKind.WEB, body.pk) in waiting:
            continue
        least = holds.get(_key(PinKind.WEB, body.pk), 10)
        own = record_for(person, PinKind.WEB, body).evaluation.web
        found += [Offer(PinKind.WEB, row.level, body) for row in reversed(own) if row.met and row.level < least]
    return found


def beyond(person: Person, reached: Iterable[Offer]) -> list[Offer]:
    """What a person does not reach by the record, and can apply for with a result that the record lacks.

    ``reached`` is what ``offers`` says of the same person.
    """
    holds, waiting = held(person), {_key(one.kind, one.body_id) for one in applications_of(person) if _waits(one)}
    offered = {(one.kind, one.level, one.body.pk) for one in reached}
    issuers = _issuers(person)
    sites = Body.objects.filter(kind=Body.Kind.WEB).exclude(site="").select_related("head", "pin_settings")
    asked = [(PinKind.PIN, level, issuers[of_world(PinKind.PIN, level)]) for level in range(9, 0, -1)]
    asked += [(PinKind.WEB, level, body) for body in sites for level in range(9, 0, -1)]
    return [
        Offer(kind, level, body)
        for kind, level, body in asked
        if body
        and (kind, level, body.pk) not in offered
        and _key(kind, body.pk) not in waiting
        and level < holds.get(_key(kind, body.pk), 10)
    ]


def _issuers(person: Person) -> dict[bool, Body | None]:
    """Who issues pins to a person: those of the world body (True), and the lower ones (A9 7.4)."""
    return {of_world(PinKind.PIN, level): body_for(person, PinKind.PIN, level) for level in (WORLD_LEVELS, 9)}


def _waits(application: PinApplication) -> bool:
    return application.status in OPEN


def _key(kind: str, body: int) -> str:
    return kind if kind == PinKind.PIN else f"{kind}:{body}"


def _compared(event: dict[str, Any] | None) -> dict[str, Any] | None:
    return event and {name: event[name] for name in COMPARED}


def _event(line: Line) -> dict[str, Any]:
    """A line of form A10, with why it does not count ("" if it does)."""
    recorded, result = line.recorded, line.result
    return {
        "event": recorded.slug,
        "name": recorded.name,
        "starts": str(recorded.starts or ""),
        "ends": str(recorded.ends or ""),
        "place": recorded.place,
        "country": recorded.country,
        "class": recorded.letter,
        "players": recorded.players,
        "sessions": recorded.sessions,
        **_earned(result),
        "positive": line.positive,
        "reason": line.reason or "",
    }


def _earned(result: OfficialResult) -> dict[str, Any]:
    names = ("table_points", "competition_points", "individual_rank", "group_rank", "team_rank", "web_points", "status")
    return {name: getattr(result, name) for name in names}
