"""Exchange of two people by hand, with what it does."""

from collections.abc import Sequence
from dataclasses import replace

from tournament.rules.draws.quality import quality
from tournament.rules.draws.types import Draw, DrawError, Entrant


def swapped(draw: Draw, entrants: Sequence[Entrant], session: int | None, one: int, other: int) -> Draw:
    """The draw with two numbers exchanged in one session (from 1; None: in all), each in the other's seat.

    The answer has the new figures: compare its ``quality`` with the old one before keeping it. DrawError (session,
    number) if there is no such one.
    """
    if session is not None and not 1 <= session <= draw.sessions:
        raise DrawError("session", session=session, last=draw.sessions)
    last = draw.players + draw.fillers
    for number in (one, other):
        if not 1 <= number <= last:
            raise DrawError("number", number=number, last=last)
    instead = {one: other, other: one}
    chart = tuple(
        tuple((instead.get(e, e), instead.get(s, s), instead.get(w, w), instead.get(n, n)) for e, s, w, n in tables)
        if session in (None, at)
        else tables
        for at, tables in enumerate(draw.chart, 1)
    )
    return replace(draw, chart=chart, method=f"{draw.method}; by hand", quality=quality(chart, entrants))
