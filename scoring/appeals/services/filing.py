"""File and withdraw appeals, and take them to the arbitration committee (3.12, 3.13.1)."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import ActionContext, Answer, Done, action
from common.actions.errors import Refused, Unusual
from common.actions.permissions import BEARER
from scoring.appeals import rules
from scoring.appeals.models.appeals import Appeal
from scoring.appeals.models.steps import AppealStep, AppealText
from scoring.appeals.rules import State
from scoring.appeals.selectors.appeals import appeals_until, last_step, leader_of, second_until
from scoring.appeals.services.shared import ENTITLED, NEVER, UNDECIDED, done_on
from scoring.appeals.services.signing import own_signer, sign
from scoring.fouls.models import Foul
from scoring.settings.models.appeals import AppealSettings
from scoring.sheets.models.rulings import Ruling
from scoring.sheets.models.sheets import Sheet
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.events.selectors.privacy import last_day_kept
from tournament.events.services.closed import refuse_if_closed

MOST_TEXT = 10_000


@dataclass(frozen=True)
class AppealFiling:
    """The input of `file_appeal`: an appeal of the player ``entry``, filed ``by`` the player or the leader (3.12.1).

    The target is one of ``ruling``, ``foul`` and ``sheet``, else the competition with a ``subject``. The appeal time
    runs from the end of ``session``.
    ``handed_in``: when an official received it on paper.
    """

    entry: Entry
    by: str
    session: Session
    text: str
    sheet: Sheet | None = None
    ruling: Ruling | None = None
    foul: Foul | None = None
    subject: str = ""
    matter: str = Appeal.Matter.RULES
    handed_in: datetime | None = None

    @property
    def against(self) -> str:
        if self.ruling:
            return "ruling"
        if self.foul:
            return "foul"
        return "sheet" if self.sheet else "other"


@action("appeal.file", summary=gettext_lazy("File an appeal"), roles=[*ENTITLED, BEARER], subject="event")
def file_appeal(
    context: ActionContext, event: Event, *, appeal: AppealFiling, acknowledged: tuple[str, ...] = ()
) -> Done:
    """Record an appeal with its first step. A player or leader who identified by code has signed it by that.

    An appeal in time is admissible although the event is closed (3.12.2). Refused: a closed event after the appeal
    time, a leader of a team without one, a time in the future, no text. Asked: "late", since a late appeal is
    inadmissible. The answer: ``appeal``, its number, and ``state``.
    """
    if appeal.by == Appeal.By.LEADER and not leader_of(appeal.entry):
        raise Refused(_("This player's team has no leader."), where="by")
    if appeal.against == Appeal.Against.COMPETITION and appeal.subject not in Appeal.Subject.values:
        raise Refused(_("Choose what the appeal is about."), where="subject")
    filed = _filing_time(appeal.handed_in, timezone.now())
    deadline = appeals_until(appeal.session)
    late = rules.is_late(filed, deadline)
    if late or deadline is None:
        refuse_if_closed(event)
    if late and "late" not in acknowledged:
        raise Unusual({"late": late_question(deadline)}, where="text")
    row = _new_appeal(event, appeal)
    row.late, row.deadline = late, deadline
    row.filed_at, row.filed_by, row.filed_ref = filed, context.actor.name, context.actor.ref
    row.status = rules.first_state(late=late)
    _set_fee(row, event.appeals_settings)
    row.save()
    first = rules.first_instance(about_rules=appeal.matter == Appeal.Matter.RULES)
    step = put_step(context, row, first, appeal.text, filed)
    if late:
        step.outcome, step.decided_at = State.INADMISSIBLE, filed
        step.save(update_fields=["outcome", "decided_at"])
    after = {
        "against": row.against,
        "subject": row.subject,
        "session": row.session.number,
        "player": appeal.entry.number,
        "late": late,
    }
    return done_on(row, after=after | {"state": str(row.status)})


def _new_appeal(event: Event, filing: AppealFiling) -> Appeal:
    """Return the event's next appeal, not stored yet."""
    appeal = Appeal(event=event, entry=filing.entry, team=filing.entry.team, by=filing.by, matter=filing.matter)
    appeal.session, appeal.sheet, appeal.ruling, appeal.foul = filing.session, filing.sheet, filing.ruling, filing.foul
    appeal.against = filing.against
    appeal.subject = filing.subject if filing.against == Appeal.Against.COMPETITION else ""
    appeal.number = (Appeal.objects.filter(event=event).aggregate(last=Max("number"))["last"] or 0) + 1
    return appeal


@action(
    "appeal.take_further",
    summary=gettext_lazy("Appeal a decision to the arbitration committee"),
    roles=[*ENTITLED, BEARER],
    subject="appeal",
    states=NEVER | dict.fromkeys(rules.DISPUTABLE, Answer.SAFE),
)
def take_further(context: ActionContext, appeal: Appeal, *, text: str, handed_in: datetime | None = None) -> Done:
    """Take the chief referee's decision to the arbitration committee, in writing and in time, else Refused (3.13.1)."""
    deadline = second_until(appeal)
    if deadline is None:
        raise Refused(_("This decision cannot be appealed."))
    filed = _filing_time(handed_in, timezone.now())
    if rules.is_late(filed, deadline):
        raise Refused(_("The time for this ended at %(time)s.") % {"time": _clock(deadline)})
    previous, appeal.status = appeal.status, State.UNSIGNED
    appeal.save(update_fields=["status"])
    put_step(context, appeal, rules.Instance.ARBITRATION, text, filed)
    return done_on(appeal, before={"state": previous}, after={"state": appeal.status, "instance": "arbitration"})


@action(
    "appeal.withdraw",
    summary=gettext_lazy("Withdraw an appeal"),
    roles=[*ENTITLED, BEARER],
    subject="appeal",
    states=UNDECIDED,
)
def withdraw(context: ActionContext, appeal: Appeal) -> Done:
    """Withdraw an undecided appeal; the fee is returned or kept by whether it was heard (3.12.2)."""
    previous, appeal.status = appeal.status, State.WITHDRAWN
    appeal.save(update_fields=["status"])
    step = last_step(appeal)
    step.outcome, step.decided_at, step.decided_by = State.WITHDRAWN, timezone.now(), context.actor.name
    step.decided_ref = context.actor.ref
    step.save()
    return done_on(appeal, before={"state": previous}, after={"state": appeal.status})


def put_step(
    context: ActionContext, appeal: Appeal, instance: rules.Instance, text: str, began_at: datetime
) -> AppealStep:
    """Add a step with its text, signed if the actor identified by code. Refused: no text, or too long a text."""
    plain = text.strip()
    if not plain:
        raise Refused(_("Write what the appeal is about."), where="text")
    if len(plain) > MOST_TEXT:
        raise Refused(_("This is longer than %(most)d characters.") % {"most": MOST_TEXT}, where="text")
    order = AppealStep.objects.filter(appeal=appeal).count() + 1
    step = AppealStep.objects.create(appeal=appeal, order=order, instance=instance, began_at=began_at)
    AppealText.objects.create(step=step, text=plain, delete_after=last_day_kept(appeal.event))
    own = own_signer(context, appeal)
    if own:
        sign(context, appeal, own)
    return step


def late_question(deadline: datetime | None) -> str:
    """Return the question before a late appeal is recorded."""
    time = _clock(deadline) if deadline else ""
    return _("The appeal time ended at %(time)s. The appeal can only be recorded as inadmissible.") % {"time": time}


def _set_fee(appeal: Appeal, settings: AppealSettings) -> None:
    """Set the current fee (3.12.2); a late appeal is free where fees of inadmissible appeals are returned."""
    appeal.fee, appeal.fee_currency = settings.fee, settings.fee_currency
    free = appeal.late and settings.fee_inadmissible == AppealSettings.FeeInadmissible.RETURNED
    appeal.fee_state = Appeal.Fee.DUE if settings.fee and not free else Appeal.Fee.NONE


def _filing_time(handed_in: datetime | None, now: datetime) -> datetime:
    """Return when the appeal was filed: now, or when an official received the paper."""
    if handed_in is None:
        return now
    if handed_in > now:
        raise Refused(_("This time is in the future."), where="handed_in")
    return handed_in


def _clock(moment: datetime) -> str:
    return date_format(timezone.localtime(moment), "SHORT_DATETIME_FORMAT")
