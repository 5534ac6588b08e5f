"""Until when private data is kept, and what is due to be deleted.

By construction: every model with a column ``delete_after`` is swept, and a test holds every model with encrypted
columns to having one.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from django.apps import apps
from django.db.models import Model, Q, QuerySet
from django.utils import timezone

from tournament.access.models import Invitation
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.selectors.privacy import last_day_kept
from tournament.people.models.persons import Person, PrivateData
from tournament.registration.models.applications import Application
from tournament.registration.models.lists import RegistrationPreview

#: A list that was read and not confirmed is kept so long, and an invitation that nobody used so long after its end.
PREVIEWS_KEPT = timedelta(days=7)
INVITATIONS_KEPT = timedelta(days=30)


def days_kept(persons: Iterable[Person], *, besides: Event | None = None) -> dict[int, date | None]:
    """Until when the private data of each person is kept by the events it is in (but ``besides``), the latest of them.

    None while one of them has no days; yesterday for somebody who is in no event. Persons who are one count as one.
    """
    roots = {person.pk: person.merged_into_id or person.pk for person in persons}
    wanted = set(roots.values())
    rows = Entry.every.filter(Q(person__in=wanted) | Q(person__merged_into__in=wanted)).exclude(event=besides)
    events: dict[int, set[int]] = defaultdict(set)
    for person, merged_into, event in rows.values_list("person", "person__merged_into", "event"):
        events[merged_into or person].add(event)
    needed = {event for found in events.values() for event in found}
    known = Event.objects.select_related("privacy_settings").in_bulk(needed)
    days = {pk: last_day_kept(event) for pk, event in known.items()}
    nowhere = timezone.localdate() - timedelta(days=1)
    return {pk: _latest([days[event] for event in events[root]], nowhere) for pk, root in roots.items()}


def _latest(days: list[date | None], nowhere: date) -> date | None:
    known = [day for day in days if day is not None]
    return None if len(known) < len(days) else max(known, default=nowhere)


def wrongly_dated() -> list[tuple[PrivateData, date | None]]:
    """Private data of persons whose day is over or unknown, and is another by now: the row and that day."""
    rows = PrivateData.objects.filter(Q(delete_after=None) | Q(delete_after__lt=timezone.localdate()))
    found = list(rows.select_related("person"))
    days = days_kept([row.person for row in found])
    return [(row, days[row.person_id]) for row in found if days[row.person_id] != row.delete_after]


def private_models() -> list[type[Model]]:
    """Every model whose rows are deleted when their day is over."""
    return [model for model in apps.get_models() if any(field.name == "delete_after" for field in model._meta.fields)]


def private_rows_of(event: Event) -> list[QuerySet[Model]]:
    """The rows of the models that say by ``OF_EVENT`` how they belong to an event: evidence, texts of appeals."""
    found = [(model, getattr(model, "OF_EVENT", "")) for model in private_models()]
    return [model._default_manager.filter(**{path: event}) for model, path in found if path]


def overdue(model: type[Model]) -> QuerySet[Model]:
    """The rows of one of ``private_models`` whose day is over."""
    today = timezone.localdate()
    rows = model._default_manager.filter(delete_after__lt=today)
    return rows.exclude(keep_until__gte=today) if model is PrivateData else rows


def stale_previews() -> QuerySet[RegistrationPreview]:
    """Lists that were read long ago."""
    return RegistrationPreview.objects.filter(made_at__lt=timezone.now() - PREVIEWS_KEPT)


def stale_invitations() -> QuerySet[Invitation]:
    """Invitations that ended long ago and made no account."""
    return Invitation.objects.filter(account=None, expires__lt=timezone.now() - INVITATIONS_KEPT)


def stale_applications() -> QuerySet[Application]:
    """Registrations by players who did not take part, of events whose private data is not kept any more."""
    events = Event.objects.exclude(starts=None, ends=None).filter(applications__isnull=False).distinct()
    over = [event.pk for event in events if (day := last_day_kept(event)) and day < timezone.localdate()]
    return Application.objects.filter(event__in=over).exclude(state=Application.State.APPROVED)


def kept_until(person: Person) -> date | None:
    """The last day that the person's private data is kept; None if it has none, or while a day is not known."""
    row = PrivateData.objects.filter(person=person).first()
    day = days_kept([person])[person.pk] if row else None
    return max(day, row.keep_until or day) if row and day else None


def has_expired() -> bool:
    """Whether anything of all this is due, or dated wrongly."""
    found = [*(overdue(model) for model in private_models()), stale_previews(), stale_invitations()]
    found.append(stale_applications())
    return bool(wrongly_dated()) or any(rows.exists() for rows in found)


def private_data_in(event: Event) -> QuerySet[PrivateData]:
    """The private data of everybody who is or was registered in the event, merged persons included."""
    persons = Entry.every.filter(event=event).values("person")
    whole = Q(person__in=persons) | Q(person__merged_from__in=persons) | Q(person__merged_into__in=persons)
    return PrivateData.objects.filter(whole).select_related("person").distinct()


@dataclass(frozen=True)
class Kept:
    """The private data of an event: the day that follows from its setting, all rows, and a later day with a reason.

    ``others`` are those whom another event keeps today, with that event's day (None: it has no days yet).
    """

    day: date | None
    rows: list[PrivateData]
    others: list[tuple[PrivateData, date | None]]
    longer: date | None

    @property
    def mine(self) -> list[PrivateData]:
        """What no other event needs."""
        others = {row.pk for row, _day in self.others}
        return [row for row in self.rows if row.pk not in others]


def kept_for(event: Event) -> Kept:
    """What is kept for the event and until when."""
    rows, today = list(private_data_in(event)), timezone.localdate()
    days = days_kept([row.person for row in rows], besides=event)
    others = [(row, day) for row in rows if (day := days[row.person_id]) is None or day >= today]
    longer = max((row.keep_until for row in rows if row.keep_until), default=None)
    return Kept(last_day_kept(event), rows, others, longer)
