"""What a draw's figures are judged by on pages and paper."""

from tournament.exports.draw_words import FIGURES, best_of


def test_where_pairs_must_repeat_twice_is_the_best() -> None:
    quality = {"repeat_pairs_bound": 24, "team_meetings_bound": 3, "country_meetings_bound": None}
    best = {name: best_of(name, bound, quality) for name, bound, _label in FIGURES}
    assert (best["max_meetings"], best["repeat_pairs"], best["team_meetings"]) == (2, 24, 3)
    assert (best["country_meetings"], best["table_repeats"], best["common_opponents_min"]) == (None, 0, None)
    assert best_of("max_meetings", "", quality | {"repeat_pairs_bound": 0}) == 1
