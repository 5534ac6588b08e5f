"""Swap two people by hand."""

from collections.abc import Sequence
from dataclasses import replace

from tournament.draws.rules.changes.remaining import remaining_quality
from tournament.draws.rules.how import how_made, pool_rule
from tournament.draws.rules.quality import quality
from tournament.draws.rules.types import Draw, DrawError, Entrant, Seats


def swapped(draw: Draw, entrants: Sequence[Entrant], session: int | None, number: int, other: int) -> Draw:
    """Return the draw with two numbers exchanged in one session (from 1; None: in all), each on the other's seat.

    The result has new figures: compare its ``quality`` with the old one before keeping it. DrawError: session (does not
    exist), number (has no seat in each of these sessions), pools_mixed (the two are in different pools).
    """
    if session is not None and not 1 <= session <= draw.sessions:
        raise DrawError("session", session=session, last=draw.sessions)
    for tables in draw.chart if session is None else [draw.chart[session - 1]]:
        for exchanged in (number, other):
            if not any(exchanged in four for four in tables):
                raise DrawError("number", number=exchanged, last=draw.players + draw.fillers)
    _refuse_other_pool(draw, number, other)
    instead = {number: other, other: number}

    def after_exchange(tables: tuple[Seats, ...]) -> tuple[Seats, ...]:
        return tuple(
            (instead.get(e, e), instead.get(s, s), instead.get(w, w), instead.get(n, n)) for e, s, w, n in tables
        )

    chart = tuple(
        after_exchange(tables) if session in (None, played) else tables for played, tables in enumerate(draw.chart, 1)
    )
    redrawn = len(set(map(len, chart))) > 1
    counted = remaining_quality(chart, entrants) if redrawn else quality(chart, entrants, how_made(draw.method)["rule"])
    return replace(draw, chart=chart, method=f"{draw.method}; by hand", quality=counted)


def _refuse_other_pool(draw: Draw, number: int, other: int) -> None:
    pools = pool_rule(how_made(draw.method)["rule"])
    if pools is None:
        return
    at = {seated: pools.pool_of(table) for table, four in enumerate(draw.chart[0], 1) for seated in four}
    if at[number] != at[other]:
        raise DrawError("pools_mixed", number=number, other=other)
