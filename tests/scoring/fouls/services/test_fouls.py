"""Fouls recorded, counted and cancelled, their effects on sheets, and penalties that had no foul."""

from datetime import date
from typing import Any

import pytest

from common.actions.errors import KeyReused, Refused, Unusual
from common.actions.models.audit import AuditEntry
from scoring.fouls.models import Foul, FoulEvidence, Measure
from scoring.fouls.rules.catalogue import fouls
from scoring.fouls.selectors.fouls import evidence_for, fouls_of_person, penalties_without_foul, published
from scoring.fouls.services.adopting import accept_missing, adopt_points
from scoring.fouls.services.foul_reports import FoulReport
from scoring.fouls.services.kinds import remove_kind, set_kind
from scoring.fouls.services.recording import cancel_foul, publish_notice, record_foul
from scoring.settings.models.penalties import PenaltySettings
from scoring.setup.services.setting_up import change_event
from scoring.sheets.models.facts import Adjustment, Forfeit
from scoring.sheets.models.results import CountedResult
from scoring.sheets.models.session_penalties import SessionPenalty
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.loading import sheet_facts
from scoring.sheets.services.checking.confirming import reopen_sheet
from scoring.sheets.services.facts.penalties import remove_penalty
from scoring.sheets.services.facts.session_penalties import remove_session_penalty
from tests.support.events import small_event
from tests.support.foul_cases import CASES
from tests.support.foul_examples import EXAMPLES
from tests.support.foul_judging import ANNA, judge, official, write
from tests.support.sheets import at, empty_sheet, made_sheet, player
from tests.support.snapshots import everything
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.keeping.services import delete_private
from tournament.people.models.persons import Person

pytestmark = pytest.mark.django_db

CASES_OF_MCR = [(code, outcome) for code, outcome in CASES if not code.startswith("imj-")]
FALSE_WIN = {"E": 10, "S": 10, "W": -30, "N": 10}


@pytest.fixture
def sheet() -> Sheet:
    return empty_sheet(small_event())


def scores(sheet: Sheet) -> dict[str, int]:
    return dict(CountedResult.objects.filter(sheet=sheet).values_list("seat", "competition_points"))


def moved(sheet: Sheet, hand_no: int = 1) -> dict[str, int]:
    """Return the points that penalties move in a hand now."""
    points_of_seats: dict[str, int] = {}
    for row in Adjustment.objects.current().filter(sheet=sheet, hand_no=hand_no):
        points_of_seats[row.seat] = points_of_seats.get(row.seat, 0) + row.points
    return {seat: points for seat, points in points_of_seats.items() if points}


def set_reading(event: Event, **columns: str) -> None:
    PenaltySettings.objects.filter(event=event).update(**columns)


@pytest.mark.parametrize(("code", "outcome"), CASES_OF_MCR)
def test_every_entry_can_be_recorded_at_a_table_with_its_effects(sheet: Sheet, code: str, outcome: str) -> None:
    article, scope, effects, points, payee = CASES[code, outcome]
    facts: dict[str, Any] = {"outcome": outcome} | ({"title": "推搡", "article": "2.3.1"} if code == "free" else {})
    if payee == "one":
        facts |= {"effects": effects, "points": points, "payee": "N"}
    foul = judge(sheet, code, **facts)
    assert (foul.article, foul.scope, foul.effects, foul.points) == (article or "2.3.1", scope, effects, points)
    assert (foul.proposed, foul.entry, foul.number) == (True, at(sheet, "W"), 1)
    lost = {"each": 3 * points, "nobody": points, "one": points}[payee]
    received = {"each": dict.fromkeys("ESN", points), "nobody": {}, "one": {"N": points}}[payee]
    in_hand = scope == "hand" and bool(points)
    assert moved(sheet) == ({"W": -lost, **received} if in_hand else {})
    facts_now = sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0]
    assert facts_now.dead(1) == ({"W"} if "dead-hand" in effects else set())
    assert facts_now.forfeited == ({"W"} if "forfeit" in effects else set())
    session_points = [-points] if scope == "session" and points else []
    assert list(SessionPenalty.objects.values_list("points", flat=True)) == session_points
    wanted = sorted({"suspension", "rank-lost", "disqualification"} & set(effects))
    assert list(Measure.objects.values_list("kind", "status")) == [(kind, "proposed") for kind in wanted]
    assert Foul.objects.filter(notice_at=None).count() == 1  # a notice is a separate action


@pytest.mark.parametrize(("code", "outcome"), CASES_OF_MCR)
def test_every_entry_is_cancelled_without_a_trace_in_the_results(sheet: Sheet, code: str, outcome: str) -> None:
    write(sheet, 1, winner="E", discarder="S", points=24)
    before = scores(sheet)
    facts: dict[str, Any] = {"outcome": outcome} | ({"title": "推搡"} if code == "free" else {})
    if CASES[code, outcome][4] == "one":
        facts |= {"effects": ["points"], "points": 5, "payee": "N"}
    cancel_foul(ANNA, judge(sheet, code, **facts), reason="看错了")
    assert scores(sheet) == before
    assert moved(sheet) == {}
    assert not SessionPenalty.objects.exists()
    assert not Forfeit.objects.current().exists()
    assert set(Measure.objects.values_list("status", flat=True)) <= {"rejected"}


@pytest.mark.parametrize(("code", "outcome"), [case for case in CASES if case not in CASES_OF_MCR])
def test_a_foul_of_another_game_is_not_in_the_catalogue(sheet: Sheet, code: str, outcome: str) -> None:
    with pytest.raises(Refused, match="catalogue"):
        judge(sheet, code, outcome=outcome)


def test_repeated_fouls_cost_more_per_player_and_kind_in_the_hand(sheet: Sheet) -> None:
    fouls = [judge(sheet, "late-pung") for _time in range(9)]
    assert [foul.points for foul in fouls] == [0, 5, 10, 20, 30, 40, 50, 60, 60]
    assert [foul.times for foul in fouls] == list(range(1, 10))
    assert judge(sheet, "late-pung", "E").points == 0
    assert judge(sheet, "empty-call").points == 0
    assert judge(sheet, "late-pung", hand_no=2).points == 0
    assert moved(sheet) == {"W": -275}


def test_repeated_fouls_are_counted_over_the_session_by_setting(sheet: Sheet) -> None:
    set_reading(sheet.table.session.event, repetition="session")
    judge(sheet, "early-draw", hand_no=3)
    later = judge(sheet, "early-draw", hand_no=5)
    earlier = judge(sheet, "early-draw", hand_no=1)
    later.refresh_from_db()
    assert (earlier.times, earlier.points, later.times, later.points) == (1, 0, 3, 10)
    assert [moved(sheet, no) for no in (1, 3, 5)] == [{}, {"W": -5}, {"W": -10}]


def test_cancelling_recounts_later_fouls_but_keeps_the_referees_penalties(sheet: Sheet) -> None:
    first, second, third = (judge(sheet, "empty-call") for _time in range(3))
    own = judge(sheet, "empty-call", effects=["points"], points=60, reason="故意")
    cancel_foul(ANNA, first, reason="看错了")
    for foul in (second, third, own):
        foul.refresh_from_db()
    assert [(recounted.times, recounted.points) for recounted in (second, third, own)] == [(1, 0), (2, 5), (3, 60)]
    assert moved(sheet) == {"W": -65}


def test_an_inadmissible_foul_has_no_effect_and_is_not_counted(sheet: Sheet) -> None:
    late = judge(sheet, "empty-call", admissible=False)
    assert (late.state, late.effects, late.points, late.times) == ("inadmissible", [], 0, None)
    assert judge(sheet, "empty-call").times == 1
    assert judge(sheet, "false-win", admissible=False).effects == []
    assert moved(sheet) == {}


@pytest.mark.parametrize(
    ("kind", "regime", "expected"),
    [
        ("false-win", "paid", {"W": -30, "E": 10, "S": 10, "N": 10}),
        ("false-win-not-ready", "paid", {"W": -60, "E": 20, "S": 20, "N": 20}),
        ("win-not-taken", "paid", {"W": -30, "E": 10, "S": 10, "N": 10}),
        ("false-win", "burnt", {"W": -40}),
        ("false-win-not-ready", "burnt", {"W": -80}),
        ("win-not-taken", "burnt", {"W": -40}),
    ],
)
def test_false_wins_under_both_regimes(sheet: Sheet, kind: str, regime: str, expected: dict[str, int]) -> None:
    set_reading(sheet.table.session.event, false_win=regime)
    judge(sheet, kind)
    assert moved(sheet) == expected


def test_several_false_wins_and_a_win_in_one_hand(sheet: Sheet) -> None:
    judge(sheet, "false-win", "W")
    judge(sheet, "false-win-not-ready", "N")
    for dead in "WN":
        with pytest.raises(Refused) as refused:
            write(sheet, 1, winner=dead, discarder="E", points=24)
        assert refused.value.where == "winner"
    write(sheet, 1, winner="E", discarder="W", points=24)
    # E +10 +20 +48, S +10 +20 -8, W -30 +20 -32, N +10 -60 -8
    assert scores(sheet) == {"E": 78, "S": 22, "W": -42, "N": -58}


def test_a_dead_hand_is_refused_for_the_winner_of_the_hand(sheet: Sheet) -> None:
    write(sheet, 1, winner="W", discarder="E", points=24)
    with pytest.raises(Refused, match="Correct the hand first"):
        judge(sheet, "wrong-count")
    assert not Foul.objects.exists()


@pytest.mark.parametrize("result", [{"winner": "E", "points": 8}, {}, {"aborted": True}, None])
def test_a_penalty_remains_when_the_hand_changes(sheet: Sheet, result: dict[str, Any] | None) -> None:
    write(sheet, 2, winner="E", discarder="S", points=8)
    before = scores(sheet)
    judge(sheet, "violation", "N", effects=["points"], points=20)
    if result is not None:
        write(sheet, 1, **result)
    gained = 0 if not result or "winner" not in result else -16
    assert scores(sheet)["N"] == before["N"] - 20 + gained


def test_a_penalty_of_a_session_follows_the_player(sheet: Sheet) -> None:
    write(sheet, 1, winner="E", discarder="S", points=8)
    event, late = sheet.table.session.event, at(sheet, "N")
    before = scores(sheet)
    recorded = FoulReport(kind="late", outcome="up-to-15", session=sheet.table.session, entry=late)
    answer = record_foul(ANNA, event, foul=recorded)
    assert scores(sheet) == before | {"N": before["N"] - 20}
    with pytest.raises(Refused, match="foul 1"):
        remove_session_penalty(ANNA, sheet.table.session, order=0, reason="x")
    cancel_foul(ANNA, event.fouls.get(number=answer["foul"]), reason="看错了")
    assert scores(sheet) == before


def test_points_of_a_foul_are_removed_only_with_the_foul(sheet: Sheet) -> None:
    judge(sheet, "false-win")
    sheet.refresh_from_db()
    with pytest.raises(Refused, match="foul 1"):
        remove_penalty(ANNA, sheet, seen=sheet.version, hand_no=1, order=0, reason="x")
    assert moved(sheet) == FALSE_WIN


def test_a_departing_penalty_needs_a_reason_and_points_off_the_tariff_an_acknowledgement(sheet: Sheet) -> None:
    facts: dict[str, Any] = {"effects": ["points"], "points": 7}
    with pytest.raises(Refused) as refused:
        judge(sheet, "wrong-count", **facts)
    assert refused.value.where == "reason"
    with pytest.raises(Unusual):
        judge(sheet, "wrong-count", reason="轻微", **facts)
    foul = judge(sheet, "wrong-count", reason="轻微", acknowledged=["off-tariff"], **facts)
    assert (foul.proposed, foul.change_reason) == (False, "轻微")


def test_recording_is_refused_when_the_occurrence_changed_since_the_form(sheet: Sheet) -> None:
    judge(sheet, "empty-call", occurrence=1)
    with pytest.raises(Refused, match=r"no\. 2"):
        judge(sheet, "empty-call", occurrence=1)


@pytest.mark.parametrize(
    ("facts", "where"),
    [
        ({"kind": "nothing"}, "kind"),
        ({"kind": "late", "outcome": "x"}, "kind"),
        ({"kind": "free"}, "title"),
        ({"kind": "wrong-count", "hand_no": 0}, "effects"),
        ({"kind": "wrong-count", "hand_no": 17}, "hand_no"),
        ({"kind": "knocked-over"}, "payee"),
        ({"kind": "knocked-over", "effects": ["points"], "points": 5, "payee": "W"}, "payee"),
    ],
)
def test_a_refused_foul_changes_nothing(sheet: Sheet, facts: dict[str, Any], where: str) -> None:
    before = everything()
    with pytest.raises(Refused) as refused:
        judge(sheet, **facts)
    assert refused.value.where == where
    assert everything() == before


def test_a_foul_with_points_on_a_signed_sheet_is_refused(sheet: Sheet) -> None:
    signed = made_sheet(sheet.table.session.event, "signed")
    with pytest.raises(Refused, match="reopen it first"):
        judge(signed, "false-win")
    assert judge(signed, "talk").effects == ["warning"]  # changes no signed fact
    signed.refresh_from_db()
    assert (signed.state, signed.version) == ("signed", 1)
    reopen_sheet(ANNA, signed, reason="错和漏记")
    assert moved(judge(signed, "false-win").sheet) == FALSE_WIN


def test_signatures_end_with_points_and_not_with_a_warning(sheet: Sheet) -> None:
    checked = made_sheet(sheet.table.session.event, "checked")
    judge(checked, "talk")
    checked.refresh_from_db()
    assert checked.state == "checked"
    judge(checked, "violation")
    checked.refresh_from_db()
    assert (checked.state, checked.version) == ("open", 2)


def test_a_filler_without_a_number_is_counted_by_seat(sheet: Sheet) -> None:
    sheet.table.sittings.create(seat="W", from_hand=2, name="路人甲")
    assert [judge(sheet, "late-pung", hand_no=2).points for _time in range(3)] == [0, 5, 10]
    foul = judge(sheet, "dress", hand_no=2)
    assert (foul.scope, foul.entry, foul.name) == ("hand", None, "路人甲")
    assert judge(sheet, "late-pung", hand_no=1).entry == at(sheet, "W")


def test_evidence_is_visible_to_entitled_roles_and_expires_with_private_data() -> None:
    event = small_event()
    Event.objects.filter(pk=event.pk).update(ends=date(2026, 3, 1))
    event.refresh_from_db()
    sheet = empty_sheet(event)
    referee, other = official(event, "referee"), official(event, "referee")
    facts = {"kind": "cheating", "sheet": sheet, "seat": "W", "hand_no": 3, "notes": "袖中藏牌", "witnesses": "张三"}
    record_foul(referee, event, foul=FoulReport(**facts))
    foul = event.fouls.get()
    assert FoulEvidence.objects.get().delete_after == date(2027, 3, 1)
    seen = {
        role: evidence_for(actor, actor.roles(event.ledger), foul)
        for role, actor in {
            "own": referee,
            "other": other,
            "chief": official(event, "chief-referee"),
            "committee": official(event, "committee"),
            "scorekeeper": official(event, "scorekeeper"),
        }.items()
    }
    assert {role for role, evidence in seen.items() if evidence} == {"own", "chief", "committee"}
    assert "袖中" not in str(list(AuditEntry.objects.values()))


def test_a_notice_is_public_only_when_published(sheet: Sheet) -> None:
    event = sheet.table.session.event
    foul = judge(sheet, "disturbance", hand_no=0)
    assert "notice" in foul.effects
    assert list(published(event)) == []
    publish_notice(ANNA, foul, text="经劝告仍不服从裁判，通报批评。")
    assert [foul.number for foul in published(event)] == [1]
    cancel_foul(ANNA, event.fouls.get(), reason="x")
    assert list(published(event)) == []


def test_an_event_can_add_kinds_of_fouls(sheet: Sheet) -> None:
    event = sheet.table.session.event
    name = {"zh": "手机响铃", "en": "Phone rings"}
    set_kind(ANNA, event, code="phone", name=name, effects=["points"], points=20, article="regulations 12")
    assert judge(sheet, "phone").points == 20
    with pytest.raises(Refused, match="recorded"):
        remove_kind(ANNA, event, code="phone")
    with pytest.raises(Refused) as refused:
        set_kind(ANNA, event, code="late", name=name)
    assert refused.value.where == "code"
    set_kind(ANNA, event, code="stand", name=name, counted=True)
    assert [judge(sheet, "stand").points for _time in range(3)] == [0, 5, 10]


def test_points_in_a_hand_become_their_foul_and_the_sheet_stays_signed() -> None:
    event, facts = EXAMPLES["foul.adopt"](small_event(), "")
    assert [line["moved"] for line in penalties_without_foul(event)] == [FALSE_WIN]
    adopt_points(ANNA, event, **facts)
    foul = event.fouls.get()
    assert (foul.kind, foul.seat, foul.points, foul.payee) == ("false-win", "W", 10, "each")
    assert penalties_without_foul(event) == []
    assert Sheet.objects.get(pk=facts["sheet"].pk).version == 1
    with pytest.raises(Refused, match="already"):
        adopt_points(ANNA, event, **facts)


def test_accepting_fouls_missing_from_the_hands_settles_the_contradiction() -> None:
    event, facts = EXAMPLES["foul.accept_missing"](small_event(), "")
    sheet = facts["sheet"]
    with pytest.raises(Refused, match="reason"):
        accept_missing(ANNA, event, **facts)
    accept_missing(ANNA, event, reason="四家证实", **facts)
    sheet.refresh_from_db()
    assert (sheet.state, sheet.comparison.contradicts) == ("confirmed", False)
    assert moved(sheet, 0) == FALSE_WIN
    assert scores(sheet) == {"E": 522, "S": -246, "W": -158, "N": -118}


def test_a_persons_fouls_are_found_across_events() -> None:
    person = Person.objects.create(name="王")
    for slug in ("one", "two"):
        event = small_event(slug)
        sheet = empty_sheet(event)
        Entry.objects.filter(pk=at(sheet, "W").pk).update(person=person)
        judge(sheet, "talk")
    assert [foul.event.slug for foul in fouls_of_person(person)] == ["two", "one"]
    assert list(fouls_of_person(player(small_event("three")).person)) == []


def test_every_entry_but_the_free_one_has_an_article() -> None:
    assert [foul.code for foul in fouls().values() if not foul.article] == ["free"]


def test_evidence_has_the_deletion_date_of_the_events_private_data(sheet: Sheet) -> None:
    event = sheet.table.session.event
    judge(sheet, "cheating", notes="袖中藏牌")
    change_event(ANNA, event, ends=date(2026, 3, 1))
    assert FoulEvidence.objects.get().delete_after == date(2027, 3, 1)
    delete_private(ANNA, event)
    assert not FoulEvidence.objects.exists()
    assert Foul.objects.exists()


def test_a_discarded_flower_is_judged_by_the_setting(sheet: Sheet) -> None:
    assert judge(sheet, "flower-discarded").effects == []
    set_reading(sheet.table.session.event, flower_discard="refused")
    assert judge(sheet, "flower-discarded").effects == ["dead-hand"]


def test_penalties_count_before_the_table_points(sheet: Sheet) -> None:
    """Rulings, "Penalties": hand and session penalties are in CP before table points."""
    write(sheet, 1, winner="E", discarder="S", points=8)  # E +32, W and N -8, S -16
    session = sheet.table.session
    recorded = FoulReport(kind="late", outcome="up-to-15", session=session, entry=at(sheet, "N"))
    record_foul(ANNA, session.event, foul=recorded)
    judge(sheet, "violation", "E", effects=["points"], points=60)
    results = CountedResult.objects.filter(sheet=sheet).values_list("seat", "competition_points", "table_points")
    assert {seat: (points, twelfths // 12) for seat, points, twelfths in results} == {
        "W": (-8, 4),
        "S": (-16, 2),
        "E": (-28, 0),  # equal with North: they share
        "N": (-28, 0),
    }


def test_a_repeated_key_gives_the_same_answer_and_another_foul_cannot_use_it(sheet: Sheet) -> None:
    event = sheet.table.session.event
    facts: dict[str, Any] = {"kind": "wrong-count", "sheet": sheet, "seat": "W", "hand_no": 1}
    first = record_foul(ANNA, event, key="k", foul=FoulReport(**facts))
    assert record_foul(ANNA, event, key="k", foul=FoulReport(**facts)) == first
    assert event.fouls.count() == 1
    with pytest.raises(KeyReused):
        record_foul(ANNA, event, key="k", foul=FoulReport(**facts, remark="twice"))
