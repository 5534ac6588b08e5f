"""One person registered twice in an event: merge the two registrations, and undo it."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, PUBLIC, ActionContext, Done, action
from common.actions.errors import Refused
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.services.closed import refuse_if_closed
from tournament.people.models.accounts import Role
from tournament.people.services.accounts import lock_people
from tournament.registration.selectors.entries import is_drawn, values_of
from tournament.registration.services.checks import check_entry
from tournament.registration.services.entries import next_number
from tournament.registration.services.persons import join_persons, separate_persons

#: Copies data of a later room from the second registration to the kept one (``tournament/wiring.py``).
Carry = Callable[[ActionContext, Entry, Entry], None]
ON_MERGE: list[Carry] = []


@action("registration.merge", summary=_("Merge two registrations"), roles=[Role.Name.ORGANIZER], subject="event")
def merge_entries(context: ActionContext, event: Event, *, kept: Entry, merged: Entry) -> Done:
    """Remove ``merged`` from the event as a second registration of ``kept``; refused once something is drawn.

    Their persons are merged too. ``kept`` stays unchanged, except for the data that later rooms copy (``ON_MERGE``).
    """
    refuse_if_closed(event)
    lock_people(context)
    kept, merged = _registered(event, kept), _registered(event, merged)
    if kept == merged:
        raise Refused(_("These are not two registrations."))
    if is_drawn(event):
        raise Refused(_("Both numbers are used in a draw. Withdraw one of the players instead."))
    before = {"number": merged.number, **_audited_values(merged)}
    merged.merged_into = kept
    merged.save(update_fields=["merged_into"])
    Entry.every.filter(merged_into=merged).update(merged_into=kept)
    if kept.person.kept != merged.person.kept:
        join_persons(context, kept.person.kept, merged.person.kept)
    for carry in ON_MERGE:
        carry(context, kept, merged)
    answer = {"kept": kept.number, "merged": merged.number}
    return Done(answer, f"entry:{merged.number}", before, {"merged_into": kept.number}, raises=(LIVE, PUBLIC))


@action(
    "registration.unmerge",
    summary=_("Undo the merging of two registrations"),
    roles=[Role.Name.ORGANIZER],
    subject="event",
)
def unmerge_entries(context: ActionContext, event: Event, *, merged: Entry) -> Done:
    """Restore a merged registration with its number, or with the next free one if that is taken."""
    refuse_if_closed(event)
    lock_people(context)
    rows = Entry.every.select_related("person", "merged_into__person", "team", "group")
    entry = rows.filter(event=event, pk=merged.pk).first()
    if entry is None:
        raise Refused(_("This does not belong to this event."))
    kept = entry.merged_into
    if kept is None:
        raise Refused(_("These are already two registrations."))
    separate_persons(context, entry.person, kept.person)
    number, entry.merged_into = entry.number, None
    if event.entries.filter(number=number).exists():
        entry.number = next_number(event)
    check_entry(entry)
    entry.save()
    before = {"number": number, "merged_into": kept.number}
    answer = {"number": entry.number}
    return Done(answer, f"entry:{entry.number}", before, {"number": entry.number}, raises=(LIVE, PUBLIC))


def _registered(event: Event, entry: Entry) -> Entry:
    """Return the registration, read under the event's lock."""
    rows = Entry.every.select_related("person__merged_into", "team__group", "group")
    row = rows.filter(event=event, pk=entry.pk).first()
    if row is None:
        raise Refused(_("This does not belong to this event."))
    if row.merged_into_id is not None:
        raise Refused(_("One of them was already merged. Reload the page."))
    return row


def _audited_values(entry: Entry) -> dict[str, Any]:
    """Return the values of the removed registration for the audit log."""
    return {name: value for name, value in values_of(entry).items() if value and name != "number"}
