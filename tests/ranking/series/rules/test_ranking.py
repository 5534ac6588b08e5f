"""Rankings of series: worked cases, properties, and a second implementation."""

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ranking.series.rules.ranking import (
    Chance,
    Line,
    Qualification,
    Visit,
    base_points,
    bonus_points,
    counted,
    movements,
    qualifications,
    ranking,
    until,
)
from ranking.series.rules.rule import Counting, Points, Rule, Shared, Tie


def visit(event: int, points: int, place: int | None = 1, *, sharing: int = 1, players: int = 8) -> Visit:
    """A visit with these competition points, and as many table points."""
    return Visit(event, place, sharing, players, 12 * abs(points), points)


def visits(*points: int | None) -> list[Visit]:
    """A visit of each event with points; None: the player was not there."""
    return [visit(event, value) for event, value in enumerate(points) if value is not None]


def ranks(lines: Sequence[Line[str]]) -> dict[str, int | None]:
    return {line.key: line.rank for line in lines}


def totals(lines: Sequence[Line[str]]) -> dict[str, Fraction]:
    return {line.key: line.points for line in lines}


CHIBA = Rule(counting=Counting.BEST_WORST, best=3, worst=1, ties=(Tie.RESULTS,), finalists=2)
#: A season of six evenings, by competition points.
SEASON = {
    "anna": visits(120, -40, 88, 15, None, 60),
    "ben": visits(30, 96, None, 90, -150, 45),
    "chen": visits(77, 77, 77, None, None, None),
    "dora": visits(-20, 10, 5, 8, 12, 11),
    "emil": visits(None, None, 200, None, None, None),
}


def test_the_chiba_rule_on_a_worked_season() -> None:
    """Three best and the worst. anna 120 + 88 + 60 - 40, ben 96 + 90 + 45 - 150, dora 12 + 11 + 10 - 20."""
    lines = ranking(CHIBA, SEASON)
    assert [(line.rank, line.key, line.points, line.visits) for line in lines] == [
        (1, "chen", 231, 3),
        (2, "anna", 228, 5),
        (3, "emil", 200, 1),
        (4, "ben", 81, 5),
        (5, "dora", 13, 6),
    ]
    anna = lines[1]
    assert [(worth.points, worth.counted) for worth in anna.worths] == [
        (120, True), (-40, True), (88, True), (15, False), (60, True),
    ]  # fmt: skip


def test_the_chiba_season_with_four_visits_at_least_and_its_final() -> None:
    rule = Rule(counting=Counting.BEST_WORST, best=3, worst=1, least=4, finalists=2)
    lines = ranking(rule, SEASON)
    assert ranks(lines) == {"anna": 1, "ben": 2, "dora": 3, "chen": None, "emil": None}
    assert qualifications(rule, lines) == {
        "anna": Qualification(Chance.IN, Fraction(228 - 13)),
        "ben": Qualification(Chance.IN, Fraction(81 - 13)),
        "dora": Qualification(Chance.OUT, Fraction(81 - 13)),
        "chen": Qualification(Chance.NOT_RANKED, None),
        "emil": Qualification(Chance.NOT_RANKED, None),
    }


def test_movement_after_the_last_evening() -> None:
    """Before it anna has 183 (120 + 88 + 15 - 40), ben 66 (30 + 96 + 90 - 150) and dora 15."""
    before, after = ranking(CHIBA, until(SEASON, 5)), ranking(CHIBA, SEASON)
    assert ranks(before) == {"chen": 1, "emil": 2, "anna": 3, "ben": 4, "dora": 5}
    assert movements(before, after) == {"chen": 0, "anna": 1, "emil": -1, "ben": 0, "dora": 0}
    assert movements(ranking(CHIBA, until(SEASON, 2)), after).keys() == {"chen", "anna", "ben", "dora"}


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (Rule(), [True] * 4),
        (Rule(counting=Counting.AVERAGE), [True] * 4),
        (Rule(counting=Counting.BEST, best=2), [False, True, True, False]),
        (Rule(counting=Counting.BEST_WORST, best=1, worst=1), [True, True, False, False]),
        (Rule(counting=Counting.BEST_WORST, best=3, worst=2), [True] * 4),
    ],
)
def test_which_events_count(rule: Rule, expected: list[bool]) -> None:
    assert counted(rule, [Fraction(value) for value in (-5, 9, 7, 7)][:4]) == expected


def test_a_mean_of_events_is_exact() -> None:
    lines = ranking(Rule(counting=Counting.AVERAGE), {"anna": visits(1, 1, 2), "ben": visits(1, 2)})
    assert totals(lines) == {"ben": Fraction(3, 2), "anna": Fraction(4, 3)}


@pytest.mark.parametrize(
    ("points", "place", "players", "expected"),
    [
        (Points.COMPETITION, 3, 8, Fraction(-7)),
        (Points.TABLE, 3, 8, Fraction(7)),
        (Points.RANK, 1, 8, Fraction(1000)),
        (Points.RANK, 3, 8, Fraction(714)),
        (Points.RANK, 8, 8, Fraction(0)),
        (Points.RANK, 1, 1, Fraction(1000)),
        (Points.RANK, None, 8, Fraction(0)),
        (Points.PLACING, 2, 8, Fraction(18)),
        (Points.PLACING, 4, 8, Fraction(0)),
        (Points.PLACING, None, 8, Fraction(0)),
    ],
)
def test_what_an_event_is_worth(points: Points, place: int | None, players: int, expected: Fraction) -> None:
    rule = Rule(points=points, placing=(Fraction(25), Fraction(18), Fraction(15)))
    assert base_points(rule, visit(0, -7, place, players=players)) == expected


@pytest.mark.parametrize(("shared", "expected"), [(Shared.MEAN, Fraction(33, 3)), (Shared.BEST, Fraction(18))])
def test_three_share_second_place_of_a_list_of_three_places(shared: Shared, expected: Fraction) -> None:
    """The mean of 18, 15 and nothing."""
    rule = Rule(points=Points.PLACING, placing=(Fraction(25), Fraction(18), Fraction(15)), shared=shared)
    assert base_points(rule, visit(0, 0, 2, sharing=3)) == expected


@pytest.mark.parametrize(
    ("place", "players", "expected"),
    [(1, 7, 5), (1, 8, 15), (2, 31, 12), (2, 32, 22), (3, 32, 20), (None, 32, 20), (None, 7, 0)],
)
def test_bonus_by_size_and_place(place: int | None, players: int, expected: int) -> None:
    rule = Rule(
        size_bonus=((8, Fraction(10)), (32, Fraction(20))), place_bonus=(Fraction(5), Fraction(2)), shared=Shared.BEST
    )
    assert bonus_points(rule, visit(0, 50, place, players=players)) == expected


def test_the_bonus_decides_which_event_is_the_best() -> None:
    rule = Rule(counting=Counting.BEST, best=1, size_bonus=((16, Fraction(100)),))
    lines = ranking(rule, {"anna": [visit(0, 150), visit(1, 60, players=16)]})
    assert [(worth.base, worth.bonus, worth.counted) for worth in lines[0].worths] == [
        (150, 0, False),
        (60, 100, True),
    ]


TIED = {
    "anna": [visit(0, 60, 2), visit(1, 40, 3)],
    "ben": [visit(0, 50, 3), visit(1, 50, 1)],
    "chen": [visit(2, 100, 4)],
}


@pytest.mark.parametrize(
    ("tie", "expected"),
    [
        (None, {"anna": 1, "ben": 1, "chen": 1}),
        (Tie.RESULTS, {"chen": 1, "anna": 2, "ben": 3}),
        (Tie.PLACES, {"ben": 1, "anna": 2, "chen": 3}),
        (Tie.VISITS, {"anna": 1, "ben": 1, "chen": 3}),
        (Tie.TABLE, {"anna": 1, "ben": 1, "chen": 1}),
        (Tie.COMPETITION, {"anna": 1, "ben": 1, "chen": 1}),
        (Tie.LATEST, {"chen": 1, "ben": 2, "anna": 3}),
    ],
)
def test_tie_breaks(tie: Tie | None, expected: dict[str, int]) -> None:
    assert ranks(ranking(Rule(ties=(tie,) if tie else ()), TIED)) == expected


def test_table_points_decide_between_equal_competition_points() -> None:
    equal = {"anna": [Visit(0, 1, 1, 8, 48, 10)], "ben": [Visit(1, 1, 1, 8, 49, 10)]}
    assert ranks(ranking(Rule(ties=(Tie.TABLE,)), equal)) == {"ben": 1, "anna": 2}
    worth_nothing = Rule(points=Points.PLACING, placing=(Fraction(1),), ties=(Tie.COMPETITION,))
    fewer = {"anna": [Visit(0, 2, 1, 8, 48, 9)], "ben": [Visit(1, 2, 1, 8, 48, 10)]}
    assert ranks(ranking(worth_nothing, fewer)) == {"ben": 1, "anna": 2}


def test_equal_lines_at_the_cut_are_not_decided() -> None:
    rule = Rule(finalists=2)
    lines = ranking(rule, {"anna": visits(9), "ben": visits(5), "chen": visits(5), "dora": visits(1)})
    chances = qualifications(rule, lines)
    assert {key: (one.chance, one.margin) for key, one in chances.items()} == {
        "anna": (Chance.IN, 4),
        "ben": (Chance.EQUAL, 0),
        "chen": (Chance.EQUAL, 0),
        "dora": (Chance.OUT, 4),
    }


def test_a_tie_break_at_the_cut_leaves_a_margin_of_zero() -> None:
    rule = Rule(finalists=1, ties=(Tie.LATEST,))
    chances = qualifications(rule, ranking(rule, {"anna": [visit(0, 5)], "ben": [visit(1, 5)]}))
    assert chances == {"ben": Qualification(Chance.IN, Fraction(0)), "anna": Qualification(Chance.OUT, Fraction(0))}


def test_everybody_is_in_where_the_final_has_more_places() -> None:
    rule = Rule(finalists=4)
    assert qualifications(rule, ranking(rule, {"anna": visits(9)})) == {"anna": Qualification(Chance.IN, None)}
    assert qualifications(rule, ranking(Rule(least=2), {"anna": visits(9)})) == {
        "anna": Qualification(Chance.NOT_RANKED, None)
    }
    assert qualifications(Rule(), ranking(Rule(), {"anna": visits(9)})) == {}


def test_who_played_no_event_has_no_line() -> None:
    assert ranking(Rule(), {"anna": [], "ben": visits(1)})[0].key == "ben"
    assert len(ranking(Rule(), until({"anna": visits(None, 3), "ben": visits(1)}, 1))) == 1


POINTS_LISTS = st.lists(st.integers(-500, 500), min_size=1, max_size=12)


@given(POINTS_LISTS, st.integers(1, 5), st.integers(1, 3))
def test_best_and_worst_count_each_event_once(points: list[int], best: int, worst: int) -> None:
    rule = Rule(counting=Counting.BEST_WORST, best=best, worst=worst)
    counts = counted(rule, [Fraction(value) for value in points])
    assert sum(counts) == min(len(points), best + worst)
    left_out = [value for value, counts_here in zip(points, counts, strict=True) if not counts_here]
    in_order = sorted(points, reverse=True)
    assert sorted(left_out, reverse=True) == in_order[best : max(best, len(points) - worst)]


@given(POINTS_LISTS, st.integers(-500, 500))
def test_a_further_event_never_lowers_the_best_three(points: list[int], further: int) -> None:
    rule = Rule(counting=Counting.BEST, best=3)
    before = ranking(rule, {"anna": visits(*points)})[0].points
    after = ranking(rule, {"anna": visits(*points, further)})[0].points
    if len(points) >= 3:
        assert after >= before


@given(st.dictionaries(st.sampled_from("abcdefgh"), POINTS_LISTS, min_size=1), st.integers(1, 5))
def test_ranks_rise_with_falling_points(points: Mapping[str, list[int]], finalists: int) -> None:
    rule = Rule(finalists=finalists)
    lines = ranking(rule, {key: visits(*values) for key, values in points.items()})
    for upper, lower in zip(lines, lines[1:], strict=False):
        assert (upper.points > lower.points) == ((upper.rank or 0) < (lower.rank or 0))
    chances = [one.chance for one in qualifications(rule, lines).values()]
    assert chances.count(Chance.IN) <= finalists
    assert Chance.EQUAL in chances or chances.count(Chance.IN) == min(finalists, len(lines))


def second_ranking(rule: Rule, points: Mapping[str, Sequence[int]]) -> dict[str, tuple[int | None, Fraction]]:
    """A short independent ranking by competition points without bonus and tie-breaks."""
    sums = {}
    for key, values in points.items():
        ordered = sorted(values)
        if rule.counting is Counting.BEST:
            ordered = ordered[-rule.best :]
        if rule.counting is Counting.BEST_WORST and len(ordered) > rule.best + rule.worst:
            ordered = ordered[: rule.worst] + ordered[-rule.best :]
        total = Fraction(sum(ordered))
        sums[key] = total / len(values) if rule.counting is Counting.AVERAGE else total
    in_ranks = [total for key, total in sums.items() if len(points[key]) >= rule.least]
    return {
        key: (1 + sum(other > total for other in in_ranks) if len(points[key]) >= rule.least else None, total)
        for key, total in sums.items()
    }


def test_a_second_implementation_agrees_on_ten_thousand_seasons() -> None:
    chance = random.Random(26)
    for _season in range(10_000):
        rule = Rule(
            counting=chance.choice(list(Counting)),
            best=chance.randint(1, 4),
            worst=chance.randint(1, 2),
            least=chance.randint(1, 3),
        )
        points = {key: [chance.randint(-9, 9) for _event in range(chance.randint(1, 6))] for key in "abcdef"}
        lines = ranking(rule, {key: visits(*values) for key, values in points.items()})
        assert {line.key: (line.rank, line.points) for line in lines} == second_ranking(rule, points)
