"""Changes by hand after the draw, in order, as its record stores them.

- a swap: ``{"session": s or null, "numbers": [a, b]}``;
- another person for a number: ``{"instead": line}``, a line of the list as in the record;
- a late arrival: ``{"late": line, "chart": …}``, with the chart that the engine made;
- a redraw of the sessions from k on without the players who had left: ``{"from_session": k, "left": [numbers],
  "way": …, "reason": …, "chart": …}``.

The charts are stored so that anyone can continue from them without the engine; the engine must give the same charts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tournament.draws.rules.changes.persons import replaced, with_late
from tournament.draws.rules.changes.remaining import after_withdrawal
from tournament.draws.rules.changes.swaps import swapped
from tournament.draws.rules.how import how_made
from tournament.draws.rules.types import Chart, Draw, DrawError, Entrant


def entrant_of(line: Mapping[str, Any]) -> Entrant:
    """Return the entrant of a described line."""
    names = line["team"], line["country"], line["region"]
    return Entrant(line["number"], *names, frozenset(line.get("apart", ())), line.get("table"))


def as_lists(chart: Chart) -> list[list[list[int]]]:
    """Return the chart in the form of records."""
    return [[list(four) for four in session] for session in chart]


def applied(
    drawn: Draw, entrants: Sequence[Entrant], changes: Sequence[Mapping[str, Any]]
) -> tuple[Draw, list[Entrant]]:
    """Return the draw and its list after the changes.

    Raises DrawError if a change is impossible, or (chart) if it gives a different chart.
    """
    listed = list(entrants)
    for change in changes:
        if "instead" in change:
            drawn, listed = replaced(drawn, listed, entrant_of(change["instead"]))
        elif "late" in change:
            drawn, listed = with_late(drawn, listed, entrant_of(change["late"]))
        elif "from_session" in change:
            drawn = redrawn_remaining(drawn, listed, change["from_session"], change["left"], change["way"])
        else:
            drawn = swapped(drawn, listed, change["session"], *change["numbers"])
        if "chart" in change and as_lists(drawn.chart) != change["chart"]:
            raise DrawError("chart")
    return drawn, listed


def redrawn_remaining(drawn: Draw, entrants: Sequence[Entrant], session: int, left: Sequence[int], way: str) -> Draw:
    """Return the draw with the sessions from ``session`` on redrawn without the numbers ``left``.

    Raises DrawError (way) if that is not possible.
    """
    rule = how_made(drawn.method)["rule"]
    for remaining in after_withdrawal(drawn.chart, entrants, session - 1, left, drawn.seed, rule=rule):
        if remaining.way == way:
            method = f"{drawn.method}; {remaining.method}"
            return replace(drawn, chart=remaining.chart, quality=remaining.quality, method=method)
    raise DrawError("way")
