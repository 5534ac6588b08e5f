"""Players' own registration: whether it is open, how many places are left, and which persons may be meant."""

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.conf import settings
from django.db.models import Count, Q, QuerySet
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext

from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.people.models.persons import Person
from tournament.registration.models.applications import Application, ApplicationData, ApplicationKey
from tournament.registration.rules.applying import Window, window
from tournament.registration.rules.cells import key
from tournament.registration.rules.duplicates import PersonNames, pairs
from tournament.registration.selectors.entries import registered

State = Application.State
#: Answers in the form and on the page of the application.
PLAIN = ("name", "family_name", "given_name", "latin_name", "country", "federation_number", "team")
HIDDEN = ("mail", "birth_date", "document", "guardian_name", "guardian_contact")
CONSENTS = ("name_consent", "photo_consent", "guardian_consent")


@dataclass(frozen=True)
class Opening:
    """The state of the registration period, and its limits (None: not set)."""

    state: Window
    opens: datetime | None
    closes: datetime | None


@dataclass(frozen=True)
class Places:
    """The places of an event: capacity (None: no limit), taken places, waiting players."""

    capacity: int | None
    taken: int
    waiting: int

    @property
    def free(self) -> int | None:
        """Return how many places are left; None: no limit."""
        return None if self.capacity is None else max(0, self.capacity - self.taken)

    @property
    def full(self) -> bool:
        return self.free == 0


@dataclass(frozen=True)
class Candidate:
    """A known person whom an application may mean, the evidence (as for duplicates), and the person's events."""

    person: Person
    evidence: tuple[str, ...]
    events: tuple[str, ...]


@dataclass(frozen=True)
class Doubts:
    """The reasons to check an application before approving it.

    ``entries`` are registered in the event under this federation number or these names, ``others`` are applications
    that seem to be of the same person, ``holder`` has the given federation number, ``candidates`` are other known
    persons.
    """

    entries: list[Entry]
    others: list[Application]
    holder: Person | None
    candidates: list[Candidate]

    def __bool__(self) -> bool:
        return bool(self.entries or self.others or self.holder or self.candidates)


def sends_mail() -> bool:
    """Return whether this program can send mail at all (EMAIL_URL)."""
    return bool(settings.SENDS_MAIL)


def opening_of(event: Event) -> Opening:
    """Return the registration period; without a set end it ends at the start of the first session."""
    chosen = event.registration_settings
    closes = chosen.closes or (chosen.opens and _first_start(event))
    return Opening(window(chosen.opens, closes, timezone.now()), chosen.opens, closes)


def _first_start(event: Event) -> datetime | None:
    return event.sessions.exclude(starts=None).order_by("starts").values_list("starts", flat=True).first()


def places_of(event: Event) -> Places:
    """Return the current places; only entered players take one, not fillers and reserves."""
    taken = event.entries.filter(kind=Entry.Kind.PLAYER, status=Entry.Status.ENTERED).count()
    return Places(event.registration_settings.capacity, taken, waiting_list(event).count())


def waiting_list(event: Event) -> QuerySet[Application]:
    """Return the waiting applications, first in line first."""
    return event.applications.filter(state=State.WAITING).order_by("waiting_since", "pk")


def position_of(application: Application) -> int:
    """Return the position in the waiting list, from 1."""
    before = Q(waiting_since__lt=application.waiting_since)
    before |= Q(waiting_since=application.waiting_since, pk__lt=application.pk)
    return waiting_list(application.event).filter(before).count() + 1


def next_in_line(event: Event) -> Application | None:
    """Return the first application of the waiting list while a place is free; None if there is none."""
    return None if places_of(event).full else waiting_list(event).first()


def applications_of(event: Event, state: str = "") -> QuerySet[Application]:
    """Return the applications by number, optionally of one state, with ``unsent``: number of failed mails."""
    applications = event.applications.filter(state=state) if state else event.applications.all()
    return applications.annotate(unsent=Count("mails", filter=Q(mails__state="failed"))).order_by("number")


def counts_of_states(event: Event) -> dict[str, int]:
    """Return state -> number of applications in it; states without applications are absent."""
    return dict(event.applications.order_by().values_list("state").annotate(Count("pk")))


def key_of(event: Event, token_hash: str) -> ApplicationKey | None:
    """Return the key with this hash, with its application, if it opens one of the event; else None."""
    keys = ApplicationKey.objects.select_related("application__event__head")
    return keys.filter(token_hash=token_hash, application__event=event).first()


def answers_of(application: Application) -> dict[str, str | bool | None]:
    """Return the player's answers by form field, including private answers (empty if deleted)."""
    private = ApplicationData.objects.filter(application=application).first()
    hidden = {name: getattr(private, name, "") for name in HIDDEN}
    return {name: getattr(application, name) for name in (*PLAIN, *CONSENTS)} | hidden


def oath_of(event: Event, language: str) -> str:
    """Return the oath: the event's own text, or the program's in ``language`` (A2, in our own words)."""
    if event.registration_settings.oath:
        return event.registration_settings.oath
    with translation.override(language):
        return "\n".join(
            [
                gettext("I know the rules of this competition and the event's own regulations, and I keep to them."),
                gettext("I play fair: I help nobody to points and take no help, and I do not play for money."),
                gettext(
                    "I respect the other players, the referees and everybody who helps, and accept their decisions."
                ),
                gettext("I am well enough to play, and I look after myself and my belongings."),
                gettext("I answer for damage that I cause, and for my own insurance on the way and at the event."),
            ]
        )


def oath_digest(text: str) -> str:
    """Return the digest that identifies the promised text."""
    return hashlib.sha256(text.encode()).hexdigest()


def mark(text: str) -> str:
    """Return a keyed digest that recognises equal texts, ignoring case, without storing them."""
    return salted_hmac("application", text.strip().casefold(), algorithm="sha256").hexdigest()


def person_mark(family_name: str, given_name: str, name: str) -> str:
    """Return the mark of a person's names, regardless of their order."""
    words = sorted(filter(None, map(key, f"{family_name} {given_name}".split() if family_name else name.split())))
    return mark(" ".join(words))


def doubts_of(event: Event, applications: Sequence[Application]) -> dict[int, Doubts]:
    """Return id -> doubts for applications of the event, in a constant number of queries."""
    numbers = {application.federation_number for application in applications} - {""}
    holders = {
        person.federation_number: person.kept
        for person in Person.objects.select_related("merged_into").filter(federation_number__in=numbers)
    }
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
    others = [other for other in alive if other.pk != application.pk and _same_person(other, application)]
    return Doubts(same_person, others, holder, candidates)


def _same_person(application: Application, other: Application) -> bool:
    """Return whether two applications seem to be of one person: equal mail and names, or federation number."""
    same_marks = (application.mail_mark, application.person_mark) == (other.mail_mark, other.person_mark)
    number = application.federation_number
    return same_marks or bool(number) and number == other.federation_number


def _candidates(applications: Sequence[Application]) -> dict[int, list[Candidate]]:
    """Return known persons with names similar to those of the applications.

    Applications have negative ids in the search, to tell them from persons.
    """
    if not applications:
        return {}
    persons = {person.pk: person for person in Person.objects.filter(merged_into=None)}
    applicants = [_person_names(-application.pk, application) for application in applications]
    similar = pairs(applicants, [_person_names(pk, person) for pk, person in persons.items()])
    events = _events_of({pair.second for pair in similar})
    candidates: dict[int, list[Candidate]] = defaultdict(list)
    for pair in similar:
        candidate = Candidate(persons[pair.second], pair.evidence, events.get(pair.second, ()))
        candidates[-pair.first].append(candidate)
    return candidates


def _person_names(pk: int, row: Application | Person) -> PersonNames:
    names = (row.name, row.family_name, row.given_name, row.latin_name, row.country, row.federation_number or "")
    return PersonNames(pk, *names)


def _events_of(persons: set[int]) -> dict[int, tuple[str, ...]]:
    events: dict[int, tuple[str, ...]] = {}
    rows = Entry.objects.filter(person__in=persons).order_by("-event__starts", "-event_id")
    for person, name in rows.values_list("person_id", "event__name"):
        events[person] = (*events.get(person, ()), name)
    return events


def first_day(event: Event) -> date:
    """Return the reference day for a player's age: the event's first day, today while it is unknown."""
    return event.starts or timezone.localdate()
