from fractions import Fraction

import pytest

from scoring.standings.rules.standings import (
    Entrant,
    Gap,
    MemberShare,
    ResultRow,
    StandingRules,
    groups,
    movement,
    teams,
)


def row(number, session, tp, cp, team=None):
    return ResultRow(number, session, tp * 12, cp, team)


def team_of(team, first, size=4, **more):
    return [Entrant(number, team=team, **more) for number in range(first, first + size)]


def ranked(lines):
    return [(line.rank, line.number, line.table_points, line.competition_points) for line in lines]


TWO_TEAMS = team_of(1, 1) + team_of(2, 5)
FOUR_OF_ONE = [row(1, 1, 4, 90), row(2, 1, 2, 10), row(3, 1, 1, -30), row(4, 1, 0, -70)]
FOUR_OF_TWO = [row(5, 1, 4, 60), row(6, 1, 4, 10), row(7, 1, 0, -30), row(8, 1, 0, -70)]


def test_a_team_sums_the_points_of_its_members():
    lines = teams([1, 2], TWO_TEAMS, FOUR_OF_ONE + FOUR_OF_TWO)
    assert ranked(lines) == [(1, 2, 8, -30), (2, 1, 7, 0)]
    assert lines[1].gap == Gap(1, Fraction(1), -30)
    assert [line.missing for line in lines] == [0, 0]


def test_members_are_listed_with_their_shares_best_first():
    (line, _) = teams([1, 2], TWO_TEAMS, [*FOUR_OF_ONE, row(4, 2, 2, 5)])
    assert [(share.number, share.table_points, share.competition_points) for share in line.members] == [
        (1, 4, 90),
        (2, 2, 10),
        (4, 2, -65),
        (3, 1, -30),
    ]
    assert line.best == MemberShare(1, True, 48, 90, (row(1, 1, 4, 90),))
    assert line.sessions == (1, 2)


def test_ties_are_broken_by_competition_points_then_by_the_best_member():
    entrants = [*team_of(1, 1), *team_of(2, 5), *team_of(3, 9), *team_of(4, 13)]
    rows = [
        *(row(1, 1, 2, 5), row(2, 1, 2, 5)),
        *(row(5, 1, 4, 5), row(6, 1, 0, 5)),
        *(row(9, 1, 2, 5), row(10, 1, 2, 5)),
        *(row(13, 1, 2, 6), row(14, 1, 2, 5)),
    ]
    lines = teams([1, 2, 3, 4], entrants, rows)
    assert [(line.rank, line.number) for line in lines] == [(1, 4), (2, 2), (3, 1), (3, 3)]
    assert lines[2].gap == Gap(2, Fraction(0), 0)


def test_of_equal_table_points_the_best_member_has_more_competition_points():
    rows = [row(1, 1, 2, 9), row(2, 1, 2, 1), row(5, 1, 2, 5), row(6, 1, 2, 5)]
    assert [line.number for line in teams([1, 2], TWO_TEAMS, rows)] == [1, 2]


def test_a_team_without_results_is_listed_from_the_start():
    lines = teams([1, 2], TWO_TEAMS, [])
    assert ranked(lines) == [(1, 1, 0, 0), (1, 2, 0, 0)]
    assert movement(lines, teams([1, 2], TWO_TEAMS, FOUR_OF_ONE)) == {1: None, 2: None}


def test_a_team_without_members_is_listed_last():
    lines = teams([1, 3], team_of(1, 1), [row(1, 1, 0, 0)])
    assert ranked(lines) == [(1, 1, 0, 0), (2, 3, 0, 0)]
    assert (lines[1].best, lines[1].members, lines[1].missing) == (None, (), 4)


def test_missing_players_score_0_or_by_setting_the_team_is_unranked():
    entrants = team_of(1, 1, size=3) + team_of(2, 5)
    rows = FOUR_OF_ONE[:3] + FOUR_OF_TWO[1:]
    assert ranked(teams([1, 2], entrants, rows)) == [(1, 1, 7, 70), (2, 2, 4, -90)]
    lines = teams([1, 2], entrants, rows, StandingRules(team_incomplete="unranked"))
    assert [(line.rank, line.number, line.status, line.missing) for line in lines] == [
        (1, 2, "ranked", 0),
        (None, 1, "unranked", 1),
    ]
    assert lines[1].gap is None


def test_a_reserve_who_played_is_a_member_and_completes_the_team():
    entrants = [*team_of(1, 1, size=3), Entrant(4, "reserve", team=1)]
    (line,) = teams([1], entrants, FOUR_OF_ONE[:3])
    assert (line.missing, [share.number for share in line.members]) == (0, [1, 2, 3])
    (line,) = teams([1], entrants, FOUR_OF_ONE)
    assert [share.number for share in line.members] == [1, 2, 3, 4]


def test_the_team_credited_may_differ_from_the_person_s():
    guest = row(5, 2, 4, 100, team=1)
    lines = teams([1, 2], TWO_TEAMS, [*FOUR_OF_ONE, *FOUR_OF_TWO, guest])
    assert ranked(lines) == [(1, 1, 11, 100), (2, 2, 8, -30)]
    assert [share.number for share in lines[0].members] == [5, 1, 2, 3, 4]
    assert lines[0].members[0].results == (guest,)


def test_a_team_loses_the_points_of_a_disqualified_member():
    entrants = [Entrant(1, status="disqualified", team=1), *TWO_TEAMS[1:]]
    lines = teams([1, 2], entrants, FOUR_OF_ONE + FOUR_OF_TWO)
    assert ranked(lines) == [(1, 2, 8, -30), (2, 1, 3, -90)]
    assert [(share.number, share.counts) for share in lines[1].members] == [
        (2, True),
        (3, True),
        (4, True),
        (1, False),
    ]
    assert (lines[1].best.number, lines[1].members[3].table_points) == (2, 4)


def test_points_of_a_withdrawn_member_count_for_the_team():
    entrants = [Entrant(1, status="withdrawn", team=1), *TWO_TEAMS[1:]]
    assert ranked(teams([1], entrants, FOUR_OF_ONE)) == [(1, 1, 7, 0)]


def test_a_fillers_result_counts_for_no_team():
    entrants = [*TWO_TEAMS, Entrant(99, "filler", team=1)]
    (line,) = teams([1], entrants, [*FOUR_OF_ONE, row(99, 1, 4, 500, team=1)])
    assert (line.table_points, [share.number for share in line.members]) == (7, [1, 2, 3, 4])


def test_by_setting_only_the_first_sessions_count_for_teams():
    rows = [*FOUR_OF_ONE, row(1, 2, 4, 100), *FOUR_OF_TWO]
    lines = teams([1, 2], TWO_TEAMS, rows, StandingRules(team_sessions=1))
    assert ranked(lines) == [(1, 2, 8, -30), (2, 1, 7, 0)]
    assert (lines[1].sessions, len(lines[1].members[0].results)) == ((1,), 2)
    assert lines[1].best.competition_points == 90


def test_until_counts_only_the_sessions_so_far():
    rows = [*FOUR_OF_ONE, row(8, 2, 4, 100)]
    before, after = teams([1, 2], TWO_TEAMS, rows, last_session=1), teams([1, 2], TWO_TEAMS, rows, last_session=2)
    assert ranked(before) == [(1, 1, 7, 0), (2, 2, 0, 0)]
    assert ranked(after) == [(1, 1, 7, 0), (2, 2, 4, 100)]
    assert movement(before, after) == {1: 0, 2: 0}


def test_a_player_without_a_team_counts_for_no_team():
    assert ranked(teams([1], [*team_of(1, 1), Entrant(5)], [*FOUR_OF_ONE, row(5, 1, 4, 1)])) == [(1, 1, 7, 0)]


def test_a_result_of_an_unknown_number_is_refused():
    for of_units in (teams, groups):
        with pytest.raises(ValueError, match="9, who is not entered"):
            of_units([1], TWO_TEAMS, [row(9, 1, 4, 0)])


def in_group(group, *numbers, **more):
    return [Entrant(number, group=group, **more) for number in numbers]


def test_a_group_sums_its_best_four():
    entrants = in_group(7, 1, 2, 3, 4, 5)
    rows = [row(1, 1, 4, 0), row(2, 1, 1, 5), row(3, 1, 2, 0), row(4, 1, 1, 6), row(5, 1, 1, 7)]
    (line,) = groups([7], entrants, rows)
    assert ranked([line]) == [(1, 7, 8, 13)]
    assert [(share.number, share.counts) for share in line.members] == [
        (1, True),
        (3, True),
        (5, True),
        (4, True),
        (2, False),
    ]


def test_of_two_equal_members_the_lower_number_counts():
    (line,) = groups([7], in_group(7, 5, 4, 3, 2, 1), [])
    assert [share.number for share in line.members if share.counts] == [1, 2, 3, 4]


def test_a_setting_gives_the_number_of_counted_members():
    rows = [row(1, 1, 4, 0), row(2, 1, 2, 5), row(3, 1, 1, 0)]
    assert ranked(groups([7], in_group(7, 1, 2, 3), rows, StandingRules(group_best=2))) == [(1, 7, 6, 5)]


def test_a_group_of_fewer_than_four_has_no_rank():
    entrants = in_group(7, 1, 2, 3) + in_group(8, 4, 5, 6, 7)
    lines = groups([7, 8], entrants, [row(1, 1, 4, 100)])
    assert [(line.rank, line.number, line.status, line.missing) for line in lines] == [
        (1, 8, "ranked", 0),
        (None, 7, "unranked", 1),
    ]
    assert lines[1].table_points == 4


def test_a_disqualified_member_does_not_count_for_the_group():
    entrants = in_group(7, 1, 2, 3, 4) + in_group(7, 5, status="disqualified")
    (line,) = groups([7], entrants, [row(5, 1, 4, 100), row(1, 1, 2, 0)])
    assert ranked([line]) == [(1, 7, 2, 0)]
    (line,) = groups([7], entrants[1:], [row(5, 1, 4, 100)])
    assert (line.rank, line.missing, line.table_points) == (None, 1, 0)


def test_points_of_a_withdrawn_member_count_for_the_group():
    entrants = in_group(7, 1, 2, 3) + in_group(7, 4, status="withdrawn")
    (line,) = groups([7], entrants, [row(4, 1, 4, 90), row(1, 1, 2, 0)])
    assert (ranked([line]), line.best.number) == ([(1, 7, 6, 90)], 4)


def test_reserves_count_for_a_group_once_they_played_and_fillers_never():
    entrants = in_group(7, 1, 2, 3) + in_group(7, 4, kind="reserve") + in_group(7, 5, kind="filler")
    assert groups([7], entrants, [])[0].rank is None
    (line,) = groups([7], entrants, [row(4, 1, 2, 0), row(5, 1, 4, 0)])
    assert ranked([line]) == [(1, 7, 2, 0)]


def test_ties_of_groups_are_broken_like_those_of_teams():
    entrants = in_group(7, 1, 2, 3, 4) + in_group(8, 5, 6, 7, 8) + in_group(9, 9, 10, 11, 12)
    rows = [row(1, 1, 2, 0), row(2, 1, 2, 0), row(5, 1, 4, 0), row(9, 1, 2, 0), row(10, 1, 2, 0)]
    assert [(line.rank, line.number) for line in groups([7, 8, 9], entrants, rows)] == [(1, 8), (2, 7), (2, 9)]
