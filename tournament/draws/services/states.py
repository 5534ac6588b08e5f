"""Approve, reopen and discard a draw.

Releasing creates the tables' sheets and is therefore in scoring (``scoring.draw_release.services.releasing``).
"""

from typing import Any

from django.utils.translation import gettext_lazy

from common.actions.engine import LIVE, PUBLIC, ActionContext, Answer, Done, action
from tournament.draws.models.draws import Draw
from tournament.draws.services.shared import DRAWERS, NEVER, audit_ref, now_to_the_second


@action(
    "draw.approve",
    summary=gettext_lazy("Approve a drawn chart"),
    roles=DRAWERS,
    subject="draw",
    states={**NEVER, Draw.State.DRAFT: Answer.SAFE},
)
def approve_draw(context: ActionContext, draw: Draw) -> Done:
    """Approve the draft; from now on it cannot be changed."""
    return _set_state(draw, Draw.State.APPROVED, approved_at=now_to_the_second(), approved_by=context.actor.name[:150])


@action(
    "draw.reopen",
    summary=gettext_lazy("Withdraw the approval of a chart"),
    roles=DRAWERS,
    subject="draw",
    states={**NEVER, Draw.State.APPROVED: Answer.ASKS},
)
def reopen_draw(_context: ActionContext, draw: Draw) -> Done:
    return _set_state(draw, Draw.State.DRAFT, approved_at=None, approved_by="")


@action(
    "draw.discard",
    summary=gettext_lazy("Discard a draw that is not released"),
    roles=DRAWERS,
    subject="draw",
    states=NEVER
    | dict.fromkeys([Draw.State.FROZEN, Draw.State.OFFERED, Draw.State.DRAFT, Draw.State.APPROVED], Answer.ASKS),
)
def discard_draw(context: ActionContext, draw: Draw) -> Done:
    """Discard the draw, with a public reason; a new draw becomes the next version."""
    return _set_state(draw, Draw.State.DISCARDED, ended_at=now_to_the_second(), reason=context.reason)


def close_draw(context: ActionContext, draw: Draw, state: Draw.State) -> None:
    """Mark the draw as released, or as retracted for the action's reason; part of both actions in scoring."""
    draw.state = state
    if state == Draw.State.RELEASED:
        draw.released_at, draw.released_by = now_to_the_second(), context.actor.name[:150]
    else:
        draw.ended_at, draw.reason = now_to_the_second(), context.reason
    draw.save(update_fields=["state", "released_at", "released_by", "ended_at", "reason"])


def _set_state(draw: Draw, state: Draw.State, **columns: Any) -> Done:
    before, draw.state = draw.state, state
    for name, value in columns.items():
        setattr(draw, name, value)
    draw.save(update_fields=["state", *columns])
    return Done({"draw": draw.version, "state": str(state)}, audit_ref(draw), before, str(state), (PUBLIC, LIVE))
