"""What players need before a cut, compared with every result that the tables can have."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.standings.rules.formats.cuts import Ranked
from scoring.standings.rules.formats.needs import Contender, CutRule, Need, needs, results_of
from scoring.standings.rules.formats.qualifying import Who, players_of

TABLES = [[1, 2, 3, 4], [5, 6, 7, 8]]
#: Every result of two tables, with every shared place.
BOTH = [(*one, *two) for one, two in product(results_of(4), repeat=2)]
points = st.lists(st.integers(0, 6).map(lambda value: 12 * value), min_size=8, max_size=8)


def bounds(before: list[int], number: int, got: int | None = None) -> tuple[int, int]:
    """Return how many are above a player for certain and at most, over every result (in which the player gets that)."""
    counts = []
    for result in BOTH:
        if got is not None and result[number - 1] != got:
            continue
        total = [held + new for held, new in zip(before, result, strict=True)]
        own = total[number - 1]
        counts.append((sum(value > own for value in total), sum(value >= own for value in total) - 1))
    return min(one for one, _most in counts), max(most for _one, most in counts)


def expected(least: int, most: int, places: int) -> str:
    return "sure" if most < places else "impossible" if least >= places else "possible"


@settings(max_examples=25, deadline=None)
@given(points, st.integers(1, 7))
def test_the_verdicts_are_those_of_every_result(before: list[int], places: int) -> None:
    found = needs([Contender(at, (1,), held) for at, held in enumerate(before, 1)], TABLES, CutRule(places))
    for number in range(1, 9):
        by_place = tuple(expected(*bounds(before, number, got), places) for got in (48, 24, 12, 0))
        assert found[number].by_place == by_place
        # A player is sure, or out, only if every result of the player's table says so.
        possible = {expected(*bounds(before, number, got), places) for got in {row[number - 1] for row in BOTH}}
        assert found[number].verdict == (possible.pop() if len(possible) == 1 else "possible")


@settings(max_examples=25, deadline=None)
@given(
    points,
    st.lists(st.sampled_from(["CN", "JP", ""]), min_size=8, max_size=8),
    st.sampled_from(["best", "best-of-groups", "best-of-countries"]),
    st.integers(1, 4),
    st.integers(1, 2),
    st.sampled_from(BOTH),
    st.lists(st.integers(-300, 300), min_size=8, max_size=8),
    st.booleans(),
)
def test_no_result_contradicts_a_verdict(
    before: list[int], units: list[str], kind: str, places: int, most: int, result: tuple[int, ...],
    scores: list[int], known: bool,
) -> None:  # fmt: skip
    """The cut of any result, with any competition points, takes who is sure and leaves out who cannot."""
    rule = CutRule(places, per_unit=kind == "best-of-groups", most=most if kind == "best-of-countries" else 0)
    contenders = [Contender(at, (1,), held, units[at - 1]) for at, held in enumerate(before, 1)]
    found = needs(contenders, TABLES if known else None, rule)
    points_of = {at: (before[at - 1] + result[at - 1], scores[at - 1]) for at in range(1, 9)}
    rank_of = {at: 1 + sum(other > own for other in points_of.values()) for at, own in points_of.items()}
    lines = [
        Ranked(number, rank_of[number], (), units[number - 1]) for number in sorted(rank_of, key=rank_of.__getitem__)
    ]
    who = Who(kind, places, most)  # type: ignore[arg-type]
    for tie in ("more", "fewer"):
        through = players_of(who, lines, tie).through  # type: ignore[arg-type]
        for number, need in found.items():
            got = result[number - 1]
            verdicts = {need.verdict}
            if got in (48, 24, 12, 0):
                verdicts.add(need.by_place[(48, 24, 12, 0).index(got)])
            assert not ("sure" in verdicts and number not in through)
            assert not ("impossible" in verdicts and number in through)


def test_a_leader_is_sure_and_the_last_is_out_before_the_session() -> None:
    held = [144, 96, 72, 60, 60, 48, 24, 0]
    found = needs([Contender(at, (1,), value) for at, value in enumerate(held, 1)], TABLES, CutRule(4))
    assert found[1] == Need("sure", ("sure",) * 4)
    assert found[8] == Need("impossible", ("impossible",) * 4)
    assert found[4] == Need("possible", ("sure", "possible", "possible", "possible"))


def test_frozen_brackets_and_players_without_a_table() -> None:
    higher = [Contender(number, (0,), 0) for number in (1, 2, 3)]
    lower = [Contender(number, (-1,), 480) for number in (4, 5)]
    found = needs([*higher, *lower], [[1, 2, 3, 4]], CutRule(3))
    assert [found[number].verdict for number in range(1, 6)] == ["sure"] * 3 + ["impossible"] * 2
    assert found[5].by_place == ()


def test_a_filler_takes_a_place_and_halves_count_double() -> None:
    contenders = [Contender(1, (1,), 24), Contender(2, (1,), 100)]
    found = needs(contenders, [[1, 90, 91, 92], [2, 93, 94, 95]], CutRule(1), weight=2)
    assert found[1].by_place == ("possible", "impossible", "impossible", "impossible")
    assert found[2].by_place == ("sure", "sure", "sure", "possible")


@pytest.mark.parametrize(("size", "count"), [(1, 1), (3, 13), (4, 75)])
def test_every_order_of_a_table_is_counted_once(size: int, count: int) -> None:
    assert len(results_of(size)) == count


def test_the_limit_of_a_country_and_groups_by_hand() -> None:
    units = ["CN", "CN", "CN", "", "JP"]
    contenders = [Contender(at, (1,), 600 - 100 * at, unit) for at, unit in enumerate(units, 1)]
    found = needs(contenders, [[1, 6, 7, 8], [2, 9, 10, 11], [3, 12, 13, 14], [4, 15, 16, 17]], CutRule(3, most=2))
    # 3 has 300 at least and two compatriots with 400 and 500 above: out, so 4 and 5 go on with those.
    assert [found[number].verdict for number in range(1, 6)] == ["sure", "sure", "impossible", "sure", "impossible"]
    of_groups = needs(contenders, None, CutRule(1, per_unit=True))
    assert [of_groups[number].verdict for number in range(1, 6)] == [
        "sure", "impossible", "impossible", "impossible", "sure",
    ]  # fmt: skip
    close = [Contender(1, (1,), 24, "CN"), Contender(2, (1,), 24, "CN"), Contender(3, (1,), 24, "JP")]
    found = needs(close, [[1, 2, 3, 4]], CutRule(2, most=1))
    assert found[1].by_place == ("sure", "possible", "possible", "impossible")


def test_a_player_of_a_better_bracket_takes_a_place_whatever_happens() -> None:
    """Two go on: the first by the frozen bracket, and the best of the three others at the table."""
    players = [Contender(1, (1,), 0), *(Contender(number, (0,), 0) for number in (2, 3, 4))]
    found = needs(players, [[1, 2, 3, 4]], CutRule(2))
    assert found[1].verdict == "sure"
    assert (found[2].by_place[0], found[2].by_place[-1]) == ("sure", "impossible")
