"""Random sessions at two tables: fouls, cancellations, corrections and seat repairs in any order are consistent.

A normal run plays a few; RANDOM_SESSIONS=200 plays 200.
"""

import os
from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from common.actions.errors import Refused
from common.actions.permissions import system_actor
from common.files.json_files import dump
from scoring.event_file.exports import event_file
from scoring.event_file.selectors.reading import read_event
from scoring.event_file.services.importing import import_event
from scoring.fouls.models import Foul
from scoring.fouls.rules.proposing import repeated
from scoring.fouls.selectors.fouls import catalogue_of
from scoring.fouls.services.foul_reports import FoulReport
from scoring.fouls.services.lateness import book_lateness
from scoring.fouls.services.recording import cancel_foul, record_foul
from scoring.settings.models.penalties import PenaltySettings
from scoring.sheets.models.results import CountedResult
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.credits import since_exchange
from scoring.sheets.selectors.facts.loading import sheet_facts
from scoring.sheets.services.facts.hands import HandFacts, record_hand, remove_hand
from scoring.sheets.services.people.exchanging import SeatExchange, exchange_seats, take_exchange_back
from scoring.sheets.services.people.persons import seat_person, unseat_person
from scoring.sheets.services.people.round_seating import seat_round
from scoring.standings.selectors.document import standings_document
from tests.support.events import small_event
from tests.support.recompute import scores_of, standings
from tests.support.sheets import at, empty_sheet, sheet_at
from tournament.events.models.events import Event
from tournament.events.models.stages import Session

pytestmark = pytest.mark.django_db

START = datetime(2026, 5, 1, 9, tzinfo=UTC)
SESSIONS = int(os.environ.get("RANDOM_SESSIONS", "5"))
ANNA = system_actor("Anna")
TABLES, SEATS, HANDS = st.integers(1, 2), st.sampled_from("ESWN"), st.integers(1, 6)
KINDS = ["empty-call", "early-draw", "late-pung", "false-win", "false-win-not-ready", "win-not-taken", "pushed-tiles"]
KINDS += ["wrong-meld", "exposed", "talk", "dress", "cheating", "knocked-over", "late-pung", "late-pung"]


def step(name: str, *facts: Any) -> Any:
    """Return the strategy of one kind of step at a table."""
    return st.tuples(st.just(name), TABLES, *facts)


FOUL = step("foul", st.sampled_from(KINDS), SEATS, st.integers(0, 6), st.sampled_from([0, 0, 0, 1, 2]))
HAND = step("hand", HANDS, SEATS, st.sampled_from(["E", "S", "W", "N", ""]), st.integers(8, 40))
EXCHANGE = step("exchange", SEATS, TABLES, SEATS, HANDS, st.none() | HANDS)
MINUTES, PLACES = st.integers(1, 20), st.permutations("ESWN")
HAPPENS = {
    "foul": FOUL,
    "foul again": FOUL,
    "hand": HAND,
    "hand corrected": HAND,
    "cancel": step("cancel", st.integers(0, 20)),
    "remove": step("remove", HANDS),
    "filler": step("filler", SEATS, HANDS),
    "home": step("home", SEATS, HANDS),
    "exchange": EXCHANGE,
    "exchange again": EXCHANGE,
    "back": step("back", SEATS),
    "round": step("round", st.integers(1, 4), PLACES),
    "late": step("late", SEATS, MINUTES),
}
STEPS = st.lists(st.one_of(*HAPPENS.values()), min_size=6, max_size=30)
REGIMES = st.tuples(st.sampled_from(["paid", "burnt"]), st.sampled_from(["hand", "session"]))


def do(session: Session, step: str, table: int, *facts: Any) -> None:
    """Run one step; a refused step changes nothing."""
    sheet = sheet_at_table(session, table)
    {
        "foul": foul,
        "hand": hand,
        "cancel": cancel,
        "remove": lambda sheet, no: remove_hand(ANNA, sheet, seen=sheet.version, no=no),
        "filler": filler,
        "home": lambda sheet, seat, no: unseat_person(
            ANNA, sheet, seen=sheet.version, seat=seat, from_hand=no, reason="回来了"
        ),
        "exchange": exchange,
        "back": lambda sheet, seat: take_exchange_back(ANNA, session, table=table, seat=seat, reason="没有坐错"),
        "round": lambda sheet, no, seats: seat_round(
            ANNA, sheet, seen=sheet.version, round_no=no, places="".join(seats), reason="坐错了"
        ),
        "late": late,
    }[step](sheet, *facts)


def sheet_at_table(session: Session, number: int) -> Sheet:
    """Read the sheet of the table in its current state."""
    return Sheet.objects.select_related("table__session__event").get(table__session=session, table__number=number)


def foul(sheet: Sheet, kind: str, seat: str, hand: int, way: int) -> None:
    """Record a foul as proposed (way 0), inadmissible (1) or with another penalty (2)."""
    event = sheet.table.session.event
    facts: dict[str, Any] = {"kind": kind, "sheet": sheet, "seat": seat, "hand_no": hand}
    facts |= {"outcome": catalogue_of(event)[kind].outcomes[-1].code}
    if way == 1:
        facts |= {"admissible": False}
    elif way == 2 or kind == "knocked-over":
        payee = "SWNE"["ESWN".index(seat)] if kind == "knocked-over" else "nobody"
        facts |= {"effects": ["points"], "points": 20, "payee": payee}
    record_foul(ANNA, event, foul=FoulReport(**facts), reason="裁判决定" if way == 2 else "")


def hand(sheet: Sheet, no: int, winner: str, discarder: str, points: int) -> None:
    """Record a hand, or replace it."""
    won = {"winner": winner, "discarder": discarder, "points": points} if winner != discarder else {}
    record_hand(ANNA, sheet, seen=sheet.version, hand=HandFacts(no=no, **won), acknowledged=["gap"])


def cancel(sheet: Sheet, which: int) -> None:
    """Cancel one of the fouls."""
    fouls = list(sheet.table.session.event.fouls.filter(cancelled_at=None))
    if fouls:
        cancel_foul(ANNA, fouls[which % len(fouls)], reason="看错了")


def filler(sheet: Sheet, seat: str, no: int) -> None:
    """Seat a filler without a number."""
    seat_person(ANNA, sheet, seen=sheet.version, seat=seat, from_hand=no, name=f"路人{no}", reason="病了")


def exchange(sheet: Sheet, seat: str, other_table: int, other_seat: str, since: int, back: int | None) -> None:
    """Record that two players sat on each other's seats."""
    seats = {"table": sheet.table.number, "seat": seat, "other_table": other_table, "other_seat": other_seat}
    exchange_seats(
        ANNA, sheet.table.session, exchange=SeatExchange(**seats, first_hand=since, back=back), reason="坐错了"
    )


def late(sheet: Sheet, seat: str, minutes: int) -> None:
    """Book a player as this many minutes late; more than 15 forfeit the session."""
    session = sheet.table.session
    arrived = START + timedelta(minutes=minutes)
    book_lateness(ANNA, session, entry=at(sheet, seat), arrived=arrived, reason="迟到")


def check_counts(event: Event) -> None:
    """Repeated fouls have the right occurrence, and proposed ones the points of that occurrence."""
    counting = event.penalties_settings.repetition
    occurrences: Counter[Any] = Counter()
    fouls = Foul.objects.filter(event=event, times__isnull=False, cancelled_at=None)
    for repeat in fouls.order_by("hand_no", "number"):
        group = (repeat.kind, repeat.entry_id or (repeat.name, repeat.seat, repeat.sheet_id))
        group += (repeat.hand_no, repeat.sheet_id) if counting == "hand" else ()
        occurrences[group] += 1
        assert repeat.times == occurrences[group]
        assert not repeat.proposed or repeat.points == repeated(repeat.times)


def check_persons(session: Session) -> None:
    """Each foul in a hand belongs to the person who sat on its seat in that hand."""
    for of_hand in Foul.objects.filter(event=session.event, sheet__isnull=False, hand_no__gt=0, scope="hand"):
        sittings = of_hand.sheet.table.sittings.filter(seat=of_hand.seat, from_hand__lte=of_hand.hand_no)
        last_sitting = sittings.order_by("from_hand").values_list("entry", "name").last()
        assert (of_hand.entry_id, of_hand.name) == last_sitting


def check_totals(session: Session, document: dict[str, Any]) -> None:
    """The stored results equal those of the record, and each hand sums to minus its burnt points."""
    [written] = document["sessions"]
    for table in written["tables"]:
        sheet = sheet_at_table(session, table["number"])
        expected = scores_of(table, written.get("penalties", []))
        facts = sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0]
        for row in CountedResult.objects.filter(sheet=sheet):
            holder, *later = since_exchange(facts.sitters[row.seat])
            left = any(sitter.from_hand > max(1, holder.from_hand) for sitter in later)
            score = 0 if row.seat in facts.forfeited else expected[row.seat]
            assert row.competition_points == (min(score, 0) if left else score)
        check_hands(sheet, table)


def check_hands(sheet: Sheet, table: dict[str, Any]) -> None:
    """A hand sums to minus its burnt points, and no dead hand wins."""
    facts = sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0]
    burnt: Counter[int] = Counter()
    for of_hand in Foul.objects.filter(sheet=sheet, cancelled_at=None, admissible=True, scope="hand"):
        burnt[of_hand.hand_no] += of_hand.points if of_hand.payee == "nobody" else 0
    for no in range(7):
        assert -sum(moved.points for moved in facts.adjustments if moved.hand_no == no) == burnt[no]
    for played in table.get("hands", []):
        assert played["winner"] not in facts.dead(played["no"])


def check_file(event: Event) -> None:
    """Importing the file as another event gives the same file again."""
    document = read_event(event_file(event))
    document["event"]["id"] = "again"
    import_event(ANNA, document=document)
    again = Event.objects.select_related("ledger").get(slug="again")
    assert read_event(event_file(again)) == read_event(dump(document))


#: No shrinking: it would repeat a slow session a thousand times.
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)


@settings(max_examples=SESSIONS, deadline=None, suppress_health_check=list(HealthCheck), phases=PHASES)
@given(steps=STEPS, regime=REGIMES)
def test_the_record_gives_the_stored_totals_after_any_steps(steps: list[tuple[Any, ...]], regime: Any) -> None:
    with transaction.atomic():
        session = empty_sheet(small_event()).table.session
        sheet_at(session, 2)
        Session.objects.update(late_from=START)
        PenaltySettings.objects.filter(event=session.event).update(false_win=regime[0], repetition=regime[1])
        session = Session.objects.select_related("event__ledger").get(pk=session.pk)
        for step, *facts in steps:
            try:
                with transaction.atomic():
                    do(session, step, *facts)
            except Refused:
                continue
        event = Event.objects.select_related("ledger", "penalties_settings").get(pk=session.event_id)
        document = read_event(event_file(event))
        check_counts(event)
        check_persons(session)
        check_totals(session, document)
        assert standings_document(event, live=True) == standings(document)
        check_file(event)
        transaction.set_rollback(True)
