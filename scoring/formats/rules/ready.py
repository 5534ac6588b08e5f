"""Ready formats to start from: those of known events (public regulations) and usual ones (3.5.4)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.standings.rules.formats.checking import StageMethod, StagePlan
from scoring.standings.rules.formats.qualifying import Who
from scoring.standings.rules.knockout.bracket import round_sizes
from scoring.standings.rules.knockout.rule import KnockOutRule, document_of


@dataclass(frozen=True, slots=True)
class ReadyFormat:
    """A ready format: its usual number of sessions, and its stages for so many sessions."""

    sessions: int
    stages: Callable[[int], list[StagePlan]]
    fewest_sessions: int = 3


def _chart(sessions: int) -> list[StagePlan]:
    return [StagePlan(1, sessions)]


def _final(size: int, finals: int) -> Callable[[int], list[StagePlan]]:
    def stages(sessions: int) -> list[StagePlan]:
        cut = sessions - finals
        return [StagePlan(1, cut, advance=size), StagePlan(cut + 1, sessions, who=Who("best", size))]

    return stages


def _grand_final(sessions: int) -> list[StagePlan]:
    """Return the season of Chiba: the best four play a final that counts alone."""
    return [StagePlan(1, sessions - 1, advance=4), StagePlan(sessions, sessions, who=Who("best", 4), carry="none")]


def _of_groups(sessions: int) -> list[StagePlan]:
    """Return four groups by chart, dealt by lot with countries apart, then a final of the best four of each."""
    return [
        StagePlan(1, sessions - 1, pools=4, pooling="lot"),
        StagePlan(sessions, sessions, method="cross", who=Who("best-of-pools", 4)),
    ]


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


def _knockout(teams: int, rule: KnockOutRule) -> Callable[[int], list[StagePlan]]:
    """Return the format by chart, then a knock-out of the best teams."""

    def stages(sessions: int) -> list[StagePlan]:
        charted = sessions - len(round_sizes(teams, rule)) * rule.sessions
        return [
            StagePlan(1, charted),
            StagePlan(charted + 1, sessions, method="knockout", who=Who("best", teams), knockout=rule),
        ]

    return stages


def _pools(sessions: int) -> list[StagePlan]:
    """Return a session by lot, four pools, and a last session of the best two of each, crossed."""
    return [
        StagePlan(1, 1, method="lots"),
        StagePlan(2, sessions - 1, pools=4),
        StagePlan(sessions, sessions, method="cross", who=Who("best-of-pools", 2)),
    ]


def _team_pools(sessions: int) -> list[StagePlan]:
    """Return a session by lot, four pools of whole teams, and a knock-out of the best two of each in twos."""
    rule = KnockOutRule(2, 1, third=True)
    return [
        StagePlan(1, 1, method="lots"),
        StagePlan(2, sessions - 3, pools=4, pool_teams=True),
        StagePlan(sessions - 2, sessions, method="knockout", who=Who("best-of-pools", 2), knockout=rule),
    ]


READY: Mapping[str, ReadyFormat] = {
    "chart": ReadyFormat(8, _chart, 1),
    "final-4": ReadyFormat(9, _final(4, 1)),
    "final-8": ReadyFormat(9, _final(8, 1)),
    "final-16": ReadyFormat(10, _final(16, 2)),
    "swiss": ReadyFormat(8, _later("swiss", 1)),
    "high-high": ReadyFormat(8, _later("fours", 1)),
    "wmc-2007": ReadyFormat(11, _final(16, 2)),
    "wmc-2012": ReadyFormat(10, _last("fours", 2)),
    "wmc-2019": ReadyFormat(10, _frozen_finals),
    "danish-open": ReadyFormat(8, _last("fours", 1)),
    "guangzhou-2025": ReadyFormat(8, _later("fours", 1)),
    "canada-2023": ReadyFormat(8, _later("swiss", 1)),
    "chiba": ReadyFormat(9, _grand_final),
    "groups-final": ReadyFormat(9, _of_groups),
    "pools-cross": ReadyFormat(8, _pools),
    "team-pools": ReadyFormat(7, _team_pools, 5),
    "team-knockout": ReadyFormat(5, _knockout(8, KnockOutRule())),
    "team-pairs": ReadyFormat(5, _knockout(4, KnockOutRule(2, 1, third=True))),
    "team-cup-2025": ReadyFormat(6, _knockout(16, KnockOutRule()), 4),
}


def columns_of(plan: StagePlan) -> dict[str, Any]:
    """Return the plan as the columns of a stage, without those that have their usual value."""
    columns: dict[str, Any] = {
        "name": plan.name, "first_session": plan.first_session, "last_session": plan.last_session,
        "method": plan.method, "who": plan.who.kind, "carry": plan.carry, "advance": plan.advance,
        "count": plan.who.count or None, "frozen": plan.frozen, "knockout": document_of(plan.knockout) or None,
        "pools": plan.pools, "pooling": plan.pooling if plan.pools else None, "pool_teams": plan.pool_teams or None,
    }  # fmt: skip
    return {name: value for name, value in columns.items() if value not in (None, "")}
