"""wmo-2014: the examples of appendix 1 and the value of each fan."""

import pytest

from scoring.fans.rules import FANS, RULE_SETS, score
from scoring.fans.rules.lines import hand_in
from scoring.fans.rules.sets.catalogue import MIXED_KONGS
from scoring.fans.rules.sets.examples import EXAMPLES as SHOWN
from tests.scoring.fans.appendix import EXAMPLES, OTHERS

WMO = RULE_SETS["wmo-2014"]


def numbers_of(text: str, rules: str = "wmo-2014") -> list[int]:
    """Return the printed numbers of the hand's fans, each as often as it counts."""
    scored = score(hand_in(text), RULE_SETS[rules])
    assert scored is not None
    return sorted(line.fan.no for line in scored.fans for _ in range(line.times))


def rows(table: str) -> list[tuple[str, str, list[int]]]:
    """Return name, hand and all expected fans."""
    examples = []
    for line in table.strip().split("\n"):
        name, hand, *fans = (part.strip() for part in line.split("|"))
        main = int(name.split("/")[0].removesuffix("b"))
        examples.append((name, hand, sorted([main, *(int(no) for part in fans for no in part.split())])))
    return examples


ALL = rows(EXAMPLES + OTHERS.lstrip())


@pytest.mark.parametrize(("hand", "fans"), [pytest.param(hand, fans, id=f"no. {name}") for name, hand, fans in ALL])
def test_an_example_scores_its_listed_fans(hand: str, fans: list[int]) -> None:
    assert numbers_of(hand) == fans


def test_every_fan_has_an_example() -> None:
    shown = {name.split("/")[0] for name, _, _ in ALL}
    assert shown == {str(no) for no in range(1, 81)} | {"57b"}


VALUES = {
    88: (1, 7), 64: (8, 13), 48: (14, 15), 32: (16, 18), 24: (19, 27), 16: (28, 33), 12: (34, 38), 8: (39, 48),
    6: (49, 54), 4: (55, 58), 2: (59, 68), 1: (69, 81),
}  # fmt: skip


@pytest.mark.parametrize("key", RULE_SETS)
def test_each_fan_has_the_printed_value(key: str) -> None:
    values = RULE_SETS[key].values
    for points, (first, last) in VALUES.items():
        for no in range(first, last + 1):
            assert values[no] == (6 if no == 48 and key != "wmo-2014" else points), no
    assert values[MIXED_KONGS] == (6 if key == "wmo-2014" else 5)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_points_are_the_sum_of_values(rules: str) -> None:
    for _, text, _ in ALL:
        scored = score(hand_in(text), RULE_SETS[rules])
        assert scored is not None
        assert scored.points == sum(line.points * line.times for line in scored.fans)
        assert [(-line.points, line.fan.no) for line in scored.fans] == sorted(
            (-line.points, line.fan.no) for line in scored.fans
        )


@pytest.mark.parametrize("no", FANS)
def test_the_hand_shown_for_a_fan_scores_that_fan(no: int) -> None:
    for rules in RULE_SETS.values():
        scored = score(hand_in(SHOWN[no]), rules)
        assert scored is not None
        assert FANS[no] in [line.fan for line in scored.fans]
