"""What a draw's figures are judged by on pages and paper."""

from tournament.exports.draw_words import COMMON, FIGURES, best_of
from tournament.rules.draws import plain_chart


def chart(sessions: int, players: int = 16) -> list:
    return list(plain_chart(players, sessions, "").chart)


def test_where_pairs_must_repeat_twice_is_the_best() -> None:
    quality = {
        "repeat_pairs_bound": 24,
        "team_meetings_bound": 3,
        "country_meetings_bound": None,
        COMMON: 9,
        "seat_spread": 1,
    }
    best = {name: best_of(name, bound, quality, chart(9)) for name, bound, _label in FIGURES}
    assert (best["max_meetings"], best["repeat_pairs"], best["team_meetings"]) == (2, 24, 3)
    assert (best["country_meetings"], best["table_repeats"], best[COMMON]) == (None, 0, None)
    assert best_of("max_meetings", "", quality | {"repeat_pairs_bound": 0}, chart(9)) == 1


def test_common_opponents_have_the_bound_that_candidates_have() -> None:
    assert best_of(COMMON, "", {COMMON: 5}, chart(4)) == 12, "16 x 4: 108 ways to 3 strangers, of 12 opponents each"


def test_winds_are_judged_by_what_the_sessions_allow() -> None:
    even, uneven = (best_of("seat_spread", "", {"seat_spread": 1}, chart(sessions)) for sessions in (4, 5))
    assert (even, uneven) == (0, 1)
