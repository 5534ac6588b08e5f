"""Withdraw from the event from a session on, and return (rulings: Withdrawal)."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, PUBLIC, ActionContext, Answer, Done, action
from common.actions.errors import Refused
from common.i18n.wording import one_line
from tournament.events.models.entries import Entry
from tournament.events.services.closed import refuse_if_closed
from tournament.people.models.accounts import Role
from tournament.presence.models.presence import Withdrawal
from tournament.presence.services.calls import end_calls

DECIDERS = [Role.Name.ORGANIZER, Role.Name.COMMITTEE, Role.Name.CHIEF_REFEREE]


@action(
    "entry.withdraw",
    summary=_("Withdraw a player from the event"),
    roles=DECIDERS,
    subject="entry",
    states={"entered": Answer.ASKS, "withdrawn": Answer.REFUSED, "disqualified": Answer.REFUSED},
)
def withdraw(context: ActionContext, entry: Entry, *, session: int) -> Done:
    """Take the entry out from ``session`` on: earlier results remain, but it gets no rank (rulings: Withdrawal)."""
    ended = take_out(context, entry, session)
    return _status_done(entry, {"status": "entered"}, {"status": "withdrawn", "from_session": session}, ended)


def take_out(context: ActionContext, entry: Entry, session: int, *, suspended: bool = False) -> tuple[str, ...]:
    """Take an entered entry out from ``session`` on, with the action's reason; return the versions to raise.

    ``suspended``: by a decision (3.11.4); only a role that may lift it can end it.
    """
    refuse_if_closed(entry.event)
    _check_first_session(entry, session)
    Withdrawal.objects.create(
        entry=entry,
        from_session=session,
        suspended=suspended,
        reason=one_line(context.reason),
        by=context.actor.name[:150],
        at=_now(),
    )
    _set_status(entry, Entry.Status.WITHDRAWN)
    return end_calls(context, [entry], first_session=session)


@action(
    "entry.return",
    summary=_("Let a player who withdrew play again"),
    roles=DECIDERS,
    subject="entry",
    states={"withdrawn": Answer.ASKS, "entered": Answer.REFUSED, "disqualified": Answer.REFUSED},
)
def return_entry(context: ActionContext, entry: Entry, *, session: int) -> Done:
    """Let the entry play again from ``session`` on, with a rank.

    A return from the first missed session or an earlier one means that the withdrawal was a mistake: it is deleted and
    remains in the audit log only.
    """
    period = entry.withdrawals.filter(until_session=None).first()
    if period is not None and period.suspended:
        raise Refused(_("This player is suspended: only the committee can lift the suspension."))
    before = {"status": "withdrawn", "from_session": period and period.from_session}
    let_back(context, entry, session)
    return _status_done(entry, before, {"status": "entered", "from_session": session})


def let_back(context: ActionContext, entry: Entry, session: int) -> None:
    """Let an entry play again from ``session`` on; up to the first missed session, the withdrawal is deleted."""
    refuse_if_closed(entry.event)
    _check_session(entry, session)
    period = entry.withdrawals.filter(until_session=None).first()
    if period is not None and session <= period.from_session:
        period.delete()
    elif period is not None:
        period.until_session, period.return_reason = session, one_line(context.reason)
        period.return_by, period.return_at = context.actor.name[:150], _now()
        period.save()
    if entry.status == Entry.Status.WITHDRAWN:
        _set_status(entry, Entry.Status.ENTERED)


def mark_suspended(context: ActionContext, entry: Entry, session: int) -> tuple[str, ...]:
    """Suspend an entry that is out already from ``session`` on; return the versions to raise.

    Its withdrawal is kept, to count again when the suspension is lifted (3.11.4; rulings: Withdrawal).
    """
    period = entry.withdrawals.filter(until_session=None).first()
    if period is None and entry.status != Entry.Status.WITHDRAWN:
        return ()
    _check_first_session(entry, session)
    period = period or Withdrawal(entry=entry, from_session=session)
    period.withdrew_from = period.from_session
    period.from_session, period.suspended = min(period.from_session, session), True
    period.save()
    return end_calls(context, [entry], first_session=session)


def end_suspension(context: ActionContext, entry: Entry, session: int) -> None:
    """End the suspension of an entry from ``session`` on; a withdrawal made before the suspension counts again."""
    period = entry.withdrawals.filter(until_session=None).first()
    if period is None or period.withdrew_from is None:
        let_back(context, entry, session)
        return
    _check_session(entry, session)
    first, ended = period.from_session, min(session, period.withdrew_from)
    period.from_session, period.suspended, period.withdrew_from = period.withdrew_from, False, None
    period.save()
    if first < ended:
        Withdrawal.objects.create(
            entry=entry,
            from_session=first,
            until_session=ended,
            suspended=True,
            return_reason=one_line(context.reason),
            return_by=context.actor.name[:150],
            return_at=_now(),
        )


def disqualify(_context: ActionContext, entry: Entry, *, on: bool) -> None:
    """Disqualify an entry (3.11.5), or revoke that: to withdrawn if it was out, else to entered."""
    out = entry.withdrawals.filter(until_session=None).exists()
    previous = Entry.Status.WITHDRAWN if out else Entry.Status.ENTERED
    _set_status(entry, Entry.Status.DISQUALIFIED if on else previous)


def lose_rank(_context: ActionContext, entry: Entry, *, on: bool) -> None:
    """Take an entry's rank away (3.11.5), or restore it; the player may continue to play."""
    entry.rank_lost = on
    entry.save(update_fields=["rank_lost"])


def _check_session(entry: Entry, session: int) -> None:
    last = entry.event.planned_sessions
    if not 1 <= session <= last:
        raise Refused(_("The event has sessions 1 to %(last)d.") % {"last": last}, where="session")


def _check_first_session(entry: Entry, session: int) -> None:
    """Refuse a session from which the entry cannot be out, because an earlier absence covers it."""
    _check_session(entry, session)
    earlier = entry.withdrawals.exclude(until_session=None).order_by("from_session").last()
    if earlier and earlier.until_session and session < earlier.until_session:
        message = _("This player was out until session %(number)d; choose that session or a later one.")
        raise Refused(message % {"number": earlier.until_session}, where="session")


def _set_status(entry: Entry, status: str) -> None:
    entry.status = status
    entry.save(update_fields=["status"])


def _status_done(entry: Entry, before: dict[str, Any], after: dict[str, Any], raises: tuple[str, ...] = ()) -> Done:
    # Raise the public version: public standings list the entry differently.
    answer = {"number": entry.number, **after}
    return Done(answer, f"entry:{entry.number}", before, after, raises=(LIVE, PUBLIC, *raises))


def _now() -> Any:
    return timezone.now().replace(microsecond=0)
