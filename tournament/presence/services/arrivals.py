"""Checking in: somebody is here, or is not after all, and what was looked at."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, Call, Done, action
from common.actions.errors import Refused
from tournament.events.models.entries import Entry
from tournament.presence.models.presence import Arrival
from tournament.presence.services.calls import CHECKERS, end_calls


@action("entry.arrive", summary=_("Check somebody in"), roles=CHECKERS, subject="entry")
def arrive(call: Call, entry: Entry) -> Done:
    """Mark the entry as here now; whoever taps second changes nothing and hears who was first."""
    arrival = _arrival(call, entry)
    first = arrival.arrived_at is None
    if first:
        arrival.arrived_at, arrival.by = timezone.now().replace(microsecond=0), call.actor.name[:150]
        arrival.save()
    assert arrival.arrived_at is not None
    raises = (LIVE, *end_calls(call, [entry]))
    answer = {"number": entry.number, "at": arrival.arrived_at.isoformat(), "by": arrival.by, "first": first}
    return Done(answer, _about(entry), {"here": False}, {"here": True}, raises, changed=first)


@action("entry.unarrive", summary=_("Take a check-in back"), roles=CHECKERS, subject="entry")
def unarrive(call: Call, entry: Entry) -> Done:
    """Mark the entry as not here; what was looked at stays."""
    arrival = _arrival(call, entry)
    was = arrival.arrived_at is not None
    if was:
        arrival.arrived_at, arrival.by = None, ""
        arrival.save()
    return Done({"number": entry.number}, _about(entry), {"here": True}, {"here": False}, changed=was)


@action("entry.mark", summary=_("Note what was looked at"), roles=CHECKERS, subject="entry")
def mark(call: Call, entry: Entry, *, name: str, on: bool) -> Done:
    """Set or clear the mark ``name`` (a value of Arrival.Mark)."""
    if name not in Arrival.Mark.values:
        raise Refused(_("There is no such mark."), where="name")
    arrival = _arrival(call, entry)
    before = getattr(arrival, name)
    if before != on:
        setattr(arrival, name, on)
        arrival.save()
    answer = {"number": entry.number, "name": name, "on": on}
    return Done(answer, _about(entry), {name: before}, {name: on}, changed=before != on)


def carry_arrival(call: Call, kept: Entry, merged: Entry) -> None:
    """Check in a registration whose second one was checked in, with the marks of both."""
    second = Arrival.objects.filter(entry=merged).first()
    if second is None:
        return
    first = _arrival(call, kept)
    if first.arrived_at is None:
        first.arrived_at, first.by = second.arrived_at, second.by
    for name in second.marks:
        setattr(first, name, True)
    first.save()


def _arrival(call: Call, entry: Entry) -> Arrival:
    """The entry's row, stored or new; the entry is locked, so that there is one."""
    return Arrival.objects.filter(entry=entry).first() or Arrival(entry=entry)


def _about(entry: Entry) -> str:
    return f"entry:{entry.number}"
