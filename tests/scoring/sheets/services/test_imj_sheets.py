"""Sheets of the International Mahjong Rules: periods, deals, refusals, signing, contradictions."""

import pytest

from common.actions.errors import Refused, Unusual
from scoring.event_file.services.importing import import_event
from scoring.game.rules.hands import Hand as PlayedHand
from scoring.game.rules.imj.game import IMJ
from scoring.sheets.models.results import Comparison, CountedResult
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.loading import facts_of
from scoring.sheets.services.checking.signing import sign_on_paper
from scoring.sheets.services.facts.hands import HandFacts, record_hand, remove_hand
from scoring.sheets.services.facts.whole import type_sheet
from scoring.sheets.services.people.periods import seat_period
from scoring.sheets.services.people.round_seating import seat_round
from tests.scoring.game.rules.imj.test_course import HANDS
from tests.support.events import small_event
from tests.support.imj import ACTOR, imj_document, imj_sheet, play
from tests.support.sheets import empty_sheet

pytestmark = pytest.mark.django_db


def test_the_course_of_the_issue_is_counted_as_gains() -> None:
    sheet = imj_sheet()
    play(sheet, HANDS, {1: "SWNE"})
    facts = facts_of(sheet)
    following = facts.course.next
    assert following is not None
    assert (following.no, following.round, following.dealer) == (7, 2, "S")
    gains = CountedResult.objects.filter(entry__sittings__table=sheet.table)
    by_seat = {row.entry.sittings.get(table=sheet.table).seat: row.competition_points for row in gains}
    assert by_seat == {"E": 1_000, "S": -3_744, "W": 1_760, "N": 984}
    assert {row.table_points for row in gains} == {0}


def test_a_deal_waits_for_the_seats_of_its_period() -> None:
    sheet = imj_sheet()
    with pytest.raises(Refused) as refused:
        record_hand(ACTOR, sheet, seen=0, hand=HandFacts(1, "E", None, 6))
    assert str(refused.value.message) == "Enter the order of the seats and the starter of the period first."


@pytest.mark.parametrize(
    ("facts", "where"),
    [
        ({"winner": "E", "points": 0}, "points"),
        ({"winner": "E", "points": 6, "robbed": True}, "robbed"),
        ({"winner": "E", "discarder": "S", "points": 6, "bound": "W"}, "bound"),
        ({"winner": "E", "points": 6, "bound": "E"}, "bound"),
        ({"winner": "E", "discarder": "S", "points": 6, "false_wins": ["E"]}, "false_wins"),
        ({"aborted": True, "false_wins": ["E"]}, "false_wins"),
    ],
)
def test_impossible_values_are_refused_at_their_field(facts: dict[str, object], where: str) -> None:
    sheet = imj_sheet()
    seat_period(ACTOR, sheet, seen=0, period=1, places="ESWN")
    with pytest.raises(Refused) as refused:
        record_hand(ACTOR, sheet, seen=1, hand=HandFacts(1, **facts))  # type: ignore[arg-type]
    assert refused.value.where == where


def test_a_rank_above_the_limit_is_asked_back_and_pays_the_limit() -> None:
    sheet = imj_sheet()
    seat_period(ACTOR, sheet, seen=0, period=1, places="ESWN")
    hand = HandFacts(1, "E", "S", 38)
    with pytest.raises(Unusual) as unusual:
        record_hand(ACTOR, sheet, seen=1, hand=hand)
    assert list(unusual.value.questions) == ["limit-reached"]
    record_hand(ACTOR, sheet, seen=1, hand=hand, acknowledged=["limit-reached"])
    assert facts_of(sheet).record("share").hands_sum == {"E": 6_000, "S": -6_000, "W": 0, "N": 0}


def test_the_seats_of_a_period_are_corrected_and_dealers_follow() -> None:
    sheet = imj_sheet()
    play(sheet, HANDS[:1], {1: "SWNE"})
    seat_period(ACTOR, sheet, seen=sheet.version, period=1, places="ESWN")
    course = facts_of(sheet).course
    assert [deal.dealer for deal in course.deals.values()] == ["E", "S"]


def test_a_correction_shows_first_which_later_deals_change() -> None:
    sheet = imj_sheet()
    play(sheet, HANDS[:3], {1: "SWNE"})
    corrected = HandFacts(1, "E", None, 6)
    with pytest.raises(Unusual) as unusual:
        record_hand(ACTOR, sheet, seen=sheet.version, hand=corrected)
    assert unusual.value.questions == {
        "deals-change": (
            "Dealers and rounds of later hands change: "
            "2: period 1, round 1, dealer South → period 1, round 1, dealer West; "
            "3: period 1, round 1, dealer South → period 1, round 1, dealer West. Is that right?"
        )
    }
    record_hand(ACTOR, sheet, seen=sheet.version, hand=corrected, acknowledged=["deals-change"])
    assert [deal.dealer for deal in facts_of(sheet).course.deals.values()] == ["S", "W", "W", "N"]


def test_a_hand_that_others_follow_is_corrected_not_removed() -> None:
    sheet = imj_sheet()
    play(sheet, HANDS[:3], {1: "SWNE"})
    with pytest.raises(Refused, match="Hand 2 follows from this one") as refused:
        remove_hand(ACTOR, sheet, seen=sheet.version, no=1)
    assert refused.value.where == "no"
    remove_hand(ACTOR, sheet, seen=sheet.version, no=3)
    assert len(facts_of(Sheet.objects.get()).hands) == 2


def test_a_correction_never_leaves_a_hand_after_the_end() -> None:
    document = imj_document()
    table = document["sessions"][0]["tables"][0] | {"state": "open"}
    table.pop("totals")
    document["sessions"][0]["tables"][0] = table
    import_event(ACTOR, document=document)
    sheet = Sheet.objects.get(table__session__number=1, table__number=1)
    facts = facts_of(sheet)
    course, hands, last = facts.course, facts.played_hands(), len(table["hands"])
    assert course.over
    seating = facts.seating
    paid_instead = {hand.no: PlayedHand(hand.no, None, false_wins=("E",)) for hand in hands if not hand.winner}
    courses = {no: IMJ.course([*hands, paid], seating) for no, paid in paid_instead.items()}
    replayed = next(no for no, other in courses.items() if last not in other.deals)
    paid = HandFacts(replayed, None, false_wins=["E"])
    with pytest.raises(Refused, match=f"Hand {last} would come after the end of the table"):
        record_hand(ACTOR, sheet, seen=sheet.version, hand=paid, acknowledged=["deals-change"])
    assert facts_of(sheet).course == course


@pytest.mark.parametrize(("period", "places", "where"), [(3, "ESWN", "period"), (1, "ESWW", "places")])
def test_wrong_seats_of_a_period_are_refused(period: int, places: str, where: str) -> None:
    with pytest.raises(Refused) as refused:
        seat_period(ACTOR, imj_sheet(), seen=0, period=period, places=places)
    assert refused.value.where == where


def test_each_game_has_its_own_way_of_seating() -> None:
    sheet = empty_sheet(small_event())
    with pytest.raises(Refused):
        seat_period(ACTOR, sheet, seen=0, period=1, places="ESWN")
    event = sheet.table.session.event
    event.rules = event.Rules.IMJ_0702
    event.save()
    with pytest.raises(Refused):
        seat_round(ACTOR, Sheet.objects.get(), seen=0, round_no=2, places="ESWN", reason="x")


def test_totals_are_mados_held_and_a_binding_not_applied_is_named() -> None:
    sheet = imj_sheet()
    play(sheet, [*HANDS, PlayedHand(7, "W", "E", 18)], {1: "SWNE"})
    wrong = {"E": 21_000 - 512 - 256, "S": 16_256 + 768 - 256, "W": 21_760 + 512, "N": 20_984 - 256}
    type_sheet(ACTOR, sheet, seen=sheet.version, totals=wrong)
    comparison = Comparison.objects.get(sheet=sheet)
    assert comparison.contradicts
    assert (comparison.cause["code"], comparison.cause["seat"], comparison.cause["hand_no"]) == (
        "binding-not-in-totals", "S", 6,
    )  # fmt: skip


def test_an_early_end_is_asked_before_signing() -> None:
    sheet = imj_sheet()
    play(sheet, HANDS, {1: "SWNE"})
    totals = {"E": 21_000, "S": 16_256, "W": 21_760, "N": 20_984}
    typed = type_sheet(ACTOR, sheet, seen=sheet.version, totals=totals)
    sheet.refresh_from_db()
    with pytest.raises(Unusual) as unusual:
        sign_on_paper(ACTOR, sheet, seen=typed["version"], referee="赵敏")
    assert list(unusual.value.questions) == ["early-end"]
    sign_on_paper(ACTOR, sheet, seen=typed["version"], referee="赵敏", acknowledged=["early-end"])
    assert not Comparison.objects.get(sheet=sheet).contradicts
