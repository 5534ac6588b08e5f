"""Draws by standings: worked cases by hand, small fields against all partitions, and properties of random ones."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from tests.tournament.draws.rules.rounds.histories import drawn_event, random_history, ranked
from tournament.draws.rules.rounds import METHODS, PARTS, Demands, Entry, Round, RoundError, Task, draw_round, floaters
from tournament.draws.rules.rounds.brackets import brackets
from tournament.draws.rules.rounds.counting import values
from tournament.draws.rules.rounds.seating import cheapest_rows
from tournament.draws.rules.rounds.types import Ints

ALLOW = Demands("allow", "allow", "allow")


def sets(drawn: Round) -> list[set[int]]:
    return [set(four) for four in drawn.tables]


def part(drawn: Round, what: str) -> tuple[int, int]:
    return next((one.value, one.bound) for one in drawn.vector if one.what == what)


def partitions(players: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    if not players:
        yield []
        return
    for rest in combinations(players[1:], 3):
        four = (players[0], *rest)
        for others in partitions(tuple(player for player in players if player not in four)):
            yield [four, *others]


def test_fours_seat_1_to_4_then_5_to_8() -> None:
    drawn = draw_round(Task(ranked(16), "fours", "s", ALLOW, random_history(16, 3, 1)))
    assert sets(drawn) == [{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {13, 14, 15, 16}]
    assert part(drawn, "rank_spread") == (80, 80)
    assert drawn.proved


def test_snake_seats_1_2m_2m_plus_1_4m() -> None:
    drawn = draw_round(Task(ranked(16), "snake", "s", ALLOW))
    assert sets(drawn) == [{1, 8, 9, 16}, {2, 7, 10, 15}, {3, 6, 11, 14}, {4, 5, 12, 13}]


def test_the_leaders_of_the_last_tables_float_and_are_counted_if_they_did_before() -> None:
    """Fifteen compatriots lead 60 players and must not meet: each of fifteen tables has one.

    Their group is at home at tables 1 to 4; three more on the lower side hold twelve opponents: 1 to 7. The best draw
    leaves the last four outside.
    """
    leaders = range(1, 16)
    entries = tuple(
        Entry(number, number, Fraction(4 if number in leaders else 1), country="JP" if number in leaders else "",
              floats=int(number in (14, 15)))
        for number in range(1, 61)
    )  # fmt: skip
    task = Task(entries, "swiss", "s", Demands("avoid", "allow", "forbid"))
    drawn = draw_round(task)
    assert floaters(task, drawn.tables) == [12, 13, 14, 15]
    assert part(drawn, "outside_score_group")[0] == 4
    assert part(drawn, "repeated_floats")[0] == 2
    assert floaters(Task(entries, "fours", "s", ALLOW), draw_round(Task(entries, "fours", "s", ALLOW)).tables) == []


def test_split_seats_places_1_5_9_13_in_brackets_of_16() -> None:
    """World championship 2019, session 9: 32 players, worked by hand."""
    drawn = draw_round(Task(ranked(32), "split", "s", ALLOW, bracket=16))
    upper = [{1, 5, 9, 13}, {2, 6, 10, 14}, {3, 7, 11, 15}, {4, 8, 12, 16}]
    assert sets(drawn) == [*upper, *({number + 16 for number in four} for four in upper)]


def test_winners_meet_winners_inside_their_bracket() -> None:
    """World championship 2019, session 10: the winners of four tables play at the first table of the bracket."""
    place = {number: 1 + number % 4 for number in range(1, 33)}
    entries = tuple(Entry(number, number, place_before=place[number]) for number in range(1, 33))
    drawn = draw_round(Task(entries, "winners", "s", ALLOW, bracket=16))
    for table, four in enumerate(drawn.tables):
        assert {place[number] for number in four} == {table % 4 + 1}
        assert {(number - 1) // 16 for number in four} == {table // 4}
    assert drawn.proved


def test_swiss_exchanges_neighbours_who_have_met() -> None:
    """1, 2, 3 and 4 have met. The best partition of eight was found by hand: two of them move one table down."""
    entries = ranked(8)
    drawn = draw_round(Task(entries, "fours", "s", Demands(), (((1, 2, 3, 4), (5, 6, 7, 8)),)))
    assert part(drawn, "rematch_pairs") == (4, 4)
    assert part(drawn, "most_meetings") == (2, 2)
    assert sets(drawn) == [{1, 2, 5, 6}, {3, 4, 7, 8}]
    assert part(drawn, "rank_spread") == (136, 136)


@pytest.mark.parametrize("seed", range(6))
def test_twelve_players_get_the_least_vector_of_all_partitions(seed: int) -> None:
    teams = tuple(Entry(n, n, Fraction(20 - n), team=f"T{n % 5}", country=f"C{n % 3}") for n in range(1, 13))
    task = Task(teams, "swiss", "s", Demands(), random_history(12, 2, seed))
    drawn = draw_round(task)
    (bracket,) = brackets(task)
    least = min(tuple(values(task, bracket, four)[what] for what in PARTS[:7]) for four in partitions(tuple(range(12))))
    assert tuple(one.value for one in drawn.vector[:7]) == least
    assert tuple(one.bound for one in drawn.vector[:7]) == least
    assert drawn.proved


@settings(max_examples=20, deadline=None)
@given(st.integers(5, 12), st.integers(0, 4), st.integers(0, 10**6), st.sampled_from(METHODS[:4]))
def test_everybody_sits_once_and_no_bound_exceeds_its_value(tables: int, sessions: int, seed: int, method: str) -> None:
    count = 4 * tables
    task = Task(ranked(count), method, "s", Demands(), random_history(count, sessions, seed))  # type: ignore[arg-type]
    drawn = draw_round(task)
    assert sorted(number for four in drawn.tables for number in four) == list(range(1, count + 1))
    assert all(one.bound is None or 0 <= one.bound <= one.value for one in drawn.vector)
    assert not any(one.bound is None for one in drawn.vector if not one.value)
    assert drawn.proved == all(one.bound == one.value for one in drawn.vector)


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([4, 8, 16]))
def test_brackets_keep_their_ranks(seed: int, size: int) -> None:
    drawn = draw_round(Task(ranked(32), "swiss", "s", Demands(), random_history(32, 3, seed), bracket=size))
    for table, four in enumerate(drawn.tables):
        assert {(number - 1) // size for number in four} == {table * 4 // size}


def test_the_same_task_gives_the_same_tables_and_another_seed_other_lots() -> None:
    task = Task(ranked(24), "lots", "a", Demands(), random_history(24, 2, 5))
    assert draw_round(task).tables == draw_round(task).tables
    assert sets(draw_round(task)) != sets(draw_round(Task(ranked(24), "lots", "b", Demands(), task.played)))


def test_an_event_of_32_players_has_the_fewest_rematches_possible() -> None:
    """In the seventh session a search proves that one rematch is left."""
    event = drawn_event(32, 7, 1)
    assert [part(drawn, "rematch_pairs") for _task, drawn in event] == [(0, 0)] * 6 + [(1, 1)]
    assert [drawn.proved for _task, drawn in event[1:4]] == [True] * 3


def test_declared_pairs_stay_apart_whatever_the_method() -> None:
    for method in ("fours", "swiss", "snake", "split", "lots"):
        task = Task(ranked(24), method, "s", ALLOW, apart=frozenset({(1, 2), (1, 12), (1, 7), (5, 6)}))  # type: ignore[arg-type]
        assert all(not {1, 2} <= four and not {5, 6} <= four and not {1, 12} <= four for four in sets(draw_round(task)))


def test_a_forbidden_rematch_that_cannot_be_avoided_is_refused() -> None:
    task = Task(ranked(8), "fours", "s", Demands(rematch="forbid"), (((1, 2, 3, 4), (5, 6, 7, 8)),))
    with pytest.raises(RoundError) as refusal:
        draw_round(task)
    assert refusal.value.code == "forbidden"
    assert refusal.value.figures == {"kind": "rematch", "pairs": 4, "proven": True, "first": 1, "last": 8}


def test_a_search_refutes_rematches_of_twenty_players() -> None:
    """Twenty players have five free sessions at most in practice; after six by lot none is left without a rematch."""
    task = Task(ranked(20), "swiss", "s", Demands(rematch="forbid"), random_history(20, 7, 3))
    with pytest.raises(RoundError) as refusal:
        draw_round(task)
    assert refusal.value.figures["proven"]


def test_fresh_numbers_seat_nobody_twice_at_a_table() -> None:
    played = random_history(40, 3, 9)
    top = draw_round(Task(ranked(40), "swiss", "s", Demands(), played))
    fresh = draw_round(Task(ranked(40), "swiss", "s", Demands(), played, numbering="fresh"))
    assert part(fresh, "table_repeats")[0] < part(top, "table_repeats")[0]
    assert sorted(map(sorted, fresh.tables)) == sorted(map(sorted, top.tables))


@given(st.integers(1, 5).flatmap(lambda size: arrays(np.int64, (size, size), elements=st.integers(0, 4))))
def test_no_other_order_of_tables_costs_less(cost: Ints) -> None:
    rows = cheapest_rows(cost)
    orders = permutations(range(len(cost)))
    assert sum(cost[rows, range(len(cost))]) == min(sum(cost[order, range(len(cost))]) for order in map(list, orders))


def test_three_tables_change_numbers_where_no_two_can() -> None:
    """Each exchange of two tables keeps three repeated visits; passing all three round saves them."""
    assert cheapest_rows(np.array([[1, 0, 2], [2, 1, 0], [0, 2, 1]])) == [2, 0, 1]


def test_winds_are_those_that_a_player_had_least() -> None:
    played = (((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16)),)
    drawn = draw_round(Task(ranked(16), "split", "s", ALLOW, played))
    assert part(drawn, "wind_imbalance")[0] == 4
    drawn = draw_round(Task(ranked(16), "fours", "s", ALLOW, played))
    assert part(drawn, "wind_imbalance")[0] == 0


@pytest.mark.parametrize(("count", "bracket", "code"), [(6, None, "players"), (0, None, "players"), (8, 6, "bracket")])
def test_fields_that_cannot_be_drawn_are_refused(count: int, bracket: int | None, code: str) -> None:
    with pytest.raises(RoundError) as refusal:
        draw_round(Task(ranked(count), "fours", "s", bracket=bracket))
    assert refusal.value.code == code


def test_winners_need_the_place_before() -> None:
    with pytest.raises(RoundError) as refusal:
        draw_round(Task(ranked(8), "winners", "s"))
    assert (refusal.value.code, refusal.value.figures) == ("place_missing", {"number": 1})


def test_a_number_twice_is_refused() -> None:
    with pytest.raises(RoundError) as refusal:
        draw_round(Task((*ranked(3), Entry(3, 4)), "fours", "s"))
    assert refusal.value.code == "number_twice"
