"""The registry of later rooms that follow a change of persons at tables."""

from collections.abc import Sequence
from typing import Protocol

from common.actions.engine import ActionContext
from scoring.sheets.models.sheets import Sheet


class SeatsReceiver(Protocol):
    """A function of a later room that runs when other people sit at tables.

    It runs within the action, with the sheets locked, before their new versions are written. It may raise Refused.
    """

    def __call__(self, context: ActionContext, sheets: Sequence[Sheet], /) -> None: ...


#: Receivers in the order in which they run; `scoring.apps` registers them.
SEATS_RECEIVERS: list[SeatsReceiver] = []


def tell_seats_changed(context: ActionContext, sheets: Sequence[Sheet]) -> None:
    """Call every receiver with the locked ``sheets`` whose persons changed."""
    for receiver in SEATS_RECEIVERS:
        receiver(context, sheets)
