"""Labels of the figures of a draw and of changes by hand."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.draws.rules.bounds import table_repeat_bound
from tournament.draws.rules.figures import common_figure, winds_figure
from tournament.draws.rules.how import PoolRule
from tournament.draws.selectors.chart import DrawnChart

if TYPE_CHECKING:
    from tournament.draws.models.draws import Draw

#: The only figure of which more is better.
COMMON = "common_opponents_min"
#: The listed figures: name, name of the bound, label. Without a bound 0 or 1 is best.
FIGURES: list[tuple[str, str, str | Promise]] = [
    ("repeat_pairs", "repeat_pairs_bound", _("Repeated meetings, all pairs together")),
    ("max_meetings", "", _("Most meetings of any pair")),
    ("team_meetings", "team_meetings_bound", _("Meetings of team-mates")),
    ("country_meetings", "country_meetings_bound", _("Meetings of players of one country")),
    ("seat_spread", "", _("Starting winds: largest difference between a player's winds")),
    ("table_repeats", "", _("Avoidable returns to the same table")),
    (COMMON, "", _("Fewest common opponents of two players who never meet")),
]
#: Best values of figures without a bound; a figure missing here is neither good nor bad.
BEST = {"max_meetings": 1, "table_repeats": 0}


#: Labels of the parts of a method, as the rules of draws write them; figures are inserted.
METHODS: dict[str, str | Promise] = {
    r"one of each area": _("one player of each region at every table"),
    r"(?:pools|teams)-(?:snake|lot|plain)-([-0-9]+)": _("pools of %s tables"),
    r"chosen sessions of a starter over (\d+)": _("chosen sessions of a starter over %s"),
    r"starter over (\d+)": _("starter over %s"),
    r"difference matrix over (\d+)": _("difference matrix over %s"),
    r"field over (\d+)": _("field over %s"),
    r"subgroups of (\S+)": _("subgroups of %s"),
    r"turned by (\d+)": _("turned by %s"),
    r"stored find of a search": _("stored find of a search"),
    r"then search": _("then search"),
    r"packing": _("packing"),
    r"packing in fours": _("packing in fours"),
    r"swaps": _("swaps"),
    r"lots": _("lots"),
    r"candidate (\d+)": _("candidate %s"),
    r"by hand": _("changed by hand"),
    r"late arrival at a filler's seats": _("late arrival at a filler's seats"),
    r"late arrival with a new table": _("late arrival with a new table"),
    r"fillers from session (\d+)": _("fillers from session %s on"),
    r"fewer tables from session (\d+)": _("fewer tables from session %s on"),
    r"joint search": _("joint search"),
}


def method_words(method: str) -> str:
    """Return the label of a method in the current language, its parts in their order."""
    return " · ".join(_method_part(part) for part in re.split("[;,] ", method) if part)


def _method_part(part: str) -> str:
    """Return the label of one part of a method; an unknown part is returned unchanged."""
    for pattern, words in METHODS.items():
        match = re.fullmatch(pattern, part)
        if match:
            return str(words) % match.groups() if match.groups() else str(words)
    return part


def best_of(
    name: str, bound: str, quality: Mapping[str, Any], chart: Sequence[Sequence[Any]], pools: PoolRule | None = None
) -> int | None:
    """Return the best possible value of a figure for this chart (in ``pools``) and its quality; None if unknown.

    If pairs must repeat, the best maximum is two meetings. The bound of common opponents is known only if no tables
    were given up.
    """
    if name == COMMON:
        tables = {len(session) for session in chart}
        return common_figure(quality[name], 4 * tables.pop(), len(chart)).bound if len(tables) == 1 else None
    if name == "seat_spread":
        return winds_figure(quality[name], len(chart)).bound
    if name == "max_meetings" and quality["repeat_pairs_bound"]:
        return 2
    if name == "table_repeats" and pools:
        return table_repeat_bound(pools, len(chart))
    return quality[bound] if bound else BEST.get(name)


def change_texts(draw: "Draw") -> list[str]:
    """Return the draw's changes by hand as sentences, with the players' numbers."""
    numbers = DrawnChart(draw).player_numbers if draw.changes else {}
    return [_change_text(change, numbers) for change in draw.changes]


def _change_text(change: Mapping[str, Any], numbers: Mapping[int, int]) -> str:
    def named(position: int) -> str:
        return str(numbers.get(position, gettext("filler")))

    if "from_session" in change:
        context = {"session": change["from_session"], "numbers": ", ".join(map(named, change["left"]))}
        return gettext("sessions from %(session)d on drawn again without %(numbers)s") % context
    if "late" in change:
        late = change["late"]
        return gettext("%(number)s %(name)s came late") % {"number": named(late["number"]), "name": late["name"]}
    if "instead" in change:
        instead = change["instead"]
        context = {"number": named(instead["number"]), "name": instead["name"], "was": change["was"]["name"]}
        return gettext("%(number)s is %(name)s instead of %(was)s") % context
    one, other = map(named, change["numbers"])
    context = {"session": change["session"], "one": one, "other": other}
    if change["session"] is None:
        return gettext("%(one)s and %(other)s swapped in all sessions") % context
    return gettext("%(one)s and %(other)s swapped in session %(session)d") % context
