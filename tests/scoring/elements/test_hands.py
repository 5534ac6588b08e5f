"""Worked examples of the issue, and readings of the text that the rulings fix."""

import pytest

from scoring.elements.rules import explain, score
from scoring.elements.rules.hand import hand_of
from scoring.elements.rules.lines import hand_in
from scoring.tiles.rules.errors import HandError


def fans(line: str) -> float | None:
    scored = score(hand_in(line))
    return scored.points if scored else None


@pytest.mark.parametrize(
    ("line", "points", "mados"),
    [
        pytest.param("222s 345p, 34m678p77s + 2m flowers=B2", 0.5, 2, id="a"),
        pytest.param("111222333p45sEE + 6s flowers=B2", 5, 32, id="b"),
        pytest.param("123234456789m5m + 5m self_drawn", 13, 4000, id="c"),
        pytest.param("(1111p) (9999s), 222m345s7m + 7m self_drawn kong kongs=2", 6, 64, id="d"),
        pytest.param("234m 678p, 123s99s57m + 6m kong", 3, 8, id="e"),
        pytest.param("123m 345m 678m 789m, 5m + 5m self_drawn flowers=B2", 8, 256, id="f"),
        pytest.param("EEE SSS WWW CCC, N + N self_drawn seat=N round=N", 15, 6000, id="g"),
        pytest.param("111m99mEEECCCFF + 9m flowers=B2", 11, 2000, id="h"),
        pytest.param("111m99mEEECCCFF + 9m self_drawn", 14, 5000, id="i"),
    ],
)
def test_worked_example(line: str, points: float, mados: int) -> None:
    scored = score(hand_in(line))
    assert scored is not None
    assert (scored.points, scored.mados) == (points, mados)


def test_example_b_is_higher_with_chows_and_shows_the_pungs() -> None:
    explained = explain(hand_in("111222333p45sEE + 6s flowers=B2"))
    assert explained is not None
    assert [line.element.key for line in explained.best.counted] == [
        "three-identical-chows",
        "all-chows",
        "clear-front",
        "from-the-floor",
    ]
    (pungs,) = explained.other_readings
    assert (pungs.halves, pungs.score.points) == (9, 4)
    assert [line.element.key for line in pungs.counted][:2] == ["pure-jumping-pungs", "clear-front"]


def test_example_g_has_19_fans_before_the_limit() -> None:
    scored = score(hand_in("EEE SSS WWW CCC, N + N self_drawn seat=N round=N"))
    assert scored is not None
    assert scored.halves == 2 * 19


def test_example_i_counts_more_than_all_hidden_pungs_alone() -> None:
    explained = explain(hand_in("111m99mEEECCCFF + 9m self_drawn"))
    assert explained is not None
    assert [(reading.halves, reading.counted[0].element.key) for reading in explained.other_readings] == [
        (26, "all-hidden-pungs")
    ]


@pytest.mark.parametrize(
    ("line", "points"),
    [
        # All Hidden Pungs: only by own draw, and an unfolded kong was exposed (25.1(3), 23.6).
        ("222m555p777sEE44m + 4m flowers=R2", 4),
        ("(5555p), 222m777sEE44m + 4m self_drawn flowers=R2", 5),
        # Four of a kind may be two of seven pairs; Unio In All counts with them.
        ("5555m55p5599sEEC + C flowers=R2", 5),
        ("1111m99p11s99sEEC + C flowers=R2", 6),
        # Self Help needs an own draw, Clear Front does not; an unfolded kong ends only Clear Front.
        ("234m678p123s99s57m + 6m flowers=R2", 2),
        ("234m678p123s99s57m + 6m self_drawn flowers=R2", 4),
        ("(2222p), 234m123s99s57m + 6m self_drawn flowers=R2", 2),
        # A melded kong is still a claimed set; an unfolded one ends All Pickups, and so do concealed eyes.
        ("234m 6666p 123s 567m, 9s + 9s flowers=R2", 1),
        ("234m 678p 123s, 57m99s + 6m flowers=R2", 1),
        ("234m (6666p) 123s 567m, 9s + 9s flowers=R2", 0.5),
        # A kong drawn after one kong counts once without a number.
        ("2222m 678p, 123s99s57m + 6m self_drawn kong flowers=R2", 2),
        # The Heaven is 6 fans; flowers won on the deal are it too (25.1(1)), eight are worth more.
        ("special=seven-flowers first=heaven seat=S", 6),
        ("special=eight-flowers first=heaven", 9),
        ("first=heaven", 6),
        ("first=earth seat=N", 6),
        ("19m19p19sESWNCFP + E first=earth seat=S", 13),
        ("119m19p19sESWNCF + P kong", 13),
        # 111222333m444m: pungs need no chow reading; four jumping pungs with the pair.
        ("111222333444m5p + 5p flowers=R2", 8),
        # Nine Gates waits for the nine of its own suit only.
        ("1112345678999m + 5p", None),
        ("1112345678999m + 9m flowers=R2", 13),
        ("234m 678p, 123s99s57m + 7m", None),
    ],
)
def test_reading_of_the_text(line: str, points: float | None) -> None:
    assert fans(line) == points


@pytest.mark.parametrize(("flowers", "points"), [("B2", 1), ("B1", 2), ("B1R1", 3), ("B1B2B3B4", 3)])
def test_flowers_count_by_title_and_seat(flowers: str, points: float) -> None:
    assert fans(f"234m 678p, 123s99s57m + 6m flowers={flowers}") == points


def test_without_flowers_leaves_out_what_flowers_bring() -> None:
    scored = score(hand_in("234m 678p, 123s99s57m + 6m flowers=B1B2B3B4"))
    assert scored is not None
    assert (scored.points, scored.without_flowers) == (3, 1)
    none = score(hand_in("234m 678p, 123s99s57m + 6m"))
    assert none is not None
    assert (none.points, none.without_flowers) == (2, 2)


def test_the_agreed_highest_rank_holds() -> None:
    scored = score(hand_in("EEE SSS WWW CCC, N + N limit=9"))
    assert scored is not None
    assert (scored.points, scored.mados) == (9, 512)


def test_a_hand_won_on_the_deal_is_explained_without_sets() -> None:
    explained = explain(hand_in("first=heaven"))
    assert explained is not None
    assert explained.best.sets == ()
    assert explained.best.win_at is None
    assert [line.element.key for line in explained.best.counted] == ["heaven"]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"flowers": ("B5",)}, "flowers: “B5” is none of B1 to B4 and R1 to R4"),
        ({"self_drawn": True, "kongs": 4}, "kongs: 4 kongs in one turn; there are 1 to 3"),
    ],
)
def test_a_hand_checks_its_flowers_and_kongs_itself(values: dict[str, object], message: str) -> None:
    with pytest.raises(HandError) as refused:
        hand_of("234m678p99s57m", "6m", ["1111s"], **values)
    assert str(refused.value) == message


def test_a_hand_won_on_its_tiles_needs_the_winning_one() -> None:
    with pytest.raises(HandError, match="win: missing"):
        hand_of("234m678p123s99s57m", "")
