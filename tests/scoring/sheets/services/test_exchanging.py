"""Wrong seats through the services: repairs in any order, versions, the event file, moved tables, lateness."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from common.actions.errors import Refused
from common.actions.permissions import system_actor
from scoring.event_file.exports import event_file
from scoring.event_file.selectors.document import event_document
from scoring.event_file.selectors.reading import read_event
from scoring.event_file.services.importing import import_event
from scoring.fouls.models import Foul
from scoring.fouls.services.foul_reports import FoulReport
from scoring.fouls.services.lateness import book_lateness
from scoring.fouls.services.recording import cancel_foul, record_foul
from scoring.settings.models.penalties import PenaltySettings
from scoring.sheets.models.results import CountedResult
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.codes.table_codes import opened_by
from scoring.sheets.selectors.facts.versions import facts_at
from scoring.sheets.selectors.people.persons import persons_at, persons_of
from scoring.sheets.services.people.exchanging import SeatExchange, exchange_seats, move_table, take_exchange_back
from scoring.sheets.services.people.persons import seat_person, unseat_person
from scoring.sheets.services.people.round_seating import seat_round
from scoring.standings.selectors.document import standings_document
from tests.support.draws import current, drawn, planned
from tests.support.event_generator import make_event
from tests.support.recompute import columns_of, standings
from tests.support.sheets import new_card
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.papers.selectors import chart_parts
from tournament.seating.selectors.seating import Seating, seating_of
from tournament.seating.selectors.seats import event_seats, stops_of, way_of

pytestmark = pytest.mark.django_db
CHIEF = system_actor("裁判长")


def document(players: int = 8) -> dict[str, Any]:
    """Return an event of one session whose tables have hands and are still open."""
    made_document = make_event(7, players, 1, odd=False)
    for table in made_document["sessions"][0]["tables"]:
        table |= {"state": "open"}
        for key in ("totals", "table_points"):
            table.pop(key, None)
    made_document["sessions"][0].pop("released", None)
    return made_document


def taken_in(document: dict[str, Any]) -> Event:
    answer = import_event(CHIEF, document=document)
    return Event.objects.get(slug=answer["event"])


@pytest.fixture
def session() -> Session:
    return taken_in(document()).sessions.get()


def sheet_of(session: Session, table: int) -> Sheet:
    sheet = Sheet.objects.get(table__session=session, table__number=table)
    sheet.table.session.event = session.event
    return sheet


def holders(session: Session) -> dict[tuple[int, str], int]:
    return {(seat.table, seat.wind): seat.holder.number or 0 for seat in event_seats(session.event, 1)}


def results(session: Session) -> dict[int, tuple[int, str]]:
    rows = CountedResult.objects.filter(session=session).select_related("entry", "sheet__table")
    return {row.entry.number: (row.sheet.table.number, row.seat) for row in rows}


def test_exchange_of_two_tables_is_one_action(session: Session) -> None:
    before = holders(session)
    seats = {"table": 1, "seat": "E", "other_table": 2, "other_seat": "N"}
    exchange_seats(CHIEF, session, exchange=SeatExchange(**seats, first_hand=1, back=5), reason="found at hand 5")
    # Back on their planned seats they have the results of those seats: only the names changed.
    assert results(session)[before[1, "E"]] == (1, "E")
    persons = [row for row in persons_of(sheet_of(session, 1)) if row["seat"] == "E"]
    assert [(row["from_hand"], row["plays"]) for row in persons] == [
        (0, before[1, "E"]),
        (1, before[2, "N"]),
        (5, before[1, "E"]),
    ]
    take_exchange_back(CHIEF, session, table=2, seat="N", reason="they sat right")
    exchange_seats(CHIEF, session, exchange=SeatExchange(**seats), reason="left as played")
    exchanged = results(session)
    assert (exchanged[before[1, "E"]], exchanged[before[2, "N"]]) == ((2, "N"), (1, "E"))
    assert Sheet.objects.filter(version__gt=2).count() == 2


def test_exchange_changes_sheet_but_not_chart(session: Session) -> None:
    before, event = holders(session), session.event
    chart = chart_parts(event, seating(event), "")

    def there() -> list[tuple[int | None, int | None]]:
        seats = {(seat.table, seat.wind): seat for seat in event_seats(event, 1)}
        return [(seats[place].planned.number, seats[place].sitter.number) for place in ((1, "E"), (2, "N"))]

    first, second = before[1, "E"], before[2, "N"]
    seats = {"table": 1, "seat": "E", "other_table": 2, "other_seat": "N"}
    exchange_seats(CHIEF, session, exchange=SeatExchange(**seats), reason="left as played")
    assert there() == [(first, second), (second, first)]
    assert chart_parts(event, seating(event), "") == chart
    take_exchange_back(CHIEF, session, table=1, seat="E", reason="x")
    # Found at hand 5: the seat page sends the players to their planned tables again.
    exchange_seats(CHIEF, session, exchange=SeatExchange(**seats, back=5), reason="found at hand 5")
    assert there() == [(first, first), (second, second)]
    # Found at hand 3 and left as played: the seat page shows where they sit now.
    take_exchange_back(CHIEF, session, table=1, seat="E", reason="x")
    exchange_seats(CHIEF, session, exchange=SeatExchange(**seats, first_hand=3), reason="since hand 3")
    assert there() == [(first, second), (second, first)]


def test_seat_page_follows_exchange_at_one_table() -> None:
    event = drawn(planned()).event
    session = event.sessions.get(number=1)
    before = {number: stop.seat.wind for number, stop in stops_of(current(event), 1).items() if stop.seat.table == 1}
    first, second = (next(number for number, wind in before.items() if wind == seat) for seat in "ES")
    exchange_seats(
        CHIEF, session, exchange=SeatExchange(table=1, seat="E", other_table=1, other_seat="S"), reason="left as played"
    )
    draw = current(event)
    for number, wind in ((first, "S"), (second, "E")):
        stop = way_of(draw, number)[0]
        assert stop == stops_of(draw, 1)[number]
        assert (stop.seat.wind, stop.seat.sitter.number, len(stop.others)) == (wind, number, 3)
    assert all(way_of(draw, number)[0] == stop for number, stop in stops_of(draw, 1).items())


def seating(event: Event) -> Seating:
    seats = seating_of(event)
    assert seats is not None
    return seats


def test_each_version_has_its_sitters(session: Session) -> None:
    sheet = sheet_of(session, 1)
    chart = persons_of(sheet)
    exchange_seats(
        CHIEF, session, exchange=SeatExchange(table=1, seat="E", other_table=1, other_seat="S"), reason="names"
    )
    exchanged = persons_of(sheet)
    sheet.refresh_from_db()
    filler = {"seat": "W", "from_hand": 9, "name": "路人甲"}
    seat_person(CHIEF, sheet, seen=sheet.version, **filler, reason="ill")
    assert [persons_at(sheet, version) for version in (1, 2, 3)] == [chart, exchanged, persons_of(sheet)]
    assert len(facts_at(sheet, 2).sittings) == 6
    assert [sitting.name for sitting in facts_at(sheet, 3).sittings if sitting.name] == ["路人甲"]


def test_exchanged_seat_is_undone_only_by_exchange_back(session: Session) -> None:
    exchange_seats(CHIEF, session, exchange=SeatExchange(table=1, seat="E", other_table=2, other_seat="E"), reason="x")
    sheet = sheet_of(session, 1)
    with pytest.raises(Refused, match="Undo that first"):
        unseat_person(CHIEF, sheet, seen=sheet.version, seat="E", from_hand=1, reason="x")
    with pytest.raises(Refused, match="changed in the meantime"):
        exchange_seats(
            CHIEF,
            session,
            seen={"1": 1, "2": 1},
            exchange=SeatExchange(table=1, seat="S", other_table=2, other_seat="S"),
            reason="x",
        )
    # A player who had left before cannot have sat on the other seat.
    exchange_seats(
        CHIEF,
        session,
        exchange=SeatExchange(table=1, seat="N", other_table=2, other_seat="N", first_hand=8),
        reason="x",
    )
    sheet.refresh_from_db()
    with pytest.raises(Refused, match="Undo that first"):
        seat_person(CHIEF, sheet, seen=sheet.version, seat="N", from_hand=5, name="路人甲", reason="x")
    Sheet.objects.filter(pk=sheet.pk).update(state="signed")
    with pytest.raises(Refused, match="signed"):
        exchange_seats(
            CHIEF, session, exchange=SeatExchange(table=2, seat="S", other_table=1, other_seat="S"), reason="x"
        )


def test_round_seating_is_a_fact_of_the_sheet(session: Session) -> None:
    sheet = sheet_of(session, 1)
    seat_round(CHIEF, sheet, seen=1, round_no=2, places="ESWN", reason="Enter who really sat")
    assert facts_at(sheet, 2).actual_seating == {2: ("E", "S", "W", "N")}
    assert facts_at(sheet, 1).actual_seating == {}
    sheet.refresh_from_db()
    seat_round(CHIEF, sheet, seen=2, round_no=2, places="SENW", reason="they did")
    assert facts_at(sheet, 3).actual_seating == {}


def test_card_at_new_position_opens_moved_table(session: Session) -> None:
    card, _access = new_card(session.event, 7)
    assert opened_by(card).sheets == ()
    move_table(CHIEF, session, table=2, to=7, room="二楼", reason="the table broke")
    assert [sheet.table.number for sheet in opened_by(card).sheets] == [2]
    assert {seat.at for seat in event_seats(session.event, 1) if seat.table == 2} == {7}
    with pytest.raises(Refused, match="Table 7 is already used"):
        move_table(CHIEF, session, table=1, to=7, reason="x")
    with pytest.raises(Refused, match="Table 1 is already used"):
        move_table(CHIEF, session, table=2, to=1, reason="x")
    move_table(CHIEF, session, table=2, to=None, reason="mended")
    assert opened_by(card).sheets == ()


@pytest.mark.parametrize(("minutes", "points"), [(1, -10), (10, -10), (11, -20), (15, -20)])
def test_lateness_is_a_penalty_of_the_session_from_its_real_start(session: Session, minutes: int, points: int) -> None:
    Session.objects.update(late_from="2026-05-01T09:04:00Z")
    session.refresh_from_db()
    assert session.late_from is not None
    entry = session.event.entries.get(number=holders(session)[1, "E"])
    came = session.late_from + timedelta(minutes=minutes)
    before = CountedResult.objects.get(entry=entry).competition_points
    assert book_lateness(CHIEF, session, entry=entry, arrived=came, reason="late")["points"] == points
    assert CountedResult.objects.get(entry=entry).competition_points == before + points
    with pytest.raises(Refused, match="already recorded"):
        book_lateness(CHIEF, session, entry=entry, arrived=came, reason="late")


def test_after_fifteen_minutes_the_session_is_forfeited(session: Session) -> None:
    Session.objects.update(late_from="2026-05-01T09:04:00Z")
    session.refresh_from_db()
    assert session.late_from is not None
    entry = session.event.entries.get(number=holders(session)[2, "S"])
    sheet = sheet_of(session, 2)
    seat_person(CHIEF, sheet, seen=1, seat="S", from_hand=1, name="路人甲", reason="not here")
    came = session.late_from + timedelta(minutes=15, seconds=1)
    assert book_lateness(CHIEF, session, entry=entry, arrived=came, reason="late")["forfeited"]
    result = CountedResult.objects.get(entry=entry)
    assert (result.table_points, result.competition_points) == (0, 0)
    with pytest.raises(Refused, match="was on time"):
        book_lateness(CHIEF, session, entry=entry, arrived=session.late_from, reason="late")


PLACE = st.tuples(st.integers(1, 2), st.sampled_from("ESWN"))
HAND = st.integers(1, 16)
REPAIR = st.one_of(
    st.tuples(st.just("exchange"), PLACE, PLACE, HAND, st.none() | HAND),
    st.tuples(st.just("back"), PLACE),
    st.tuples(st.just("round"), st.integers(1, 2), st.integers(1, 4), st.permutations("ESWN")),
    st.tuples(st.just("filler"), PLACE, HAND),
    st.tuples(st.just("home"), PLACE, HAND),
)


def repair(session: Session, kind: str, *facts: Any) -> None:
    """Run the repair; a refused one must change nothing."""
    if kind == "exchange":
        (table, seat), (other_table, other_seat), first_hand, back = facts
        seats = {"table": table, "seat": seat, "other_table": other_table, "other_seat": other_seat}
        exchange_seats(CHIEF, session, exchange=SeatExchange(**seats, first_hand=first_hand, back=back), reason="x")
    elif kind == "back":
        take_exchange_back(CHIEF, session, table=facts[0][0], seat=facts[0][1], reason="x")
    else:
        table = facts[0] if kind == "round" else facts[0][0]
        sheet = sheet_of(session, table)
        if kind == "round":
            wanted = {"round_no": facts[1], "places": "".join(facts[2])}
            seat_round(CHIEF, sheet, seen=sheet.version, **wanted, reason="x")
        elif kind == "filler":
            wanted = {"seat": facts[0][1], "from_hand": facts[1], "name": "路人甲"}
            seat_person(CHIEF, sheet, seen=sheet.version, **wanted, reason="x")
        else:
            wanted = {"seat": facts[0][1], "from_hand": facts[1]}
            unseat_person(CHIEF, sheet, seen=sheet.version, **wanted, reason="x")


@settings(
    max_examples=8,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    # Each example writes an event twice, so shrinking would take minutes.
    phases=[Phase.explicit, Phase.generate],
)
@given(repairs=st.lists(REPAIR, min_size=3, max_size=8))
def test_repairs_in_any_order_give_results_of_record(db: None, repairs: list[Any]) -> None:
    with transaction.atomic():
        session = taken_in(document()).sessions.get()
        chart = {sheet.pk: persons_of(sheet) for sheet in Sheet.objects.all()}
        for kind, *facts in repairs:
            try:
                repair(session, kind, *facts)
            except Refused:
                continue
        exported, file = event_document(session.event), event_file(session.event)
        shown = standings_document(session.event, live=True)
        assert shown == standings(exported)
        assert [persons_at(sheet, 1) for sheet in Sheet.objects.order_by("pk")] == list(chart.values())
        for table in exported["sessions"][0]["tables"]:
            assert sum(columns_of(table).values()) == 0
        transaction.set_rollback(True)
    with transaction.atomic():
        again = taken_in(read_event(file))
        assert event_file(again) == file
        assert standings_document(again, live=True) == shown
        transaction.set_rollback(True)


def test_exchange_recounts_repeated_fouls(session: Session) -> None:
    """Counted in the session: East's second late pung was South's first, so it is a warning; South's next costs 5."""
    event, sheet = session.event, sheet_of(session, 1)
    PenaltySettings.objects.filter(event=event).update(repetition="session")
    event = Event.objects.select_related("penalties_settings").get(pk=event.pk)
    for seat, hand in (("E", 2), ("E", 4), ("S", 6)):
        record_foul(
            CHIEF, event, foul=FoulReport(sheet=sheet, seat=seat, kind="late-pung", hand_no=hand), reason="晚碰"
        )
    recorded = FoulReport(sheet=sheet, seat="E", kind="dress", hand_no=4, **OWN)
    dress = record_foul(CHIEF, event, foul=recorded, reason="鞋")["foul"]
    assert counts(event) == [("E", 1, 0), ("E", 2, 5), ("S", 1, 0)]
    exchange_seats(
        CHIEF,
        session,
        exchange=SeatExchange(table=1, seat="E", other_table=1, other_seat="S", first_hand=4, back=5),
        reason="坐错了",
    )
    assert counts(event) == [("E", 1, 0), ("S", 1, 0), ("S", 2, 5)]
    south = event.entries.get(number=holders(session)[1, "S"])
    assert session.penalties.get().entry == event.fouls.get(number=dress).entry == south
    take_exchange_back(CHIEF, session, table=1, seat="E", reason="没有坐错")
    assert counts(event) == [("E", 1, 0), ("E", 2, 5), ("S", 1, 0)]
    # A filler from hand 4 on is responsible for later fouls in hands, but not for those of the session.
    sheet.refresh_from_db()
    seat_person(CHIEF, sheet, seen=sheet.version, seat="E", from_hand=4, name="路人甲", reason="病了")
    assert event.fouls.get(kind="late-pung", hand_no=4).name == "路人甲"
    assert event.fouls.get(number=dress).name == ""


OWN = {"effects": ["points"], "points": 10}


def counts(event: Event) -> list[tuple[str, int | None, int]]:
    """Return player (by the seat on the chart), occurrence and points of every late pung, ordered by hand."""
    seats = {number: seat for (table, seat), number in holders(event.sessions.get()).items() if table == 1}
    rows = event.fouls.filter(kind="late-pung").order_by("hand_no").select_related("entry")
    return [(seats[row.entry.number], row.times, row.points) for row in rows if row.entry]


def test_foul_follows_exchanged_player(session: Session) -> None:
    place, other = {"table": 1, "seat": "E"}, {"other_table": 1, "other_seat": "S"}
    sheet = sheet_of(session, 1)
    was = {seat: holders(session)[1, seat] for seat in "ES"}
    event = session.event
    recorded = FoulReport(sheet=sheet, seat="E", kind="late-pung", hand_no=4)
    answer = record_foul(CHIEF, event, foul=recorded, reason="晚碰")
    foul = Foul.objects.get(number=answer["foul"])
    assert foul.entry.number == was["E"]
    exchange_seats(CHIEF, session, exchange=SeatExchange(**place, **other, first_hand=3, back=5), reason="坐错了")
    foul.refresh_from_db()
    assert foul.entry.number == was["S"]
    take_exchange_back(CHIEF, session, **place, reason="没有坐错")
    foul.refresh_from_db()
    assert foul.entry.number == was["E"]


def test_a_penalty_of_the_session_is_not_paid_to_its_own_payer(session: Session) -> None:
    """The receiver of the points turns out to be the offender: the refusal names foul and player."""
    event, sheet = session.event, sheet_of(session, 1)
    chart = {seat: event.entries.get(number=holders(session)[1, seat]) for seat in "ES"}
    paid = {"effects": ["points"], "points": 20, "paid_to": chart["S"]}
    recorded = FoulReport(sheet=sheet, seat="E", kind="lingering", **paid)
    answer = record_foul(CHIEF, event, foul=recorded, reason="赔给南家", acknowledged=["off-tariff"])
    before, version = results(session), sheet_of(session, 1).version
    wrong = {"table": 1, "seat": "E", "other_table": 1, "other_seat": "S"}
    with pytest.raises(Refused, match=f"{chart['S'].name} receives the points of foul {answer['foul']}"):
        exchange_seats(CHIEF, session, exchange=SeatExchange(**wrong), reason="坐错了")
    assert (results(session), sheet_of(session, 1).version) == (before, version)
    cancel_foul(CHIEF, event.fouls.get(), reason="座位更正后重记")
    exchange_seats(CHIEF, session, exchange=SeatExchange(**wrong), reason="坐错了")
    record_foul(CHIEF, event, foul=FoulReport(sheet=sheet_of(session, 1), seat="E", kind="lingering"), reason="重记")
    assert event.fouls.get(number=2).entry == chart["S"]
