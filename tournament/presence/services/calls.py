"""Call missing players on Wall and Pocket until they arrive, are replaced or leave; set the start of lateness."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import CALLS, LIVE, PUBLIC, ActionContext, Answer, Done, action
from common.actions.errors import Refused
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.people.models.accounts import Role
from tournament.presence.models.calls import PlayerCall
from tournament.presence.selectors.presence import arrivals_in, plays_in, replaced_in
from tournament.presence.services.leaving import note_missing

#: Roles that check people in and call missing players.
CHECKERS = [
    Role.Name.ORGANIZER,
    Role.Name.COMMITTEE,
    Role.Name.CHIEF_REFEREE,
    Role.Name.REFEREE,
    Role.Name.SCOREKEEPER,
]
#: Roles that decide about an empty seat.
CHOOSERS = [Role.Name.ORGANIZER, Role.Name.COMMITTEE, Role.Name.CHIEF_REFEREE, Role.Name.REFEREE]


@action(
    "player.call",
    summary=_("Call a missing player"),
    roles=CHECKERS,
    subject="entry",
    states={"entered": Answer.SAFE, "withdrawn": Answer.REFUSED, "disqualified": Answer.REFUSED},
)
def call_player(context: ActionContext, entry: Entry, *, session: int) -> Done:
    """Call the entry for ``session`` on Wall and Pocket; an earlier check-in is undone.

    A second call changes nothing; the answer says who called first and when.
    """
    check_session(entry.event, session)
    if not plays_in(entry, session):
        raise Refused(_("%(name)s does not play in this session.") % {"name": entry.name})
    if replaced_in(entry.event, session, entry.number):
        raise Refused(_("Another player has the number of %(name)s in this session.") % {"name": entry.name})
    current_call = PlayerCall.objects.filter(entry=entry).first()
    changed = current_call is None or current_call.session != session
    # A player who arrived earlier and is missing now must be checked in again.
    was_here = note_missing(context, entry, session)
    if current_call is None or changed:
        end_calls(context, [entry])
        [current_call] = _create_calls(context, [entry], session)
    answer = {"number": entry.number, "at": current_call.at.isoformat(), "by": current_call.by, "first": changed}
    raises = (CALLS, LIVE) if was_here else (CALLS,)
    after = {"session": session, "called": True}
    return Done(answer, _audit_ref(entry), None, after, raises, changed=changed or was_here)


@action("player.call_missing", summary=_("Call all missing players"), roles=CHECKERS, subject="event")
def call_missing(context: ActionContext, event: Event, *, session: int) -> Done:
    """Call every participant of ``session`` who is not here, not replaced and not called.

    The answer holds how many were called.
    """
    check_session(event, session)
    called = set(PlayerCall.objects.filter(entry__event=event, session=session).values_list("entry", flat=True))
    players = event.entries.filter(kind=Entry.Kind.PLAYER).prefetch_related("withdrawals")
    replaced, here = replaced_in(event, session), arrivals_in(event, session)
    entries = [
        player
        for player in players.order_by("number")
        if plays_in(player, session)
        and player.pk not in here
        and player.pk not in called
        and player.number not in replaced
    ]
    end_calls(context, entries)
    _create_calls(context, entries, session)
    numbers = [entry.number for entry in entries]
    after = {"session": session, "numbers": numbers}
    return Done({"called": len(numbers)}, f"session:{session}", None, after, (CALLS,), changed=bool(numbers))


@action("player.uncall", summary=_("Cancel the call of a player"), roles=CHECKERS, subject="entry")
def uncall_player(context: ActionContext, entry: Entry) -> Done:
    ended = end_calls(context, [entry])
    return Done(
        {"number": entry.number}, _audit_ref(entry), {"called": True}, {"called": False}, ended, changed=bool(ended)
    )


@action(
    "session.late_from",
    summary=_("Set the time from which lateness counts"),
    roles=CHOOSERS,
    subject="session",
    states={"unreleased": Answer.SAFE, "released": Answer.REFUSED},
)
def count_late_from(_context: ActionContext, session: Session, *, at: datetime | None) -> Done:
    """Count lateness (3.11.2.1) from ``at``; None: from the planned start."""
    before, session.late_from = session.late_from, at
    session.save(update_fields=["late_from"])
    target = f"session:{session.number}"
    raises = (CALLS, LIVE, PUBLIC)
    return Done(
        {"session": session.number}, target, {"late_from": before}, {"late_from": at}, raises, changed=before != at
    )


def end_calls(
    _context: ActionContext, entries: Iterable[Entry], *, first_session: int = 1, last_session: int | None = None
) -> tuple[str, ...]:
    """End the calls of the entries for the sessions from ``first_session`` to ``last_session``.

    Returns the versions to raise.
    """
    calls = PlayerCall.objects.filter(entry__in=list(entries), session__gte=first_session)
    ended, _kinds = (calls.filter(session__lte=last_session) if last_session else calls).delete()
    return (CALLS,) if ended else ()


def _create_calls(context: ActionContext, entries: Iterable[Entry], session: int) -> list[PlayerCall]:
    at: Any = timezone.now().replace(microsecond=0)
    rows = (PlayerCall(entry=entry, session=session, at=at, by=context.actor.name[:150]) for entry in entries)
    return PlayerCall.objects.bulk_create(rows)


def check_session(event: Event, session: int) -> None:
    """Refuse a session that the event does not have."""
    if not 1 <= session <= event.planned_sessions:
        raise Refused(_("The event has sessions 1 to %(last)d.") % {"last": event.planned_sessions})


def _audit_ref(entry: Entry) -> str:
    return f"entry:{entry.number}"
