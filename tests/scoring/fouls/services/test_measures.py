"""Suspensions, losses of rank and disqualifications: who decides, their effects and their end (3.11.4, 3.11.5)."""

from typing import Any

import pytest

from common.actions.errors import Forbidden, Refused, WrongState
from common.actions.models.audit import AuditEntry
from scoring.fouls.selectors.fouls import conduct_of, excluded_from_pins
from scoring.fouls.services.foul_reports import FoulReport
from scoring.fouls.services.measures import confirm, lift, reject, suspend
from scoring.fouls.services.recording import cancel_foul, record_foul
from scoring.sheets.models.results import CountedResult
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.people.persons import seat_person
from scoring.standings.selectors.document import standings_document
from scoring.standings.selectors.labels import note_of
from scoring.standings.selectors.standings import Standings, view_of
from tests.support.cup import taken_in
from tests.support.event_generator import make_event
from tests.support.foul_examples import new_measure
from tests.support.foul_judging import ANNA, judge, official, write
from tests.support.sheets import at, empty_sheet, player, with_settings
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.people.models.persons import Person
from tournament.presence.selectors.presence import plays_in
from tournament.presence.services.withdrawals import return_entry, withdraw

pytestmark = pytest.mark.django_db


def test_a_suspension_takes_effect_at_once_until_the_committee_lifts_it(sheet: Sheet) -> None:
    event = sheet.table.session.event
    event.planned_sessions = 6
    event.save()
    judge(sheet, "cheating", hand_no=4)
    measure, chief = event.measures.get(), official(event, "chief-referee")
    with pytest.raises(Forbidden):
        suspend(official(event, "referee"), measure, session=2)
    suspend(chief, measure, session=2)
    cheat = at(sheet, "W")
    assert [plays_in(Entry.objects.get(pk=cheat.pk), number) for number in (1, 2, 6)] == [True, False, False]
    with pytest.raises(Refused, match="suspended"):
        return_entry(ANNA, cheat, session=3, reason="x")
    with pytest.raises(Refused, match="lift it first"):
        cancel_foul(ANNA, event.fouls.get(), reason="x")
    measure.refresh_from_db()
    with pytest.raises(Forbidden):
        lift(chief, measure, session=4, reason="x")
    lift(official(event, "committee"), measure, session=4, reason="误会")
    assert [plays_in(Entry.objects.get(pk=cheat.pk), number) for number in (3, 4)] == [False, True]
    assert [row.status for row in conduct_of(cheat.person)] == ["lifted"]
    cancel_foul(ANNA, event.fouls.get(), reason="误会")


def suspended_after_withdrawing(sheet: Sheet, withdrawn_from: int, session: int) -> tuple[Event, Entry]:
    """Suspend West, who had withdrawn before, in an event of six sessions."""
    event = sheet.table.session.event
    event.planned_sessions = 6
    event.save()
    withdraw(ANNA, at(sheet, "W"), session=withdrawn_from, reason="病了")
    judge(sheet, "cheating", hand_no=4)
    suspend(official(event, "chief-referee"), event.measures.get(), session=session)
    return event, at(sheet, "W")


def played(entry: Entry) -> list[int]:
    return [number for number in range(1, 7) if plays_in(Entry.objects.get(pk=entry.pk), number)]


@pytest.mark.parametrize(
    ("withdrawn_from", "suspended_from", "lifted_from", "suspended", "afterwards"),
    [
        (2, 3, None, [1], [1]),
        (3, 3, 3, [1, 2], [1, 2]),
        (2, 3, 5, [1], [1]),
        (5, 2, 4, [1], [1, 4]),
        (4, 2, 2, [1], [1, 2, 3]),
        (4, 2, None, [1], [1]),
    ],
)
def test_a_withdrawal_before_the_suspension_counts_again_when_it_is_lifted(
    sheet: Sheet,
    withdrawn_from: int,
    suspended_from: int,
    lifted_from: int | None,
    suspended: list[int],
    afterwards: list[int],
) -> None:
    event, entry = suspended_after_withdrawing(sheet, withdrawn_from, suspended_from)
    assert played(entry) == suspended
    with pytest.raises(Refused, match="suspended"):
        return_entry(ANNA, entry, session=6, reason="x")
    lift(official(event, "committee"), event.measures.get(), session=lifted_from, reason="误会")
    assert (at(sheet, "W").status, played(entry)) == ("withdrawn", afterwards)
    again = at(sheet, "W").withdrawals.get(until_session=None)
    assert (again.from_session, again.suspended, again.reason) == (withdrawn_from, False, "病了")
    return_entry(ANNA, at(sheet, "W"), session=6, reason="gesund")
    assert played(entry) == [*afterwards, 6]


def test_an_entry_withdrawn_without_a_session_stays_withdrawn_after_a_suspension(sheet: Sheet) -> None:
    Entry.objects.filter(pk=at(sheet, "W").pk).update(status="withdrawn")
    event = sheet.table.session.event
    judge(sheet, "cheating", hand_no=4)
    suspend(official(event, "chief-referee"), event.measures.get(), session=1)
    with pytest.raises(Refused, match="suspended"):
        return_entry(ANNA, at(sheet, "W"), session=1, reason="x")
    lift(official(event, "committee"), event.measures.get(), reason="误会")
    assert (at(sheet, "W").status, played(at(sheet, "W"))) == ("withdrawn", [])


def test_lifting_the_suspension_of_a_disqualified_player_leaves_no_suspension_behind(sheet: Sheet) -> None:
    event = sheet.table.session.event
    event.planned_sessions = 6
    event.save()
    judge(sheet, "cheating", hand_no=4)
    suspend(official(event, "chief-referee"), event.measures.get(), session=2)
    committee = official(event, "committee")
    new = new_measure(event, "disqualification", entry=at(sheet, "W"))
    confirm(committee, new)
    lift(committee, event.measures.get(kind="suspension"), session=4, reason="误会")
    assert at(sheet, "W").status == "disqualified"
    new.refresh_from_db()
    lift(committee, new, reason="误会")
    assert (at(sheet, "W").status, played(at(sheet, "W"))) == ("entered", [1, 4, 5, 6])


@pytest.mark.parametrize(("outcome", "kind"), [("rank", "rank-lost"), ("disqualification", "disqualification")])
def test_loss_of_rank_and_disqualification_need_a_second_person(sheet: Sheet, outcome: str, kind: str) -> None:
    event = sheet.table.session.event
    person, other = Person.objects.create(name="甲"), Person.objects.create(name="乙")
    proposer = official(event, "referee", person)
    record_foul(proposer, event, foul=FoulReport(kind="grave", outcome=outcome, sheet=sheet, seat="W", hand_no=1))
    measure = event.measures.get()
    again = official(event, "committee", Person.objects.create(name="甲", merged_into=person))
    with pytest.raises(Refused, match="Another member of the committee"):
        confirm(again, measure)
    assert excluded_from_pins(event) == frozenset()
    confirm(official(event, "committee", other), measure)
    entry = at(sheet, "W")
    assert excluded_from_pins(event) == {entry.pk}
    assert (entry.status, entry.rank_lost) == (("entered", True) if kind == "rank-lost" else ("disqualified", False))
    named = Standings(event, view_of(event, live=True)).names[entry.number]
    assert note_of(named, named.status) == ("loss of rank" if kind == "rank-lost" else "disqualified")
    lift(official(event, "committee", other), event.measures.get(), reason="申诉成立")
    assert excluded_from_pins(event) == frozenset()


def test_a_measure_may_be_rejected_with_a_reason(sheet: Sheet) -> None:
    event = with_settings(sheet.table.session.event)
    chief, committee = official(event, "chief-referee"), official(event, "committee")
    suspension, rank = new_measure(event, "suspension"), new_measure(event, "rank-lost")
    with pytest.raises(Refused, match="Only the committee can decide"):
        reject(chief, rank, reason="x")
    reject(chief, suspension, reason="证据不足")
    reject(committee, rank, reason="证据不足")
    assert set(event.measures.values_list("status", flat=True)) == {"rejected"}
    with pytest.raises(WrongState):
        confirm(committee, rank)


@pytest.mark.parametrize("outcome", ["rank", "disqualification"])
def test_a_disqualification_changes_player_and_team_but_not_opponents(outcome: str) -> None:
    event = taken_in(make_event("3", players=16, sessions=1, odd=False))
    before = standings_document(event, live=True)
    first = before["individual"][0]
    entry = event.entries.get(number=first["number"])
    record_foul(ANNA, event, foul=FoulReport(kind="grave", outcome=outcome, entry=entry))
    confirm(official(event, "committee"), event.measures.get())
    after = standings_document(event, live=True)
    last = after["individual"][-1]
    assert (last["number"], last["rank"], last["status"]) == (first["number"], None, "disqualified")
    points = {line["number"]: line["competition_points"] for line in before["individual"]}
    assert {line["number"]: line["competition_points"] for line in after["individual"]} == points
    teams = {line["team"]: line["competition_points"] for line in before["teams"]}
    lost = {line["team"]: teams[line["team"]] - line["competition_points"] for line in after["teams"]}
    assert lost == {team: first["competition_points"] if team == first["team"] else 0 for team in teams}


def test_referee_and_chief_referee_decide_a_suspension(sheet: Sheet) -> None:
    event, chief = sheet.table.session.event, official(sheet.table.session.event, "chief-referee")
    facts: dict[str, Any] = {"kind": "cheating", "sheet": sheet, "hand_no": 1}
    record_foul(official(event, "referee"), event, foul=FoulReport(seat="W", **facts))
    suspend(chief, event.measures.get(number=1), session=2)  # the referee proposed, the chief referee decides
    record_foul(chief, event, foul=FoulReport(seat="E", **facts))
    with pytest.raises(Refused) as refused:
        suspend(chief, event.measures.get(number=2), session=2)
    assert refused.value.where == "referee"
    suspend(chief, event.measures.get(number=2), session=2, referee=" 周芷若 ")
    measure = event.measures.get(number=2)
    assert measure.decided_by.endswith(", 周芷若")
    assert AuditEntry.objects.latest("seq").after["by"] == measure.decided_by


def test_a_suspension_in_play_forfeits_the_session_and_the_rank() -> None:
    """3.11.4: a filler from the next hand; 0 TP and no positive CP in the session; no rank; other sessions count."""
    document = make_event("3", players=16, sessions=1, odd=False) | {"groups": [{"id": 1, "name": "西部团"}]}
    for team in document["teams"]:
        team["group"] = 1
    event = taken_in(document)
    Event.objects.filter(pk=event.pk).update(planned_sessions=3)
    event.refresh_from_db()
    before = standings_document(event, live=True)
    first = before["individual"][0]
    cheat = event.entries.get(number=first["number"])
    running = empty_sheet(event)
    running.table.sittings.filter(seat="W").update(entry=cheat)
    write(running, 1, winner="W", discarder="E", points=24)
    judge(running, "cheating", hand_no=2)
    suspend(official(event, "chief-referee"), event.measures.get(), session=3)
    filler = player(event, kind="filler")
    running.refresh_from_db()
    seat_person(ANNA, running, seen=running.version, seat="W", from_hand=2, entry=filler, reason="停赛")
    result = CountedResult.objects.get(sheet=running, entry=cheat)
    assert (result.table_points, result.competition_points) == (0, 0)
    after = standings_document(event, live=True)
    last = next(line for line in after["individual"] if line["number"] == first["number"])
    assert (last["rank"], last["status"]) == (None, "withdrawn")
    assert last["competition_points"] == first["competition_points"]  # played points stay
    # Team and group keep the player's earlier points, and get none of the session that the suspension ended.
    for kind, unit in (("team", first["team"]), ("group", 1)):
        was, now = ([line for line in standings[f"{kind}s"] if line[kind] == unit] for standings in (before, after))
        assert was
        assert was[0]["table_points"] != "0"
        assert now == was
    assert excluded_from_pins(event) == frozenset()  # withdrawn: table points and positive points count, no rank
    assert [row.kind for row in conduct_of(cheat.person)] == ["suspension"]  # the committee sees it (A9 3.2)
