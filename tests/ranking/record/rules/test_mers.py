"""MERS: published weights, worked parts, and a second implementation on random cases."""

import random
from datetime import date, timedelta
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction

import pytest

from ranking.record.rules.mers import (
    Result,
    Tournament,
    Years,
    age_factor,
    base_rank,
    country_ranking,
    parts,
    ranking,
)

DAY = date(2026, 1, 1)


def test_the_published_base_ranks():
    """The best has 1000, the last 0, and who is third of sixteen 867 (866.67)."""
    assert [base_rank(*case) for case in ((1, 100), (100, 100), (3, 16))] == [1000, 0, 867]


def test_the_base_rank_is_rounded_half_to_even():
    assert [base_rank(place, 17) for place in (1, 2, 16, 17)] == [1000, 938, 62, 0]


@pytest.mark.parametrize(
    ("ends", "day", "factor"),
    [
        ("2025-05-04", "2025-05-03", "0"),
        ("2025-05-04", "2025-05-04", "1"),
        ("2025-05-04", "2026-05-03", "1"),
        ("2025-05-04", "2026-05-04", "1/2"),
        ("2025-05-04", "2027-05-03", "1/2"),
        ("2025-05-04", "2027-05-04", "0"),
        ("2024-02-29", "2025-02-28", "1"),
        ("2024-02-29", "2025-03-01", "1/2"),
    ],
)
def test_the_age_factor_follows_calendar_years(ends, day, factor):
    assert age_factor(date.fromisoformat(ends), date.fromisoformat(day)) == Fraction(factor)


@pytest.mark.parametrize(
    ("ends", "day", "factor"),
    [
        ("2025-05-04", "2025-05-03", 0),
        ("2025-05-04", "2025-05-04", 1),
        ("2025-05-04", "2026-05-03", 1),
        ("2025-05-04", "2026-05-04", "1/2"),
        ("2025-05-05", "2026-05-10", 1),
        ("2025-05-05", "2026-05-11", "1/2"),
        ("2025-05-04", "2027-05-02", "1/2"),
        ("2025-05-04", "2027-05-03", 0),
    ],
)
def test_the_age_factor_follows_whole_weeks_from_the_monday_after(ends, day, factor):
    assert age_factor(date.fromisoformat(ends), date.fromisoformat(day), Years.WEEKS) == Fraction(factor)


def test_two_results_are_filled_up_with_zeros_of_weight_one():
    assert parts([(1000, Fraction(2)), (500, Fraction(1))]) == (Fraction(2500, 6), Fraction(2500, 5))


def test_of_seven_results_the_best_seven_count_and_of_ten_the_best_nine():
    even = [(100 * at, Fraction(1)) for at in range(10)]
    assert parts(even[:7])[0] == 300
    assert parts(even)[0] == 500


def test_equal_players_share_a_rank_and_one_result_is_none():
    one = [Result("a", "NL", 1), Result("b", "NL", 2), Result("c", "DK", 3)]
    two = [Result("b", "NL", 1), Result("a", "NL", 2)]
    events = [Tournament(str(at), DAY, 3, 1, 1, False, Fraction(1), results) for at, results in enumerate((one, two))]
    ranked = ranking(events, DAY)
    assert [(line.rank, line.player, line.points) for line in ranked] == [
        (1, "a", Fraction(675, 2)),
        (1, "b", Fraction(675, 2)),
    ]
    assert country_ranking(ranked) == [("NL", Fraction(225))]


def second_opinion(events: list[Tournament], player: str) -> Decimal | None:
    """Compute a player's points with decimals, from the text of the rule alone."""
    scores = []
    for event in events:
        whole_years = DAY.year - event.ends.year - ((DAY.month, DAY.day) < (event.ends.month, event.ends.day))
        if event.ends > DAY or whole_years > 1:
            continue
        players, lands = event.participants, event.countries
        weight = Decimal(min(event.days, 3)) + (players > 40) * Decimal("0.5") + (players > 80) * Decimal("0.5")
        weight += (lands > 5) * Decimal("0.5") + (lands > 9) * Decimal("0.5") + event.qualification
        weight = weight if event.weight is None else Decimal(float(event.weight))
        for result in event.results:
            if result.player == player:
                raw = Decimal(1000 * (players - result.place)) / (players - 1)
                scores.append((raw.quantize(Decimal(1), ROUND_HALF_EVEN), weight / (1 + whole_years)))
    played = len(scores)
    if played < 2:
        return None
    while len(scores) < 5:
        scores.append((Decimal(0), Decimal(1)))
    scores.sort(key=lambda score: (-score[0], -score[1]))
    beyond = max(0, played - 5)
    count_a = 5 + (4 * beyond + 4) // 5
    means = []
    for count in (count_a, 4):
        best = scores[:count]
        means.append(sum(value * weight for value, weight in best) / sum(weight for _value, weight in best))
    return (means[0] + means[1]) / 2


def test_a_second_implementation_agrees_on_ten_thousand_random_cases():
    chance = random.Random(26)
    compared = 0
    with localcontext() as context:
        context.prec = 40
        for _case in range(10_000):
            events = []
            for at in range(chance.randint(1, 14)):
                players = chance.randint(2, 120)
                given = chance.choice([None, None, Fraction(chance.randint(2, 12), 2)])
                ends = DAY - timedelta(days=chance.randint(-30, 800))
                facts = (players, chance.randint(1, 4), chance.randint(1, 12), chance.random() < 0.2, given)
                events.append(Tournament(str(at), ends, *facts, [Result("p", "NL", chance.randint(1, players))]))
            expected, ranked = second_opinion(events, "p"), ranking(events, DAY)
            assert bool(ranked) == (expected is not None)
            if expected is not None:
                compared += 1
                points = ranked[0].points
                assert abs(Decimal(points.numerator) / points.denominator - expected) < Decimal("1e-20")
    assert compared > 7000
