"""Who met whom, of the small event with every special case."""

import pytest

from scoring.standings.selectors.encounters import encounters
from scoring.standings.selectors.standings import Standings, View
from tests.support.cup import cup, taken_in

pytestmark = pytest.mark.django_db


def test_players_met_where_both_have_a_result_of_one_table(django_assert_num_queries) -> None:
    standings = Standings(taken_in(cup(), release=2), View(live=False, last_session=2))
    standings.rows  # noqa: B018 (its queries do not count)
    with django_assert_num_queries(1):
        met = encounters(standings, [1, 2, 3, 5, 10])
    # In session 2 reserve 10 plays at the seat of 1, who has no result there.
    pairs = {(1, 2): [1], (1, 3): [1], (2, 3): [1], (2, 5): [2], (2, 10): [2], (5, 10): [2]}
    assert met == pairs | {pair[::-1]: sessions for pair, sessions in pairs.items()}
    assert encounters(standings, []) == {}


def test_sessions_outside_the_view_do_not_count() -> None:
    standings = Standings(taken_in(cup(), release=2), View(live=False, last_session=1))
    assert encounters(standings, [2, 5]) == {}
