"""Delete private data when its day is over, earlier, or later with a reason."""

from collections import Counter
from datetime import date, timedelta

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import ActionContext, Done, action
from common.actions.errors import Refused
from common.actions.labels import AuditLabels, declare_labels
from tournament.events.models.events import Event
from tournament.events.selectors.privacy import last_day_kept
from tournament.keeping.selectors import (
    days_kept,
    overdue,
    private_data_in,
    private_models,
    private_rows_of,
    retention_of,
    stale_applications,
    stale_copies,
    stale_invitations,
    stale_previews,
    wrongly_dated,
)
from tournament.people.models.accounts import Role
from tournament.people.models.persons import PrivateData
from tournament.people.services.accounts import lock_people
from tournament.registration.models.applications import ApplicationData

#: Limit of an extended retention in years.
MOST_YEARS = 5
ORGANIZER = [Role.Name.ORGANIZER]


declare_labels(
    __name__,
    AuditLabels(
        keys={
            "applications": _("Self-registrations"),
            "copies": _("Copies of registries"),
            "deleted": _("Deleted"),
            "invitations": _("Invitations"),
            "keep_until": _("Kept until"),
            "kept": _("Kept for other events"),
            "previews": _("Lists that were read"),
            "private": _("Private data"),
        }
    ),
)


@action("expired.delete", summary=_("Delete expired data"), roles=[], subject="none")
def delete_expired(context: ActionContext, _subject: None) -> Done:
    """Delete expired private data, unconfirmed lists, unused invitations, old applications and copies of registries.

    The answer and the audit log hold the numbers of deleted rows, without names.
    """
    ledger = lock_people(context)
    for row, day in wrongly_dated():
        row.delete_after = day
        row.save(update_fields=["delete_after"])
    deleted: Counter[str] = Counter()
    for model in private_models():
        deleted["private"] += overdue(model).delete()[0]
    deleted["previews"] += stale_previews().delete()[0]
    deleted["invitations"] += stale_invitations().delete()[0]
    deleted["applications"] += stale_applications().delete()[1].get("tournament.Application", 0)
    deleted["copies"] += stale_copies().delete()[1].get("tournament.Registry", 0)
    answer = {name: count for name, count in deleted.items() if count}
    return Done(answer, "people:expired", after=answer, raises=(), ledger=ledger, changed=bool(answer))


@action("event.delete_private", summary=_("Delete the private data of an event"), roles=ORGANIZER, subject="event")
def delete_private(context: ActionContext, event: Event) -> Done:
    """Delete the event's private data now, except rows that another event keeps. The answer counts both.

    Lists that were read and wait for confirmation are deleted too: they hold the same data.
    """
    lock_people(context)
    kept = retention_of(event)
    PrivateData.objects.filter(pk__in=[row.pk for row in kept.mine]).delete()
    other_rows = ApplicationData.objects.filter(application__event=event).delete()[0]
    other_rows += sum(rows.delete()[0] for rows in private_rows_of(event))
    lists, _kinds = event.registration_previews.all().delete()
    answer = {"deleted": len(kept.mine) + other_rows, "kept": len(kept.kept_elsewhere)}
    return Done(answer, f"event:{event.slug}", after=answer, raises=(), changed=bool(answer["deleted"] or lists))


@action("event.keep_private", summary=_("Keep the private data of an event longer"), roles=ORGANIZER, subject="event")
def keep_longer(context: ActionContext, event: Event, *, keep_until: date | None) -> Done:
    """Extend the retention of the event's private data, with a reason; None: back to the setting."""
    lock_people(context)
    day, today = last_day_kept(event), timezone.localdate()
    if keep_until is not None:
        _check_extension(context, keep_until, day, today)
    rows = private_data_in(event)
    before = max((row.keep_until for row in rows if row.keep_until), default=None)
    PrivateData.objects.filter(pk__in=[row.pk for row in rows]).update(keep_until=keep_until)
    old = {"keep_until": before and before.isoformat()}
    new = {"keep_until": keep_until and keep_until.isoformat()}
    return Done(new, f"event:{event.slug}", old, new, raises=(), changed=old != new)


def renew_days(_context: ActionContext, event: Event) -> None:
    """Update the days of the event's private data after its dates or the setting changed."""
    rows = list(private_data_in(event))
    days = days_kept([row.person for row in rows])
    for row in rows:
        row.delete_after = days[row.person_id]
    PrivateData.objects.bulk_update(rows, ["delete_after"])
    day = last_day_kept(event)
    if day:
        ApplicationData.objects.filter(application__event=event).update(delete_after=day)
        for private_rows in private_rows_of(event):
            private_rows.update(delete_after=day)


def _check_extension(context: ActionContext, keep_until: date, day: date | None, today: date) -> None:
    if not context.reason:
        raise Refused(_("Please give a reason; it is kept with the change."), where="reason")
    if keep_until <= max(day or today, today):
        raise Refused(_("This is not later than the date until which it is kept now."), where="keep_until")
    if keep_until > today + timedelta(days=366 * MOST_YEARS):
        raise Refused(_("At most %(years)d years from today.") % {"years": MOST_YEARS}, where="keep_until")
