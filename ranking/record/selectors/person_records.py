"""A person's record: every recorded event with what it brought, what counts for pins, and why the rest does not."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import cast

from django.db.models import Q

from ranking.bodies.models import Body
from ranking.bodies.selectors.bodies import Responsible
from ranking.pins.models import PinApplication
from ranking.pins.rules.applications import OPEN
from ranking.pins.rules.pins import Evaluation, Reading, Reason, Result, evaluate, not_counted, positive_points
from ranking.record.models.records import OfficialResult, Qualification, RecordedEvent
from ranking.record.rules.classes import Letter
from tournament.events.models.entries import Entry
from tournament.people.models.persons import Person
from tournament.people.rules import public_name


@dataclass(frozen=True)
class Line:
    """One event of a record: ``positive`` are the CP that count for pins, ``reason`` why it counts for none."""

    recorded: RecordedEvent
    result: OfficialResult
    positive: int
    reason: Reason | None


@dataclass(frozen=True)
class Record:
    """A person's record as one reader sees it; ``hidden`` events are left out, in the sums too.

    ``reading`` is how levels 9 to 4 are read, ``world`` how 3 to 1 are.
    """

    person: Person
    name: str
    lines: list[Line]
    hidden: int
    reading: Reading
    world: Reading

    @property
    def pin_lines(self) -> list[Line]:
        """The events that are no web events."""
        return [line for line in self.lines if not line.recorded.web]

    @property
    def web_lines(self) -> list[Line]:
        """The web events: a record apart (A9 3.5)."""
        return [line for line in self.lines if line.recorded.web]

    @cached_property
    def counted(self) -> list[Line]:
        """The events that count for pins."""
        return [line for line in self.pin_lines if line.reason is None]

    @property
    def table_points(self) -> int:
        """The sum of table points that count, in twelfths."""
        return sum(line.result.table_points for line in self.counted)

    @property
    def positive(self) -> int:
        """The sum of the positive CP that count."""
        return sum(line.positive for line in self.counted)

    @property
    def sites(self) -> list["Record"]:
        """A record for each web site: its points and ranks alone make its pins (A9 7.4)."""
        names = sorted({line.recorded.web_site for line in self.web_lines})
        return [self.at_site(name) for name in names]

    def at_site(self, site: str) -> "Record":
        """The web events of one site alone."""
        return replace(self, lines=[line for line in self.web_lines if line.recorded.web_site == site])

    @property
    def web_points(self) -> int:
        """The sum of web points that count."""
        return sum(line.result.web_points or 0 for line in self.web_lines if line.reason is None)

    @cached_property
    def evaluation(self) -> Evaluation:
        """Every level with its conditions, over the events that are shown."""
        return evaluate([_plain(line.recorded, line.result) for line in self.lines], self.reading, self.world)


def person_by_id(pk: int) -> Person | None:
    """The person with this id, with the one that it was merged into."""
    return Person.objects.select_related("merged_into").filter(pk=pk).first()


def record_of(person: Person, *, public: bool) -> Record:
    """The record of a person (the kept one); ``public``: without the events where the name was refused."""
    mine = Q(person=person) | Q(person__merged_into=person)
    results = OfficialResult.objects.filter(mine).select_related("recorded__event")
    rows = list(results.order_by("-recorded__starts", "-recorded_id"))
    refused = _refused(person) if public else set()
    shown = [row for row in rows if row.recorded.event_id not in refused]
    reading, world = Responsible().readings(person.country)
    lines = [_line(row, reading) for row in shown]
    name = public_name(person.name, False) if public and refused and not shown else person.name
    return Record(person, name, lines, len(rows) - len(shown), reading, world)


def resting_on(recorded: RecordedEvent) -> list[Body]:
    """The bodies to whom a change of the event matters: who confirmed it, those whose persons reach a level by it, and
    those with whom a waiting application or a pin that was granted rests on it.

    A person's body is that of the country, the world body for pins 3 to 1 and where the country has none.
    """
    responsible = Responsible()
    found = {recorded.body_id: recorded.body}
    persons = recorded.results.values_list("person__merged_into", "person")
    kept = {merged or person for merged, person in persons}
    rows = Qualification.objects.filter(person__in=kept).select_related("person")
    for one in rows:
        if recorded.slug not in one.events:
            continue
        country = responsible.for_country(one.person.country)
        for body in (country, responsible.world if one.level <= 3 else None):
            if body:
                found.setdefault(body.pk, body)
    applied = PinApplication.objects.filter(person__in=kept, status__in=[*OPEN, PinApplication.State.GRANTED])
    for application in applied.select_related("body"):
        if recorded.slug in {line["event"] for line in application.calculation["events"]}:
            found.setdefault(application.body_id, application.body)
    return sorted(found.values(), key=lambda body: body.name)


def own_line(person: Person, slug: str) -> OfficialResult | None:
    """The person's result in the recorded event with this id."""
    mine = Q(person=person) | Q(person__merged_into=person)
    rows = OfficialResult.objects.filter(mine, recorded__slug=slug)
    return rows.select_related("recorded__body", "recorded__event", "person__merged_into").first()


def _line(row: OfficialResult, reading: Reading) -> Line:
    plain = _plain(row.recorded, row)
    return Line(row.recorded, row, positive_points(plain, reading), not_counted(plain, reading))


def _plain(recorded: RecordedEvent, row: OfficialResult) -> Result:
    return Result(
        recorded.slug,
        cast(Letter | None, recorded.letter or None),
        recorded.web,
        recorded.sanctioned,
        recorded.rules_met,
        row.status,
        row.table_points,
        row.competition_points,
        row.positive_sessions,
        row.individual_rank,
        row.team_rank,
        row.group_rank,
        row.web_points or 0,
        row.recorded.web_site,
    )


def _refused(person: Person) -> set[int | None]:
    """The events in which the person refused the name in public."""
    mine = Q(person=person) | Q(person__merged_into=person)
    return set(Entry.objects.filter(mine, name_consent=False).values_list("event", flat=True))
