"""The bounds and tones of a draw's figures, and the labels of its method."""

import pytest
from django.utils import translation

from tournament.draws.exports import COMMON, FIGURES, best_of, method_words
from tournament.draws.rules import plain_chart
from tournament.draws.rules.changes.remaining import FEWER_TABLES, FILLERS_STAY
from tournament.draws.rules.charts.fixed import first_chart
from tournament.draws.rules.lots.areas import area_chart


def chart(sessions: int, players: int = 16) -> list:
    return list(plain_chart(players, sessions, "").chart)


def test_two_is_the_bound_where_pairs_must_repeat() -> None:
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


def test_common_opponents_have_the_bound_of_candidates() -> None:
    assert best_of(COMMON, "", {COMMON: 5}, chart(4)) == 12, "16 x 4: 108 ways to 3 strangers, of 12 opponents each"


def test_the_bound_of_winds_depends_on_the_sessions() -> None:
    even, uneven = (best_of("seat_spread", "", {"seat_spread": 1}, chart(sessions)) for sessions in (4, 5))
    assert (even, uneven) == (0, 1)


#: Additions to the method of a first chart, by drawing, exchanging and changing.
ADDED = [
    "packing; lots",
    "packing in fours, swaps; lots; candidate 2",
    "swaps; lots; by hand",
    "lots; late arrival at a filler's seats",
    "lots; late arrival with a new table",
    f"lots; {FILLERS_STAY} from session 3",
    f"lots; {FEWER_TABLES} from session 3; joint search",
]


@pytest.mark.parametrize("language", ["zh-hans", "ja"])
def test_a_method_is_translated(language: str) -> None:
    """For the first chart of an event of any size, no part of the method stays English."""
    charts = {first_chart(tables, sessions).method for tables in range(4, 60) for sessions in (3, 7, 11)}
    charts |= {first_chart(tables, 9, variant=1).method for tables in (9, 16)} | {area_chart(6, 5, 0).method}
    assert len({method.split(" over")[0] for method in charts}) > 3
    methods = [*charts, *ADDED, f"one of each area; {ADDED[0]}"]
    with translation.override(language):
        texts = [method_words(method) for method in methods]
    without_names = [text.replace("Z2^3", "") for text in texts]
    assert [text for text in without_names if any(sign.isascii() and sign.isalpha() for sign in text)] == []


def test_a_translated_method_keeps_every_part_and_figure() -> None:
    with translation.override("en"):
        assert method_words("difference matrix over 50; packing, swaps; lots; candidate 2") == (
            "difference matrix over 50 · packing · swaps · lots · candidate 2"
        )
        assert method_words("something new; lots") == "something new · lots"
