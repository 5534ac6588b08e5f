"""The order of the stages of an event."""

from collections.abc import Sequence

from tournament.events.models.stages import Stage


def stage_before(stages: Sequence[Stage], stage: Stage) -> Stage | None:
    """Return the stage whose players go on to this one; a consolation is no such stage."""
    earlier = [
        row for row in stages
        if row.number < stage.number and row.last_session < stage.first_session and row.who != Stage.Who.REST
    ]  # fmt: skip
    return earlier[-1] if earlier else None
