"""Statistics of players as readers see them: names, explanations, and values as text."""

from decimal import Decimal
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ranking.lists.rules import STATISTICS, Base, Statistic
from ranking.rankings.selectors.wording import points_text

#: Key of a statistic -> its name.
NAMES = {
    "events": gettext_lazy("Events played"),
    "wins": gettext_lazy("Victories"),
    "table-points": gettext_lazy("Table points per session"),
    "points": gettext_lazy("Competition points per session"),
    "longest-run": gettext_lazy("Longest run of first places at tables"),
    "best-hand": gettext_lazy("Highest hand won"),
    "hand-points": gettext_lazy("Competition points per hand"),
    "won": gettext_lazy("Hands won, in percent"),
    "dealt-in": gettext_lazy("Hands dealt in, in percent"),
}
assert NAMES.keys() == STATISTICS.keys()


def basis(statistic: Statistic, least: int) -> str:
    """Return the sentence that says what a list is over, and from how many sessions or hands players are in it."""
    if statistic.base is Base.SESSIONS:
        return _("Over official results; players with at least %(least)s sessions.") % {"least": least}
    if statistic.lowest_first:
        words = _("Over recorded hands of stored tables, the fewest first; players with at least %(least)s hands.")
        return words % {"least": least}
    if statistic.base is Base.HANDS:
        return _("Over recorded hands of stored tables; players with at least %(least)s hands.") % {"least": least}
    if statistic.key == "best-hand":
        return _("Over recorded hands of stored tables. One hand is enough to be listed.")
    if statistic.key == "longest-run":
        return _("Over stored tables that are confirmed and released.")
    return _("Over official results of the record, without web events.")


def value_text(statistic: Statistic, value: Fraction | int | None) -> str:
    """Return a value: a count, a mean with two decimals, or percent with one; empty for None."""
    if value is None:
        return ""
    if statistic.share:
        return f"{Decimal(round(Fraction(value) * 1_000)) / 10:.1f}"
    return points_text(value) if statistic.base else str(value)
