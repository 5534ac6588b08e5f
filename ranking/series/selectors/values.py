"""The values of a series that its form shows and changes, and their labels."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from common.states import for_each
from ranking.series.models import Series
from ranking.series.rules.rule import Counting, Points, Shared, Tie, Unit

Label = str | Promise
UNITS: Mapping[Unit, Label] = for_each(Unit, {Unit.PLAYERS: _("Players"), Unit.TEAMS: _("Teams")})
POINTS: Mapping[Points, Label] = for_each(
    Points,
    {
        Points.COMPETITION: _("Competition points"),
        Points.TABLE: _("Table points"),
        Points.PLACING: _("Points of a list, by place"),
        Points.RANK: _("1000 for the winner, 0 for the last, by place"),
    },
)
SHARED: Mapping[Shared, Label] = for_each(
    Shared, {Shared.MEAN: _("The mean of their places"), Shared.BEST: _("The points of the better place")}
)
COUNTINGS: Mapping[Counting, Label] = for_each(
    Counting,
    {
        Counting.SUM: _("All events added up"),
        Counting.BEST: _("The best events"),
        Counting.BEST_WORST: _("The best and the worst events"),
        Counting.AVERAGE: _("The mean of all events"),
    },
)
TIES: Mapping[Tie, Label] = for_each(
    Tie,
    {
        Tie.RESULTS: _("The best event, then the second best, and so on"),
        Tie.PLACES: _("More first places, then more second places, and so on"),
        Tie.VISITS: _("More events played"),
        Tie.TABLE: _("More table points in all events"),
        Tie.COMPETITION: _("More competition points in all events"),
        Tie.LATEST: _("The newer event"),
    },
)
#: Name of a value of the rule -> its label.
LABELS: Mapping[str, Any] = {
    "unit": _("Who is ranked"),
    "points": _("Points for an event"),
    "placing": _("Points of the places"),
    "shared": _("Shared places get"),
    "counting": _("Events that count"),
    "best": _("Number of best events"),
    "worst": _("Number of worst events"),
    "size_bonus": _("Bonus by players"),
    "place_bonus": _("Bonus by place"),
    "least": _("Fewest events of a ranked player"),
    "ties": _("Equal points are decided by"),
    "finalists": _("Places in the final"),
}


def series_values(series: Series) -> dict[str, Any]:
    """Return the name and each part of the rule, by name."""
    return {"name": series.name, **series.rule}
