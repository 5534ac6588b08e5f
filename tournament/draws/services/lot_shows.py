"""Show the lots on the Wall: an official begins, steps, and ends it.

No version of the event rises: the fragments of the lots query the show itself, and nothing else changes.
"""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import ActionContext, Answer, Done, action
from common.actions.errors import Refused
from tournament.draws.models.draws import Draw
from tournament.draws.models.lot_shows import LotShow
from tournament.draws.selectors.lot_shows import active_show, against_showing, lot_count
from tournament.draws.services.shared import DRAWERS, NEVER

#: Choices of lots per step: one by one in a small hall, in groups for a thousand players.
GROUPS = (1, 4, 8, 16, 40)
#: Steps of an official.
MOVES = ("next", "back", "all")
_STATES = NEVER | dict.fromkeys([Draw.State.DRAFT, Draw.State.APPROVED, Draw.State.RELEASED], Answer.SAFE)


@action(
    "lots.begin",
    summary=gettext_lazy("Begin to show the lots on the wall"),
    roles=DRAWERS,
    subject="draw",
    states=_STATES,
)
def begin_show(_context: ActionContext, draw: Draw, *, group: int = 1) -> Done:
    """Show the draw's hashes and public value on the Wall, and no lot yet; ``group`` lots at each step.

    An earlier show of this draw restarts.
    """
    against = against_showing(draw)
    if against:
        raise Refused(against)
    if group not in GROUPS:
        raise Refused(_("Choose how many lots one step shows."), where="group")
    LotShow.objects.filter(draw=draw).delete()
    show = LotShow.objects.create(draw=draw, group=group, begun_at=_now())
    return Done(_show_answer(show), _audit_ref(draw), None, {"shown": 0, "step": group}, ())


@action(
    "lots.step",
    summary=gettext_lazy("Show the next lots on the wall"),
    roles=DRAWERS,
    subject="draw",
    states=_STATES,
)
def step_show(_context: ActionContext, draw: Draw, *, move: str, seen: int) -> Done:
    """Show the next lots ("next"), hide the last ones ("back") or show all ("all").

    ``seen`` is the number of shown lots when the official decided (optimistic locking): after a concurrent step nothing
    moves, so that two windows never jump twice. The answer holds the number now shown.
    """
    show = active_show(draw)
    if show is None:
        raise Refused(_("The lots are not being shown; start first."))
    if move not in MOVES:
        raise Refused(_("There is no such step."))
    before = show.shown
    if seen == before:
        last = lot_count(draw)
        target = {"next": before + show.group, "back": before - show.group, "all": last}[move]
        show.shown = max(0, min(last, target))
        show.save(update_fields=["shown"])
    changed = show.shown != before
    return Done(_show_answer(show), _audit_ref(draw), {"shown": before}, {"shown": show.shown}, (), changed=changed)


@action(
    "lots.end",
    summary=gettext_lazy("Stop showing the lots on the wall"),
    roles=DRAWERS,
    subject="draw",
    states=dict.fromkeys(Draw.State.values, Answer.SAFE),
)
def end_show(_context: ActionContext, draw: Draw) -> Done:
    ended, _kinds = LotShow.objects.filter(draw=draw).delete()
    return Done({}, _audit_ref(draw), {"shown": True}, {"shown": False}, (), changed=bool(ended))


def _show_answer(show: LotShow) -> dict[str, Any]:
    return {"shown": show.shown, "group": show.group}


def _audit_ref(draw: Draw) -> str:
    return f"draw:{draw.version}"


def _now() -> Any:
    return timezone.now().replace(microsecond=0)
