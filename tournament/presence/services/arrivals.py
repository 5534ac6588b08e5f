"""Check in entries, undo it, and record checked items."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, ActionContext, Done, action
from common.actions.errors import Refused
from tournament.events.models.entries import Entry
from tournament.presence.models.presence import Arrival
from tournament.presence.services.calls import CHECKERS, end_calls


@action("entry.arrive", summary=_("Check a player in"), roles=CHECKERS, subject="entry")
def arrive(context: ActionContext, entry: Entry) -> Done:
    """Check the entry in now; a second check-in changes nothing and returns who made the first."""
    arrival = _arrival_row(entry)
    is_first = arrival.arrived_at is None
    if is_first:
        arrival.arrived_at, arrival.by = timezone.now().replace(microsecond=0), context.actor.name[:150]
        arrival.save()
    assert arrival.arrived_at is not None
    raises = (LIVE, *end_calls(context, [entry]))
    answer = {"number": entry.number, "at": arrival.arrived_at.isoformat(), "by": arrival.by, "first": is_first}
    return Done(answer, _audit_ref(entry), {"here": False}, {"here": True}, raises, changed=is_first)


@action("entry.unarrive", summary=_("Undo a check-in"), roles=CHECKERS, subject="entry")
def unarrive(_context: ActionContext, entry: Entry) -> Done:
    """Undo the check-in; checked items stay."""
    arrival = _arrival_row(entry)
    was_here = arrival.arrived_at is not None
    if was_here:
        arrival.arrived_at, arrival.by = None, ""
        arrival.save()
    return Done({"number": entry.number}, _audit_ref(entry), {"here": True}, {"here": False}, changed=was_here)


@action("entry.mark", summary=_("Record what was checked"), roles=CHECKERS, subject="entry")
def mark(_context: ActionContext, entry: Entry, *, name: str, on: bool) -> Done:
    """Set or clear the mark ``name`` (a value of Arrival.Mark)."""
    if name not in Arrival.Mark.values:
        raise Refused(_("This check does not exist."), where="name")
    arrival = _arrival_row(entry)
    before = getattr(arrival, name)
    if before != on:
        setattr(arrival, name, on)
        arrival.save()
    answer = {"number": entry.number, "name": name, "on": on}
    return Done(answer, _audit_ref(entry), {name: before}, {name: on}, changed=before != on)


def carry_arrival(_context: ActionContext, kept: Entry, merged: Entry) -> None:
    """Check in the kept registration if the merged one was checked in, with the marks of both."""
    second = Arrival.objects.filter(entry=merged).first()
    if second is None:
        return
    first = _arrival_row(kept)
    if first.arrived_at is None:
        first.arrived_at, first.by = second.arrived_at, second.by
    for name in second.marks:
        setattr(first, name, True)
    first.save()


def _arrival_row(entry: Entry) -> Arrival:
    """Return the entry's row, stored or new; the entry is locked, so there is only one."""
    return Arrival.objects.filter(entry=entry).first() or Arrival(entry=entry)


def _audit_ref(entry: Entry) -> str:
    return f"entry:{entry.number}"
