"""The interpretations A1 to A30: what the engine does where the text is silent, each with a hand that shows it."""

from dataclasses import replace

import pytest

from scoring.fans.rules import RULE_SETS, RuleSet, explain, score
from scoring.fans.rules.lines import hand_in
from scoring.fans.rules.sets.catalogue import MIXED_KONGS

WMO, GUOBIAO, GB = RULE_SETS["wmo-2014"], RULE_SETS["guobiao"], RULE_SETS["gb-1998"]


def fans(text: str, rules: RuleSet = WMO) -> list[int]:
    """Return the printed numbers of the hand's fans."""
    scored = score(hand_in(text), rules)
    assert scored is not None
    return sorted(line.fan.no for line in scored.fans for _ in range(line.times))


def points(text: str, rules: RuleSet = WMO) -> int:
    scored = score(hand_in(text), rules)
    assert scored is not None
    return scored.points


def test_a1_implied_fans_are_not_counted() -> None:
    """Four kongs imply four pungs although no text says so; four concealed pungs imply a concealed hand."""
    assert 49 not in fans("2222m 5555p 8888s CCCC, E + E")
    assert {49, 62, 33, 66}.isdisjoint(fans("111m444p777888s5m + 5m"))


@pytest.mark.parametrize(
    "text",
    [
        "CCC FFF PPP, 11m99p + 1m",
        "CCC FFF 999m, 45pPP + 6p",
        "123m 123m, 12233m99p + 1m",
        "222m 333m 444m, 55m88p + 5m",
        "234m 345m 456m, 56m88p + 7m",
        "SSS WWW NNN, 45m88p + 6m",
    ],
    ids=["2", "10", "14", "15", "16", "38"],
)
def test_a2_one_voided_suit_counts_with_fans_that_imply_it(text: str) -> None:
    """Appendix 1 adds it in its examples; 002 does so only for no. 2, whose sentence does not exclude it."""
    assert 75 in fans(text)
    assert 75 in fans(text, GUOBIAO)
    assert (75 in fans(text, GB)) == (2 in fans(text, GB))


def test_a2_little_four_winds_lack_two_suits() -> None:
    for rules in (WMO, GUOBIAO, GB):
        assert 75 not in fans("SSS WWW NNN, EE45p + 3p", rules)


def test_a3_two_missing_suits_are_not_one() -> None:
    assert 75 not in fans("123m 456m 789m, 3499m + 5m")
    assert 75 not in fans("123m 345m 567m, 67mNN + 8m")
    assert 75 not in fans("SSS WWW NNN, CCFF + C")


def test_a4_fans_implied_by_a_combination_are_counted() -> None:
    """Little Four Winds with a Dragon Pung implies All Honors, and appendix 1 counts all three."""
    assert fans("SSS WWW NNN, CCEE + C") == [9, 11, 59]


def test_a4_the_one_exception_is_green_pairs() -> None:
    text = "223344668888sF + F self_drawn"
    assert fans(text) == [3, 19, 50, 56]
    assert 64 in fans(text, GUOBIAO)
    assert fans("222244446666sF + F self_drawn").count(64) == 2


def test_a5_a_tile_of_a_knitted_straight_is_no_wait() -> None:
    """A single wait for the pair counts even on a tile that the straight has too."""
    assert 79 in fans("147m258p369sCCCN + N")
    assert 79 in fans("147m258p369sCCC1m + 1m")
    assert 78 in fans("147m258p369sNN46p + 5p")
    assert {77, 78, 79}.isdisjoint(fans("147m258p36sCCCNN + 9s"))
    assert fans("345m, 147m25888p36s + 9s") == [35, 63]


def test_a6_waits_of_all_shapes_count_together() -> None:
    """Seven pairs wait for 7m here, sets and a pair for 1m, 4m and 7m."""
    assert {77, 78, 79}.isdisjoint(fans("223344556677m1m + 1m"))


def test_a6_a_fifth_copy_is_a_wait_unless_the_option_excludes_it() -> None:
    """4567m waits for 4m and 7m, but the hand contains all four 7m."""
    text = "777m 123p CCC, 4567m + 4m"
    assert 79 not in fans(text)
    assert 79 in fans(text, replace(WMO, dead_waits_count=False))


def test_a7_one_wait_with_the_first_name_that_fits() -> None:
    """1233m waits only for 3m: as the end of 123 before the pair."""
    assert [no for no in fans("CCC 456p 789s, 1233m + 3m") if no in (77, 78, 79)] == [77]
    assert [no for no in fans("CCC 456p 789s, 4556m + 5m") if no in (77, 78, 79)] == [78]


def test_a8_count_once_is_a_forest_of_sets() -> None:
    """234m 567m 234p 567p has four pairs, of which three count; 3.9.1.6(5)."""
    assert fans("234m 567m 234p, 56p99s + 7p") == [63, 70, 70, 71]
    assert fans("234m 234p 567p, 34s99m + 2s") == [41, 63, 71]


def test_a8_no_set_makes_the_same_fan_twice() -> None:
    """3.9.1.6(3): 234m with each of two 234p would count 喜相逢 twice."""
    assert [no for no in fans("234m 234p 567p, 3499p + 2p") if no in (69, 70, 71)] == [69, 70, 71]


def test_a9_seven_pairs_or_sets_whichever_scores_more() -> None:
    text = "112233778899m5m + 5m"
    assert fans(text)[0] == 13
    assert 19 not in fans(text)
    explained = explain(hand_in(text))
    assert explained is not None
    assert [other.shape for other in explained.other_readings] == ["seven_pairs"]
    assert fans("11223344m1133p4m + 4m")[0] == 19


def test_a10_pure_terminal_chows_keep_the_concealed_hand() -> None:
    assert fans("112233778899m5m + 5m self_drawn") == [13, 56, 79]
    assert 62 in fans("112233778899m5m + 5m")


def test_a11_four_of_a_kind_are_two_pairs_and_a_tile_hog() -> None:
    assert 64 in fans("1133557777m224p + 4p")


@pytest.mark.parametrize(
    ("text", "no"),
    [("111199m1199p119s + 9s", 8), ("EESSWWNNCCFFP + P", 11), ("1199m1199p1199sE + E", 18)],
    ids=["8", "11", "18"],
)
def test_a12_seven_pairs_of_honours_or_terminals(text: str, no: int) -> None:
    assert {19, no} <= set(fans(text))
    assert no not in fans(text, replace(WMO, pairs_carry_pungs=False))


def test_a12_seven_pairs_are_never_sets() -> None:
    assert {21, 31, 49, 55}.isdisjoint(fans("2244m6688p2244s6m + 6m") + fans("1199m1199p1199sE + E"))


def test_a13_all_green_with_a_flush() -> None:
    assert 50 in fans("222s 333s 444s, FF66s + F")
    assert 50 not in fans("222s 333s 444s, FF66s + F", GUOBIAO)
    assert 22 in fans("234s 234s 234s, 6688s + 8s", GUOBIAO)


def test_a14_nine_gates_wait_for_all_nine() -> None:
    assert fans("1112345678999m + 5m") == [4, 66]
    assert 4 not in fans("1112345567899m + 9m")
    assert fans("1112345678999m + 5m", GUOBIAO) == [4, 66, 73]
    assert fans("1112345678999m + 3m", GUOBIAO) == [4, 71]
    assert fans("1112345678999m + 5m", GB) == [4, 66]


@pytest.mark.parametrize(
    ("text", "added"),
    [
        ("2222m 5555p 8888s, 44pNN + 4p", []),
        ("(2222m) 5555p 8888s, 44pNN + 4p", [67]),
        ("(2222m) (5555p) 8888s, 44pNN + 4p", [48]),
        ("(2222m) (5555p) (8888s), 44pNN + 4p", [33]),
        ("(2222m) (5555p) (8888s) (4444p), N + N", [12]),
        ("(2222m) 5555p 8888s, 444pN + N", [66, 67]),
        ("(2222m) (5555p) 8888s, 444pN + N", [33, 48]),
    ],
    ids=["none", "one", "two", "three", "four", "one and a concealed pung", "two and a concealed pung"],
)
def test_a15_concealed_kongs_added_to_three_and_four(text: str, added: list[int]) -> None:
    assert [no for no in fans(text) if no in (12, 33, 48, 57, 66, 67, 74)] == added


def test_a15_guobiao_adds_only_the_series_of_concealed_pungs() -> None:
    assert {48, 57, 67, 74, MIXED_KONGS}.isdisjoint(fans("(2222m) 5555p 8888s, 44pNN + 4p", GUOBIAO))
    assert 66 in fans("(2222m) (5555p) 8888s, 44pNN + 4p", GUOBIAO)


def test_a16_one_melded_and_one_concealed_kong() -> None:
    text = "(2222m) 4444p 678m, 34sNN + 5s"
    assert fans(text) == [57]
    assert (points(text), points(text, GUOBIAO)) == (6, 5)


def test_a17_two_concealed_kongs_and_a_concealed_pung() -> None:
    assert [no for no in fans("(2222m) (5555p), 888s34mNN + 5m") if no in (33, 48, 66, 67)] == [33, 48]


def test_a18_a_discard_that_completes_a_pung_leaves_it_melded() -> None:
    assert 33 not in fans("222555m88mNN345s + 8m")
    assert 33 in fans("222555m88mNN345s + 8m self_drawn")
    assert 62 in fans("222555m88mNN345s + 8m")


def test_a18_the_pung_stays_concealed_if_a_chow_can_take_the_tile() -> None:
    """With 222m and 234m the chow takes the 2m."""
    assert 33 in fans("22234555888mEE + 2m")


def test_a19_melded_hand() -> None:
    assert 53 in fans("123m 456p 789s CCC, N + N")
    assert 53 not in fans("123m 456p 789s (CCCC), N + N")
    drawn = fans("123m 456p 789s CCC, N + N self_drawn")
    assert 53 not in drawn
    assert {79, 80} <= set(drawn)


def test_a20_a_robbed_kong_with_the_last_tile_adds_both() -> None:
    assert fans("123m 678m 456p, 34sNN + 5s kong wall_last") == [45, 47]
    assert fans("1111m 678m 456p, 34sNN + 5s self_drawn kong wall_last") == [44, 46, 73, 74]


def test_a21_a_robbed_tile_is_no_last_tile() -> None:
    assert fans("123m 678m 456p, 34sNN + 5s kong last_of_kind") == [47]


def test_a22_open_melds_show_that_a_tile_is_the_last() -> None:
    assert 58 in fans("777m 123p 456p, 56m99p + 7m")
    assert 58 in fans("123m 123m 123m, 23m99p + 1m")
    assert 58 not in fans("123m 123m, 12233m99p + 1m")


def test_a23_chicken_hand_with_flowers() -> None:
    assert fans("123m 678m 456p, 34sNN + 5s flowers=3") == [43, 81, 81, 81]
    assert points("123m 678m 456p, 34sNN + 5s") == 8


def test_a24_flowers_do_not_count_towards_the_minimum() -> None:
    scored = score(hand_in("123m 789m 456p, 34sNN + 5s flowers=8"))
    assert scored is not None
    assert (scored.points, scored.without_flowers, scored.minimum_met) == (9, 1, False)


@pytest.mark.parametrize(
    "text",
    [
        "1112345678999m + 5m self_drawn wall_last",
        "1122334455667m + 7m self_drawn wall_last",
        "19m19p19sESWNCFP + E self_drawn wall_last",
        "111m444p66777sNN + 6s self_drawn wall_last",
        "1133557777m224p + 4p self_drawn wall_last",
        "ESWNCFP147m258p + 3s self_drawn wall_last",
        "ESWNCF147m258p3s + 6s self_drawn wall_last",
    ],
    ids=["4", "6", "7", "12", "19", "20", "34"],
)
def test_a25_special_hands_self_drawn(text: str) -> None:
    assert {44, 56} <= set(fans(text))
    assert 80 not in fans(text)
    for rules in (GUOBIAO, GB):
        assert 44 in fans(text, rules)
        assert {56, 80}.isdisjoint(fans(text, rules))


def test_a26_four_concealed_pungs_self_drawn() -> None:
    text = "111m444p66777sNN + 6s self_drawn"
    assert {56, 80} & set(fans(text)) == {56}
    assert {56, 80} & set(fans(text, GUOBIAO)) == {80}


def test_a27_the_same_wind_twice() -> None:
    assert fans("EEE 678m 456p, 34sNN + 5s") == [60, 61]


def test_a28_a_knitted_straight_inside_single_tiles() -> None:
    assert fans("ESWNC147m258p36s + 9s") == [34, 35]
    assert fans("ESWNCF147m258p3s + 6s") == [34]


def test_a29_reversible_tiles_as_pairs() -> None:
    assert {19, 40} <= set(fans("112233p4466sPP8p + 8p"))
    assert 40 not in fans("112233p4466sFF8p + 8p")


def test_a30_four_of_an_honour() -> None:
    assert 64 in fans("EEEE1133p2244s6m + 6m")


def test_a_fan_of_another_reading_names_the_row_that_excludes_it() -> None:
    explained = explain(hand_in("66777888m33p456s + 6m"))
    assert explained is not None
    *_own, shifted, concealed = explained.best.left
    assert [left.fan.no for left in explained.best.left] == [76, 69, 69, 69, 24, 66]
    assert (shifted.fan.no, shifted.why, shifted.article) == (24, "excluded", "App. 1 no. 23")
    assert [fan.no for fan in shifted.by] == [23]
    assert (concealed.fan.no, concealed.why, concealed.article) == (66, "principle", "3.9.1.6(4)")


def test_a_hand_that_does_not_win_has_no_explanation() -> None:
    assert explain(hand_in("66777888m33p456s + 1m")) is None
