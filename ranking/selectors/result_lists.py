"""What taking in a list of results would do: its rows, and whom each may mean."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from ranking.models import Body, RecordedEvent, ResultList
from ranking.rules.classes import Classification, EventFacts, classify
from ranking.rules.result_lists import Row, heading_row, mapping_of, read_results
from tournament.models import Event, Person
from tournament.rules.registration.duplicates import Somebody, pairs
from tournament.rules.registration.headings import best_sheet
from tournament.rules.registration.notes import Note, Unreadable, note
from tournament.rules.registration.rows import Skipped
from tournament.selectors.countries import country_names
from tournament.selectors.registration import version_of

#: The decision that a row is somebody who is not known yet.
NEW = "new"
#: A list that was read and not taken over is kept so long.
LISTS_KEPT = timedelta(days=30)
_SOMEBODY = ("name", "family_name", "given_name", "latin_name", "country", "federation_number")


@dataclass
class Match:
    """A row and whom it may mean.

    ``chosen`` is a person's id or "new" (empty: nobody decided); ``sure``: the federation number says it.
    """

    row: Row
    candidates: list[tuple[Person, tuple[str, ...]]] = field(default_factory=list)
    chosen: str = ""
    sure: bool = False

    @property
    def undecided(self) -> bool:
        """Whether a reviewer has yet to say who this is."""
        return not self.chosen


@dataclass
class Plan:
    """Every row of a list with whom it means; ``fault`` says why no row could be read."""

    matches: list[Match]
    skipped: list[Skipped]
    fault: Note | None
    header: dict[str, Any]
    digest: str

    @cached_property
    def version(self) -> str:
        """A digest of the file and of all that confirming would write."""
        lines = [[one.row.row, one.row.person, one.chosen, one.row.table_points] for one in self.matches]
        return version_of([self.digest, self.header, lines])

    @property
    def wrong(self) -> int:
        """How many rows cannot be taken in."""
        return sum(bool(one.row.problems) for one in self.matches)

    @property
    def undecided(self) -> int:
        """How many rows wait for somebody to say who they are."""
        return sum(one.undecided for one in self.matches)

    def classification(self) -> Classification:
        """The class that the event reaches."""
        given = self.header
        players = given.get("players") or len(self.matches)
        facts = EventFacts(players, given["sessions"], given["scope"], given["rules"], given["sanctioned"])
        return classify(facts)


def list_of(body: Body, pk: int) -> ResultList | None:
    """The body's list with this id."""
    return ResultList.objects.filter(body=body, pk=pk).first()


def stale_lists() -> QuerySet[ResultList]:
    """Lists that were read long ago and never taken over."""
    return ResultList.objects.filter(made_at__lt=timezone.now() - LISTS_KEPT)


def sheets_of(kept: ResultList) -> list[dict[str, Any]]:
    """The sheets of a list, each with "name" and "rows"."""
    sheets: list[dict[str, Any]] = json.loads(kept.sheets)
    return sheets


def understood(sheets: Sequence[dict[str, Any]], sheet: int | None = None) -> tuple[int, int | None, dict[str, int]]:
    """Sheet, heading row and mapping as the headings tell; without headings an empty mapping."""
    chosen = best_sheet([one["rows"] for one in sheets]) if sheet is None else sheet
    rows = sheets[chosen]["rows"]
    heading = heading_row(rows)
    return chosen, heading, mapping_of(rows[heading]) if heading is not None else {}


def plan_of(kept: ResultList) -> Plan:
    """What confirming would do now."""
    rows = sheets_of(kept)[kept.sheet]["rows"]
    try:
        found, skipped = read_results(rows, kept.heading, kept.mapping, country_names())
    except Unreadable as fault:
        return Plan([], [], fault.note, kept.header, kept.file_digest)
    matches = _matches(found, kept.people)
    _check_twice(matches)
    return Plan(matches, skipped, None, kept.header, kept.file_digest)


def _matches(rows: Sequence[Row], decided: dict[str, str]) -> list[Match]:
    numbers = {row.person.get("federation_number", "") for row in rows} - {""}
    holders = {
        person.federation_number: person
        for person in Person.objects.filter(federation_number__in=numbers, merged_into=None)
    }
    known = _candidates(rows)
    matches = []
    for row in rows:
        holder = holders.get(row.person.get("federation_number", ""))
        match = Match(row, known.get(row.row, []))
        if holder:
            match.candidates = [(holder, ("number",))]
            match.sure = True
        offered = {str(person.pk) for person, _why in match.candidates}
        said = decided.get(str(row.row), "")
        default = str(holder.pk) if holder else "" if match.candidates else NEW
        match.chosen = said if said in offered | {NEW} else default
        matches.append(match)
    return matches


def _candidates(rows: Sequence[Row]) -> dict[int, list[tuple[Person, tuple[str, ...]]]]:
    """Row -> the known persons who may be meant, the likeliest first, and why."""
    persons = {person.pk: person for person in Person.objects.filter(merged_into=None)}
    known = [_somebody(pk, {name: getattr(person, name) or "" for name in _SOMEBODY}) for pk, person in persons.items()]
    # Rows have ids below zero, so that nobody is taken for somebody of the list.
    here = [_somebody(-row.row, row.person) for row in rows]
    found = defaultdict(list)
    for pair in pairs(here, known):
        found[-pair.first].append((persons[pair.second], pair.evidence))
    return found


def _somebody(pk: int, values: dict[str, str]) -> Somebody:
    return Somebody(pk, *(values.get(name, "") for name in _SOMEBODY))


def _check_twice(matches: Iterable[Match]) -> None:
    """Nobody takes part twice in one event."""
    matches = list(matches)
    counts = Counter(match.chosen for match in matches)
    for match in matches:
        if match.chosen not in ("", NEW) and counts[match.chosen] > 1:
            match.row.problems.append(note("same_person_twice", name=match.row.person.get("name", "")))


def slug_taken(slug: str) -> bool:
    """Whether an event, or one in the record, has this id."""
    return RecordedEvent.objects.filter(slug=slug).exists() or Event.objects.filter(slug=slug).exists()
