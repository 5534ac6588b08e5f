"""The results of a country or team, added up by event, year, place and member."""

from datetime import date

from ranking.teams.rules import EventPlace, Member, Played, Year, added_up

A, B, C = 1, 2, 3
FIRST, SECOND, THIRD = date(2024, 12, 31), date(2025, 1, 1), date(2025, 6, 1)


def test_a_country_has_its_best_player_of_each_event_and_all_places_of_its_players() -> None:
    found = added_up(
        [
            Played(10, SECOND, 80, A, 40, None),
            Played(10, SECOND, 80, B, 3, None),
            Played(11, FIRST, 16, B, 1, None),
            Played(12, THIRD, 20, C, None, None),
        ],
        team=False,
    )
    assert found.events == [
        EventPlace(11, FIRST, 16, 1, 1, B),
        EventPlace(10, SECOND, 80, 2, 3, B),
        EventPlace(12, THIRD, 20, 1, None, None),
    ]
    assert found.counts == [1, 0, 1, 0, 0, 0, 1]
    assert (found.places, found.wins, found.podiums) == (3, 1, 2)
    assert found.years == [Year(2024, 1, 1, 1), Year(2025, 2, 3, 1)]
    assert found.members == [Member(B, 2, 1, SECOND), Member(A, 1, 40, SECOND), Member(C, 1, None, THIRD)]


def test_a_team_has_its_own_place_once_for_each_event() -> None:
    found = added_up(
        [
            Played(10, FIRST, 12, A, 40, 2),
            Played(10, FIRST, 12, B, 3, 2),
            Played(10, FIRST, 12, C, 9, None),
            Played(11, SECOND, 0, A, 5, None),
        ],
        team=True,
    )
    assert found.events == [EventPlace(10, FIRST, 12, 3, 2, None), EventPlace(11, SECOND, 0, 1, None, None)]
    assert found.counts == [0, 1, 0, 0, 0, 0, 0]
    assert [(row.year, row.members, row.podiums) for row in found.years] == [(2024, 3, 1), (2025, 1, 0)]
    assert found.members[0] == Member(A, 2, 5, SECOND)


def test_two_rows_of_a_merged_person_count_once_with_the_better_place() -> None:
    found = added_up([Played(10, FIRST, 80, A, 12, None), Played(10, FIRST, 80, A, 4, None)], team=False)
    assert found.events == [EventPlace(10, FIRST, 80, 1, 4, A)]
    assert found.counts == [0, 0, 0, 1, 0, 0, 0]
    assert found.members == [Member(A, 1, 4, FIRST)]


def test_an_event_without_a_date_is_in_no_year() -> None:
    found = added_up([Played(10, None, 8, A, 1, None)], team=False)
    assert found.years == []
    assert found.wins == 1
    assert found.members == [Member(A, 1, 1, None)]


def test_without_results_there_is_nothing() -> None:
    found = added_up([], team=False)
    assert (found.events, found.members, found.places, found.podiums) == ([], [], 0, 0)
