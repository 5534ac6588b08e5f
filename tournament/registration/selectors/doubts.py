"""The reasons to check an application before its approval: entries, other applications and persons it may mean."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.people.models.persons import Person
from tournament.people.selectors import holders_of
from tournament.registration.models.applications import Application
from tournament.registration.rules.cells import key
from tournament.registration.rules.duplicates import PersonNames
from tournament.registration.selectors.applications import State
from tournament.registration.selectors.entries import registered
from tournament.registration.selectors.similar import events_of, similar_to


@dataclass(frozen=True)
class Candidate:
    """A known person whom an application may mean, the evidence (as for duplicates), and the person's events."""

    person: Person
    evidence: tuple[str, ...]
    events: tuple[str, ...]


@dataclass(frozen=True)
class Doubts:
    """The reasons to check an application before approving it.

    ``entries`` are registered in the event under this federation number or these names, ``similar_applications``
    seem to be of the same person, ``holder`` has the given federation number, ``candidates`` are other known persons.
    """

    entries: list[Entry]
    similar_applications: list[Application]
    holder: Person | None
    candidates: list[Candidate]

    def __bool__(self) -> bool:
        return bool(self.entries or self.similar_applications or self.holder or self.candidates)


def doubts_of(event: Event, applications: Sequence[Application]) -> dict[int, Doubts]:
    """Return id -> doubts for applications of the event, in a constant number of queries."""
    numbers = {application.federation_number for application in applications} - {""}
    holders = {number: person.kept for number, person in holders_of(numbers).items()}
    candidates = _candidates([row for row in applications if row.federation_number not in holders])
    entries = list(registered(event))
    alive = list(event.applications.filter(state__in=(*Application.OPEN, State.APPROVED)).order_by("number"))
    return {
        row.pk: _doubts(row, holders.get(row.federation_number), candidates.get(row.pk, []), entries, alive)
        for row in applications
    }


def _doubts(
    application: Application,
    holder: Person | None,
    candidates: list[Candidate],
    entries: Sequence[Entry],
    alive: Sequence[Application],
) -> Doubts:
    known = {candidate.person.pk for candidate in candidates} | ({holder.pk} if holder else set())
    name = key(application.name)
    same_person = [entry for entry in entries if entry.person.kept.pk in known or key(entry.name) == name]
    similar = [other for other in alive if other.pk != application.pk and _same_person(other, application)]
    return Doubts(same_person, similar, holder, candidates)


def _same_person(application: Application, other: Application) -> bool:
    """Return whether two applications seem to be of one person: equal mail and names, or federation number."""
    same_marks = (application.mail_mark, application.person_mark) == (other.mail_mark, other.person_mark)
    number = application.federation_number
    return same_marks or bool(number) and number == other.federation_number


def _candidates(applications: Sequence[Application]) -> dict[int, list[Candidate]]:
    """Return known persons with names similar to those of the applications.

    Applications have negative ids in the search, to tell them from persons.
    """
    similar, persons = similar_to([_applicant(application) for application in applications])
    events = events_of({pair.second for pair in similar})
    candidates: dict[int, list[Candidate]] = defaultdict(list)
    for pair in similar:
        candidate = Candidate(persons[pair.second], pair.evidence, events.get(pair.second, ()))
        candidates[-pair.first].append(candidate)
    return candidates


def _applicant(row: Application) -> PersonNames:
    names = (row.name, row.family_name, row.given_name, row.latin_name, row.country, row.federation_number)
    return PersonNames(-row.pk, *names)
