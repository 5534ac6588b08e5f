"""A table calls a referee; somebody goes there and says what came of it."""

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import CALLS, Answer, Call, Done, action
from common.actions.errors import Refused
from scoring.sheets.models.calls import RefereeCall
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.referee_calls import open_call
from scoring.sheets.services.facts.writing import REFEREES, WRITERS, about, answer_of
from tournament.people.models.accounts import Role

#: Who answers calls.
ANSWERERS = [Role.Name.ORGANIZER, *REFEREES]
OPEN: dict[str, Answer] = {"waiting": Answer.SAFE, "taken": Answer.SAFE, "ended": Answer.REFUSED}


@action("sheet.call_referee", summary=gettext_lazy("Call a referee to the table"), roles=WRITERS, subject="sheet")
def call_referee(call: Call, sheet: Sheet, *, for_what: str = "table", no: int = 0) -> Done:
    """Queue the table's call, about hand ``no`` (0: about none); a table that waits already does not queue twice.

    Any phone of the table may call, the one without the pen too. The answer: version and state of the sheet.
    """
    row = put_call(call, sheet, for_what, no)
    if row is None:
        return Done(answer_of(sheet), about(call, sheet), changed=False)
    return Done(answer_of(sheet), about(call, sheet), after=_words(row), raises=(CALLS,))


@action(
    "sheet.uncall_referee",
    summary=gettext_lazy("Take the call for a referee back"),
    roles=WRITERS,
    subject="sheet",
)
def uncall_referee(call: Call, sheet: Sheet) -> Done:
    """Take the table's open call back; without one nothing changes."""
    row = open_call(sheet.table)
    if row is None:
        return Done(answer_of(sheet), about(call, sheet), changed=False)
    row.ended_at, row.ended_by, row.taken_back = timezone.now(), call.actor.name, True
    row.save()
    return Done(answer_of(sheet), about(call, sheet), before=_words(row), raises=(CALLS,))


@action(
    "referee_call.take",
    summary=gettext_lazy("Go to a table that calls"),
    roles=ANSWERERS,
    subject="referee_call",
    states=OPEN,
)
def take_call(call: Call, row: RefereeCall) -> Done:
    """Go there; also instead of somebody else who said so before."""
    if row.taken_ref == call.actor.ref:
        return Done({"call": row.pk}, _about(row), changed=False)
    before = row.taken_by or None
    row.taken_at, row.taken_by, row.taken_ref = timezone.now(), call.actor.name, call.actor.ref
    row.save(update_fields=["taken_at", "taken_by", "taken_ref"])
    taken = {"referee": row.taken_by}
    return Done({"call": row.pk}, _about(row), before and {"referee": before}, taken, raises=(CALLS,))


@action(
    "referee_call.answer",
    summary=gettext_lazy("Say what came of a call"),
    roles=ANSWERERS,
    subject="referee_call",
    states=OPEN,
)
def answer_call(call: Call, row: RefereeCall, *, outcome: str) -> Done:
    """End the call with its outcome in a few words; who did not say so before was there."""
    if not outcome.strip():
        raise Refused(_("Say in a few words what came of it."), where="outcome")
    end_call(call, row, outcome)
    return Done({"call": row.pk}, _about(row), after={"outcome": row.outcome}, raises=(CALLS,))


def put_call(call: Call, sheet: Sheet, for_what: str, no: int) -> RefereeCall | None:
    """The table's new call, under the sheet's lock; None if one waits already."""
    if for_what not in RefereeCall.About.values:
        raise Refused(_("Choose what the referee is called for."), where="for_what")
    if open_call(sheet.table):
        return None
    row = RefereeCall(event=sheet.table.session.event, table=sheet.table, about=for_what, hand_no=no)
    row.called_at, row.called_by = timezone.now(), call.actor.name
    row.save()
    return row


def end_call(call: Call, row: RefereeCall, outcome: str) -> None:
    """The call is answered: by whoever went there, else by who says so."""
    now = timezone.now()
    row.outcome, row.ended_at, row.ended_by = " ".join(outcome.split())[:300], now, call.actor.name
    if row.taken_at is None:
        row.taken_at, row.taken_by, row.taken_ref = now, call.actor.name, call.actor.ref
    row.save()


def answer_dispute(call: Call, sheet: Sheet, no: int, outcome: str) -> None:
    """The ruling on hand ``no`` answers the table's call about it, if it waits for one."""
    row = open_call(sheet.table)
    if row and row.about == RefereeCall.About.DISPUTE and row.hand_no == no:
        end_call(call, row, outcome)


def _words(row: RefereeCall) -> dict[str, object]:
    return {"for_what": row.about} | ({"no": row.hand_no} if row.hand_no else {})


def _about(row: RefereeCall) -> str:
    return f"sheet:{row.table.session.number}/{row.table.number}"
