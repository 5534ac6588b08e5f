import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.game.rules.seats import SEATS
from scoring.game.rules.table_points import as_text, table_points
from scoring.standings.rules.standings import (
    Entrant,
    Gap,
    ResultRow,
    Stage,
    StandingRules,
    groups,
    individuals,
    movement,
    teams,
)
from tests.support.paths import DATA


def sessions(number, *results, first=1, team=None):
    """Return rows of one entry: (table points, competition points) of the sessions from `first` on."""
    return [ResultRow(number, no, tp * 12, cp, team) for no, (tp, cp) in enumerate(results, start=first)]


def players(count, **more):
    return [Entrant(number, **more) for number in range(1, count + 1)]


def ranked(lines):
    return [(line.rank, line.number) for line in lines]


@pytest.fixture(scope="module")
def open_2018():
    event = json.loads((DATA / "event_open_2018.json").read_text("utf-8"))
    entrants = [Entrant(player["number"], team=player["team"]) for player in event["players"]]
    rows = [
        ResultRow(table["seats"][seat], session["number"], points, table["totals"][seat])
        for session in event["sessions"]
        for table in session["tables"]
        for seat, points in table_points(table["totals"]).items()
    ]
    expected = json.loads((DATA / "event_open_2018_expected.json").read_text("utf-8"))
    return entrants, rows, expected


def stated(lines, name):
    return [
        {
            "rank": line.rank,
            name: line.number,
            "table_points": as_text(line.table_points),
            "competition_points": line.competition_points,
        }
        for line in lines
    ]


def test_individuals_of_a_real_event_have_their_published_ranks(open_2018):
    entrants, rows, expected = open_2018
    assert stated(individuals(entrants, rows), "number") == expected["individual"]


def test_teams_of_a_real_event_have_their_published_ranks(open_2018):
    entrants, rows, expected = open_2018
    assert stated(teams(range(1, 13), entrants, rows), "team") == expected["teams"]


def test_a_real_event_has_these_leaders_after_each_session(open_2018):
    entrants, rows, _ = open_2018
    leaders = [individuals(entrants, rows, last_session=session)[0] for session in range(1, 8)]
    assert [as_text(line.table_points) for line in leaders] == ["4", "8", "12", "16", "17", "21", "25"]
    assert [line.sessions for line in leaders] == [tuple(range(1, no + 1)) for no in range(1, 8)]


def test_table_points_come_before_competition_points():
    lines = individuals(players(2), sessions(1, (4, 10)) + sessions(2, (2, 300)))
    assert ranked(lines) == [(1, 1), (2, 2)]


def test_competition_points_decide_between_equal_table_points():
    lines = individuals(players(2), sessions(1, (4, -10)) + sessions(2, (4, 0)))
    assert ranked(lines) == [(1, 2), (2, 1)]


SAME_SUMS = [
    *sessions(1, (2, 0), (2, 0), (2, 0)),
    *sessions(2, (4, 0), (2, 0), (0, 0)),
    *sessions(3, (1, 0), (1, 0), (4, 0)),
]


def test_session_points_from_the_best_down_decide_next():
    lines = individuals(players(3), SAME_SUMS)
    assert ranked(lines) == [(1, 2), (2, 3), (3, 1)]
    assert [line.session_points for line in lines] == [(48, 24, 0), (48, 12, 12), (24, 24, 24)]


def test_by_setting_equal_points_share_the_rank():
    assert ranked(individuals(players(3), SAME_SUMS, StandingRules(last_tie="same-rank"))) == [
        (1, 1),
        (1, 2),
        (1, 3),
    ]


def test_an_additional_session_without_points_breaks_no_tie():
    lines = individuals(players(2), sessions(1, (4, 5), (0, -5)) + sessions(2, (4, 0)))
    assert ranked(lines) == [(1, 1), (1, 2)]


def test_shared_ranks_count_1_2_2_4():
    rows = [row for number, points in [(1, 1), (2, 2), (3, 4), (4, 2)] for row in sessions(number, (points, 0))]
    assert ranked(individuals(players(4), rows)) == [(1, 3), (2, 2), (2, 4), (4, 1)]


def test_shares_are_exact():
    rows = [ResultRow(1, 1, 28, 10), ResultRow(1, 2, 21, 0)]
    assert individuals(players(1), rows)[0].table_points == Fraction(49, 12)


def test_before_anything_is_played_all_share_the_first_rank():
    lines = individuals(players(3), [])
    assert ranked(lines) == [(1, 1), (1, 2), (1, 3)]
    assert [(line.table_points, line.competition_points, line.gap) for line in lines] == [(0, 0, None)] * 3


def test_an_absent_player_is_ranked_without_points():
    lines = individuals(players(2), sessions(1, (0, -80)))
    assert ranked(lines) == [(1, 2), (2, 1)]


def test_gaps_are_measured_to_the_next_better_rank():
    rows = [*sessions(1, (4, 100)), *sessions(2, (2, 150)), *sessions(3, (2, 150)), *sessions(4, (1, -7))]
    gaps = [line.gap for line in individuals(players(4), rows)]
    assert gaps == [None, Gap(1, Fraction(2), -50), Gap(1, Fraction(2), -50), Gap(2, Fraction(1), 157)]


def test_withdrawn_players_follow_finishers_and_disqualified_players_are_last():
    entrants = [Entrant(1, status="disqualified"), Entrant(2, status="withdrawn"), Entrant(3), Entrant(4)]
    rows = [*sessions(1, (4, 200)), *sessions(2, (4, 100)), *sessions(3, (1, 0)), *sessions(4, (0, -80))]
    lines = individuals(entrants, rows)
    assert ranked(lines) == [(1, 3), (2, 4), (None, 2), (None, 1)]
    assert [line.status for line in lines] == ["ranked", "ranked", "withdrawn", "disqualified"]
    assert [line.gap for line in lines][2:] == [None, None]
    assert (lines[2].table_points, lines[2].competition_points) == (4, 100)


def test_withdrawn_players_are_ordered_by_their_points():
    entrants = players(3, status="withdrawn")
    assert ranked(individuals(entrants, sessions(3, (4, 0)) + sessions(2, (4, 1)))) == [
        (None, 2),
        (None, 3),
        (None, 1),
    ]


def test_fillers_are_not_listed():
    entrants = [Entrant(1), Entrant(2, kind="filler")]
    assert ranked(individuals(entrants, sessions(2, (4, 100)))) == [(1, 1)]


RESERVE = [Entrant(1), Entrant(2), Entrant(3, kind="reserve"), Entrant(4, kind="reserve")]
WITH_RESERVE = [*sessions(1, (4, 0)), *sessions(2, (0, 0)), *sessions(3, (2, 0))]


def test_a_reserve_is_ranked_only_with_played_sessions():
    assert ranked(individuals(RESERVE, WITH_RESERVE)) == [(1, 1), (2, 3), (3, 2)]


def test_by_setting_a_reserve_has_no_rank():
    lines = individuals(RESERVE, WITH_RESERVE, StandingRules(reserve_rank="unranked"))
    assert ranked(lines) == [(1, 1), (2, 2), (None, 3)]
    assert lines[2].status == "unranked"


def test_a_withdrawn_reserve_is_withdrawn():
    entrants = [Entrant(1), Entrant(3, kind="reserve", status="withdrawn")]
    rules = StandingRules(reserve_rank="unranked")
    assert [line.status for line in individuals(entrants, WITH_RESERVE[:1] + WITH_RESERVE[2:], rules)] == [
        "ranked",
        "withdrawn",
    ]


def test_until_counts_only_the_sessions_so_far():
    rows = sessions(1, (4, 10), (0, -50)) + sessions(2, (0, -10), (2, 50))
    (line, _) = individuals(players(2), rows, last_session=1)
    assert (line.number, line.table_points, line.sessions, len(line.results)) == (1, 4, (1,), 1)
    assert individuals(players(2), rows, last_session=2) == individuals(players(2), rows)


def test_unknown_numbers_and_duplicate_results_are_refused():
    with pytest.raises(ValueError, match="9, who is not entered"):
        individuals(players(1), sessions(9, (4, 0)))
    with pytest.raises(ValueError, match="two results of 1 "):
        individuals(players(1), sessions(1, (4, 0)) + sessions(1, (0, 0)))


TWO_SESSIONS = [
    *sessions(1, (4, 101), (0, -50)),
    *sessions(2, (2, 20), (1, 10)),
    *sessions(3, (1, -20), (4, 80)),
    *sessions(4, (0, -101), (2, -40)),
]


@pytest.mark.parametrize(
    ("carry", "points", "order"),
    [
        ("full", [(5, 60), (4, 51), (3, 30), (2, -141)], [3, 1, 2, 4]),
        ("half", [(Fraction(9, 2), 70), (2, Fraction(-181, 2)), (2, Fraction(1, 2)), (2, 20)], [3, 2, 1, 4]),
        ("none", [(4, 80), (2, -40), (1, 10), (0, -50)], [3, 4, 2, 1]),
    ],
)
def test_earlier_results_are_carried_in_full_half_or_not(carry, points, order):
    lines = individuals(players(4), TWO_SESSIONS, stages=[Stage(1, 1), Stage(2, 2, carry)])
    assert [line.number for line in lines] == order
    assert sorted((line.table_points, line.competition_points) for line in lines) == sorted(points)


def test_a_bonus_takes_the_place_of_earlier_results():
    stages = [Stage(1, 1), Stage(2, 2, "bonus", bonus={1: 8 * 12, 2: 54})]
    lines = individuals(players(4), TWO_SESSIONS, stages=stages)
    points = [(line.number, line.table_points, line.competition_points) for line in lines]
    assert points == [(1, 8, -50), (2, Fraction(11, 2), 10), (3, 4, 80), (4, 2, -40)]


@pytest.mark.parametrize("carry", ["none", "half", "full"])
def test_a_bonus_that_is_left_from_another_choice_does_not_count(carry):
    plain, left = (
        individuals(players(4), TWO_SESSIONS, stages=[Stage(1, 1), Stage(2, 2, carry, bonus=bonus)])
        for bonus in ({}, {1: 8 * 12, 2: 54})
    )
    assert left == plain


def test_frozen_brackets_of_four_by_hand():
    """World championship 2019: 8 is best of all in the last session and can reach only rank 5."""
    rows = [
        row
        for number, points in {8: 7, 3: 6, 5: 5, 1: 4, 2: 4, 7: 2, 6: 1, 4: 0}.items()
        for row in sessions(number, (points, 0), first=2)
    ]
    brackets = {number: (number - 1) // 4 for number in range(1, 9)}
    lines = individuals(players(8), rows, stages=[Stage(1, 1), Stage(2, 2, brackets=brackets)])
    assert ranked(lines) == [(1, 3), (2, 1), (2, 2), (4, 4), (5, 8), (6, 5), (7, 7), (8, 6)]


@given(
    st.permutations(range(1, 25)), st.sampled_from([4, 8, 12]), st.lists(st.integers(0, 4), min_size=24, max_size=24)
)
def test_nobody_leaves_a_frozen_bracket(before, size, points):
    brackets = {number: at // size for at, number in enumerate(before)}
    rows = [row for number, won in enumerate(points, 1) for row in sessions(number, (won, 0), first=2)]
    lines = individuals(players(24), rows, stages=[Stage(1, 1), Stage(2, 2, brackets=brackets)])
    assert len(lines) == 24
    assert all((line.rank - 1) // size == brackets[line.number] for line in lines)


def test_halves_are_halved_again():
    rows = sessions(1, (4, 100), (4, 100), (4, 100))
    stages = [Stage(1, 1), Stage(2, 2, "half"), Stage(3, 3, "half")]
    (line,) = individuals(players(1), rows, stages=stages)
    assert (line.table_points, line.competition_points, line.sessions) == (7, 175, (1, 2, 3))


def test_results_that_are_not_carried_break_no_tie():
    rows = sessions(1, (4, 0), (2, 0)) + sessions(2, (0, 0), (2, 0))
    lines = individuals(players(2), rows, stages=[Stage(1, 1), Stage(2, 2, "none")])
    assert ranked(lines) == [(1, 1), (1, 2)]
    assert [line.session_points for line in lines] == [(24,), (24,)]
    assert [line.sessions for line in lines] == [(2,), (2,)]
    assert [len(line.results) for line in lines] == [2, 2]


def test_advancing_players_are_ranked_before_others():
    stages = [Stage(1, 1), Stage(2, 2, "none", frozenset({3, 4}))]
    rows = [*TWO_SESSIONS[::2], *sessions(3, (0, -30), first=2), *sessions(4, (4, 30), first=2)]
    lines = individuals(players(4), rows, stages=stages)
    assert [(line.rank, line.number, line.stage) for line in lines] == [(1, 4, 2), (2, 3, 2), (3, 1, 1), (4, 2, 1)]
    assert lines[2].table_points == 4
    assert [line.gap for line in lines] == [None, Gap(1, Fraction(4), 60), None, Gap(3, Fraction(2), 81)]


def test_equal_points_in_different_stages_do_not_share_a_rank():
    stages = [Stage(1, 1), Stage(2, 2, "full", frozenset({2}))]
    rows = [*sessions(1, (4, 0)), *sessions(2, (4, 0), (0, 0)), *sessions(3, (4, 0))]
    assert ranked(individuals(players(3), rows, stages=stages)) == [(1, 2), (2, 1), (2, 3)]


def test_a_stage_takes_effect_with_its_first_result():
    stages = [Stage(1, 1), Stage(2, 2, "none", frozenset({4}))]
    assert ranked(individuals(players(4), TWO_SESSIONS, stages=stages, last_session=1))[0] == (1, 1)
    assert ranked(individuals(players(4), TWO_SESSIONS, stages=stages, last_session=2))[0] == (1, 4)


def test_a_later_stage_without_names_keeps_the_remaining_players():
    stages = [Stage(1, 1), Stage(2, 2, "full", frozenset({1, 2})), Stage(3, 3)]
    rows = TWO_SESSIONS + sessions(1, (0, 0), first=3) + sessions(2, (4, 0), first=3)
    assert [(line.number, line.stage) for line in individuals(players(4), rows, stages=stages)] == [
        (2, 3),
        (1, 3),
        (3, 1),
        (4, 1),
    ]


def test_a_player_outside_a_stage_gets_no_points_in_it():
    stages = [Stage(1, 1), Stage(2, 2, "full", frozenset({1, 2}))]
    third = next(line for line in individuals(players(4), TWO_SESSIONS, stages=stages) if line.number == 3)
    assert (third.table_points, third.competition_points, third.sessions) == (1, -20, (1,))


def test_movement_is_the_number_of_ranks_gained():
    rows = TWO_SESSIONS
    before, after = individuals(players(4), rows, last_session=1), individuals(players(4), rows)
    assert movement(before, after) == {3: 2, 1: -1, 2: -1, 4: 0}


def test_movement_needs_an_earlier_and_a_current_rank():
    entrants = [Entrant(1), Entrant(2, status="withdrawn"), Entrant(3, kind="reserve")]
    rows = sessions(1, (4, 0), (4, 0)) + sessions(3, (0, 0), first=2)
    start, first, last = (individuals(entrants, rows, last_session=session) for session in range(3))
    assert movement(start, first) == {1: None, 2: None}
    assert movement(first, last) == {1: 0, 2: None, 3: None}


@st.composite
def events(draw):
    """Generate entrants with teams of four, and rows of tables drawn again in each session."""
    size = 4 * draw(st.integers(1, 4))
    statuses = st.sampled_from(["entered", "entered", "entered", "withdrawn", "disqualified"])
    kinds = st.sampled_from(["player", "player", "player", "reserve", "filler"])
    entrants = [
        Entrant(number, draw(kinds), draw(statuses), (number + 3) // 4, number % 2) for number in range(1, size + 1)
    ]
    rows = []
    for session in range(1, draw(st.integers(0, 4)) + 1):
        order = draw(st.permutations(range(1, size + 1)))
        for table in range(0, size, 4):
            scores = {seat: draw(st.integers(-2, 2)) for seat in SEATS}
            rows += [
                ResultRow(order[table + place], session, points, scores[seat])
                for place, (seat, points) in enumerate(table_points(scores).items())
            ]
    return entrants, rows


@given(events(), st.data())
def test_the_order_of_the_input_does_not_matter(event, data):
    entrants, rows = event
    mixed, shuffled = data.draw(st.permutations(entrants)), data.draw(st.permutations(rows))
    assert individuals(mixed, shuffled) == individuals(entrants, rows)
    assert teams([4, 3, 2, 1], mixed, shuffled) == teams([1, 2, 3, 4], entrants, rows)
    assert groups([1, 0], mixed, shuffled) == groups([0, 1], entrants, rows)


@given(events())
def test_a_rank_is_one_more_than_the_number_of_better_lines(event):
    lines = [line for line in individuals(*event) if line.rank is not None]
    keys = [
        (line.table_points, line.competition_points, [points for points in line.session_points if points])
        for line in lines
    ]
    assert [line.rank for line in lines] == [1 + sum(other > key for other in keys) for key in keys]


@given(events())
def test_standings_contain_all_points_of_the_players(event):
    entrants, rows = event
    fillers = {entrant.number for entrant in entrants if entrant.kind == "filler"}
    earned = [row for row in rows if row.number not in fillers]
    lines = individuals(entrants, rows)
    assert sum(line.table_points for line in lines) == Fraction(sum(row.table_points for row in earned), 12)
    assert sum(line.competition_points for line in lines) == sum(row.competition_points for row in earned)


@given(events())
def test_the_gap_is_the_difference_to_the_next_better_rank(event):
    lines = [line for line in individuals(*event) if line.rank is not None]
    for line in lines:
        if line.gap is None:
            assert line.rank == 1
            continue
        above = next(other for other in lines if other.rank == line.gap.rank)
        assert line.table_points + line.gap.table_points == above.table_points
        assert line.competition_points + line.gap.competition_points == above.competition_points
        assert not [other for other in lines if above.rank < other.rank < line.rank]
