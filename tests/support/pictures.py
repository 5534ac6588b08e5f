"""Every kind of picture on the public pages, drawn from one event's released results."""

from collections.abc import Callable

from django.template.loader import render_to_string

from ranking.levels.rules.standards import STANDARDS
from scoring.standings.selectors.encounters import encounters
from scoring.standings.selectors.lines import player_lines
from scoring.standings.selectors.rank_history import rank_history
from scoring.standings.selectors.standings import Standings, view_of
from tournament.events.models.events import Event
from web.pocket.plots.climbs import climb
from web.pocket.plots.columns import bars, columns
from web.pocket.plots.pictures import meetings_of, top_points, top_ten


def released(event: Event) -> Standings:
    return Standings(event, view_of(event, live=True))


def pictures_of(event: Event) -> dict[str, Callable[[], str]]:
    """Return name -> function that makes and renders the picture; what all of them read is computed here."""
    standings = released(event)
    ranks, lines = rank_history(standings.individual, standings.last), player_lines(standings)
    met = encounters(standings, [line.entry.number for line in lines[:10]])
    levels = [(row.level, row.table_points) for row in STANDARDS]
    made: dict[str, tuple[str, Callable[[], object]]] = {
        "ranks of ten players": ("curves", lambda: top_ten(lines, ranks)),
        "points of ten players": ("curves", lambda: top_points(lines, standings.last)[0]),
        "meetings": ("grid", lambda: meetings_of(lines, met)),
        "pins of a year": ("climb", lambda: climb([("2026-05", 288)] * 12, levels)),
        "60 columns": ("columns", lambda: columns([(str(number), number % 17 - 5) for number in range(60)])),
        "12 bars": ("bars", lambda: bars([("won", f"kind {number}", number) for number in range(12)])),
    }
    return {name: lambda kind=kind, make=make: drawn(kind, make()) for name, (kind, make) in made.items()}  # type: ignore[misc]


def drawn(kind: str, picture: object) -> str:
    return render_to_string(f"pocket/plots/_{kind}.html", {"plot": picture, "bars": picture, "label": "x"})
