"""The point where rooms above follow a change of persons at tables."""

from collections.abc import Sequence
from typing import Protocol

from common.actions.engine import Call
from scoring.sheets.models.sheets import Sheet


class SeatsReceiver(Protocol):
    """What a room above does when other people sit at tables.

    It is called within the action, with the sheets locked, before their new versions are written. It may raise Refused.
    """

    def __call__(self, call: Call, sheets: Sequence[Sheet]) -> None: ...


#: The receivers in the order of their calls; `scoring.apps` registers them.
SEATS_RECEIVERS: list[SeatsReceiver] = []


def tell_seats_changed(call: Call, sheets: Sequence[Sheet]) -> None:
    """Call every receiver with the locked ``sheets`` whose persons changed."""
    for receiver in SEATS_RECEIVERS:
        receiver(call, sheets)
