"""Calls of tables for a referee: making, taking and answering them."""

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import CALLS, ActionContext, Answer, Done, action
from common.actions.errors import Refused
from common.i18n.wording import one_line
from scoring.sheets.models.calls import RefereeCall
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.referee_calls import open_call
from scoring.sheets.services.facts.writing import REFEREES, WRITERS, answer_of, audit_name
from tournament.people.models.accounts import Role

ANSWERERS = [Role.Name.ORGANIZER, *REFEREES]
OPEN: dict[str, Answer] = {"waiting": Answer.SAFE, "taken": Answer.SAFE, "ended": Answer.REFUSED}


@action("sheet.call_referee", summary=gettext_lazy("Call a referee to the table"), roles=WRITERS, subject="sheet")
def call_referee(context: ActionContext, sheet: Sheet, *, for_what: str = "table", no: int = 0) -> Done:
    """Queue a call of the table about hand ``no`` (0: no hand); a table with an open call does not queue twice.

    Phones without the pen may call too. The answer has version and state of the sheet.
    """
    row = put_call(context, sheet, for_what, no)
    if row is None:
        return Done(answer_of(sheet), audit_name(sheet), changed=False)
    return Done(answer_of(sheet), audit_name(sheet), after=_audit_data(row), raises=(CALLS,))


@action(
    "sheet.uncall_referee",
    summary=gettext_lazy("Cancel the call for a referee"),
    roles=WRITERS,
    subject="sheet",
)
def uncall_referee(context: ActionContext, sheet: Sheet) -> Done:
    """Withdraw the table's open call; without one nothing changes."""
    row = open_call(sheet.table)
    if row is None:
        return Done(answer_of(sheet), audit_name(sheet), changed=False)
    row.ended_at, row.ended_by, row.taken_back = timezone.now(), context.actor.name, True
    row.save()
    return Done(answer_of(sheet), audit_name(sheet), before=_audit_data(row), raises=(CALLS,))


@action(
    "referee_call.take",
    summary=gettext_lazy("Go to a table that called"),
    roles=ANSWERERS,
    subject="referee_call",
    states=OPEN,
)
def take_call(context: ActionContext, row: RefereeCall) -> Done:
    """Take the call, also from another referee who took it before."""
    if row.taken_ref == context.actor.ref:
        return Done({"call": row.pk}, _audit_name(row), changed=False)
    before = row.taken_by or None
    row.taken_at, row.taken_by, row.taken_ref = timezone.now(), context.actor.name, context.actor.ref
    row.save(update_fields=["taken_at", "taken_by", "taken_ref"])
    taken = {"referee": row.taken_by}
    return Done({"call": row.pk}, _audit_name(row), before and {"referee": before}, taken, raises=(CALLS,))


@action(
    "referee_call.answer",
    summary=gettext_lazy("Enter the outcome of a call"),
    roles=ANSWERERS,
    subject="referee_call",
    states=OPEN,
)
def answer_call(context: ActionContext, row: RefereeCall, *, outcome: str) -> Done:
    """End the call with its outcome in a few words; a call without referee goes to the caller."""
    if not outcome.strip():
        raise Refused(_("Describe the outcome in a few words."), where="outcome")
    end_call(context, row, outcome)
    return Done({"call": row.pk}, _audit_name(row), after={"outcome": row.outcome}, raises=(CALLS,))


def put_call(context: ActionContext, sheet: Sheet, for_what: str, no: int) -> RefereeCall | None:
    """Store a new call of the table, under the sheet's lock; return None if it has an open call."""
    if for_what not in RefereeCall.About.values:
        raise Refused(_("Choose what the referee is called for."), where="for_what")
    if open_call(sheet.table):
        return None
    row = RefereeCall(event=sheet.table.session.event, table=sheet.table, about=for_what, hand_no=no)
    row.called_at, row.called_by = timezone.now(), context.actor.name
    row.save()
    return row


def end_call(context: ActionContext, row: RefereeCall, outcome: str) -> None:
    """End the call with its outcome; if no referee took it, the actor did."""
    now = timezone.now()
    row.outcome, row.ended_at, row.ended_by = one_line(outcome, 300), now, context.actor.name
    if row.taken_at is None:
        row.taken_at, row.taken_by, row.taken_ref = now, context.actor.name, context.actor.ref
    row.save()


def answer_dispute(context: ActionContext, sheet: Sheet, no: int, outcome: str) -> None:
    """Answer the table's open call about disputed hand ``no``, if there is one, with a ruling."""
    row = open_call(sheet.table)
    if row and row.about == RefereeCall.About.DISPUTE and row.hand_no == no:
        end_call(context, row, outcome)


def answer_foul(context: ActionContext, sheet: Sheet, outcome: str) -> bool:
    """Answer the table's open call about a foul with a recorded foul; return whether there was one."""
    row = open_call(sheet.table)
    if row is None or row.about != RefereeCall.About.FOUL:
        return False
    end_call(context, row, outcome)
    return True


def _audit_data(row: RefereeCall) -> dict[str, object]:
    return {"for_what": row.about} | ({"no": row.hand_no} if row.hand_no else {})


def _audit_name(row: RefereeCall) -> str:
    return f"sheet:{row.table.session.number}/{row.table.number}"
