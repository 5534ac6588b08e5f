"""A hook: functions of later rooms that run when other people sit at tables."""

from collections.abc import Callable, Sequence

from common.actions.engine import ActionContext
from scoring.sheets.models.sheets import Sheet

#: Each gets the locked sheets before their new versions are written, within the action, and may raise Refused.
#: `scoring.apps` adds them in the order in which they run.
SEATS_CHANGED: list[Callable[[ActionContext, Sequence[Sheet]], None]] = []


def tell_seats_changed(context: ActionContext, sheets: Sequence[Sheet]) -> None:
    """Call the functions of SEATS_CHANGED with the locked ``sheets`` whose persons changed."""
    for function in SEATS_CHANGED:
        function(context, sheets)
