"""Stages with a knock-out of teams in a format."""

import pytest

from scoring.formats.rules.ready import READY, columns_of
from scoring.standings.rules.formats.checking import StageFault, StagePlan, faults, sizes
from scoring.standings.rules.formats.qualifying import Who
from scoring.standings.rules.formats.reading import FormatError, stages_from
from scoring.standings.rules.knockout.rule import KnockOutRule


def with_knockout(sessions: int, count: int = 16, rule: KnockOutRule | None = None) -> list[StagePlan]:
    rule = rule or KnockOutRule()
    last = StagePlan(4, 3 + sessions, method="knockout", who=Who("best", count), knockout=rule)
    return [StagePlan(1, 3), last]


def test_a_knockout_has_a_number_of_teams() -> None:
    assert sizes(with_knockout(3), 96) == [96, 64]
    assert sizes(with_knockout(3, 0), 64) == [64, 64]
    assert faults(with_knockout(3), 96) == []


@pytest.mark.parametrize(
    ("stages", "fault"),
    [
        (with_knockout(3)[1:], StageFault(1, "knockout_first")),
        (with_knockout(2), StageFault(2, "knockout_sessions", {"needed": 3, "sessions": 2})),
        (with_knockout(3, 13), StageFault(2, "knockout_teams", {"teams": 13, "below": 12, "above": 14})),
        (with_knockout(3, 3), StageFault(2, "knockout_few", {"teams": 3, "least": 4})),
        (
            with_knockout(1, 4, KnockOutRule(cross=(2, 1))),
            StageFault(2, "knockout_cross", {"positions": 2, "teams": 4}),
        ),
    ],
)
def test_faults_of_a_knockout(stages: list[StagePlan], fault: StageFault) -> None:
    assert fault in faults(stages, 96)


@pytest.mark.parametrize(("name", "players"), [("team-knockout", 32), ("team-pairs", 16), ("team-cup-2025", 64)])
def test_ready_knockouts_fit(name: str, players: int) -> None:
    ready = READY[name]
    for sessions in (ready.fewest_sessions + 1, ready.sessions):
        assert faults(ready.stages(sessions), players) == []
    assert columns_of(ready.stages(ready.sessions)[1])["method"] == "knockout"


def test_the_rule_of_a_knockout_is_read_for_the_simulator() -> None:
    stage = {"first_session": 1, "last_session": 3, "method": "knockout"}
    (plan,) = stages_from([stage | {"knockout": {"teams": 2, "third": True}}])
    assert plan.knockout == KnockOutRule(2, 1, third=True)
    with pytest.raises(FormatError, match="stages/0/knockout/tie: is not a rule of a knock-out"):
        stages_from([stage | {"knockout": {"tie": "coin"}}])
    with pytest.raises(FormatError, match="stages/0/knockout: must be an object"):
        stages_from([stage | {"knockout": 4}])
