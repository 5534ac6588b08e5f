"""Handing an appeal in, signing it, taking it to the committee, withdrawing it (3.12, 3.13.1)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Max
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import LIVE, PUBLIC, Answer, Call, Done, action
from common.actions.errors import Refused, Unusual
from common.actions.permissions import BEARER
from scoring.appeals import rules
from scoring.appeals.models import Appeal, AppealSignature, AppealStep, AppealText
from scoring.appeals.rules import State
from scoring.appeals.selectors.appeals import appeals_until, last_step, leader_of, second_until, settings_of
from scoring.fouls.models import Foul
from scoring.settings.models import AppealSettings
from scoring.sheets.models.codes import CodeTries, LeaderCode, PlayerCode
from scoring.sheets.models.rulings import Ruling
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.codes.table_codes import address_digest, leader_code_digest, player_code_digest
from scoring.sheets.services.codes.code_tries import reset_tries, try_code
from tournament.events.models.entries import Entry, Team
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.events.selectors.privacy import last_day_kept
from tournament.events.services.closed import refuse_if_closed
from tournament.people.models.accounts import Role

#: Who types appeals for others, and reads what is written in them.
ENTITLED = [Role.Name.ORGANIZER, Role.Name.COMMITTEE, Role.Name.CHIEF_REFEREE, Role.Name.ARBITRATION]
MOST_TEXT = 10_000
NEVER: dict[str, Answer] = dict.fromkeys(State, Answer.REFUSED)
UNDECIDED: dict[str, Answer] = NEVER | dict.fromkeys(rules.UNDECIDED, Answer.SAFE)


@action(
    "appeal.identify",
    summary=gettext_lazy("Say with the own code who one is, for appeals"),
    roles=[BEARER],
    subject="event",
)
def identify(
    call: Call, event: Event, *, code: str, entry: int | None = None, team: int | None = None, address: str = ""
) -> Done:
    """Try the code of the player ``entry`` or of the leader of ``team`` (ids), from this network ``address``.

    The answer: ``right``, the free ``tries`` left, ``next_at`` (`Tried`). A wrong one is kept as a try, so this is no
    error. Refused: no code there, or the next try has to wait.
    """
    known: PlayerCode | LeaderCode | None
    if team is not None:
        known = LeaderCode.objects.select_for_update().filter(team=team, team__event=event).first()
        digest, who = leader_code_digest(team, code), f"team:{known.team.number}" if known else ""
    else:
        known = PlayerCode.objects.select_for_update().filter(entry=entry, entry__event=event).first()
        digest, who = player_code_digest(entry or 0, code), f"entry:{known.entry.number}" if known else ""
    tried = try_code(call, known, digest, CodeTries.Use.APPEALS, address_digest(address))
    after = None if tried.right else {"tries": tried.left}
    return Done({"right": tried.right} | tried.answer, who, after=after, raises=(), changed=not tried.right)


@dataclass(frozen=True)
class AppealFacts:
    """An appeal of the player ``entry``, handed in ``by`` the player or the leader (3.12.1).

    It is against one of ``ruling``, ``foul`` and ``sheet``; ``session`` is the one whose end counts. An official may
    say when a paper was ``handed_in``.
    """

    entry: Entry
    by: str
    session: Session
    text: str
    sheet: Sheet | None = None
    ruling: Ruling | None = None
    foul: Foul | None = None
    matter: str = Appeal.Matter.RULES
    handed_in: datetime | None = None

    @property
    def against(self) -> str:
        """What the appeal is against."""
        if self.ruling:
            return "ruling"
        return "foul" if self.foul else "sheet"


@action(
    "appeal.file",
    summary=gettext_lazy("File an appeal"),
    roles=[*ENTITLED, BEARER],
    subject="event",
)
def file_appeal(call: Call, event: Event, *, appeal: AppealFacts, acknowledged: tuple[str, ...] = ()) -> Done:
    """Record an appeal with its first step. A player or leader who identified with the own code has signed with it.

    Asked: "late", since a late appeal is recorded as inadmissible only (3.12.2). The answer: ``appeal``, its number,
    and ``state``.
    """
    refuse_if_closed(call, event)
    if appeal.by == Appeal.By.LEADER and not leader_of(appeal.entry):
        raise Refused(_("This player's team has no leader."), where="by")
    filed, until = _handed_in(appeal.handed_in, timezone.now()), appeals_until(appeal.session)
    late = rules.is_late(filed, until)
    if late and "late" not in acknowledged:
        raise Unusual({"late": late_question(until)}, where="text")
    row = _row(event, appeal)
    row.late, row.deadline = late, until
    row.filed_at, row.filed_by, row.filed_ref = filed, call.actor.name, call.actor.ref
    row.status = rules.first_state(late=late)
    _with_fee(row, settings_of(event))
    row.save()
    first = rules.first_instance(about_rules=appeal.matter == Appeal.Matter.RULES)
    step = put_step(call, row, first, appeal.text, filed)
    if late:
        step.outcome, step.decided_at = State.INADMISSIBLE, filed
        step.save(update_fields=["outcome", "decided_at"])
    after = {"against": row.against, "session": row.session.number, "player": appeal.entry.number, "late": late}
    return done_on(row, after=after | {"state": str(row.status)})


def _row(event: Event, facts: AppealFacts) -> Appeal:
    """The event's next appeal, not stored yet."""
    appeal = Appeal(event=event, entry=facts.entry, team=facts.entry.team, by=facts.by, matter=facts.matter)
    appeal.session, appeal.sheet, appeal.ruling, appeal.foul = facts.session, facts.sheet, facts.ruling, facts.foul
    appeal.against = facts.against
    appeal.number = (Appeal.objects.filter(event=event).aggregate(last=Max("number"))["last"] or 0) + 1
    return appeal


@action(
    "appeal.sign",
    summary=gettext_lazy("Sign an appeal, or note that it is signed on paper"),
    roles=[*ENTITLED, BEARER],
    subject="appeal",
    states=NEVER | {State.UNSIGNED: Answer.SAFE},
)
def sign_appeal(call: Call, appeal: Appeal, *, signer: str) -> Done:
    """Sign the last step as the player or the leader; once all have, it waits for its decision (3.12.3).

    With the own code only for oneself; an official notes what stands on paper.
    """
    if signer not in wanted_signers(appeal):
        raise Refused(_("Nobody else has to sign this appeal."), where="signer")
    own = own_signer(call, appeal)
    if own and signer != own:
        raise Refused(_("You can sign only for yourself."), where="signer")
    if not _sign(call, appeal, signer):
        return done_on(appeal, changed=False)
    return done_on(appeal, before={"state": State.UNSIGNED}, after={"signed": [signer], "state": appeal.status})


@action(
    "appeal.take_further",
    summary=gettext_lazy("Take a decision to the arbitration committee"),
    roles=[*ENTITLED, BEARER],
    subject="appeal",
    states=NEVER | dict.fromkeys(rules.DISPUTABLE, Answer.SAFE),
)
def take_further(call: Call, appeal: Appeal, *, text: str, handed_in: datetime | None = None) -> Done:
    """Take what the chief referee decided to the committee, in writing and in its time (3.13.1)."""
    refuse_if_closed(call, appeal.event)
    until, now = second_until(appeal), timezone.now()
    if until is None:
        raise Refused(_("This decision cannot be taken further."))
    filed = _handed_in(handed_in, now)
    if rules.is_late(filed, until):
        raise Refused(_("The time for this ended at %(time)s.") % {"time": _clock(until)})
    was, appeal.status = appeal.status, State.UNSIGNED
    appeal.save(update_fields=["status"])
    put_step(call, appeal, rules.Instance.ARBITRATION, text, filed)
    return done_on(appeal, before={"state": was}, after={"state": appeal.status, "instance": "arbitration"})


@action(
    "appeal.withdraw",
    summary=gettext_lazy("Withdraw an appeal"),
    roles=[*ENTITLED, BEARER],
    subject="appeal",
    states=UNDECIDED,
)
def withdraw(call: Call, appeal: Appeal) -> Done:
    """Withdraw an appeal that is not decided; whether it was heard before decides on the fee."""
    was, appeal.status = appeal.status, State.WITHDRAWN
    appeal.save(update_fields=["status"])
    step = last_step(appeal)
    step.outcome, step.decided_at, step.decided_by = State.WITHDRAWN, timezone.now(), call.actor.name
    step.decided_ref = call.actor.ref
    step.save()
    return done_on(appeal, before={"state": was}, after={"state": appeal.status})


@action(
    "team.leader_code",
    summary=gettext_lazy("Give a team's leader a code for appeals"),
    roles=[Role.Name.ORGANIZER, Role.Name.CHIEF_REFEREE],
    subject="event",
)
def issue_leader_code(call: Call, event: Event, *, team: Team, code: str) -> Done:
    """Let the team's leader sign with this number; the one before ends. Refused without a leader."""
    if not team.leader:
        raise Refused(_("This team has no leader."))
    digest = leader_code_digest(team.pk, code)
    known, _made = LeaderCode.objects.update_or_create(
        team=team, defaults={"digest": digest, "issued_at": timezone.now()}
    )
    reset_tries(known)
    return Done({"team": team.number}, f"team:{team.number}", raises=())


def put_step(call: Call, appeal: Appeal, instance: rules.Instance, text: str, since: datetime) -> AppealStep:
    """One more step with its text, signed by whoever hands it in with the own code. Refused without a text."""
    plain = text.strip()
    if not plain:
        raise Refused(_("Write what the appeal is about."), where="text")
    if len(plain) > MOST_TEXT:
        raise Refused(_("This is longer than %(most)d characters.") % {"most": MOST_TEXT}, where="text")
    order = AppealStep.objects.filter(appeal=appeal).count() + 1
    step = AppealStep.objects.create(appeal=appeal, order=order, instance=instance, since=since)
    AppealText.objects.create(step=step, text=plain, delete_after=last_day_kept(appeal.event))
    if own := own_signer(call, appeal):
        _sign(call, appeal, own)
    return step


def wanted_signers(appeal: Appeal) -> tuple[str, ...]:
    """Who signs the appeal (3.12.3)."""
    return rules.signers(has_leader=bool(appeal.entry and leader_of(appeal.entry)))


def own_signer(call: Call, appeal: Appeal) -> str:
    """As whom somebody with the own code signs; empty for an official."""
    own = {f"player:{appeal.entry_id}": Appeal.By.PLAYER, f"leader:{appeal.team_id}": Appeal.By.LEADER}
    return str(own.get(call.actor.ref, ""))


def late_question(until: datetime | None) -> str:
    """What is asked before a late appeal is recorded."""
    time = _clock(until) if until else ""
    return _("The time for appeals ended at %(time)s: it can be recorded only as inadmissible.") % {"time": time}


def _with_fee(appeal: Appeal, settings: AppealSettings) -> None:
    """The fee of that day (3.12.2); a late appeal costs none where fees of inadmissible ones are returned."""
    appeal.fee, appeal.fee_currency = settings.fee, settings.fee_currency
    free = appeal.late and settings.fee_inadmissible == AppealSettings.FeeInadmissible.RETURNED
    appeal.fee_state = Appeal.Fee.DUE if settings.fee and not free else Appeal.Fee.NONE


def _sign(call: Call, appeal: Appeal, signer: str) -> bool:
    """Put the signature under the last step; whether it was not there yet. The state follows."""
    step = last_step(appeal)
    if step.signatures.filter(signer=signer).exists():
        return False
    own = bool(own_signer(call, appeal))
    name = call.actor.name if own else _name_of(appeal, signer)
    how = AppealSignature.How.CODE if own else AppealSignature.How.PAPER
    AppealSignature.objects.create(step=step, signer=signer, how=how, name=name[:200], at=timezone.now())
    signed = set(step.signatures.values_list("signer", flat=True))
    if appeal.status == State.UNSIGNED:
        appeal.status = rules.state_when_signed(signed, wanted_signers(appeal))
        appeal.save(update_fields=["status"])
    return True


def _name_of(appeal: Appeal, signer: str) -> str:
    if signer == Appeal.By.LEADER:
        return leader_of(appeal.entry) if appeal.entry else ""
    return appeal.entry.name if appeal.entry else ""


def _handed_in(said: datetime | None, now: datetime) -> datetime:
    """When it was handed in: now, or when an official says a paper was."""
    if said is None:
        return now
    if said > now:
        raise Refused(_("This time is still to come."), where="handed_in")
    return said


def _clock(moment: datetime) -> str:
    return date_format(localtime(moment), "SHORT_DATETIME_FORMAT")


def done_on(appeal: Appeal, **values: Any) -> Done:
    """What an action on an appeal hands back: its number and state, and what the audit keeps.

    The public's version rises too: an open appeal keeps released results provisional.
    """
    answer = {"appeal": appeal.number, "state": str(appeal.status)}
    return Done(answer, f"appeal:{appeal.number}", **{"raises": (PUBLIC, LIVE), **values})
