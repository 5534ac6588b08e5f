"""Check in entries for a session (3.5.7.1), undo it, and record checked items."""

from collections.abc import Collection

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, ActionContext, Done, action
from common.actions.errors import Refused
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.presence.models.presence import Arrival, CheckedItems
from tournament.presence.selectors.presence import arrival_of, arrivals_in
from tournament.presence.services.calls import CHECKERS, check_session, end_calls
from tournament.presence.services.leaving import note_missing


@action("entry.arrive", summary=_("Check a player in"), roles=CHECKERS, subject="entry")
def arrive(context: ActionContext, entry: Entry, *, session: int) -> Done:
    """Check the entry in now for ``session``; a second check-in changes nothing and returns who made the first."""
    check_session(entry.event, session)
    earlier = arrival_of(entry, session)
    arrival = earlier or _check_in(context, [entry], session)[0]
    assert arrival.at is not None
    raises = (LIVE, *end_calls(context, [entry], last_session=session))
    answer = {"number": entry.number, "at": arrival.at.isoformat(), "by": arrival.by, "first": earlier is None}
    after = {"here": True, "session": session}
    return Done(answer, _audit_ref(entry), {"here": False}, after, raises, changed=earlier is None)


@action("event.arrive", summary=_("Check several players in"), roles=CHECKERS, subject="event")
def arrive_together(context: ActionContext, event: Event, *, numbers: Collection[int], session: int) -> Done:
    """Check in the entries with these numbers for ``session``, such as a team; those who are here stay as they are.

    The answer has the numbers of those who were not here before.
    """
    check_session(event, session)
    entries = list(event.entries.select_for_update().filter(number__in=numbers).order_by("number"))
    if len(entries) != len(set(numbers)):
        raise Refused(_("The list of players has changed meanwhile. Nobody was checked in; please choose again."))
    came, raises = check_in_missing(context, event, entries, session)
    after = {"here": True, "session": session, "numbers": came}
    return Done({"numbers": came}, f"event:{event.slug}", None, after, raises, changed=bool(came))


def check_in_missing(
    context: ActionContext, event: Event, entries: Collection[Entry], session: int
) -> tuple[list[int], tuple[str, ...]]:
    """Check in those of the entries who are not here; return their numbers, and the versions to raise."""
    here = arrivals_in(event, session)
    missing = [entry for entry in entries if entry.pk not in here]
    _check_in(context, missing, session)
    return [entry.number for entry in missing], (LIVE, *end_calls(context, entries, last_session=session))


@action("entry.unarrive", summary=_("Undo a check-in"), roles=CHECKERS, subject="entry")
def unarrive(context: ActionContext, entry: Entry, *, session: int) -> Done:
    """Undo the check-in for ``session``; earlier sessions and checked items stay."""
    check_session(entry.event, session)
    was_here = note_missing(context, entry, session)
    after = {"here": False, "session": session}
    return Done({"number": entry.number}, _audit_ref(entry), {"here": True}, after, changed=was_here)


@action("entry.mark", summary=_("Record what was checked"), roles=CHECKERS, subject="entry")
def mark(_context: ActionContext, entry: Entry, *, name: str, on: bool) -> Done:
    """Set or clear the mark ``name`` (a value of CheckedItems.Mark)."""
    if name not in CheckedItems.Mark.values:
        raise Refused(_("This check does not exist."), where="name")
    checked = CheckedItems.objects.filter(entry=entry).first() or CheckedItems(entry=entry)
    before = getattr(checked, name)
    if before != on:
        setattr(checked, name, on)
        checked.save()
    answer = {"number": entry.number, "name": name, "on": on}
    return Done(answer, _audit_ref(entry), {name: before}, {name: on}, changed=before != on)


def carry_arrivals(_context: ActionContext, kept: Entry, merged: Entry) -> None:
    """Give the kept registration the check-ins and checked items of the merged one."""
    known = Arrival.objects.filter(entry=kept).values("session")
    Arrival.objects.filter(entry=merged).exclude(session__in=known).update(entry=kept)
    second = CheckedItems.objects.filter(entry=merged).first()
    if second is not None:
        CheckedItems.objects.update_or_create(entry=kept, defaults=dict.fromkeys(second.marks, True))


def _check_in(context: ActionContext, entries: Collection[Entry], session: int) -> list[Arrival]:
    at, by = timezone.now().replace(microsecond=0), context.actor.name[:150]
    Arrival.objects.filter(entry__in=entries, session=session).delete()
    return Arrival.objects.bulk_create(Arrival(entry=entry, session=session, at=at, by=by) for entry in entries)


def _audit_ref(entry: Entry) -> str:
    return f"entry:{entry.number}"
