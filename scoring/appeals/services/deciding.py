"""Decide an appeal: its instance, the hearing, the outcome, and the corrections that follow (3.13)."""

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import ActionContext, Answer, Done, action
from common.actions.errors import Refused, Unusual
from common.i18n.wording import one_line
from scoring.appeals import rules
from scoring.appeals.models.additions import AppealCorrection
from scoring.appeals.models.appeals import Appeal
from scoring.appeals.models.steps import AppealStep
from scoring.appeals.rules import Instance, State
from scoring.appeals.selectors.appeals import last_step
from scoring.appeals.services.shared import ENTITLED, NEVER, UNDECIDED, done_on
from scoring.fouls.models import Foul
from scoring.sheets.models.sheets import Sheet
from tournament.people.models.accounts import Role

WHEN_OPEN: dict[str, Answer] = NEVER | {State.OPEN: Answer.SAFE}
TO_DECIDE: dict[str, Answer] = NEVER | {State.OPEN: Answer.ASKS, State.UNSIGNED: Answer.ASKS}
WHEN_UPHELD: dict[str, Answer] = NEVER | {State.UPHELD: Answer.SAFE}


@action(
    "appeal.route",
    summary=gettext_lazy("Set who decides an appeal first"),
    roles=ENTITLED,
    subject="appeal",
    states=UNDECIDED,
)
def route(_context: ActionContext, appeal: Appeal, *, matter: str, department: str = "") -> Done:
    """Pass the appeal on: matters of rules to the chief referee, others to a named department (3.12.4, 3.13).

    Refused: the second step, which the committee decides, and another matter without a department.
    """
    step = last_step(appeal)
    if step.instance == Instance.ARBITRATION:
        raise Refused(_("The arbitration committee decides this step."))
    about_rules = matter == Appeal.Matter.RULES
    named = "" if about_rules else one_line(department)
    if not about_rules and not named:
        raise Refused(_("Name the department that decides."), where="department")
    before = {"matter": appeal.matter, "department": step.department}
    appeal.matter, step.department = matter, named
    step.instance = rules.first_instance(about_rules=about_rules)
    appeal.save(update_fields=["matter"])
    step.save(update_fields=["instance", "department"])
    return done_on(appeal, before=before, after={"matter": matter, "department": named})


@action(
    "appeal.hear",
    summary=gettext_lazy("Begin the hearing of an appeal"),
    roles=ENTITLED,
    subject="appeal",
    states=WHEN_OPEN,
)
def hear(_context: ActionContext, appeal: Appeal) -> Done:
    """Begin the hearing; from then on a withdrawal loses the fee (3.12.2)."""
    step = last_step(appeal)
    if step.heard_at:
        return done_on(appeal, changed=False)
    step.heard_at = timezone.now()
    step.save(update_fields=["heard_at"])
    return done_on(appeal, after={"heard": step.heard_at.isoformat(timespec="seconds")})


@action(
    "appeal.decide",
    summary=gettext_lazy("Decide an appeal as the chief referee"),
    roles=[Role.Name.CHIEF_REFEREE],
    subject="appeal",
    states=TO_DECIDE,
)
def decide_first(
    context: ActionContext, appeal: Appeal, *, outcome: str, names: str, acknowledged: tuple[str, ...] = ()
) -> Done:
    """Decide a matter of the rules (3.13.1), as :func:`decide_step`."""
    return decide_step(context, appeal, Instance.CHIEF_REFEREE, outcome, names, acknowledged=acknowledged)


@action(
    "appeal.decide_department",
    summary=gettext_lazy("Decide an appeal as the department"),
    roles=[Role.Name.ORGANIZER, Role.Name.COMMITTEE],
    subject="appeal",
    states=TO_DECIDE,
)
def decide_department(
    context: ActionContext,
    appeal: Appeal,
    *,
    outcome: str,
    names: str,
    department: str = "",
    acknowledged: tuple[str, ...] = (),
) -> Done:
    """Decide another matter (3.13.2), as :func:`decide_step`; ``department``: its name, if the step has none yet."""
    step = last_step(appeal)
    if not step.department:
        step.department = one_line(department)
        step.save(update_fields=["department"])
    return decide_step(context, appeal, Instance.DEPARTMENT, outcome, names, acknowledged=acknowledged)


@action(
    "appeal.decide_second",
    summary=gettext_lazy("Decide an appeal as the arbitration committee"),
    roles=[Role.Name.ARBITRATION],
    subject="appeal",
    states=TO_DECIDE,
)
def decide_second(
    context: ActionContext,
    appeal: Appeal,
    *,
    outcome: str,
    names: str,
    finding: str = "",
    acknowledged: tuple[str, ...] = (),
) -> Done:
    """Decide the second step (3.13.3), as :func:`decide_step`.

    If this overturns the chief referee, the committee states a finding; every finding is accepted, also "none".
    """
    return decide_step(context, appeal, Instance.ARBITRATION, outcome, names, finding, acknowledged)


def decide_step(
    context: ActionContext,
    appeal: Appeal,
    instance: Instance,
    outcome: str,
    names: str,
    finding: str = "",
    acknowledged: tuple[str, ...] = (),
) -> Done:
    """Decide the open step, with the action's reason. ``names``: the deciding persons as the decision names them.

    Refused: a step of another instance; another outcome than inadmissible while signatures are missing; no names; a
    missing finding. Asked: "unpaid".
    """
    step = last_step(appeal)
    if step.instance != instance:
        raise Refused(_("Another body decides this appeal."))
    _check_decision(appeal, step, outcome, names, finding)
    if appeal.fee_state == Appeal.Fee.DUE and outcome != State.INADMISSIBLE and "unpaid" not in acknowledged:
        raise Unusual({"unpaid": _("The fee is not paid yet.")}, where="outcome")
    previous, appeal.status = appeal.status, State(outcome)
    appeal.save(update_fields=["status"])
    step.outcome, step.decided_at, step.names = outcome, timezone.now(), names.strip()[:500]
    step.finding = finding if rules.asks_finding(instance, State(outcome)) else ""
    step.reason, step.decided_by, step.decided_ref = context.reason, context.actor.name, context.actor.ref
    step.save()
    after = {"state": outcome, "instance": step.instance} | ({"finding": step.finding} if step.finding else {})
    return done_on(appeal, before={"state": previous}, after=after)


@action(
    "appeal.link",
    summary=gettext_lazy("Link an upheld appeal to what was corrected"),
    roles=ENTITLED,
    subject="appeal",
    states=WHEN_UPHELD,
)
def link_correction(
    context: ActionContext,
    appeal: Appeal,
    *,
    sheet: Sheet | None = None,
    version: int | None = None,
    foul: Foul | None = None,
    note: str = "",
) -> Done:
    """Record a correction: a ``version`` of a sheet, a cancelled foul, or a note; sheets and fouls only once."""
    plain = one_line(note, 300)
    if sheet is None and foul is None and not plain:
        raise Refused(_("Enter what was corrected."), where="note")
    if sheet is not None and not 1 <= (version or 0) <= sheet.version:
        raise Refused(_("The sheet has no such version."), where="version")
    linked = AppealCorrection.objects.filter(appeal=appeal, sheet=sheet, version=version, foul=foul)
    if (sheet or foul) and linked.exists():
        return done_on(appeal, changed=False)
    AppealCorrection.objects.create(
        appeal=appeal, sheet=sheet, version=version, foul=foul, note=plain, at=timezone.now(), by=context.actor.name
    )
    after: dict[str, object] = {"note": plain} if plain else {}
    if sheet is not None:
        after |= {"table": sheet.table.number, "version": version}
    if foul is not None:
        after["foul"] = foul.number
    return done_on(appeal, after=after)


def _check_decision(appeal: Appeal, step: AppealStep, outcome: str, names: str, finding: str) -> None:
    if outcome not in rules.OUTCOMES:
        raise Refused(_("Choose an outcome."), where="outcome")
    if appeal.status == State.UNSIGNED and outcome != State.INADMISSIBLE:
        raise Refused(_("Signatures are missing. The appeal can only be declared inadmissible."), where="outcome")
    if step.instance == Instance.DEPARTMENT and not step.department:
        raise Refused(_("Name the department that decides."), where="department")
    if not names.strip():
        raise Refused(_("Name who decided."), where="names")
    needs_finding = rules.asks_finding(Instance(step.instance), State(outcome))
    if needs_finding and finding not in AppealStep.Finding.values:
        raise Refused(_("Enter what the committee found (3.13.3)."), where="finding")
