"""The catalogue of fouls, the proposed penalties and fouls recognised from points (3.11; rulings: Penalties)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.fouls.rules.catalogue import EFFECTS, FREE, SCOPES, Foul, Outcome, catalogue, fouls
from scoring.fouls.rules.missing import missing_fouls
from scoring.fouls.rules.proposing import (
    TARIFF,
    Penalty,
    Regime,
    counted_over,
    faults,
    in_order,
    off_tariff,
    propose,
    recorded_as,
    repeated,
)
from tests.support.foul_cases import CASES

BURNT = Regime(false_wins="burnt")


@pytest.mark.parametrize(("code", "outcome"), CASES)
def test_every_entry_proposes_the_penalty_of_its_article(code, outcome):
    article, scope, effects, points, payee = CASES[code, outcome]
    entry = fouls()[code]
    assert (entry.article, entry.scope) == (article, scope)
    assert propose(entry, outcome) == Penalty(in_order(effects), points, payee)


def test_every_entry_has_a_case_and_texts_in_three_languages():
    there = [(foul.code, outcome.code) for foul in fouls().values() for outcome in foul.outcomes]
    assert sorted(there) == sorted(CASES)
    for foul in fouls().values():
        assert all([*vars_of(foul.name), *vars_of(foul.about)])
        assert all(all(vars_of(outcome.name)) for outcome in foul.outcomes if len(foul.outcomes) > 1)
        assert {effect for outcome in foul.outcomes for effect in outcome.effects} <= set(EFFECTS)
        assert foul.scope in SCOPES


def vars_of(text):
    return [text.get(language) for language in ("zh", "en", "ja")]


def test_no_item_of_the_articles_is_left_out():
    articles = {foul.article for foul in fouls().values()}
    assert {f"3.11.{no}" for no in ("1", "2.1", "2.2", "3", "4", "5")} <= articles
    assert {f"3.11.6.{no}" for no in (1, 2, 3, 4, 5, 8, 9, 10)} <= articles
    assert {f"3.11.6.6({no})" for no in (1, 2)} | {f"3.11.6.7({no})" for no in (1, 2, 3, 4)} <= articles
    assert {f"3.11.6.11({no})" for no in range(1, 9)} | {"2.3.3", "3.6.1", "3.6.4", "3.5.7.6"} <= articles


def test_repeated_fouls_follow_the_tariff_up_to_sixty():
    assert [repeated(times) for times in range(1, 12)] == [0, 5, 10, 20, 30, 40, 50, 60, 60, 60, 60]


def test_a_repeated_own_entry_with_points_never_costs_less_than_before():
    own = Foul("stand", "", {}, {}, (Outcome("own", ("warning", "points"), 20),), counted=True)
    assert propose(own) == Penalty(("warning", "points"), 20)
    assert propose(own, times=2) == Penalty(("points",), 30)
    assert [propose(own, times=times).points for times in range(3, 8)] == [40, 50, 60, 60, 60]
    assert [repeated(times, 100) for times in (1, 2, 3)] == [100, 100, 100]


def test_a_repeated_own_entry_of_the_event_keeps_a_penalty_that_can_be_recorded():
    own = Foul("noise", "", {}, {}, (Outcome("own", ("warning",)),), scope="event", counted=True)
    assert faults(propose(own, times=2), "event", 0) == []


@pytest.mark.parametrize("code", ["empty-call", "early-draw", "late-pung"])
def test_the_sixth_of_a_counted_kind_costs_forty(code):
    assert propose(fouls()[code], times=6) == Penalty(("points",), 40)


def test_a_wrong_tile_taken_into_the_hand_also_makes_it_dead():
    entry = fouls()["early-draw"]
    assert propose(entry, "taken", times=2) == Penalty(("points", "dead-hand"), 5)
    assert propose(entry, "put-back", times=2) == Penalty(("points",), 5)


def test_only_the_three_items_are_counted():
    assert {foul.code for foul in fouls().values() if foul.counted} == {"empty-call", "early-draw", "late-pung"}
    assert propose(fouls()["talk"], times=5) == Penalty(("warning",))


def test_repetition_is_counted_in_the_hand_or_by_setting_in_the_session():
    entry = fouls()["late-pung"]
    assert counted_over(entry, Regime(), 4) == ("late-pung", 4)
    assert counted_over(entry, Regime(repetition="session"), 4) == ("late-pung", 0)
    assert counted_over(fouls()["talk"], Regime(), 4) is None


@pytest.mark.parametrize(("code", "lost"), [("false-win", 40), ("win-not-taken", 40), ("false-win-not-ready", 80)])
def test_burnt_false_wins_have_no_payee(code, lost):
    assert propose(fouls()[code], regime=BURNT) == Penalty(("points", "dead-hand"), lost)


def test_pushed_tiles_are_paid_to_each_under_both_regimes():
    assert propose(fouls()["pushed-tiles"], regime=BURNT) == Penalty(("points",), 30, "each")


def test_a_discarded_flower_is_a_foul_only_by_setting():
    entry = fouls()["flower-discarded"]
    assert propose(entry) == Penalty()
    assert propose(entry, regime=Regime(flower_discard="refused")) == Penalty(("dead-hand",))


def test_an_event_adds_entries_but_takes_no_code_away():
    own = Foul("phone", "12", {"en": "Phone"}, {}, (Outcome("own", ("points",), 20),), "session")
    cuckoo = Foul("late", "1", {"en": "Late"}, {}, (Outcome("own"),))
    entries = catalogue([own, cuckoo])
    assert entries["phone"] is own
    assert entries["late"] is fouls()["late"]
    assert list(entries)[-2:] == ["phone", FREE]


@pytest.mark.parametrize(
    ("penalty", "scope", "hand", "codes"),
    [
        (Penalty(("points",), 0), "hand", 3, ["points-missing"]),
        (Penalty(("warning",), 5), "hand", 3, ["points-without-effect"]),
        (Penalty(("points",), 5, "one"), "hand", 3, ["payee-missing"]),
        (Penalty(("points",), 5), "event", 0, ["points-of-event"]),
        (Penalty(("dead-hand",)), "hand", 0, ["needs-hand"]),
        (Penalty(("claim-lost",)), "session", 3, ["needs-hand"]),
        (Penalty(("forfeit",)), "event", 0, ["needs-session"]),
        (Penalty(("beating",)), "hand", 3, ["unknown-effect"]),
        (Penalty(("points", "dead-hand"), 10, "each"), "hand", 3, []),
        (Penalty(("points",), 10), "session", 0, []),
    ],
)
def test_an_invalid_penalty_gives_its_fault_codes(penalty, scope, hand, codes):
    assert faults(penalty, scope, hand) == codes


def test_points_off_the_tariff_are_found():
    assert [points for points in range(1, 81) if not off_tariff(Penalty(("points",), points), Regime())] == [*TARIFF]
    assert not off_tariff(Penalty(("points",), 80), BURNT)


@pytest.mark.parametrize(
    ("moved", "known"),
    [
        ({"E": 10, "S": 10, "W": -30, "N": 10}, ("false-win", 10, "each")),
        ({"E": 20, "S": 20, "W": -60, "N": 20}, ("false-win-not-ready", 20, "each")),
        ({"E": 30, "S": 30, "W": -90, "N": 30}, ("pushed-tiles", 30, "each")),
        ({"E": 10, "W": -20, "N": 10}, ("false-win", 10, "each")),
        ({"W": -40}, ("false-win", 40, "nobody")),
        ({"W": -80}, ("false-win-not-ready", 80, "nobody")),
        ({"W": -10}, None),
        ({"W": -10, "E": 10}, None),
        ({"W": -30, "E": 10, "S": 5, "N": 15}, None),
        ({"W": 10}, None),
    ],
)
def test_the_foul_is_recognised_from_its_points(moved, known):
    recognised = recorded_as("W", moved)
    assert (recognised and (recognised[0], recognised[1].points, recognised[1].payee)) == known


@pytest.mark.parametrize(
    ("article", "fits"),
    [("3.11.6.6(1)", True), ("3.11.6.6", True), ("第3.11.6.6条", True), ("3.11.2.2", False), ("3.11.6.11(2)", False)],
)
def test_points_beside_another_article_are_no_false_win(article, fits):
    assert bool(recorded_as("W", {"W": -40}, article)) is fits


@pytest.mark.parametrize(
    ("difference", "codes"),
    [
        ({"E": 10, "S": 10, "W": -30, "N": 10}, [("false-win", "W")]),
        ({"E": -20, "S": 20, "W": -20, "N": 20}, [("false-win", "E"), ("false-win", "W")]),
        ({"E": 0, "S": -40, "W": 0, "N": 0}, [("false-win", "S")]),
        ({"E": 0, "S": -20, "W": 0, "N": 0}, [("violation", "S")]),
        ({"E": 0, "S": -21, "W": 0, "N": 21}, []),
        # Where only two sat, points from one to the other are not a false win, and a burnt one is still known.
        ({"E": 10, "S": -10}, []),
        ({"E": 0, "S": -80}, [("false-win-not-ready", "S")]),
        ({}, []),
    ],
)
def test_missing_fouls_are_found_from_the_totals(difference, codes):
    missing = missing_fouls(difference)
    assert [(code, seat) for code, seat, _penalty in missing] == codes


@given(st.lists(st.tuples(st.sampled_from("ESWN"), st.sampled_from([10, 20, 30])), min_size=1, max_size=2))
def test_up_to_two_missing_fouls_explain_their_difference(fouls_there):
    difference = dict.fromkeys("ESWN", 0)
    for offender, each in fouls_there:
        for seat in difference:
            difference[seat] += -3 * each if seat == offender else each
    if not any(difference.values()):
        return
    total = dict.fromkeys("ESWN", 0)
    for _code, offender, penalty in missing_fouls(difference):
        for seat in total:
            received = penalty.points if penalty.payee == "each" else 0
            lost = penalty.points * 3 if penalty.payee == "each" else penalty.points
            total[seat] += -lost if seat == offender else received
    assert total == difference
