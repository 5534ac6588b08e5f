"""The retention of private data, and the rows to delete.

Every model with a column ``delete_after`` is swept; a test checks that every model with encrypted columns has it.
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
from tournament.registry.models import Registry

#: Retention of unconfirmed lists, and of unused invitations after their expiry.
PREVIEWS_KEPT = timedelta(days=7)
INVITATIONS_KEPT = timedelta(days=30)
#: Retention of a copy of a registry after it was fetched or loaded.
COPIES_KEPT = timedelta(days=365)


def days_kept(persons: Iterable[Person], *, without: Event | None = None) -> dict[int, date | None]:
    """Return for each person the last day of retention by their events (except ``without``).

    None while one of the events has no dates; yesterday for a person in no event. Merged persons count as one. A
    rehearsal, or a copy set aside, keeps only the data of persons who are in no event proper.
    """
    roots = {person.pk: person.merged_into_id or person.pk for person in persons}
    wanted = set(roots.values())
    rows = Entry.every.filter(Q(person__in=wanted) | Q(person__merged_into__in=wanted))
    events: dict[int, set[int]] = defaultdict(set)
    for person, merged_into, event in rows.values_list("person", "person__merged_into", "event"):
        events[merged_into or person].add(event)
    known = Event.objects.select_related("ledger", "privacy_settings").in_bulk(set().union(*events.values()))
    without_event = timezone.localdate() - timedelta(days=1)
    days = {}
    for pk, root in roots.items():
        own = [known[event] for event in events[root]]
        counted = [event for event in own if not event.is_private] or own
        days[pk] = _latest([last_day_kept(event) for event in counted if event != without], without_event)
    return days


def _latest(days: list[date | None], without_event: date) -> date | None:
    known = [day for day in days if day is not None]
    return None if len(known) < len(days) else max(known, default=without_event)


def wrongly_dated() -> list[tuple[PrivateData, date | None]]:
    """Return private data of persons whose stored day is over or unknown and no longer correct, with the right day."""
    rows = PrivateData.objects.filter(Q(delete_after=None) | Q(delete_after__lt=timezone.localdate()))
    expired = list(rows.select_related("person"))
    days = days_kept([row.person for row in expired])
    return [(row, days[row.person_id]) for row in expired if days[row.person_id] != row.delete_after]


def private_models() -> list[type[Model]]:
    """Return every model with rows that are deleted after their day."""
    return [model for model in apps.get_models() if any(field.name == "delete_after" for field in model._meta.fields)]


def private_rows_of(event: Event) -> list[QuerySet[Model]]:
    """Return the event's private rows of models with a path ``OF_EVENT``: evidence, texts of appeals."""
    paths = [(model, getattr(model, "OF_EVENT", "")) for model in private_models()]
    return [model._default_manager.filter(**{path: event}) for model, path in paths if path]


def overdue(model: type[Model]) -> QuerySet[Model]:
    """Return the rows of one of ``private_models`` whose day is over."""
    today = timezone.localdate()
    rows = model._default_manager.filter(delete_after__lt=today)
    return rows.exclude(keep_until__gte=today) if model is PrivateData else rows


def stale_previews() -> QuerySet[RegistrationPreview]:
    """Return unconfirmed lists whose retention is over."""
    return RegistrationPreview.objects.filter(made_at__lt=timezone.now() - PREVIEWS_KEPT)


def stale_invitations() -> QuerySet[Invitation]:
    """Return unused invitations whose retention is over."""
    return Invitation.objects.filter(account=None, expires__lt=timezone.now() - INVITATIONS_KEPT)


def stale_copies() -> QuerySet[Registry]:
    """Return the copies of registries that were last loaded too long ago; a body's own registry is not a copy."""
    return Registry.objects.filter(ledger=None, loaded_at__lt=timezone.now() - COPIES_KEPT)


def stale_applications() -> QuerySet[Application]:
    """Return applications of players who did not take part, in events whose retention is over."""
    events = Event.objects.exclude(starts=None, ends=None).filter(applications__isnull=False).distinct()
    days = {event.pk: last_day_kept(event) for event in events}
    over = [event for event, day in days.items() if day and day < timezone.localdate()]
    return Application.objects.filter(event__in=over).exclude(state=Application.State.APPROVED)


def kept_until(person: Person) -> date | None:
    """Return the last day of retention of the person's private data; None without data or without a known day."""
    row = PrivateData.objects.filter(person=person).first()
    day = days_kept([person])[person.pk] if row else None
    return max(day, row.keep_until or day) if row and day else None


def has_expired() -> bool:
    """Return whether any row is due for deletion or has a wrong day."""
    expired = [*(overdue(model) for model in private_models()), stale_previews(), stale_invitations()]
    expired += [stale_applications(), stale_copies()]
    return bool(wrongly_dated()) or any(rows.exists() for rows in expired)


def private_data_in(event: Event) -> QuerySet[PrivateData]:
    """Return the private data of everyone who is or was registered in the event, including merged persons."""
    persons = Entry.every.filter(event=event).values("person")
    whole = Q(person__in=persons) | Q(person__merged_from__in=persons) | Q(person__merged_into__in=persons)
    return PrivateData.objects.filter(whole).select_related("person").distinct()


@dataclass(frozen=True)
class Retention:
    """The private data of an event: the day by its setting, all rows, and a later day with a reason.

    ``kept_elsewhere`` are the rows that another event keeps today, with that event's day (None: it has no dates yet).
    """

    day: date | None
    rows: list[PrivateData]
    kept_elsewhere: list[tuple[PrivateData, date | None]]
    longer: date | None

    @property
    def mine(self) -> list[PrivateData]:
        """Return the rows that no other event needs."""
        other_ids = {row.pk for row, _day in self.kept_elsewhere}
        return [row for row in self.rows if row.pk not in other_ids]


def retention_of(event: Event) -> Retention:
    """Return the retention of the event's private data."""
    rows, today = list(private_data_in(event)), timezone.localdate()
    days = days_kept([row.person for row in rows], without=event)
    kept_elsewhere = []
    for row in rows:
        day = days[row.person_id]
        if day is None or day >= today:
            kept_elsewhere.append((row, day))
    longer = max((row.keep_until for row in rows if row.keep_until), default=None)
    return Retention(last_day_kept(event), rows, kept_elsewhere, longer)
