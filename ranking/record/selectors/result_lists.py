"""What taking in a list of results would do: its rows, and whom each may mean."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from ranking.bodies.models import Body
from ranking.record.models.records import RecordedEvent, ResultList
from ranking.record.rules.classes import Classification, EventFacts, classify
from ranking.record.rules.listed_units import UNITS, place_units
from ranking.record.rules.result_lists import Row, check_web, heading_row, mapping_of, read_results
from ranking.record.selectors.site_results import (
    BY_EARLIER,
    BY_SITE,
    Change,
    changes_of,
    corrected_by,
    earlier_persons,
    known_players,
)
from tournament.events.models.events import Event
from tournament.people.models.persons import Person
from tournament.registration.rules.duplicates import Somebody, pairs
from tournament.registration.rules.headings import best_sheet
from tournament.registration.rules.notes import Note, Unreadable, note
from tournament.registration.rules.rows import Skipped
from tournament.registration.selectors.countries import country_names
from tournament.registration.selectors.entries import version_of

#: The decision that a row is somebody who is not known yet.
NEW = "new"
#: A list that was read and not taken over is kept so long.
LISTS_KEPT = timedelta(days=30)
SENT_KEPT = timedelta(days=180)
_SOMEBODY = ("name", "family_name", "given_name", "latin_name", "country", "federation_number")


#: A person whom a row may mean, and why.
Candidate = tuple[Person, tuple[str, ...]]


@dataclass
class Match:
    """A row and whom it may mean.

    ``chosen`` is a person's id or "new" (empty: nobody decided); ``sure``: the federation number says it, or what was
    decided before of the site's player.
    """

    row: Row
    candidates: list[Candidate] = field(default_factory=list)
    chosen: str = ""
    sure: bool = False

    @property
    def undecided(self) -> bool:
        """Whether a reviewer has yet to say who this is."""
        return not self.chosen


@dataclass
class Plan:
    """Every row of a list with whom it means; ``fault`` says why no row could be read.

    ``corrects`` is the event in the record whose place a web site's list takes.
    """

    matches: list[Match]
    skipped: list[Skipped]
    fault: Note | None
    header: dict[str, Any]
    digest: str
    corrects: RecordedEvent | None = None

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

    def changes(self) -> list[Change]:
        """What a correction changes in the record."""
        rows = [(one.chosen, one.row) for one in self.matches]
        return changes_of(self.corrects, rows) if self.corrects else []

    def classification(self) -> Classification:
        """The class that the event reaches."""
        given = self.header
        players = given.get("players") or len(self.matches)
        facts = EventFacts(players, given["sessions"], given["scope"], given["rules"], given["sanctioned"])
        return classify(facts)


def list_of(body: Body, pk: int) -> ResultList | None:
    """The body's list with this id."""
    return ResultList.objects.filter(body=body, pk=pk).select_related("body", "sent", "claim__application").first()


def stale_lists() -> QuerySet[ResultList]:
    """Lists that were read long ago and never taken over; what a site's program sent waits longer."""
    now = timezone.now()
    return ResultList.objects.filter(Q(sent=None, made_at__lt=now - LISTS_KEPT) | Q(made_at__lt=now - SENT_KEPT))


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
    if Event.Scope.WEB in (kept.header.get("scope"), kept.body.kind):
        check_web(found)
    corrects = corrected_by(kept.body, kept.header.get("slug", ""))
    matches = _matches(found, kept, corrects)
    _check_twice(matches)
    place_units(found, [unit for unit in UNITS if kept.header.get(f"{unit}s_ranked")])
    return Plan(matches, skipped, None, kept.header, kept.file_digest, corrects)


def _matches(rows: Sequence[Row], kept: ResultList, corrects: RecordedEvent | None) -> list[Match]:
    numbers = {row.person.get("federation_number", "") for row in rows} - {""}
    holders = {
        person.federation_number: person
        for person in Person.objects.filter(federation_number__in=numbers, merged_into=None)
    }
    players, earlier = known_players(kept.body, rows), earlier_persons(corrects)
    known = _candidates(rows)
    matches = []
    for row in rows:
        given = row.person
        holder = holders.get(given.get("federation_number", ""))
        before = earlier.get((given.get("name", ""), given.get("country", "")))
        said_by = [(holder, "number"), (players.get(row.site_player), BY_SITE), (before, BY_EARLIER)]
        matches.append(_match(row, known.get(row.row, []), said_by, kept.people.get(str(row.row), "")))
    return matches


def _match(row: Row, likely: list[Candidate], said_by: Iterable[tuple[Person | None, str]], said: str) -> Match:
    """A row with whom it means: who is known for sure, by ``said_by``; else of the likely ones whom a reviewer said.

    Where the federation number and what the site's player was before say two persons, a reviewer decides too; how a
    corrected event had it counts only where nothing else speaks.
    """
    known: dict[int, tuple[Person, tuple[str, ...]]] = {}
    for person, why in said_by:
        if person and not (why == BY_EARLIER and known):
            known.setdefault(person.pk, (person, (why,)))
    match = Match(row, list(known.values()) or likely, sure=len(known) == 1)
    offered = {str(person.pk) for person, _why in match.candidates}
    default = str(*known) if match.sure else "" if match.candidates else NEW
    match.chosen = said if said in offered | {NEW} else default
    return match


def _candidates(rows: Sequence[Row]) -> dict[int, list[Candidate]]:
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


def slug_taken(slug: str, body: Body | None = None) -> bool:
    """Whether an event, or one in the record, has this id, other than one that a list of ``body`` corrects."""
    if body and corrected_by(body, slug):
        return False
    return RecordedEvent.objects.filter(slug=slug).exists() or Event.objects.filter(slug=slug).exists()
