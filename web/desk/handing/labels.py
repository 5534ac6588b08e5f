"""Where an event is, in a word for the template."""

from scoring.hand_over.models import HandOver

HERE, GIVEN, TAKEN, RETURNED, ASIDE = "here", "given", "taken", "returned", "aside"


def place_of(row: HandOver | None) -> str:
    """Return where the event is by its newest hand-over.

    "here": written here only; "given": another machine holds it; "taken": held here for another; "returned": given
    back, but perhaps not taken back yet; "aside": a copy that is only read.
    """
    if row is None:
        return HERE
    if row.state == HandOver.State.ASIDE:
        return ASIDE
    if row.held_elsewhere:
        return GIVEN if row.side == HandOver.Side.GIVEN else RETURNED
    return TAKEN if row.side == HandOver.Side.TAKEN and row.state == HandOver.State.OPEN else HERE
