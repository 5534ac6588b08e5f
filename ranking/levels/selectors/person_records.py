"""The record of a person: each recorded event with its result, and whether and why it counts for pins."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import cast

from ranking.bodies.rules import A9Interpretation
from ranking.bodies.selectors.bodies import Responsible
from ranking.levels.rules.evaluation import Evaluation, evaluate
from ranking.levels.rules.results import Reason, Result, exclusion_reason, positive_points
from ranking.record.models.records import OfficialResult, RecordedEvent
from ranking.record.rules.classes import Letter
from tournament.events.models.entries import Entry
from tournament.people.models.persons import Person
from tournament.people.rules import public_name
from tournament.people.selectors import with_merged


@dataclass(frozen=True)
class Line:
    """One event of a record: ``positive`` are the CP that count for pins, ``reason`` why nothing counts (or None)."""

    recorded: RecordedEvent
    result: OfficialResult
    positive: int
    reason: Reason | None


@dataclass(frozen=True)
class Record:
    """A person's record as one viewer sees it; ``hidden`` is the number of events left out, of the sums too.

    ``refused``: of a record for the public, the events (ids) in which the person refused to be named.
    ``interpretation`` is a body's interpretation of A9 for levels 9 to 4, ``world`` the one for 3 to 1.
    """

    person: Person
    name: str
    lines: list[Line]
    hidden: int
    refused: set[int | None]
    interpretation: A9Interpretation
    world: A9Interpretation

    @property
    def pin_lines(self) -> list[Line]:
        return [line for line in self.lines if not line.recorded.web]

    @property
    def web_lines(self) -> list[Line]:
        """The web events, which are a separate record (A9 3.5)."""
        return [line for line in self.lines if line.recorded.web]

    @cached_property
    def counted(self) -> list[Line]:
        """The lines that count for pins, without web events."""
        return [line for line in self.pin_lines if line.reason is None]

    @property
    def by_rank(self) -> list[Line]:
        """The lines with a rank, without web events: best rank first, then the event with more players."""
        ranked = [line for line in self.pin_lines if line.result.individual_rank]
        return sorted(ranked, key=lambda line: (line.result.individual_rank or 0, -line.recorded.players))

    @property
    def table_points(self) -> int:
        """The sum of the counted table points, in twelfths."""
        return sum(line.result.table_points for line in self.counted)

    @property
    def positive(self) -> int:
        return sum(line.positive for line in self.counted)

    @property
    def sites(self) -> list["Record"]:
        """A record for each web site: only its points and ranks count for its pins (A9 7.4)."""
        names = sorted({line.recorded.web_site for line in self.web_lines})
        return [self.at_site(name) for name in names]

    def at_site(self, site: str) -> "Record":
        """Return the record with the web events of one site only."""
        return replace(self, lines=[line for line in self.web_lines if line.recorded.web_site == site])

    @property
    def web_points(self) -> int:
        return sum(line.result.web_points or 0 for line in self.web_lines if line.reason is None)

    @cached_property
    def evaluation(self) -> Evaluation:
        """Every level with its conditions, from the events that are shown."""
        results = [_rules_result(line.recorded, line.result) for line in self.lines]
        return evaluate(results, self.interpretation, self.world)


def person_by_id(pk: int) -> Person | None:
    """Return the person with this id, with ``merged_into``; None if there is none."""
    return Person.objects.select_related("merged_into").filter(pk=pk).first()


def record_of(person: Person, *, public: bool) -> Record:
    """Return the record of ``person`` (the kept one of merged persons).

    ``public`` leaves out the events in which the person refused to be named.
    """
    results = OfficialResult.objects.filter(person__in=with_merged([person.pk])).select_related("recorded__event")
    rows = list(results.order_by("-recorded__starts", "-recorded_id"))
    refused = _refused(person) if public else set()
    shown = [row for row in rows if row.recorded.event_id not in refused]
    interpretation, world = Responsible().interpretations(person.country)
    lines = [_record_line(row, interpretation) for row in shown]
    name = public_name(person.name, False) if refused and not shown else person.name
    return Record(person, name, lines, len(rows) - len(shown), refused, interpretation, world)


def is_named(person: Person) -> bool:
    """Return whether the public record of a kept person has an event."""
    rows = OfficialResult.objects.filter(person__in=with_merged([person.pk]))
    return rows.exclude(recorded__event__in=_refused(person)).exists()


def result_in_event(person: Person, slug: str) -> OfficialResult | None:
    """Return the person's result in the recorded event with this id; None if there is none."""
    rows = OfficialResult.objects.filter(person__in=with_merged([person.pk]), recorded__slug=slug)
    return rows.select_related("recorded__body", "recorded__event", "person__merged_into").first()


def _record_line(row: OfficialResult, interpretation: A9Interpretation) -> Line:
    plain = _rules_result(row.recorded, row)
    return Line(row.recorded, row, positive_points(plain, interpretation), exclusion_reason(plain, interpretation))


def _rules_result(recorded: RecordedEvent, row: OfficialResult) -> Result:
    return Result(
        event=recorded.slug,
        letter=cast(Letter | None, recorded.letter or None),
        web=recorded.web,
        sanctioned=recorded.sanctioned,
        rules_met=recorded.rules_met,
        status=row.status,
        table_points=row.table_points,
        competition_points=row.competition_points,
        positive_sessions=row.positive_sessions,
        individual_rank=row.individual_rank,
        team_rank=row.team_rank,
        group_rank=row.group_rank,
        web_points=row.web_points or 0,
        site=recorded.web_site,
    )


def _refused(person: Person) -> set[int | None]:
    """Return the ids of the events in which the person refused to be named in public."""
    return set(
        Entry.objects.filter(person__in=with_merged([person.pk]), name_consent=False).values_list("event", flat=True)
    )
