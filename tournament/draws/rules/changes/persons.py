"""Changes to a draw before play: another person for a number, one person more."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tournament.draws.rules.charts.exchanges import exchanged
from tournament.draws.rules.charts.winds import with_winds
from tournament.draws.rules.how import how_made, pool_rule
from tournament.draws.rules.lots.keeping_apart import AGAIN, Weights, region_weight, weights
from tournament.draws.rules.lots.packing import with_fillers
from tournament.draws.rules.lots.starts import VERSION, as_chart, check, list_text
from tournament.draws.rules.numbers import Numbers
from tournament.draws.rules.quality import as_positions, meetings, quality
from tournament.draws.rules.types import Draw, DrawError, Entrant, Positions

STEPS = 3000


def replaced(draw: Draw, entrants: Sequence[Entrant], instead: Entrant) -> tuple[Draw, list[Entrant]]:
    """Return the draw and its list with ``instead`` in place of the holder of that number; only the figures change.

    DrawError (number) if no entrant has the number.
    """
    if instead.number not in {entrant.number for entrant in entrants}:
        raise DrawError("number", number=instead.number, last=draw.players)
    listed = [instead if entrant.number == instead.number else entrant for entrant in entrants]
    return replace(draw, quality=quality(draw.chart, listed, how_made(draw.method)["rule"])), listed


def with_late(draw: Draw, entrants: Sequence[Entrant], late: Entrant) -> tuple[Draw, list[Entrant]]:
    """Return the draw and its list with one more entrant, whose number is the next (``players`` + 1).

    With fillers the newcomer takes the seats of the filler with the fewest meetings inside a team or country. Without
    fillers a table is added with three fillers, and in each session four players move to it, chosen for the fewest
    repeated meetings; all others keep their tables, and the winds are computed again. DrawError (numbers) for another
    number, (pools_full) in a draw in pools without fillers, and as ``draw``.
    """
    if late.number != draw.players + 1:
        raise DrawError("numbers", expected=draw.players + 1, found=late.number)
    listed = check([*entrants, late], draw.sessions)
    if not draw.fillers and pool_rule(how_made(draw.method)["rule"]):
        raise DrawError("pools_full")
    chart = as_positions(draw.chart)
    cost = weights(with_fillers(listed, 4 * -(-len(listed) // 4)), region_weight(how_made(draw.method)["rule"]))
    seats = _for_filler(chart, cost, draw.players) if draw.fillers else _table_more(chart, cost, listed, draw.seed)
    numbers, tables = as_chart(seats), seats.shape[1]
    how = "late arrival at a filler's seats" if draw.fillers else "late arrival with a new table"
    changed = replace(
        draw,
        players=len(listed),
        fillers=4 * tables - len(listed),
        method=f"{draw.method}; {how}",
        chart=numbers,
        quality=quality(numbers, listed, how_made(draw.method)["rule"]),
    )
    return changed, listed


def _for_filler(chart: Positions, cost: Weights, late: int) -> Positions:
    """Return the chart with the seats of the best filler under the newcomer's number (here from 0)."""
    swap = np.arange(len(cost))
    price = cost[late].copy()
    price[late:] = 0
    best = late + int((meetings(chart)[late:] @ price).argmin())
    swap[[late, best]] = best, late
    return swap[chart]


def _table_more(chart: Positions, cost: Weights, listed: Sequence[Entrant], seed: str) -> Positions:
    sessions, size = len(chart), len(cost)
    changed = np.broadcast_to(np.arange(size - 4, size), (sessions, 1, 4))
    extended = np.concatenate([chart, changed], axis=1)
    # A player with a fixed table has a unique label, and so exchanges with no one else.
    stay = np.full(size, -1)
    for entrant in listed:
        stay[entrant.number - 1] = -1 if entrant.table is None else entrant.number
    numbers = Numbers(VERSION, "late", seed, list_text(listed))
    return with_winds(exchanged(extended, cost, AGAIN, numbers, bound=0, steps=STEPS, within=stay)[0])
