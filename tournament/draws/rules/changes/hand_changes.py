"""What is done to a draw by hand after it was drawn, in order, as its record keeps it.

- a swap: ``{"session": s or null, "numbers": [a, b]}``;
- another person for a number: ``{"instead": line}``, a line of the list as the record has it;
- somebody who came late: ``{"late": line, "chart": …}``, the chart that the engine made of it;
- the sessions from k on drawn anew without all who had left by then: ``{"from_session": k, "left": [numbers],
  "way": …, "reason": …, "chart": …}``.

The charts stand there so that everybody can go on from them without the engine; it must give the same.
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
    """The entrant of a described line."""
    names = line["team"], line["country"], line["region"]
    return Entrant(line["number"], *names, frozenset(line.get("apart", ())), line.get("table"))


def as_lists(chart: Chart) -> list[list[list[int]]]:
    """The chart as records have it."""
    return [[list(four) for four in session] for session in chart]


def applied(
    drawn: Draw, entrants: Sequence[Entrant], changes: Sequence[Mapping[str, Any]]
) -> tuple[Draw, list[Entrant]]:
    """The draw and its list after the changes. DrawError if one cannot be made, or (chart) gives another chart."""
    listed = list(entrants)
    for change in changes:
        if "instead" in change:
            drawn, listed = replaced(drawn, listed, entrant_of(change["instead"]))
        elif "late" in change:
            drawn, listed = with_late(drawn, listed, entrant_of(change["late"]))
        elif "from_session" in change:
            drawn = drawn_anew(drawn, listed, change["from_session"], change["left"], change["way"])
        else:
            drawn = swapped(drawn, listed, change["session"], *change["numbers"])
        if "chart" in change and as_lists(drawn.chart) != change["chart"]:
            raise DrawError("chart")
    return drawn, listed


def drawn_anew(drawn: Draw, entrants: Sequence[Entrant], session: int, left: Sequence[int], way: str) -> Draw:
    """The draw with what remains from ``session`` on made anew without the numbers ``left``. DrawError if it cannot."""
    rule = how_made(drawn.method)["rule"]
    for found in after_withdrawal(drawn.chart, entrants, session - 1, left, drawn.seed, rule=rule):
        if found.way == way:
            method = f"{drawn.method}; {found.method}"
            return replace(drawn, chart=found.chart, quality=found.quality, method=method)
    raise DrawError("way")
