"""Players' own registration: whether it is open, how many places are left, the waiting list, and answers."""

import hashlib
from dataclasses import dataclass
from datetime import date, datetime

from django.conf import settings
from django.db.models import Count, Q, QuerySet
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext

from common.i18n.texts import text_key
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.registration.models.applications import Application, ApplicationData, ApplicationKey
from tournament.registration.rules.applying import Window, window
from tournament.registration.rules.cells import key

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
class Vacancies:
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


def vacancies_of(event: Event) -> Vacancies:
    """Return the current places; only entered players take one, not fillers and reserves."""
    taken = event.entries.filter(kind=Entry.Kind.PLAYER, status=Entry.Status.ENTERED).count()
    return Vacancies(event.registration_settings.capacity, taken, waiting_list(event).count())


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
    return None if vacancies_of(event).full else waiting_list(event).first()


def applications_of(event: Event, state: str = "") -> QuerySet[Application]:
    """Return the applications by number, optionally of one state, with ``unsent``: number of failed mails."""
    applications = event.applications.filter(state=state) if state else event.applications.all()
    return applications.annotate(unsent=Count("mails", filter=Q(mails__state="failed"))).order_by("number")


def counts_of_states(event: Event) -> dict[str, int]:
    """Return state -> number of applications in it; states without applications are absent."""
    return dict(event.applications.order_by().values_list("state").annotate(Count("pk")))


def key_of(event: Event, token_hash: str) -> ApplicationKey | None:
    """Return the key with this hash, with its application, if it opens one of the event; else None."""
    keys = ApplicationKey.objects.select_related("application__event__ledger")
    return keys.filter(token_hash=token_hash, application__event=event).first()


def answers_of(application: Application) -> dict[str, str | bool | None]:
    """Return the player's answers by form field, including private answers (empty if deleted)."""
    private = ApplicationData.objects.filter(application=application).first()
    hidden = {name: getattr(private, name, "") for name in HIDDEN}
    return {name: getattr(application, name) for name in (*PLAIN, *CONSENTS)} | hidden


def own_oath_of(event: Event, language: str) -> str:
    """Return the event's own oath in ``language``; empty: the program's holds."""
    return event.registration_settings.oath.get(text_key(language), "")


def oath_of(event: Event, language: str) -> str:
    """Return the oath in ``language``: the event's own text, or the program's (A2, in our own words)."""
    if own := own_oath_of(event, language):
        return own
    with translation.override(language):
        return "\n".join(
            [
                gettext("1. I obey the laws and regulations of the host country."),
                gettext(
                    "2. I support the aims of the World Mahjong Organization: the Olympic spirit, and a healthy, "
                    "scientific and friendly mahjong culture."
                ),
                gettext("3. I follow the rules of this competition and the decisions of its officials."),
                gettext("4. I play fair, neither give nor take unlawful help, and never play for money."),
                gettext("5. I am in good health, as a doctor can confirm, and fit to play."),
                gettext("6. I bear the costs of my accidents and illnesses, and of other trouble that I cause."),
                gettext(
                    "7. The organizer and the media may use my name and photos to report on the event and to promote "
                    "mahjong, as far as I agreed to it when I registered."
                ),
                gettext(
                    "8. I look after my belongings and my safety, and I pay for harm and loss that I cause to others."
                ),
                gettext("9. I arrange and pay for my own insurance, for the event and for the journey."),
                gettext(
                    "I understand these points and accept them. If I break them, I and my guarantor are responsible."
                ),
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


def first_day(event: Event) -> date:
    """Return the reference day for a player's age: the event's first day, today while it is unknown."""
    return event.starts or timezone.localdate()
