"""Cuts, who plays, and faults of a format: worked cases, and properties of random fields."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.standings.rules.formats.checking import StagePlan, faults, sizes
from scoring.standings.rules.formats.cuts import Cut, CutTie, Ranked, cut, lot_order
from scoring.standings.rules.formats.qualifying import TablePlace, Who, players_of

TIES: tuple[CutTie, ...] = ("values", "more", "fewer", "play-off", "lot")
EACH_TWO = Who("best-of-pools", 2)
#: Seed -> which of 1 and 2 is first by its lot.
SEEDS = {"s": 1, "a": 2}
#: 1, then 2 and 3 equal, 4, then 5, 6 and 7 equal, 8.
LINES = [Ranked(n, r) for n, r in [(1, 1), (2, 2), (3, 2), (4, 4), (5, 5), (6, 5), (7, 5), (8, 8)]]


def with_values(*values: int) -> list[Ranked]:
    """Return the lines with further tie-breaks of 5, 6 and 7."""
    extra = dict(zip((5, 6, 7), values, strict=True))
    return [Ranked(line.number, line.rank, (extra.get(line.number, 0),)) for line in LINES]


@pytest.mark.parametrize("tie", get_args(CutTie))
def test_a_cut_between_different_ranks_needs_no_decision(tie: str) -> None:
    assert cut(LINES, 4, tie) == Cut((1, 2, 3, 4), (), (5, 6, 7, 8))  # type: ignore[arg-type]
    assert cut(LINES, 8, tie) == Cut((1, 2, 3, 4, 5, 6, 7, 8), (), ())  # type: ignore[arg-type]


def test_more_takes_all_tied_and_fewer_none() -> None:
    assert cut(LINES, 6, "more") == Cut((1, 2, 3, 4, 5, 6, 7), (), (8,))
    assert cut(LINES, 6, "fewer") == Cut((1, 2, 3, 4), (), (5, 6, 7, 8))


def test_values_decide_a_tie_as_far_as_they_differ() -> None:
    assert cut(with_values(1, 9, 5), 6, "values") == Cut((1, 2, 3, 4, 6, 7), (), (5, 8))
    assert cut(with_values(5, 9, 5), 6, "values") == Cut((1, 2, 3, 4, 6), (5, 7), (8,), 1)
    assert cut(with_values(9, 9, 1), 5, "values") == Cut((1, 2, 3, 4), (5, 6), (7, 8), 1)


def test_a_play_off_decides_once_all_tied_have_a_result() -> None:
    assert cut(LINES, 6, "play-off") == Cut((1, 2, 3, 4), (5, 6, 7), (8,), 2)
    assert cut(LINES, 6, "play-off", play_off=[7, 5]) == Cut((1, 2, 3, 4), (5, 6, 7), (8,), 2)
    assert cut(LINES, 6, "play-off", play_off=[7, 5, 6]) == Cut((1, 2, 3, 4, 7, 5), (), (6, 8))


def test_a_lot_follows_from_the_committed_seed() -> None:
    assert lot_order([5, 6, 7], "seed") == [5, 7, 6]
    assert cut(LINES, 6, "lot", seed="seed") == Cut((1, 2, 3, 4, 5, 7), (), (6, 8))


@given(st.lists(st.integers(0, 6), min_size=1, max_size=30), st.integers(1, 30), st.sampled_from(get_args(CutTie)))
def test_nobody_is_lost_or_overtaken_at_a_cut(points: list[int], places: int, tie: str) -> None:
    ordered = sorted(points, reverse=True)
    lines = [Ranked(at + 1, ordered.index(value) + 1, (at % 3,)) for at, value in enumerate(ordered)]
    done = cut(lines, places, tie, seed="s")  # type: ignore[arg-type]
    assert sorted((*done.through, *done.line, *done.out)) == [line.number for line in lines]
    rank = {line.number: line.rank for line in lines}
    assert max((rank[n] for n in done.through), default=0) <= min((rank[n] for n in done.line), default=99)
    assert max((rank[n] for n in done.line), default=0) <= min((rank[n] for n in done.out), default=99)
    if tie in ("lot", "values", "play-off"):
        assert len(done.through) + done.places == min(places, len(lines))
    assert done.places < len(done.line) or not done.line


def test_who_plays_by_kind() -> None:
    lines = [Ranked(n, n, unit="ABAABBBA"[n - 1]) for n in range(1, 9)]
    assert players_of(Who(), lines, "lot").through == tuple(range(1, 9))
    assert players_of(Who("best", 4), lines, "lot").through == (1, 2, 3, 4)
    assert players_of(Who("best-of-groups", 2), lines, "lot").through == (1, 2, 3, 5)
    assert players_of(Who("best-of-countries", 5, most=2), lines, "lot") == Cut((1, 2, 3, 5), (), (4, 6, 7, 8))
    assert players_of(Who("best-of-countries", 3, most=2), lines, "lot") == Cut((1, 2, 3), (), (5, 4, 6, 7, 8))
    assert players_of(Who("named", numbers=frozenset({7, 2})), lines, "lot").through == (2, 7)
    places = {3: TablePlace(1, 1), 6: TablePlace(1, 2), 8: TablePlace(2, 1)}
    winners = players_of(Who("table-winners", 1), lines, "lot", places=places)
    assert (winners.through, winners.out) == ((3, 8), (1, 2, 4, 5, 6, 7))
    assert players_of(Who("rest"), lines, "lot", elsewhere=frozenset({1, 2, 3, 4})).through == (5, 6, 7, 8)


def test_players_without_a_group_are_out() -> None:
    lines = [Ranked(1, 1, unit="A"), Ranked(2, 2), Ranked(3, 3, unit="A")]
    assert players_of(Who("best-of-groups", 2), lines, "lot") == Cut((1, 3), (), (2,))


def test_a_tie_inside_a_group_stays_on_the_line() -> None:
    lines = [Ranked(1, 1, unit="A"), Ranked(2, 2, unit="A"), Ranked(3, 2, unit="B"), Ranked(4, 2, unit="A")]
    assert players_of(Who("best-of-groups", 2), lines, "play-off") == Cut((1, 3), (2, 4), (), 1)


def test_a_play_off_decides_the_tie_of_each_group_among_its_own_players() -> None:
    """Two pools have a tie for one place each: the two best of one play-off cannot both be of one pool."""
    lines = [Ranked(1, 1, unit="A"), Ranked(2, 1, unit="A"), Ranked(3, 3, unit="B"), Ranked(4, 3, unit="B")]
    who = Who("best-of-pools", 1)
    assert players_of(who, lines, "play-off") == Cut((), (1, 2, 3, 4), (), 2)
    assert players_of(who, lines, "play-off", play_off=[2, 1, 4, 3]) == Cut((2, 4), (), (1, 3))
    assert players_of(who, lines, "play-off", play_off=[2, 1]) == Cut((), (1, 2, 3, 4), (), 2)


def test_equal_players_of_a_group_who_both_go_on_are_ordered_as_the_event_decides_ties() -> None:
    """Their order says who crosses over from the first place of the pool."""
    lines = [Ranked(1, 1, (3,), "A"), Ranked(2, 1, (5,), "A"), Ranked(3, 3, (0,), "A"), Ranked(4, 4, unit="B")]
    for seed, winner in SEEDS.items():
        for tie in TIES:
            first = 2 if tie == "values" else winner
            assert players_of(EACH_TWO, lines, tie, seed=seed).through == (first, 3 - first, 4)
    equal = [Ranked(1, 1, unit="A"), Ranked(2, 1, unit="A"), Ranked(3, 1, unit="A"), Ranked(4, 1, unit="B")]
    order = players_of(EACH_TWO, equal, "play-off", play_off=[3, 1, 2]).through
    assert [number for number in order if number != 4] == [3, 1]


def test_a_play_off_decides_the_tie_of_a_cut_of_all_players() -> None:
    assert players_of(Who("best", 6), LINES, "play-off", play_off=[7, 5, 6]).through == (1, 2, 3, 4, 7, 5)
    limited = Who("best-of-countries", 6, most=8)
    assert players_of(limited, LINES, "play-off", play_off=[7, 5, 6]).through == (1, 2, 3, 4, 7, 5)


def test_equal_players_of_a_table_are_tied_at_the_cut_of_its_winners() -> None:
    """The rule of the event decides, and not who has the lower number."""
    lines = [Ranked(n, 5 - n, (9 - n,)) for n in (4, 3, 2, 1)]
    places = {1: TablePlace(7, 1), 2: TablePlace(7, 1), 3: TablePlace(7, 3), 4: TablePlace(8, 1)}
    who = Who("table-winners", 1)
    assert players_of(who, lines, "play-off", places=places) == Cut((4,), (2, 1), (3,), 1)
    assert players_of(who, lines, "play-off", places=places, play_off=[2, 1]).through == (4, 2)
    assert players_of(who, lines, "more", places=places).through == (4, 2, 1)
    assert players_of(who, lines, "values", places=places).through == (4, 1)
    for seed, winner in SEEDS.items():
        assert players_of(who, lines, "lot", seed=seed, places=places).through == (4, winner)


def test_the_next_of_the_table_moves_up_for_a_winner_who_left() -> None:
    places = {1: TablePlace(7, 1), 2: TablePlace(7, 2), 3: TablePlace(7, 3)}
    assert players_of(Who("table-winners", 1), [Ranked(2, 1), Ranked(3, 2)], "lot", places=places).through == (2,)


def test_a_lot_decides_between_equal_compatriots_at_the_limit_of_a_country() -> None:
    lines = [Ranked(1, 1, unit="CN"), Ranked(2, 1, (1,), "CN"), Ranked(3, 3, unit="FR")]
    who = Who("best-of-countries", 2, most=1)
    for seed, winner in SEEDS.items():
        assert players_of(who, lines, "lot", seed=seed) == Cut((winner, 3), (), (3 - winner,))
    assert players_of(who, lines, "values", seed="s") == Cut((2, 3), (), (1,))


def test_how_many_play_in_each_stage() -> None:
    stages = [
        StagePlan(1, 4), StagePlan(5, 5, who=Who("best-of-groups", 4)), StagePlan(6, 6, who=Who("table-winners", 2)),
        StagePlan(7, 7, who=Who("rest")), StagePlan(7, 7, who=Who("best-of-countries", 4, most=2)),
    ]  # fmt: skip
    assert sizes(stages, 32, groups=6) == [32, 24, 12, 8, 4]
    assert sizes(stages, 12, groups=6) == [12, 12, 6, 2, 4]
    assert faults(stages, 32, groups=6) == []


BEST16 = Who("best", 16)


@pytest.mark.parametrize(
    ("stages", "expected"),
    [
        ([StagePlan(1, 8, advance=16), StagePlan(9, 10, who=BEST16, method="split", frozen=16)], []),
        ([StagePlan(1, 8), StagePlan(8, 10)], [(2, "overlap")]),
        ([StagePlan(1, 8), StagePlan(10, 11)], [(2, "gap")]),
        ([StagePlan(3, 2)], [(1, "backwards")]),
        ([StagePlan(1, 8, advance=12), StagePlan(9, 9, who=BEST16)], [(2, "seats")]),
        ([StagePlan(1, 8, advance=2), StagePlan(9, 9)], [(2, "too_few")]),
        ([StagePlan(1, 8, advance=40)], [(1, "advance_all")]),
        ([StagePlan(1, 8), StagePlan(9, 9, frozen=64)], [(2, "freeze_without_cut")]),
        ([StagePlan(1, 1, method="winners")], [(1, "winners_first")]),
        ([StagePlan(1, 6, advance=16), StagePlan(7, 8, who=BEST16), StagePlan(7, 8, who=Who("rest"))], []),
        ([StagePlan(1, 6), StagePlan(7, 8, who=Who("named", numbers=frozenset({1, 2})))], [(2, "too_few")]),
        ([StagePlan(1, 6), StagePlan(7, 8, who=Who("best-of-groups", 4))], [(2, "no_groups")]),
        ([StagePlan(1, 8, pools=4)], []),
        ([StagePlan(1, 6), StagePlan(7, 8, pools=20, frozen=4)], [(2, "pools_few"), (2, "pools_frozen")]),
        ([StagePlan(1, 6), StagePlan(7, 8, who=Who("best-of-pools", 2))], [(2, "no_pools")]),
        ([StagePlan(1, 6), StagePlan(7, 8, method="cross")], [(2, "cross_pools"), (2, "cross_sessions")]),
        (
            [StagePlan(1, 5), StagePlan(6, 7, pools=3), StagePlan(8, 8, method="cross", who=Who("best-of-pools", 2))],
            [(3, "cross_tables")],
        ),
        (
            [StagePlan(1, 5), StagePlan(6, 7, pools=4),
             StagePlan(8, 8, method="cross", who=Who("best-of-pools", 2), crossing=(1, 2, 3, 4))],
            [(3, "cross_size")],
        ),
        (
            [StagePlan(1, 5), StagePlan(6, 7, pools=4), StagePlan(8, 8, method="knockout", who=EACH_TWO)],
            [(3, "pools_of_players")],
        ),
        ([StagePlan(1, 6), StagePlan(7, 8, who=Who("rest")), StagePlan(7, 8)], [(2, "too_few")]),
        ([StagePlan(1, 6, who=Who("rest")), StagePlan(1, 8)], [(1, "rest_first")]),
    ],
)  # fmt: skip
def test_faults_of_a_format_name_stage_and_cause(stages: list[StagePlan], expected: list[tuple[int, str]]) -> None:
    assert [(fault.stage, fault.code) for fault in faults(stages, 32)] == expected
