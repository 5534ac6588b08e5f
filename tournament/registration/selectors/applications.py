"""Players who registered themselves: whether they may, how many places are left, who is who."""

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
from tournament.registration.rules.duplicates import Somebody, pairs
from tournament.registration.selectors.entries import registered

State = Application.State
#: What answers stand in the form, and so on the page of the application.
PLAIN = ("name", "family_name", "given_name", "latin_name", "country", "federation_number", "team")
HIDDEN = ("mail", "birth_date", "document", "guardian_name", "guardian_contact")
CONSENTS = ("name_consent", "photo_consent", "guardian_consent")


@dataclass(frozen=True)
class Opening:
    """Whether players may register themselves, from when and until when (None: not set)."""

    state: Window
    opens: datetime | None
    closes: datetime | None


@dataclass(frozen=True)
class Places:
    """How many places an event has (None: no limit), how many are taken, how many wait for one."""

    capacity: int | None
    taken: int
    waiting: int

    @property
    def free(self) -> int | None:
        """How many places are left; None: as many as come."""
        return None if self.capacity is None else max(0, self.capacity - self.taken)

    @property
    def full(self) -> bool:
        """Whether nobody else gets in now."""
        return self.free == 0


@dataclass(frozen=True)
class Candidate:
    """A known person whom an application may mean, why (evidence as of duplicates), and the events of that person."""

    person: Person
    evidence: tuple[str, ...]
    events: tuple[str, ...]


@dataclass(frozen=True)
class Doubts:
    """What somebody should look at before an application is approved.

    ``entries`` are registered in the event under this federation number or these names, ``others`` the applications
    that seem to be of the same person, ``holder`` whose federation number is given, ``candidates`` other known persons.
    """

    entries: list[Entry]
    others: list[Application]
    holder: Person | None
    candidates: list[Candidate]

    def __bool__(self) -> bool:
        return bool(self.entries or self.others or self.holder or self.candidates)


def sends_mail() -> bool:
    """Whether this program can send mail at all (EMAIL_URL)."""
    return bool(settings.SENDS_MAIL)


def opening_of(event: Event) -> Opening:
    """When players may register themselves; without a set end the first session's start is it."""
    chosen = event.registration_settings
    closes = chosen.closes or (chosen.opens and _first_start(event))
    return Opening(window(chosen.opens, closes, timezone.now()), chosen.opens, closes)


def _first_start(event: Event) -> datetime | None:
    return event.sessions.exclude(starts=None).order_by("starts").values_list("starts", flat=True).first()


def places_of(event: Event) -> Places:
    """The places as they are now: entered players take them, fillers and reserves do not."""
    taken = event.entries.filter(kind=Entry.Kind.PLAYER, status=Entry.Status.ENTERED).count()
    return Places(event.registration_settings.capacity, taken, waiting_list(event).count())


def waiting_list(event: Event) -> QuerySet[Application]:
    """Who waits for a place, the first first."""
    return event.applications.filter(state=State.WAITING).order_by("waiting_since", "pk")


def position_of(application: Application) -> int:
    """The place in the waiting list, from 1."""
    before = Q(waiting_since__lt=application.waiting_since)
    before |= Q(waiting_since=application.waiting_since, pk__lt=application.pk)
    return waiting_list(application.event).filter(before).count() + 1


def next_in_line(event: Event) -> Application | None:
    """Who is first in the waiting list while a place is free; None if nobody waits or none is."""
    return None if places_of(event).full else waiting_list(event).first()


def applications_of(event: Event, state: str = "") -> QuerySet[Application]:
    """The applications by number, those in one state first asked for, with ``unsent``: mails that were not sent."""
    found = event.applications.filter(state=state) if state else event.applications.all()
    return found.annotate(unsent=Count("mails", filter=Q(mails__state="failed"))).order_by("number")


def counts_of_states(event: Event) -> dict[str, int]:
    """State -> how many applications are in it; states without one are absent."""
    return dict(event.applications.order_by().values_list("state").annotate(Count("pk")))


def key_of(event: Event, token_hash: str) -> ApplicationKey | None:
    """The key of this hash, with its application, if it opens one of the event."""
    keys = ApplicationKey.objects.select_related("application__event__head")
    return keys.filter(token_hash=token_hash, application__event=event).first()


def answers_of(application: Application) -> dict[str, str | bool | None]:
    """What the player answered, by the names of the form; private answers too, which may be deleted already."""
    private = ApplicationData.objects.filter(application=application).first()
    hidden = {name: getattr(private, name, "") for name in HIDDEN}
    return {name: getattr(application, name) for name in (*PLAIN, *CONSENTS)} | hidden


def oath_of(event: Event, language: str) -> str:
    """What players promise: the event's own text, or the program's in ``language`` (A2, in our own words)."""
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
    """The digest by which is known which text was promised."""
    return hashlib.sha256(text.encode()).hexdigest()


def mark(text: str) -> str:
    """A keyed digest by which equal texts are recognised without being stored, however their letters are written."""
    return salted_hmac("application", text.strip().casefold(), algorithm="sha256").hexdigest()


def person_mark(family_name: str, given_name: str, name: str) -> str:
    """The mark of somebody's names, in whichever order they were given."""
    words = sorted(filter(None, map(key, f"{family_name} {given_name}".split() if family_name else name.split())))
    return mark(" ".join(words))


def doubts_of(event: Event, applications: Sequence[Application]) -> dict[int, Doubts]:
    """Id -> what to look at before approving; a constant number of queries for applications of the event."""
    numbers = {one.federation_number for one in applications} - {""}
    holders = {
        person.federation_number: person.kept
        for person in Person.objects.select_related("merged_into").filter(federation_number__in=numbers)
    }
    found = _candidates([one for one in applications if one.federation_number not in holders])
    entries = list(registered(event))
    alive = list(event.applications.filter(state__in=(*Application.OPEN, State.APPROVED)).order_by("number"))
    return {
        one.pk: _doubts(one, holders.get(one.federation_number), found.get(one.pk, []), entries, alive)
        for one in applications
    }


def _doubts(
    application: Application,
    holder: Person | None,
    candidates: list[Candidate],
    entries: Sequence[Entry],
    alive: Sequence[Application],
) -> Doubts:
    known = {one.person.pk for one in candidates} | ({holder.pk} if holder else set())
    name = key(application.name)
    here = [entry for entry in entries if entry.person.kept.pk in known or key(entry.name) == name]
    others = [one for one in alive if one.pk != application.pk and _same(one, application)]
    return Doubts(here, others, holder, candidates)


def _same(one: Application, other: Application) -> bool:
    """Whether two applications seem to be of one person: the same mail and names, or the same federation number."""
    marks = (one.mail_mark, one.person_mark) == (other.mail_mark, other.person_mark)
    return marks or bool(one.federation_number) and one.federation_number == other.federation_number


def _candidates(applications: Sequence[Application]) -> dict[int, list[Candidate]]:
    """Known persons whose names are like those of the applications, which stand with negative ids in the search."""
    if not applications:
        return {}
    persons = {person.pk: person for person in Person.objects.filter(merged_into=None)}
    sought = [_somebody(-one.pk, one) for one in applications]
    found = pairs(sought, [_somebody(pk, person) for pk, person in persons.items()])
    events = _events_of({pair.second for pair in found})
    candidates: dict[int, list[Candidate]] = defaultdict(list)
    for pair in found:
        one = Candidate(persons[pair.second], pair.evidence, events.get(pair.second, ()))
        candidates[-pair.first].append(one)
    return candidates


def _somebody(pk: int, one: Application | Person) -> Somebody:
    names = (one.name, one.family_name, one.given_name, one.latin_name, one.country, one.federation_number or "")
    return Somebody(pk, *names)


def _events_of(persons: set[int]) -> dict[int, tuple[str, ...]]:
    found: dict[int, tuple[str, ...]] = {}
    rows = Entry.objects.filter(person__in=persons).order_by("-event__starts", "-event_id")
    for person, name in rows.values_list("person_id", "event__name"):
        found[person] = (*found.get(person, ()), name)
    return found


def first_day(event: Event) -> date:
    """The day on which a player's age counts: the event's first, today while it is not known."""
    return event.starts or timezone.localdate()
