"""The effect of taking a list of results into the record: its rows, and the persons that each may mean."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cached_property
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from ranking.bodies.models import Body
from ranking.record.models.records import RecordedEvent, ResultList
from ranking.record.models.sanctions import SanctionedEvent
from ranking.record.rules.classes import Classification, EventFigures, classify
from ranking.record.rules.listed_units import UNITS, place_units
from ranking.record.rules.result_lists import Row, check_web, heading_row, mapping_of, read_results
from ranking.record.selectors.sanctions import EventKey, entry_of
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
from tournament.people.selectors import holders_of
from tournament.registration.rules.duplicates import PersonNames
from tournament.registration.rules.headings import best_sheet
from tournament.registration.rules.notes import Note, Unreadable, note
from tournament.registration.rules.rows import Skipped
from tournament.registration.selectors.countries import country_names
from tournament.registration.selectors.entries import version_of
from tournament.registration.selectors.similar import similar_to

#: The decision that a row means a person who is not known yet.
NEW = "new"
#: How long a list that is not taken over is kept, from a file and from a web site.
LISTS_KEPT = timedelta(days=30)
SENT_KEPT = timedelta(days=180)
_COMPARED = ("name", "family_name", "given_name", "latin_name", "country", "federation_number")
#: A person whom a row may mean, and the evidence.
Candidate = tuple[Person, tuple[str, ...]]


@dataclass
class Match:
    """A row and the persons it may mean.

    ``chosen`` is a person's id or "new" (empty: undecided). ``sure``: the federation number, or an earlier decision
    about the site's player, names one person.
    """

    row: Row
    candidates: list[Candidate] = field(default_factory=list)
    chosen: str = ""
    sure: bool = False

    @property
    def undecided(self) -> bool:
        """Whether a reviewer still has to decide on the person."""
        return not self.chosen


@dataclass
class Plan:
    """Every row of a list with the person it means; ``fault`` says why no row could be read.

    ``corrects`` is the event in the record that a web site's list replaces.
    """

    matches: list[Match]
    skipped: list[Skipped]
    fault: Note | None
    header: dict[str, Any]
    digest: str
    corrects: RecordedEvent | None = None

    @cached_property
    def version(self) -> str:
        """A digest of the file and of everything that confirming would write."""
        lines = [[match.row.row, match.row.person, match.chosen, match.row.table_points] for match in self.matches]
        return version_of([self.digest, self.header, lines, self.sanction.pk if self.sanction else None])

    @cached_property
    def sanction(self) -> SanctionedEvent | None:
        """The entry of the register that sanctions the list's event (A9 4.4)."""
        header = self.header
        if not header:
            return None
        return entry_of(EventKey(header["slug"], header["sanction_number"], date.fromisoformat(header["starts"])))

    @property
    def wrong(self) -> int:
        """The number of rows with problems."""
        return sum(bool(match.row.problems) for match in self.matches)

    @property
    def undecided(self) -> int:
        """The number of rows without a decision on the person."""
        return sum(match.undecided for match in self.matches)

    def changes(self) -> list[Change]:
        """Return what a correction changes in the record."""
        rows = [(match.chosen, match.row) for match in self.matches]
        return changes_of(self.corrects, rows) if self.corrects else []

    def classification(self) -> Classification:
        header = self.header
        players = header.get("players") or len(self.matches)
        figures = EventFigures(players, header["sessions"], header["scope"], header["rules"], self.sanction is not None)
        return classify(figures)


def list_of(body: Body, pk: int) -> ResultList | None:
    """Return the body's list with this id; None if there is none."""
    return ResultList.objects.filter(body=body, pk=pk).select_related("body", "sent", "claim__application").first()


def stale_lists() -> QuerySet[ResultList]:
    """Return old lists that were not taken over; those that a web site sent are kept longer."""
    now = timezone.now()
    return ResultList.objects.filter(Q(sent=None, made_at__lt=now - LISTS_KEPT) | Q(made_at__lt=now - SENT_KEPT))


def sheets_of(kept: ResultList) -> list[dict[str, Any]]:
    """Return the sheets of a list, each with "name" and "rows"."""
    sheets: list[dict[str, Any]] = json.loads(kept.sheets)
    return sheets


def detect_columns(
    sheets: Sequence[dict[str, Any]], sheet: int | None = None
) -> tuple[int, int | None, dict[str, int]]:
    """Return sheet, heading row and mapping as found by the headings.

    Without headings the row is None and the mapping empty. ``sheet`` is the sheet to read (None: the best one).
    """
    chosen = best_sheet([candidate["rows"] for candidate in sheets]) if sheet is None else sheet
    rows = sheets[chosen]["rows"]
    heading = heading_row(rows)
    mapping = {} if heading is None else mapping_of(rows[heading])
    return chosen, heading, mapping


def plan_of(kept: ResultList) -> Plan:
    """Return what confirming the list would do now."""
    rows = sheets_of(kept)[kept.sheet]["rows"]
    try:
        results, skipped = read_results(rows, kept.heading, kept.mapping, country_names())
    except Unreadable as fault:
        return Plan([], [], fault.note, kept.header, kept.file_digest)
    if Event.Scope.WEB in (kept.header.get("scope"), kept.body.kind):
        check_web(results)
    corrects = corrected_by(kept.body, kept.header.get("slug", ""))
    matches = _matches(results, kept, corrects)
    _check_persons_once(matches)
    place_units(results, [unit for unit in UNITS if kept.header.get(f"{unit}s_ranked")])
    return Plan(matches, skipped, None, kept.header, kept.file_digest, corrects)


def _matches(rows: Sequence[Row], kept: ResultList, corrects: RecordedEvent | None) -> list[Match]:
    numbers = {row.person.get("federation_number", "") for row in rows} - {""}
    holders = {number: person.kept for number, person in holders_of(numbers).items()}
    players = known_players(kept.body, rows)
    earlier = earlier_persons(corrects)
    known = _candidates(rows)
    matches = []
    for row in rows:
        person_values = row.person
        holder = holders.get(person_values.get("federation_number", ""))
        earlier_person = earlier.get((person_values.get("name", ""), person_values.get("country", "")))
        sources = [(holder, "number"), (players.get(row.site_player), BY_SITE), (earlier_person, BY_EARLIER)]
        matches.append(_match(row, known.get(row.row, []), sources, kept.people.get(str(row.row), "")))
    return matches


def _match(row: Row, likely: list[Candidate], sources: Iterable[tuple[Person | None, str]], decision: str) -> Match:
    """Return a row with the person it means.

    A person is known for sure if the federation number and the earlier decision on the site's player agree; if they
    name two persons, a reviewer decides. How a corrected event had the row counts only without these two. Otherwise the
    person is the reviewer's choice among the likely ones.
    """
    known: dict[int, tuple[Person, tuple[str, ...]]] = {}
    for person, why in sources:
        if person and not (why == BY_EARLIER and known):
            known.setdefault(person.pk, (person, (why,)))
    match = Match(row, list(known.values()) or likely, sure=len(known) == 1)
    offered = {str(person.pk) for person, _why in match.candidates}
    if decision in offered | {NEW}:
        match.chosen = decision
    elif match.sure:
        match.chosen = str(*known)
    else:
        match.chosen = "" if match.candidates else NEW
    return match


def _candidates(rows: Sequence[Row]) -> dict[int, list[Candidate]]:
    """Return row -> the known persons who may be meant with the evidence, the likeliest first."""
    # Rows get negative ids, which differ from all ids of persons.
    similar, persons = similar_to([_comparable(-row.row, row.person) for row in rows])
    candidates = defaultdict(list)
    for pair in similar:
        candidates[-pair.first].append((persons[pair.second], pair.evidence))
    return candidates


def _comparable(pk: int, values: dict[str, str]) -> PersonNames:
    return PersonNames(pk, *(values.get(name, "") for name in _COMPARED))


def _check_persons_once(matches: Iterable[Match]) -> None:
    """Note a problem on rows that mean the same person."""
    matches = list(matches)
    counts = Counter(match.chosen for match in matches)
    for match in matches:
        if match.chosen not in ("", NEW) and counts[match.chosen] > 1:
            match.row.problems.append(note("same_person_twice", name=match.row.person.get("name", "")))


def slug_taken(slug: str, body: Body | None) -> bool:
    """Return whether an event or a recorded event has this id; one that a list of ``body`` corrects does not count."""
    if body and corrected_by(body, slug):
        return False
    return RecordedEvent.objects.filter(slug=slug).exists() or Event.objects.filter(slug=slug).exists()
