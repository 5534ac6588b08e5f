"""Every threshold of A9 4.6 and 4.7 at, just under and just over it, and the results that count for it."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ranking.bodies.rules import A9Interpretation
from ranking.levels.rules.evaluation import evaluate, plain
from ranking.levels.rules.results import Result, exclusion_reason, positive_points
from ranking.levels.rules.standards import STANDARDS, WEB_STANDARDS
from ranking.levels.rules.sums import Sums, highest_pin, highest_web_pin, sums_of

#: A9 4.6 by the Chinese text: level, TP, CP, individual rank, team or group rank, in class A only.
TABLE = [
    (9, 20, 0, 0, 0, False),
    (8, 30, 0, 0, 0, False),
    (7, 40, 0, 0, 0, False),
    (6, 60, 1000, 16, 3, False),
    (5, 80, 1500, 12, 2, False),
    (4, 100, 2000, 8, 1, False),
    (3, 120, 3000, 6, 0, True),
    (2, 160, 4000, 3, 0, True),
    (1, 200, 5000, 1, 0, True),
]
#: A9 4.7: level, web points, individual rank.
WEB_TABLE = [
    (9, 1000, 0),
    (8, 3000, 0),
    (7, 5000, 0),
    (6, 10000, 24),
    (5, 15000, 16),
    (4, 20000, 12),
    (3, 30000, 8),
    (2, 40000, 6),
    (1, 50000, 3),
]


def result(event="e", **changes):
    values = {
        "letter": "A",
        "web": False,
        "sanctioned": True,
        "rules_met": True,
        "status": "ranked",
        "table_points": 0,
        "competition_points": 0,
    }
    return Result(event=event, **values | changes)


def level(results, number, kind="pin", **interpretations):
    evaluation = evaluate(results, **interpretations)
    [row] = [row for row in (evaluation.pins if kind == "pin" else evaluation.web) if row.level == number]
    return row


def reached(results, **interpretations):
    """Return the highest pin; check that both ways of calculating agree."""
    evaluation = evaluate(results, **interpretations)
    interpretation = interpretations.get("interpretation", A9Interpretation())
    assert highest_pin(sums_of(results, interpretation)) == (evaluation.pin or 0)
    return evaluation.pin


def test_the_standards_are_those_of_the_rules():
    rows = [(s.level, s.table_points, s.competition_points, s.individual, s.unit, s.class_a) for s in STANDARDS]
    assert rows == TABLE
    assert [(s.level, s.points, s.individual) for s in WEB_STANDARDS] == WEB_TABLE


@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"pin{row[0]}")
def test_table_points_at_under_and_over_the_threshold(row):
    number, tp, cp, rank, _unit, _a = row
    enough = {"competition_points": cp, "individual_rank": rank or None}
    assert level([result(table_points=tp * 12, **enough)], number).met
    assert level([result(table_points=tp * 12 + 1, **enough)], number).met
    under = level([result(table_points=tp * 12 - 1, **enough)], number)
    assert not under.met
    [missing] = under.missing
    assert (missing.what, missing.have, missing.lacking) == ("table_points", f"{tp * 12 - 1}/12", Fraction(1, 12))


@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"pin{row[0]}")
def test_sums_at_a_threshold_reach_its_pin_and_just_under_it_the_pin_below(row):
    number, tp, cp, rank, _unit, _a = row
    sums = Sums(tp * 12, cp, individual=rank, class_a=rank)
    below = number + 1 if number < 9 else 0
    assert highest_pin(sums) == number
    assert highest_pin(sums._replace(table_points=tp * 12 - 1)) == below
    assert cp == 0 or highest_pin(sums._replace(competition_points=cp - 1)) == below


def test_the_highest_sums_reach_only_the_pins_whose_rank_is_there():
    sums = Sums(200 * 12, 5000)
    assert highest_pin(sums) == 7
    assert highest_pin(sums._replace(unit=1, individual=1)) == 4
    assert highest_pin(sums._replace(class_a=2)) == 2
    assert highest_pin(sums._replace(class_a=1)) == 1


@pytest.mark.parametrize("row", TABLE[3:], ids=lambda row: f"pin{row[0]}")
def test_competition_points_at_under_and_over_the_threshold(row):
    number, tp, cp, rank, _unit, _a = row
    enough = {"table_points": tp * 12, "individual_rank": rank}
    assert level([result(competition_points=cp, **enough)], number).met
    assert level([result(competition_points=cp + 1, **enough)], number).met
    [missing] = level([result(competition_points=cp - 1, **enough)], number).missing
    assert (missing.what, missing.need, missing.have) == ("competition_points", str(cp), str(cp - 1))


@pytest.mark.parametrize("row", TABLE[3:], ids=lambda row: f"pin{row[0]}")
def test_individual_rank_at_under_and_over_the_threshold(row):
    number, tp, cp, rank, _unit, _a = row
    enough = {"table_points": tp * 12, "competition_points": cp}
    assert level([result(individual_rank=rank, **enough)], number).met
    assert rank == 1 or level([result(individual_rank=rank - 1, **enough)], number).met
    [missing] = level([result(individual_rank=rank + 1, **enough)], number).missing
    assert (missing.what, missing.have, missing.events) == ("rank", f"individual {rank + 1}", ())
    assert not level([result(**enough)], number).met


@pytest.mark.parametrize("row", TABLE[3:6], ids=lambda row: f"pin{row[0]}")
@pytest.mark.parametrize("unit", ["team_rank", "group_rank"])
def test_team_or_group_rank_at_under_and_over_the_threshold(row, unit):
    number, tp, cp, _rank, place, _a = row
    enough = {"table_points": tp * 12, "competition_points": cp, "individual_rank": 99}
    assert level([result(**{unit: place}, **enough)], number).met
    # Third *or better*: also the second and the first.
    assert level([result(**{unit: 1}, **enough)], number).met
    assert not level([result(**{unit: place + 1}, **enough)], number).met


@pytest.mark.parametrize("row", TABLE[6:], ids=lambda row: f"pin{row[0]}")
def test_pins_3_to_1_need_an_individual_rank_in_class_a(row):
    number, tp, cp, rank, _unit, _a = row
    enough = {"table_points": tp * 12, "competition_points": cp}
    assert not level([result(letter="B", individual_rank=1, **enough)], number).met
    assert not level([result(team_rank=1, group_rank=1, **enough)], number).met
    results = [result("big", individual_rank=rank), result(letter="C", individual_rank=30, **enough)]
    reached_level = level(results, number)
    assert reached_level.met
    assert reached_level.conditions[2].events == ("big",)


@pytest.mark.parametrize("row", WEB_TABLE, ids=lambda row: f"web{row[0]}")
def test_web_points_and_rank_at_under_and_over_the_threshold(row):
    number, points, rank = row

    def web(points, rank):
        return [result(web=True, letter="C", web_points=points, individual_rank=rank or None)]

    assert level(web(points, rank), number, "web").met
    assert level(web(points + 1, rank), number, "web").met
    assert [condition.what for condition in level(web(points - 1, rank), number, "web").missing] == ["web_points"]
    if rank:
        assert level(web(points, rank - 1), number, "web").met
        assert [condition.what for condition in level(web(points, rank + 1), number, "web").missing] == ["web_rank"]


def test_pins_and_web_pins_never_mix():
    web = result("web", web=True, letter="C", table_points=2400, competition_points=9000, individual_rank=1)
    web = web._replace(web_points=99_000)
    hall = result("hall", table_points=240, web_points=99_000)
    evaluation = evaluate([web, hall])
    assert (evaluation.pin, evaluation.web_pin) == (9, 1)
    assert evaluation.pins[0].conditions[0].events == ("hall",)
    assert evaluation.web[0].conditions[0].events == ("web",)


def test_rank_and_points_come_from_different_events_and_levels_are_skipped():
    results = [
        result("points", letter="C", table_points=100 * 12, competition_points=2000, individual_rank=50),
        result("rank", letter="B", individual_rank=8),
    ]
    assert reached(results) == 4
    assert reached(results[:1]) == 7
    # Points are not used up: every level rests on the same points.
    assert all(pin.met for pin in evaluate(results).pins if pin.level >= 4)


def test_two_players_at_rank_16_both_reach_it_and_the_next_has_18():
    enough = {"table_points": 60 * 12, "competition_points": 1000}
    assert [reached([result(individual_rank=rank, **enough)]) for rank in (16, 16, 18)] == [6, 6, 7]


def test_fractions_of_table_points_are_added_exactly():
    thirds = [result(f"e{number}", table_points=28 if number else 20 * 12 - 28) for number in range(2)]
    assert reached(thirds) == 9
    assert evaluate([result(table_points=20 * 12 - 1)]).pins[0].conditions[0].have == "239/12"
    assert evaluate([result(table_points=28)]).pins[0].conditions[0].have == "7/3"


def test_negative_points_count_as_zero_and_both_interpretations_differ():
    good = result("good", competition_points=900, positive_sessions=1100)
    bad = result("bad", competition_points=-500, positive_sessions=60)
    assert [positive_points(event_result) for event_result in (good, bad)] == [900, 0]
    by_session = A9Interpretation(positive_cp="session")
    assert [positive_points(event_result, by_session) for event_result in (good, bad)] == [1100, 60]
    unknown = result(competition_points=700, positive_sessions=None)
    assert positive_points(unknown, by_session) == 700
    results = [
        result("a", table_points=60 * 12, competition_points=990, positive_sessions=1000, individual_rank=16),
        result("b", competition_points=-400, positive_sessions=0),
    ]
    assert reached(results) == 7
    assert reached(results, interpretation=by_session) == 6


def test_a_withdrawn_player_keeps_points_without_ranks():
    gone = result(
        table_points=60 * 12, competition_points=1000, individual_rank=1, team_rank=1, group_rank=1, status="withdrawn"
    )
    assert exclusion_reason(gone) is None
    assert reached([gone]) == 7


@pytest.mark.parametrize(("status", "reason"), [("disqualified", "disqualified"), ("rank-lost", "rank_lost")])
def test_a_taken_result_counts_for_nothing(status, reason):
    out = result(table_points=6000, competition_points=9000, individual_rank=1, status=status)
    assert exclusion_reason(out) == reason
    assert reached([out]) is None


def test_an_unranked_reserve_has_the_teams_rank():
    reserve = result(table_points=60 * 12, competition_points=1000, team_rank=3, status="unranked")
    assert reached([reserve]) == 6


def test_only_registered_events_in_a_class_under_these_rules_count():
    points = {"table_points": 240}
    below_c = result(letter=None, **points)
    assert exclusion_reason(below_c) == "below_c"
    assert reached([below_c], interpretation=A9Interpretation(below_c=True)) == 9
    unregistered = result(sanctioned=False, **points)
    assert exclusion_reason(unregistered) == "not_registered"
    assert exclusion_reason(unregistered, A9Interpretation(below_c=True)) == "not_registered"
    other_rules = result(rules_met=False, letter=None, **points)
    assert exclusion_reason(other_rules, A9Interpretation(below_c=True)) == "rule_set"


def test_levels_3_to_1_follow_the_world_bodys_interpretation():
    results = [
        result(table_points=120 * 12, competition_points=2900, positive_sessions=3100, individual_rank=6),
    ]
    by_session = A9Interpretation(positive_cp="session")
    assert evaluate(results, A9Interpretation(), by_session).pin == 3
    assert evaluate(results, by_session, A9Interpretation()).pin == 4


def test_the_object_for_other_programs_has_every_level():
    document = plain("17", evaluate([result("open-2018", table_points=25 * 12)]))
    assert list(document) == ["player", "levels", "next"]
    assert document["levels"][0] == {
        "kind": "pin",
        "level": 9,
        "met": True,
        "conditions": [
            {
                "article": "A9 4.6",
                "what": "table_points",
                "need": "20",
                "have": "25",
                "met": True,
                "events": ["open-2018"],
            }
        ],
    }
    assert [(entry["kind"], entry["level"]) for entry in document["levels"]] == [
        (kind, number) for kind in ("pin", "web") for number in range(9, 0, -1)
    ]
    assert (document["next"]["pin"], document["next"]["web"]) == (8, 9)
    assert [entry["need"] for entry in document["next"]["missing"]] == ["30"]


def test_pin_1_has_no_next_level():
    best = [result(table_points=2400, competition_points=5000, individual_rank=1)]
    evaluation = evaluate(best)
    assert (evaluation.pin, evaluation.next_pin) == (1, None)
    assert plain("1", evaluation)["next"] == {"pin": None, "missing": [], "web": 9}


RANKS = st.none() | st.integers(1, 40)
RESULTS = st.lists(
    st.builds(
        Result,
        event=st.sampled_from("abcdef"),
        letter=st.sampled_from(["A", "B", "C", None]),
        web=st.booleans(),
        sanctioned=st.booleans(),
        rules_met=st.booleans(),
        status=st.sampled_from(["ranked", "unranked", "withdrawn", "disqualified", "rank-lost"]),
        table_points=st.integers(0, 1500),
        competition_points=st.integers(-500, 2500),
        positive_sessions=st.none() | st.integers(0, 3000),
        individual_rank=RANKS,
        team_rank=RANKS,
        group_rank=RANKS,
        web_points=st.integers(0, 30_000),
    ),
    max_size=8,
)


@settings(max_examples=100)
@given(RESULTS, st.builds(A9Interpretation, st.sampled_from(["competition", "session"]), st.booleans()))
def test_the_quick_and_the_explained_calculation_agree(results, interpretation):
    sums = sums_of(results, interpretation)
    evaluation = evaluate(results, interpretation)
    assert (highest_pin(sums), highest_web_pin(sums)) == (evaluation.pin or 0, evaluation.web_pin or 0)


@settings(max_examples=60)
@given(RESULTS, RESULTS)
def test_another_event_never_lowers_a_level(results, more):
    before, after = evaluate(results), evaluate(results + more)
    assert (after.pin or 10) <= (before.pin or 10)
    assert (after.web_pin or 10) <= (before.web_pin or 10)


def test_each_web_site_counts_separately():
    small = [result(f"a{number}", web=True, letter="C", web_points=900, site="a.example") for number in range(3)]
    large = [result("b", web=True, letter="C", web_points=2_999, site="b.example", individual_rank=1)]
    evaluation = evaluate([*small, *large])
    assert (evaluation.web_pin, evaluation.next_web.level) == (9, 8)
    assert evaluation.next_web.conditions[0].have == "2999"  # of the site that leads, not 5,699
    assert highest_web_pin(sums_of([*small, *large])) == 9
    # A higher level counts more than more points.
    ranked = result("c", web=True, letter="C", web_points=10_000, site="c.example", individual_rank=24)
    more = result("d", web=True, letter="C", web_points=20_000, site="d.example", individual_rank=25)
    assert evaluate([more, ranked]).web_pin == highest_web_pin(sums_of([more, ranked])) == 6
