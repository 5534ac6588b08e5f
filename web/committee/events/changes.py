"""What a correction changes in a line of the official result, figure by figure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from common.templatetags.pinju import DASH
from ranking.record.models.records import OfficialResult
from ranking.record.selectors.official_results import Difference
from web.shared.scores import competition, points


@dataclass(frozen=True)
class Figure:
    """A figure of a line with its label; ``differs`` from the other version of the line."""

    label: str
    value: Any
    differs: bool


@dataclass(frozen=True)
class ChangedLine:
    """A line as frozen and as it is now; empty where it is missing."""

    name: str
    before: list[Figure]
    after: list[Figure]


#: Column -> how its value is shown.
_SHOWN: dict[str, Callable[[OfficialResult], Any]] = {
    "status": lambda line: line.get_status_display(),
    "table_points": lambda line: points(line.table_points),
    "competition_points": lambda line: competition(line.competition_points),
    "individual_rank": lambda line: line.individual_rank or DASH,
    "team_rank": lambda line: line.team_rank or DASH,
    "group_rank": lambda line: line.group_rank or DASH,
    "sessions": lambda line: line.sessions,
}


def changed_lines(differences: Sequence[Difference]) -> list[ChangedLine]:
    """Return the lines with each figure marked that differs from the other version."""
    lines = []
    for difference in differences:
        known = difference.after or difference.before
        assert known is not None  # a difference has one of them
        lines.append(
            ChangedLine(
                known.name, _figures(difference.before, difference.after), _figures(difference.after, difference.before)
            )
        )
    return lines


def _figures(line: OfficialResult | None, other: OfficialResult | None) -> list[Figure]:
    if line is None:
        return []
    return [
        Figure(label, _SHOWN[name](line), other is None or getattr(line, name) != getattr(other, name))
        for name, label in _labels().items()
    ]


def _labels() -> dict[str, str]:
    return {
        "status": "",
        "table_points": _("TP"),
        "competition_points": _("CP"),
        "individual_rank": _("Rank"),
        "team_rank": _("Team"),
        "group_rank": _("Group"),
        "sessions": _("Sessions"),
    }
