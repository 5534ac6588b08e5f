"""Every element, exception and row of the chart: one case named after it."""

import pytest

from scoring.elements.rules import ELEMENTS, explain, score
from scoring.elements.rules.catalogue import ADDED, EACH, ONE_OF
from scoring.elements.rules.examples import EXAMPLES
from scoring.elements.rules.lines import hand_in
from scoring.game.rules.imj.chart import CHART, mados_of, rank_of

# Article -> fans of the element, and all elements of its example.
ELEMENT_CASES = {
    "25.1(1)": (6, "25.1(1)"),
    "25.1(2)": (6, "25.1(2)"),
    "25.1(3)": (13, "25.1(3)"),
    "25.1(4)": (13, "25.1(4)"),
    "25.1(5)": (13, "25.1(5)"),
    "25.2(1)": (3, "25.2(1)"),
    "25.2(2)": (9, "25.2(2)"),
    "25.2(3)": (6, "25.2(3)"),
    "25.2(4)": (13, "25.2(4)"),
    "25.2(5)": (15, "25.2(5)"),
    "26.1": (0.5, "26.1 28.1(1)"),
    "26.2": (1, "26.2 28.1(1)"),
    "26.3": (3, "26.3 28.1(1)"),
    "26.4": (3, "26.4 28.4(3) 28.1(1)"),
    "27.1(1)": (8, "27.1(1) 26.3 28.1(1)"),
    "27.1(2)": (1, "26.3 27.1(2) 28.1(1)"),
    "27.1(3)": (8, "27.1(3) 26.3 27.2(5) 27.2(5) 28.1(1)"),
    "27.1(4)": (6, "27.1(4) 26.2 28.1(1)"),
    "27.1(5)": (3, "27.1(5) 26.1 28.1(1)"),
    "27.1(6)": (2, "27.1(6) 27.4(6) 26.1 28.1(1)"),
    "27.1(7)": (1, "26.2 27.1(7) 28.1(1)"),
    "27.1(8)": (1, "27.1(8) 26.1 28.1(1)"),
    "27.2(1)": (9, "27.2(1) 26.3 27.1(5) 28.1(1)"),
    "27.2(2)": (6, "27.2(2) 27.1(5) 26.1 28.1(1)"),
    "27.2(3)": (6, "27.2(3) 26.1 28.1(1)"),
    "27.2(4)": (4, "27.2(4) 26.1 28.1(1)"),
    "27.2(5)": (1, "27.2(5) 26.1 28.1(1)"),
    "27.2(6)": (1, "27.2(6) 26.1 28.1(1)"),
    "27.2(7)": (1, "27.2(7) 26.1 28.1(1)"),
    "27.3(1)": (4, "27.3(1) 26.3 28.1(1)"),
    "27.3(2)": (3, "27.3(2) 26.1 28.1(1)"),
    "27.3(3)": (2, "27.3(3) 26.1 28.1(1)"),
    "27.3(4)": (1, "27.3(4) 26.1 28.1(1)"),
    "27.4(1)": (4, "27.4(1) 26.2 28.1(1)"),
    "27.4(2)": (4, "27.4(2) 26.2 28.1(1)"),
    "27.4(3)": (3, "27.4(3) 26.2 28.1(1)"),
    "27.4(4)": (3, "27.4(4) 26.2 28.1(1)"),
    "27.4(5)": (2, "27.4(5) 26.2 28.1(1)"),
    "27.4(6)": (1, "26.2 27.4(6) 28.1(1)"),
    "27.4(7)": (2, "27.4(7) 26.2 28.1(1)"),
    "27.4(8)": (1, "26.2 27.4(8) 28.1(1)"),
    "28.1(1)": (0, "26.2 28.1(1)"),
    "28.1(2)": (1, "26.2 28.1(2)"),
    "28.1(3)": (1, "26.2 28.1(3)"),
    "28.2(1)": (1, "26.2 28.1(2) 28.2(1)"),
    "28.2(2)": (1, "26.2 28.2(2) 28.1(1)"),
    "28.3(1)": (1, "28.1(2) 28.3(1) 26.1"),
    "28.3(2)": (3, "28.3(2) 28.1(2) 26.1"),
    "28.3(3)": (6, "28.3(3) 28.1(2) 26.1"),
    "28.4(1)": (1, "26.2 28.4(1) 28.1(1)"),
    "28.4(2)": (1, "28.1(2) 28.4(2) 26.1"),
    "28.4(3)": (1, "26.2 28.4(3) 28.1(1)"),
    "28.5(1)": (1, "26.2 28.5(1) 28.1(1)"),
    "28.5(2)": (1, "26.2 28.5(2) 28.5(2) 28.1(1)"),
    "28.5(3)": (1, "26.2 28.5(2) 28.5(3) 28.1(1)"),
}


def counted(line: str) -> list[str]:
    """Return the articles of a hand's answer in its order, an element as often as it counts."""
    scored = score(hand_in(line))
    assert scored is not None
    return [line.element.article for line in scored.elements for _ in range(line.times)]


@pytest.mark.parametrize("article", ELEMENT_CASES)
def test_element(article: str) -> None:
    fans, elements = ELEMENT_CASES[article]
    assert ELEMENTS[article].fans == fans
    assert counted(EXAMPLES[article]) == elements.split()


def test_every_row_has_its_case() -> None:
    assert list(ELEMENT_CASES) == list(ELEMENTS) == list(EXAMPLES)
    assert len({element.key for element in ELEMENTS.values()}) == len(ELEMENTS) == 55


@pytest.mark.parametrize(
    ("first", "second", "line"),
    [
        ("27.1(2)", "27.1(5)", "111m 999m EEE WWW, C + C flowers=R2"),
        ("27.1(7)", "27.1(8)", "123m 789p EEE, 99sCC + C flowers=R2"),
        ("27.2(5)", "27.2(6)", "CCC SSS 345s, 23m88s + 4m seat=S flowers=R1"),
        ("27.2(5)", "27.2(7)", "CCC SSS 345s, 23m88s + 4m round=S flowers=R2"),
        ("27.2(6)", "27.2(7)", "SSS WWW 345s, 23m88s + 4m seat=S round=W flowers=R1"),
        ("28.5(2)", "28.5(3)", "234m 678p, 123s99s57m + 6m flowers=B1B2B3B4"),
    ],
)
def test_elements_of_one_group_that_are_added(first: str, second: str, line: str) -> None:
    assert {first, second} <= set(counted(line))
    assert (first, second) in ADDED


def test_every_exception_has_its_case() -> None:
    assert len(ADDED) == 6


@pytest.mark.parametrize(
    ("group", "line", "kept", "dropped"),
    [
        ("27.1", "111m 999m 111p, 999s1s + 1s", "27.1(1)", {"27.1(7)"}),
        ("27.2", "CCC FFF PPP, SSS8m + 8m seat=S", "27.2(3)", {"27.2(5)", "27.2(6)"}),
        ("27.3", "333m 444m 555m, 666m8s + 8s", "27.3(1)", {"27.3(2)"}),
        ("27.4", "345m 456m 567m, 67m88s + 8m", "27.4(2)", {"27.4(4)"}),
    ],
)
def test_one_of_a_group(group: str, line: str, kept: str, dropped: set[str]) -> None:
    explained = explain(hand_in(line))
    assert explained is not None
    of_group = [line.element.article for line in explained.best.counted if line.element.group == group]
    assert of_group == [kept]
    assert {line.element.article for line in explained.best.dropped} == dropped
    assert {element.article for line in explained.best.dropped for element in line.by} == {kept}
    assert group in ONE_OF


def test_the_limited_groups() -> None:
    """Of 28.5 only the exception shows: a hand with flowers cannot be one without."""
    assert ONE_OF == ("27.1", "27.2", "27.3", "27.4", "28.5")


def test_groups_of_28_are_not_limited() -> None:
    line = "(2222m) (6666p), 123s99s57m + 6m self_drawn kongs=2 wall_last flowers=R2"
    assert counted(line) == ["28.3(2)", "28.1(2)", "28.2(1)", "28.4(2)", "26.1"]


@pytest.mark.parametrize(
    ("article", "line", "times"),
    [
        ("27.2(5)", "CCC FFF 345s, 23m88s + 4m flowers=R2", 2),
        ("28.5(2)", "234m 678p, 123s99s57m + 6m flowers=B3R3 seat=W", 2),
        ("28.5(3)", "234m 678p, 123s99s57m + 6m flowers=B1B2B3B4R1R2R3R4", 2),
    ],
)
def test_an_element_that_counts_each_time(article: str, line: str, times: int) -> None:
    assert counted(line).count(article) == times
    assert article in EACH


def test_what_no_exception_names_is_not_added() -> None:
    """A dragon pung beside Little Four Winds, a chance wind beside Big Three Dragons."""
    assert counted("EEE SSS WWW, CCCN + N flowers=R2") == ["27.1(3)", "27.2(2)", "26.3", "28.1(1)"]
    assert counted("CCC FFF PPP, EE88m + E flowers=R2") == ["27.2(3)", "26.3", "27.1(5)", "28.1(1)"]


@pytest.mark.parametrize(
    ("fans", "mados"),
    [
        (0.5, 2), (1, 2), (2, 4), (3, 8), (4, 16), (5, 32), (6, 64), (7, 128), (8, 256), (9, 512), (10, 1000),
        (11, 2000), (12, 3000), (13, 4000), (14, 5000), (15, 6000),
    ],
)  # fmt: skip
def test_row_of_the_chart(fans: float, mados: int) -> None:
    assert CHART[int(2 * fans)] == mados
    assert mados_of(int(2 * fans)) == mados


@pytest.mark.parametrize(
    ("halves", "limit", "rank"),
    [(1, 15, 1), (2, 15, 2), (3, 15, 2), (13, 15, 12), (38, 15, 30), (31, 15, 30), (26, 9, 18), (27, 13, 26)],
)
def test_half_a_fan_is_dropped_and_the_limit_holds(halves: int, limit: int, rank: int) -> None:
    assert rank_of(halves, limit) == rank
