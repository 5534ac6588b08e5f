"""The points of a player: worked cases, and a second implementation on random careers."""

import random
from fractions import Fraction

from ranking.rankings.rules.formula import Counted, Outcome, Points, Use, filled_up, points_of, uses, value_of
from ranking.rankings.rules.packing import Packed, packed, unpacked
from ranking.rankings.rules.rule import Kind, Rule, Total, Value

MERS = Rule()
OWN = Rule(kind=Kind.OWN, least=1)


def counted(*results: tuple[int, int | str]) -> list[Counted]:
    return [Counted(value, Fraction(weight)) for value, weight in results]


def test_a_result_is_worth_its_place_its_points_of_the_list_or_what_was_scored():
    outcome = Outcome(place=2, table_points=100, competition_points=-40)
    assert value_of(MERS, outcome, 17) == 938
    assert value_of(MERS, Outcome(1, 0, 0), 1) == 1000
    assert value_of(Rule(value=Value.PLACING, placing=(Fraction(25), Fraction(18))), outcome, 17) == 18
    assert value_of(Rule(value=Value.PLACING, placing=(Fraction(25),)), outcome, 17) == 0
    assert value_of(Rule(value=Value.TABLE), outcome, 17) == Fraction(25, 3)
    assert value_of(Rule(value=Value.COMPETITION), outcome, 17) == -40


def test_mers_needs_two_results_and_fills_up_to_five():
    assert points_of(MERS, counted((1000, 2))) is None
    points = points_of(MERS, counted((1000, 2), (500, 1)))
    assert points == Points((Fraction(2500, 6) + Fraction(2500, 5)) / 2, Fraction(2500, 6), Fraction(2500, 5))
    assert [filled_up(MERS, results) for results in (2, 5, 9)] == [3, 0, 0]
    assert filled_up(OWN, 2) == 0


def test_six_results_count_in_part_a_up_to_the_sixth_and_four_in_part_b():
    results = counted((100, 1), (900, 1), (800, 1), (700, 1), (600, 1), (0, 1))
    assert uses(MERS, results) == [
        Use(True, False), Use(True, True), Use(True, True), Use(True, True), Use(True, True), Use(True, False),
    ]  # fmt: skip
    assert points_of(MERS, results).part_a == Fraction(3100, 6)
    assert points_of(MERS, results).part_b == 750


def test_a_value_of_0_stands_behind_the_filled_up_ones_of_more_weight():
    assert uses(MERS, counted((0, "0.5"), (1000, 1))) == [Use(True, False), Use(True, True)]


def test_an_own_formula_takes_the_mean_or_the_sum_of_the_best():
    results = counted((1000, 1), (900, 4), (100, 1))
    mean = Rule(kind=Kind.OWN, least=1, best=2)
    assert points_of(mean, results) == Points(Fraction(4600, 5))
    assert uses(mean, results) == [Use(True, False), Use(True, False), Use(False, False)]
    total = Rule(kind=Kind.OWN, least=1, best=1, total=Total.SUM)
    assert points_of(total, results) == Points(Fraction(3600))
    assert uses(total, results) == [Use(False, False), Use(True, False), Use(False, False)]
    assert points_of(OWN, results) == Points(Fraction(4700, 6))


def explained_points(rule: Rule, results: list[Counted]) -> Fraction | None:
    """Compute the points from where the results count, as a reader of the page does."""
    if len(results) < rule.least:
        return None
    found = uses(rule, results)
    if rule.kind is Kind.OWN:
        in_a = [one for one, use in zip(results, found, strict=True) if use.part_a]
        products = sum((one.value * one.weight for one in in_a), Fraction(0))
        return products if rule.total is Total.SUM else products / sum(one.weight for one in in_a)
    missing = filled_up(rule, len(results))
    means = []
    for part, size in (("part_a", None), ("part_b", 4)):
        chosen = [one for one, use in zip(results, found, strict=True) if getattr(use, part)]
        zeros = missing if size is None else max(0, size - len(chosen))
        weights = sum(one.weight for one in chosen) + zeros
        means.append(sum((one.value * one.weight for one in chosen), Fraction(0)) / weights)
    return (means[0] + means[1]) / 2


def test_the_explanation_gives_the_points_on_ten_thousand_random_careers():
    chance = random.Random(26)
    for _case in range(10_000):
        rule = chance.choice(
            [MERS, OWN, Rule(kind=Kind.OWN, best=chance.randint(1, 6), total=chance.choice(list(Total)))]
        )
        size = chance.randint(0, 12)
        results = [Counted(chance.randint(0, 1000), Fraction(chance.randint(1, 20), 4)) for _one in range(size)]
        points = points_of(rule, results)
        assert (points.total if points else None) == explained_points(rule, results)


def test_results_are_packed_exactly():
    results = [Packed(7, 3, 938), Packed(8, 1, Fraction(76, 3))]
    assert packed(results) == "7:3:938 8:1:76/3"
    assert unpacked(packed(results)) == results
    assert unpacked("") == []
