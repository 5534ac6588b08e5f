"""Draw a chart: a start, then lots; and the plain chart without either."""

from collections.abc import Sequence

from tournament.draws.rules.charts.fixed import first_chart
from tournament.draws.rules.charts.winds import with_winds
from tournament.draws.rules.how import APART, how_made, method_text
from tournament.draws.rules.lots.lots import drawn_lots
from tournament.draws.rules.lots.starts import VERSION, as_chart, check, check_size, start
from tournament.draws.rules.quality import quality
from tournament.draws.rules.types import Chart, Draw, Entrant


def _drawn(chart: Chart, entrants: Sequence[Entrant], seed: str, method: str) -> Draw:
    tables = len(chart[0])
    return Draw(
        players=len(entrants),
        sessions=len(chart),
        fillers=4 * tables - len(entrants),
        seed=seed,
        version=VERSION,
        method=method,
        chart=chart,
        quality=quality(chart, entrants, how_made(method)["rule"]),
    )


def draw(
    players: Sequence[Entrant], sessions: int, seed: str, event_id: str = "", *, rule: str = APART, variant: int = 0
) -> Draw:
    """Draw a chart for a list of entrants (numbers 1 to N) over ``sessions`` sessions (3.4.7, 3.5.1, A3).

    Numbers above N fill the last table. A start is made for the list, without the seed; then the seed exchanges its
    people (``lots``). The same version, seed, event, list, rule and variant give the same chart on every machine: all
    randomness comes from their SHA-256, and every search stops after a number of steps. ``rule``:
    teams, countries and regions kept apart in this order; one of each of four areas (the regions) at every table; or
    pools (``how.PoolRule``).
    ``variant`` 1, 2, … are other draws of the same seed. ``how_made`` reads both from the draw's method. DrawError as
    ``start``.
    """
    start_chart = start(players, sessions, event_id, rule=rule, variant=variant)
    entrants = sorted(players, key=lambda entrant: entrant.number)
    chart = drawn_lots(start_chart.chart, entrants, seed, rule=rule, variant=variant)
    return _drawn(chart, entrants, seed, method_text(rule, variant, f"{start_chart.method}; lots"))


def plain_chart(players: int, sessions: int, seed: str) -> Draw:
    """Return the chart in lot numbers 1 to N, before any lot is drawn: the same for every seed."""
    check_size(players, sessions)
    listed = check([Entrant(number) for number in range(1, players + 1)], sessions)
    fixed = first_chart(-(-players // 4), sessions)
    return _drawn(as_chart(with_winds(fixed.positions)), listed, seed, fixed.method)
