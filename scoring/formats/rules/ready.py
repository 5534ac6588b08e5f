"""Ready formats to start from: those of known events (public regulations) and usual ones (3.5.4)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.standings.rules.formats.checking import StageMethod, StagePlan
from scoring.standings.rules.formats.qualifying import Who


@dataclass(frozen=True, slots=True)
class ReadyFormat:
    """A ready format: its usual number of sessions, the fewest players, and its stages for so many sessions."""

    sessions: int
    fewest_players: int
    stages: Callable[[int], list[StagePlan]]


def _chart(sessions: int) -> list[StagePlan]:
    return [StagePlan(1, sessions)]


def _final(size: int, finals: int) -> Callable[[int], list[StagePlan]]:
    def stages(sessions: int) -> list[StagePlan]:
        cut = sessions - finals
        return [StagePlan(1, cut, advance=size), StagePlan(cut + 1, sessions, who=Who("best", size))]

    return stages


def _later(method: StageMethod, charted: int) -> Callable[[int], list[StagePlan]]:
    """Return the format with ``charted`` sessions by chart, then each session by this method."""
    return lambda sessions: [StagePlan(1, charted), StagePlan(charted + 1, sessions, method=method)]


def _last(method: StageMethod, count: int) -> Callable[[int], list[StagePlan]]:
    """Return the format by chart, with the last ``count`` sessions by this method."""
    return lambda sessions: _later(method, sessions - count)(sessions)


def _frozen_finals(sessions: int) -> list[StagePlan]:
    """Return WMC 2019: the places are frozen in sixteens, then in fours of equal places at the tables."""
    return [
        StagePlan(1, sessions - 2),
        StagePlan(sessions - 1, sessions - 1, method="split", frozen=16),
        StagePlan(sessions, sessions, method="winners", frozen=4),
    ]


READY: Mapping[str, ReadyFormat] = {
    "chart": ReadyFormat(8, 4, _chart),
    "final-4": ReadyFormat(9, 8, _final(4, 1)),
    "final-8": ReadyFormat(9, 12, _final(8, 1)),
    "final-16": ReadyFormat(10, 20, _final(16, 2)),
    "swiss": ReadyFormat(8, 4, _later("swiss", 1)),
    "high-high": ReadyFormat(8, 4, _later("fours", 1)),
    "wmc-2007": ReadyFormat(11, 20, _final(16, 2)),
    "wmc-2012": ReadyFormat(10, 4, _last("fours", 2)),
    "wmc-2019": ReadyFormat(10, 16, _frozen_finals),
    "danish-open": ReadyFormat(8, 4, _last("fours", 1)),
    "guangzhou-2025": ReadyFormat(8, 4, _later("fours", 1)),
    "canada-2023": ReadyFormat(8, 4, _later("swiss", 1)),
}
#: The fewest sessions that every ready format needs.
FEWEST_SESSIONS = 3


def columns_of(plan: StagePlan) -> dict[str, Any]:
    """Return the plan as the columns of a stage, without those that have their usual value."""
    columns: dict[str, Any] = {
        "name": plan.name, "first_session": plan.first_session, "last_session": plan.last_session,
        "method": plan.method, "who": plan.who.kind, "carry": plan.carry, "advance": plan.advance,
        "count": plan.who.count or None, "frozen": plan.frozen,
    }  # fmt: skip
    return {name: value for name, value in columns.items() if value not in (None, "")}
