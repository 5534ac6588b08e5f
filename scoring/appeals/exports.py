"""An appeal on paper (3.12.3, 3.13), with its decisions, and the receipt of its fee (3.12.2)."""

from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from common.paper import Paper
from common.paper.flow import Flow
from scoring.appeals.rules import REVIEW_ARTICLE
from scoring.appeals.selectors.appeals import corrections_of
from scoring.appeals.selectors.labels import target_text
from scoring.appeals.selectors.targets import target_of
from scoring.fouls.selectors.fouls import catalogue_of
from tournament.papers.exports.order import SIZES, Order

if TYPE_CHECKING:
    from scoring.appeals.models.appeals import Appeal
    from scoring.appeals.models.steps import AppealStep

DASH = "–"


def appeal_paper(order: Order, appeal: "Appeal", *, reads: bool) -> bytes:
    """Return the PDF of an appeal with its steps and decisions; ``reads``: include the appellant's text."""
    flow = _new_flow(order, _("Appeal %(number)d") % {"number": appeal.number})
    _facts(flow, appeal)
    for step in appeal.steps.all():
        _step(flow, appeal, step, reads=reads)
    for heading, corrections in zip(
        (_("What was corrected"), _("Under correction")), corrections_of(appeal), strict=True
    ):
        if corrections:
            flow.heading(heading)
        for correction in corrections:
            flow.lines(correction_text(correction))
    flow.heading(_("Fee"))
    flow.lines(fee_text(appeal))
    return flow.finished()


def receipt_paper(order: Order, appeal: "Appeal") -> bytes:
    """Return the PDF of the receipt: payer, amount, receiver and time of the fee, and how it was settled."""
    flow = _new_flow(order, _("Receipt"))
    flow.lines(_("Appeal %(number)d") % {"number": appeal.number}, label=_("For"), bold=True)
    flow.lines(appeal.entry.name if appeal.entry else DASH, label=_("Received from"))
    flow.lines(f"{appeal.fee} {appeal.fee_currency}", label=_("Amount"), size=14, bold=True)
    flow.lines(_moment(appeal.paid_at), label=_("When"))
    flow.lines(_("The fee of an appeal: returned if the appeal is upheld, kept if it is not (3.12.2)."), label="")
    flow.signing(_("Received by"), appeal.paid_to)
    if appeal.settled_at:
        flow.heading(capfirst(appeal.get_fee_state_display()))
        flow.lines(_moment(appeal.settled_at), label=_("When"))
        flow.signing(_("By"), appeal.settled_by)
        flow.signing(_("Signature for the returned fee"), "")
    return flow.finished()


def fee_text(appeal: "Appeal") -> str:
    """Describe amount, state and time of the fee."""
    if appeal.fee_state == "none":
        return str(appeal.get_fee_state_display())
    parts = [f"{appeal.fee} {appeal.fee_currency}", str(appeal.get_fee_state_display())]
    moment = appeal.settled_at or appeal.paid_at
    return " · ".join([*parts, _moment(moment)] if moment else parts)


def _new_flow(order: Order, title: str) -> Flow:
    paper = Paper(title, language=order.language, size=SIZES[order.size], furniture=order.furniture(title))
    flow = Flow(paper)
    flow.heading(title, 18)
    return flow


def _facts(flow: Flow, appeal: "Appeal") -> None:
    kinds = catalogue_of(appeal.event) if appeal.foul else {}
    flow.lines(target_text(target_of(appeal), kinds), label=_("Against"), bold=True)
    flow.lines(str(appeal.get_matter_display()), label=_("Concerns"))
    if appeal.entry:
        flow.lines(f"{appeal.entry.number} {appeal.entry.name}", label=_("Player"))
    if appeal.team:
        flow.lines(" · ".join(filter(None, [appeal.team.name, appeal.team.leader])), label=_("Team and leader"))
    flow.lines(_moment(appeal.filed_at), label=_("Filed at"))
    if appeal.deadline:
        flow.lines(_moment(appeal.deadline), label=_("Deadline"))
    if appeal.late:
        flow.lines(_("Too late: recorded as inadmissible."), bold=True)


def _step(flow: Flow, appeal: "Appeal", step: "AppealStep", *, reads: bool) -> None:
    titles = {1: _("First step: %(who)s"), 2: _("Second step: %(who)s")}
    flow.heading(titles[step.order] % {"who": step.department or step.get_instance_display()})
    text = getattr(step, "text", None)
    if reads and text:
        flow.lines(text.text, label=_("The appeal"))
    signatures = {signature.signer: signature for signature in step.signatures.all()}
    for signer, label in (("player", _("Signature of the player")), ("leader", _("Signature of the leader"))):
        signature = signatures.get(signer)
        if signature:
            flow.signing(label, f"{signature.name} · {signature.get_how_display()} · {_moment(signature.at)}")
        elif signer == "player" or (appeal.team and appeal.team.leader):
            flow.signing(label, "")
    if not step.outcome:
        return
    flow.lines(str(step.get_outcome_display()), label=_("Decision"), bold=True)
    if step.finding:
        flow.lines(f"{step.get_finding_display()} ({REVIEW_ARTICLE})", label=_("Finding"))
    if step.reason:
        flow.lines(step.reason, label=_("Reason"))
    flow.lines(_moment(step.decided_at), label=_("When"))
    if step.names:
        flow.signing(_("Decided by"), step.names)


def correction_text(correction: object) -> str:
    """Describe in one line what followed from an upheld appeal."""
    sheet, foul = getattr(correction, "sheet", None), getattr(correction, "foul", None)
    words = ""
    if sheet is not None:
        numbers = {"session": sheet.table.session.number, "table": sheet.table.number}
        words = _("Session %(session)d, table %(table)d, version %(version)d of the sheet") % {
            **numbers,
            "version": getattr(correction, "version", 0),
        }
    elif foul is not None:
        words = _("Foul %(number)d was cancelled") % {"number": foul.number}
    return " · ".join(filter(None, [words, getattr(correction, "note", "")]))


def _moment(moment: datetime | None) -> str:
    return date_format(localtime(moment), "SHORT_DATETIME_FORMAT") if moment else DASH
