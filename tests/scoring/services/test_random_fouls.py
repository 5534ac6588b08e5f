"""Random sessions: whatever fouls, cancellations and corrections happen in whatever order, everything adds up.

A few in the normal run; RANDOM_SESSIONS=200 makes as many as the issue asks for.
"""

import os
from collections import Counter
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from common.errors import Refused
from common.json_files import dump
from common.permissions import system_actor
from scoring.exports.event_file import event_file
from scoring.models import CountedResult, Foul, PenaltySettings, Sheet
from scoring.rules.fouls.proposing import repeated
from scoring.selectors.event_reading import read_event
from scoring.selectors.fouls import catalogue_of
from scoring.selectors.records import sheet_facts
from scoring.services.event_import import import_event
from scoring.services.fouls.recording import cancel_foul, record_foul
from scoring.services.sheets.hands import record_hand, remove_hand
from scoring.services.sheets.persons import seat_person
from tests.support.events import small_event
from tests.support.recompute import scores_of
from tests.support.sheets import empty_sheet
from tournament.models import Event

pytestmark = pytest.mark.django_db

SESSIONS = int(os.environ.get("RANDOM_SESSIONS", "5"))
ANNA = system_actor("Anna")
SEATS, HANDS = st.sampled_from("ESWN"), st.integers(1, 6)
KINDS = ["empty-call", "early-draw", "late-pung", "false-win", "false-win-not-ready", "win-not-taken", "pushed-tiles"]
KINDS += ["wrong-meld", "exposed", "talk", "late", "dress", "cheating", "knocked-over"]
FOUL = st.tuples(st.just("foul"), st.sampled_from(KINDS), SEATS, st.integers(0, 6), st.sampled_from([0, 0, 0, 1, 2]))
HAND = st.tuples(st.just("hand"), HANDS, SEATS, st.sampled_from(["E", "S", "W", "N", ""]), st.integers(8, 40))
CANCEL, REMOVE = st.tuples(st.just("cancel"), st.integers(0, 20)), st.tuples(st.just("remove"), HANDS)
FILLER = st.tuples(st.just("filler"), SEATS, st.integers(2, 6))
STEPS = st.lists(st.one_of(FOUL, FOUL, FOUL, HAND, HAND, CANCEL, REMOVE, FILLER), min_size=5, max_size=25)
REGIMES = st.tuples(st.sampled_from(["paid", "burnt"]), st.sampled_from(["hand", "session"]))


def do(sheet: Sheet, step: tuple[Any, ...]) -> None:
    """One thing that happens; what the program refuses has not happened."""
    sheet.refresh_from_db()
    event, what = sheet.table.session.event, step[0]
    if what == "foul":
        _what, kind, seat, hand, way = step
        facts: dict[str, Any] = {"kind": kind, "sheet": sheet, "seat": seat, "hand_no": hand}
        facts |= {"outcome": catalogue_of(event)[kind].outcomes[-1].code}
        if way == 1:
            facts |= {"admissible": False}
        elif way == 2 or kind == "knocked-over":
            payee = "SWNE"["ESWN".index(seat)] if kind == "knocked-over" else "nobody"
            facts |= {"effects": ["points"], "points": 20, "payee": payee}
        record_foul(ANNA, event, reason="裁判决定" if way == 2 else "", **facts)
    elif what == "hand":
        _what, no, winner, discarder, points = step
        won = {"winner": winner, "discarder": discarder, "points": points} if winner != discarder else {}
        record_hand(ANNA, sheet, seen=sheet.version, no=no, acknowledged=["gap"], **won)
    elif what == "cancel":
        fouls = list(event.fouls.filter(cancelled_at=None))
        if fouls:
            cancel_foul(ANNA, fouls[step[1] % len(fouls)], reason="看错了")
    elif what == "remove":
        remove_hand(ANNA, sheet, seen=sheet.version, no=step[1])
    else:
        facts = {"seat": step[1], "from_hand": step[2], "name": f"路人{step[2]}"}
        seat_person(ANNA, sheet, seen=sheet.version, reason="病了", **facts)


def check_counts(sheet: Sheet) -> None:
    """Repeated fouls stand at their places, those as proposed with the points of their place."""
    counting = sheet.table.session.event.penalties_settings.repetition
    places: Counter[Any] = Counter()
    fouls = Foul.objects.filter(event=sheet.table.session.event, times__isnull=False, cancelled_at=None)
    for foul in fouls.order_by("hand_no", "number"):
        group = (foul.kind, foul.entry_id or foul.name, foul.hand_no if counting == "hand" else 0)
        group += (foul.seat,) if foul.entry_id is None else ()
        places[group] += 1
        assert foul.times == places[group]
        assert not foul.proposed or foul.points == repeated(foul.times)


def check_totals(sheet: Sheet) -> None:
    """The stored results are those of the record, and each hand sums to minus what was burnt in it."""
    document = read_event(event_file(sheet.table.session.event))
    session = document["sessions"][0]
    table = session["tables"][0]
    expected = scores_of(table, session.get("penalties", []))
    stored = CountedResult.objects.filter(sheet=sheet)
    facts = sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0]
    for row in stored:
        left = any(one.from_hand > 1 for one in facts.sittings if one.seat == row.seat)
        score = 0 if row.seat in facts.forfeited else expected[row.seat]
        assert row.competition_points == (min(score, 0) if left else score)
    burnt: Counter[int] = Counter()
    for foul in Foul.objects.filter(event=sheet.table.session.event, cancelled_at=None, scope="hand"):
        burnt[foul.hand_no] += foul.points if foul.payee == "nobody" else 0
    for no in range(7):
        assert -sum(one.points for one in facts.adjustments if one.hand_no == no) == burnt[no]
    for hand in table.get("hands", []):
        dead = {one.seat for one in facts.adjustments if one.hand_no == hand["no"] and one.dead}
        assert hand["winner"] not in dead


def check_file(event: Event) -> None:
    """The file, taken in as another event, gives the same file again."""
    document = read_event(event_file(event))
    document["event"]["id"] = "again"
    import_event(ANNA, document=document)
    again = Event.objects.select_related("head").get(slug="again")
    assert read_event(event_file(again)) == read_event(dump(document))


#: A session takes too long to be made smaller a thousand times.
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)


@settings(max_examples=SESSIONS, deadline=None, suppress_health_check=list(HealthCheck), phases=PHASES)
@given(steps=STEPS, regime=REGIMES)
def test_whatever_happens_the_record_gives_the_stored_totals(steps: list[tuple[Any, ...]], regime: Any) -> None:
    with transaction.atomic():
        sheet = empty_sheet(small_event())
        event = sheet.table.session.event
        PenaltySettings.objects.filter(event=event).update(false_win=regime[0], repetition=regime[1])
        for step in steps:
            try:
                with transaction.atomic():
                    do(sheet, step)
            except Refused:
                continue
        event = Event.objects.select_related("head", "penalties_settings").get(pk=event.pk)
        sheet = Sheet.objects.select_related("table__session__event").get(pk=sheet.pk)
        check_counts(sheet)
        check_totals(sheet)
        check_file(event)
        transaction.set_rollback(True)
