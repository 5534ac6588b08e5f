"""Every exclusion of every rule set acts in a hand and is explained with its article.

A deleted exclusion fails here by its name.
"""

import pytest

from scoring.fans.rules import FANS, RULE_SETS, Exclusion
from scoring.fans.rules.counting.explain import explain
from scoring.fans.rules.lines import hand_in
from scoring.fans.rules.sets.catalogue import MIXED_KONGS
from tests.scoring.fans.exclusions import EXAMPLES, GB_1998, GUOBIAO, WMO_2014

LISTED = {"wmo-2014": WMO_2014, "guobiao": GUOBIAO, "gb-1998": GUOBIAO.rstrip() + ";" + GB_1998}


def names(table: str) -> list[str]:
    """Convert ``"3 19: 64"`` into ``["3+19 excludes 64"]``."""
    lines = (line.split(":") for line in table.split(";"))
    return [f"{'+'.join(fans.split())} excludes {no}" for fans, excluded in lines for no in excluded.split()]


def number(word: str) -> int:
    return MIXED_KONGS if word == "57b" else int(word)


ROWS = [(rules, name) for rules, table in LISTED.items() for name in names(table)]


@pytest.mark.parametrize(("rules", "name"), [pytest.param(*row, id=f"{row[0]}: {row[1]}") for row in ROWS])
def test_an_exclusion_acts_and_is_explained_with_its_article(rules: str, name: str) -> None:
    fans, excluded = name.split(" excludes ")
    explained = explain(hand_in(EXAMPLES[name]), RULE_SETS[rules])
    assert explained is not None
    explanations = [left for left in explained.best.left if left.fan is FANS[number(excluded)]]
    by = tuple(FANS[number(fan)] for fan in fans.split("+"))
    assert any(left.why == "excluded" and left.by == by and left.article for left in explanations)


@pytest.mark.parametrize("rules", LISTED)
def test_the_list_has_every_exclusion_of_the_rule_set(rules: str) -> None:
    assert sorted(row.name for row in RULE_SETS[rules].exclusions) == sorted(names(LISTED[rules]))


def test_every_example_is_used() -> None:
    assert set(EXAMPLES) == {name for _, name in ROWS}


@pytest.mark.parametrize("rules", RULE_SETS)
def test_an_excluding_fan_comes_before_the_excluded_one(rules: str) -> None:
    """24 and 23 exclude each other, but no decomposition has both."""
    from scoring.fans.rules.counting.exclusions import POSITION

    def backwards(row: Exclusion) -> bool:
        return any(POSITION[fan] >= POSITION[row.excluded] for fan in row.fans)

    assert {row.name for row in RULE_SETS[rules].exclusions if backwards(row)} == {"24 excludes 23"}
