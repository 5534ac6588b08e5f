"""Keep the reason why result certificates are made with an address that only this machine can open."""

from django.utils.translation import gettext_lazy as _

from common.actions.engine import ActionContext, Done, action
from common.actions.labels import AuditLabels, declare_labels
from ranking.bodies.models import Body
from ranking.bodies.services import COMMITTEE
from tournament.events.models.events import Event
from tournament.papers.services import PRINTERS

declare_labels(
    __name__,
    AuditLabels(keys={"why_local_results": _("Why without a public address")}, subjects={"body": _("Body %(name)s")}),
)


@action(
    "certificates.explain_event",
    summary=_("Make an event's certificates without a public address"),
    roles=PRINTERS,
    subject="event",
)
def explain_for_event(_context: ActionContext, event: Event, *, why_local: str) -> Done:
    """Keep why the Desk makes result certificates whose address only this machine can open."""
    return Done({}, f"event:{event.slug}", None, {"why_local_results": why_local}, raises=())


@action(
    "certificates.explain_body",
    summary=_("Make a body's result certificates without a public address"),
    roles=COMMITTEE,
    subject="body",
)
def explain_for_body(_context: ActionContext, body: Body, *, why_local: str) -> Done:
    """Keep why the body makes result certificates whose address only this machine can open."""
    return Done({}, f"body:{body.slug}", None, {"why_local_results": why_local}, raises=())
