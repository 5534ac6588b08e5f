"""The figures of a draw in words, and who meets whom as a picture."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.selectors.draw_chart import DrawnChart, Holder

#: The figures as they are listed: their name, the name of their bound, what they mean. Without a bound 0 or 1 is best.
FIGURES: list[tuple[str, str, str | Promise]] = [
    ("repeat_pairs", "repeat_pairs_bound", _("Meetings beyond the first, over all pairs")),
    ("max_meetings", "", _("Most meetings of any pair")),
    ("team_meetings", "team_meetings_bound", _("Meetings of team-mates")),
    ("country_meetings", "country_meetings_bound", _("Meetings of players of one country")),
    ("seat_spread", "", _("Starting winds: largest difference between a player's winds")),
    ("table_repeats", "", _("Needless visits to the same table")),
    ("common_opponents_min", "", _("Fewest common opponents of two who never meet")),
]
#: The best values of figures without a bound; a figure that is missing here is neither good nor bad.
BEST = {"max_meetings": 1, "seat_spread": 1, "table_repeats": 0}
#: So many players at most are drawn as a picture.
PICTURED = 200


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure with its bound (None: none is known) and, before a change, what it would become."""

    label: str | Promise
    value: int | None
    bound: int | None
    after: int | None
    tone: str

    @property
    def changes(self) -> bool:
        """Whether the change makes it another."""
        return self.after != self.value


def figures(quality: Mapping[str, Any], after: Mapping[str, Any] | None = None) -> list[Figure]:
    """The figures of a draw; with ``after`` those of a change beside them."""
    return [
        Figure(
            label=label,
            value=quality[name],
            bound=quality[bound] if bound else BEST.get(name),
            after=(after or quality)[name],
            tone=_tone((after or quality)[name], quality[bound] if bound else BEST.get(name)),
        )
        for name, bound, label in FIGURES
    ]


def _tone(value: int | None, best: int | None) -> str:
    if value is None or best is None:
        return ""
    return "ok" if value <= best else "warn"


@dataclass(frozen=True)
class Picture:
    """Who meets whom, in squares of one unit: paths for meetings once, more than once and within a team."""

    size: int
    teams: str
    once: str
    more: str
    kin: str
    order: list[Holder]


def picture(chart: DrawnChart) -> Picture | None:
    """The picture, players of one team side by side; None for more players than can be seen."""
    holders = sorted(chart.holders.values(), key=lambda one: (one.filler, not one.team, one.team, one.number))
    if len(holders) > PICTURED:
        return None
    met = chart.meetings()
    paths: dict[str, list[str]] = {"teams": [], "once": [], "more": [], "kin": []}
    for row, one in enumerate(holders):
        for column, other in enumerate(holders):
            times = met[one.number - 1][other.number - 1]
            kin = bool(one.team) and one.team == other.team and row != column
            if kin:
                paths["teams"].append(_square(column, row))
            if times:
                paths["kin" if kin else "more" if times > 1 else "once"].append(_square(column, row))
    return Picture(len(holders), order=holders, **{name: "".join(parts) for name, parts in paths.items()})


def _square(column: int, row: int) -> str:
    return f"M{column} {row}h1v1h-1z"
