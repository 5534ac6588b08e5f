"""Write who plays in which pool of the first stage, and remove it; parts of actions in scoring."""

from common.actions.engine import ActionContext
from tournament.draws.models.draws import Draw
from tournament.draws.selectors.draws import first_pools, numbers_of
from tournament.events.models.stages import StageEntry


def write_pools(_context: ActionContext, draw: Draw) -> None:
    """Write the players of a first stage in pools, by the tables of the first session; other draws write nothing.

    Their rank before the stage is the number on the list, by which a snake deals them.
    """
    stage = first_pools(draw.event)
    if stage is None or draw.pools is None:
        return
    pool_of = {number: draw.pools.pool_of(table) for table, four in enumerate(draw.chart[0], 1) for number in four}
    lines = [line for line in numbers_of(draw) if line.number]
    lines.sort(key=lambda line: (pool_of[line.number or 0], line.number))
    stage.stage_entries.all().delete()
    StageEntry.objects.bulk_create(
        StageEntry(stage=stage, entry=line.entry, rank=line.number, position=at, pool=pool_of[line.number or 0] + 1)
        for at, line in enumerate(lines, start=1)
    )


def clear_pools(_context: ActionContext, draw: Draw) -> None:
    """Remove the players of the pools of the first stage when their draw is withdrawn."""
    stage = first_pools(draw.event)
    if stage is not None:
        stage.stage_entries.all().delete()
