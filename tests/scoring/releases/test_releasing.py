"""Releases: provisional, official, corrected, held back for the ceremony; closing the event."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from common.actions.errors import Refused
from common.actions.permissions import system_actor
from ranking.record.selectors.official_results import digest_of, official_result
from scoring.appeals.models.appeals import Appeal
from scoring.fouls.models import Measure
from scoring.fouls.services.measures import confirm, suspend
from scoring.releases.selectors.closing import closing_of, still_open
from scoring.releases.selectors.corrections import correction_notes
from scoring.releases.selectors.status import release_status
from scoring.releases.services.closing import close_event, reopen_event
from scoring.releases.services.releasing import make_official, release_session, retract_session
from scoring.setup.services.changing_settings import change_settings
from scoring.setup.services.setting_up import change_event
from scoring.sheets.models.corrections import Correction
from scoring.sheets.models.results import Comparison
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.checking.confirming import confirm_sheet, reopen_sheet
from scoring.sheets.services.checking.settling import settle
from scoring.sheets.services.checking.signing import sign_on_paper
from scoring.sheets.services.facts.whole import type_sheet
from scoring.standings.selectors.standings import Standings, view_of
from tests.support.appeals import appeal_of
from tests.support.cup import cup, taken_in
from tests.support.snapshots import everything
from tournament.clocks.models import SessionClock
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.presence.services.withdrawals import withdraw
from tournament.registration.selectors.entries import columns_of
from tournament.registration.services.double_registration import merge_entries
from tournament.registration.services.entries import add_entry, change_entry
from tournament.registration.services.lists import import_registrations
from tournament.registration.services.units import add_group, add_team, change_team, merge_team, remove_team

pytestmark = pytest.mark.django_db
ACTOR = system_actor("chief")
END = datetime(2026, 5, 1, 12, tzinfo=UTC)
TOTALS = {"E": 90, "S": -50, "W": -60, "N": 20}


@pytest.fixture
def event() -> Event:
    """Import the cup on a future day with two sessions released: only a clock or an official makes it official."""
    event = taken_in(cup(starts="2126-05-01", ends="2126-05-02"), release=2)
    event.ledger.refresh_from_db()
    return event


def sheet_of(event: Event, session: int, table: int) -> Sheet:
    return Sheet.objects.get(table__session__event=event, table__session__number=session, table__number=table)


def ended(session: Session, at: datetime = END) -> None:
    """Let the chief referee end the session at this time; its results are released at once."""
    SessionClock.objects.create(session=session, minutes=120, started_at=at - timedelta(hours=2), ended_at=at)
    Session.objects.filter(event=session.event, number__lte=session.number).update(released_at=at)


def appealed(session: Session, state: str = "open", **columns: Any) -> Appeal:
    """Create an appeal about this session."""
    appeal = appeal_of(session.event, state, **columns)
    appeal.session = session
    appeal.save()
    return appeal


def corrected(sheet: Sheet, totals: dict[str, int]) -> None:
    """Reopen the sheet, type these totals, sign and confirm it."""
    reopen_sheet(ACTOR, sheet, reason="Frau Dr. Müller verwechselte die Zeilen")
    finish(sheet, totals)


def finish(sheet: Sheet, totals: dict[str, int]) -> None:
    sheet.refresh_from_db()
    typed = type_sheet(ACTOR, sheet, seen=sheet.version, totals=totals, acknowledged=["totals-sum"])
    sheet.refresh_from_db()
    signed = sign_on_paper(ACTOR, sheet, seen=typed["version"], referee="赵敏", acknowledged=["short"])
    sheet.refresh_from_db()
    confirm_sheet(ACTOR, sheet, seen=signed["version"], acknowledged=["contradiction"])


def notes(event: Event) -> list[tuple[Any, ...]]:
    standings = Standings(event, view_of(event, live=False))
    return [
        (note.session, note.table, note.corrected_at is not None)
        + tuple((change.entry.number, change.before, change.after) for change in note.changes)
        for note in correction_notes(standings)
    ]


# Provisional, official


def test_results_are_provisional_for_thirty_minutes_from_the_chief_referees_end(event: Event) -> None:
    ended(event.sessions.get(number=2))
    until = END + timedelta(minutes=30)
    before = release_status(event, now=until - timedelta(seconds=1))
    assert (before.last_session, before.official_since, before.appeals_until, before.changes_at) == (
        2,
        None,
        until,
        until,
    )
    after = release_status(event, now=until)
    assert (after.official_since, after.changes_at) == (until, None)
    assert after.label == "official since 1 May 2026, 12:30"
    assert before.label == "provisional until 1 May 2026, 12:30, the end of the appeal time"


def test_a_release_after_the_appeal_time_is_official_at_once(event: Event) -> None:
    ended(event.sessions.get(number=2))
    event.sessions.filter(number=2).update(released_at=END + timedelta(hours=1))
    assert release_status(event, now=END + timedelta(hours=2)).official_since == END + timedelta(hours=1)


@pytest.mark.parametrize(
    ("state", "official"),
    [("unsigned", None), ("open", None), ("upheld", 40), ("rejected", 70), ("inadmissible", 70)],
)
def test_an_appeal_keeps_results_provisional_until_its_final_decision(
    event: Event, state: str, official: int | None
) -> None:
    """Decided 40 minutes after the end; a rejected appeal has 30 more minutes for the second step (3.13.1)."""
    ended(event.sessions.get(number=2))
    appealed(event.sessions.get(number=1), state, decided=END + timedelta(minutes=40))
    later = END + timedelta(hours=5)
    expected = END + timedelta(minutes=official) if official else None
    assert release_status(event, now=later).official_since == expected
    if official == 70:
        during = release_status(event, now=END + timedelta(minutes=50))
        assert (during.official, during.undecided, during.changes_at) == (False, 1, expected)


def test_an_appeal_about_an_unreleased_session_changes_nothing(event: Event) -> None:
    ended(event.sessions.get(number=2))
    appealed(event.sessions.get(number=3))
    assert release_status(event, now=END + timedelta(hours=1)).official


def test_an_official_declares_results_official_without_a_clock(event: Event) -> None:
    session = event.sessions.get(number=2)
    assert (release_status(event).label, release_status(event).appeals_until) == ("provisional", None)
    make_official(ACTOR, session)
    session.refresh_from_db()
    assert session.official_mark.by == "chief"
    assert release_status(event).official_since == session.official_mark.at
    assert release_status(event, 1).official
    with pytest.raises(Refused, match="already official"):
        make_official(ACTOR, session)
    retract_session(ACTOR, session, reason="a slip")
    release_session(ACTOR, event.sessions.get(number=2))
    assert not release_status(event).official


def test_declaring_official_is_refused_while_an_appeal_is_open_or_a_clock_decides(event: Event) -> None:
    session = event.sessions.get(number=2)
    assert release_status(event).by_hand
    appeal = appealed(session)
    assert not release_status(event).by_hand
    with pytest.raises(Refused, match="appeal is not decided"):
        make_official(ACTOR, session)
    appeal.status = "upheld"
    appeal.save()
    ended(session, timezone.now())
    assert not release_status(event).by_hand
    with pytest.raises(Refused, match="still running"):
        make_official(ACTOR, session)


def test_results_of_a_past_event_are_official_at_once() -> None:
    event = taken_in(cup(), release=2)
    released = event.sessions.get(number=2).released_at
    assert release_status(event).official_since == released
    assert release_status(event, now=datetime(2026, 5, 2, 23, 59, tzinfo=UTC)).official_since is None


def test_without_a_release_results_have_no_status() -> None:
    event = taken_in(cup())
    assert (release_status(event).last_session, release_status(event).label) == (0, "")


# Corrections after the release


def test_a_correction_is_noted_with_its_changes_but_without_its_reason(event: Event) -> None:
    make_official(ACTOR, event.sessions.get(number=2))
    sheet = sheet_of(event, 1, 2)
    reopen_sheet(ACTOR, sheet, reason="Frau Dr. Müller verwechselte die Zeilen")
    assert notes(event) == [(1, 2, False)]
    assert release_status(event).label == "provisional: a table is being corrected"
    assert not release_status(event).by_hand
    finish(sheet, TOTALS)
    # 5: 100 -> 90, 8: 10 -> 20; places and table points stay, 6 and 7 are as before.
    assert notes(event) == [(1, 2, True, (5, (48, 100), (48, 90)), (8, (24, 10), (24, 20)))]
    correction = Correction.objects.get()
    assert release_status(event).official_since == correction.corrected_at
    assert "Müller" not in str((correction.before, correction.after))
    assert event.sessions.get(number=3).tables.count() == 2


def test_a_correction_of_the_order_changes_table_points(event: Event) -> None:
    corrected(sheet_of(event, 1, 2), {"E": 10, "S": -50, "W": -60, "N": 100})
    assert notes(event)[0][3:] == ((5, (48, 100), (24, 10)), (8, (24, 10), (48, 100)))


def test_a_reopened_sheet_with_equal_results_is_no_correction(event: Event) -> None:
    corrected(sheet_of(event, 1, 2), {"E": 100, "S": -50, "W": -60, "N": 10})
    assert notes(event) == []
    assert not Correction.objects.exists()


def test_played_draws_are_never_touched(event: Event) -> None:
    def charts() -> dict[str, Any]:
        held = {name.lower(): rows for name, rows in everything().items()}
        return {name: rows for name, rows in held.items() if "draw" in name or "sitting" in name}

    before = charts()
    corrected(sheet_of(event, 1, 2), TOTALS)
    assert before
    assert charts() == before


def test_a_retracted_release_with_other_results_is_a_correction(event: Event) -> None:
    retract_session(ACTOR, event.sessions.get(number=2), reason="a wrong sheet")
    assert notes(event) == []
    sheet = sheet_of(event, 2, 1)
    corrected(sheet, {"E": -11, "S": 57, "W": 2, "N": -48})
    release_session(ACTOR, event.sessions.get(number=2))
    assert notes(event) == [(2, 1, True, (2, (0, -38), (0, -48)), (10, (48, 47), (48, 57)))]


def test_a_sheet_reopened_before_a_retraction_is_compared_with_the_public_results(event: Event) -> None:
    sheet = sheet_of(event, 2, 1)
    reopen_sheet(ACTOR, sheet, reason="once")
    retract_session(ACTOR, event.sessions.get(number=2), reason="twice")
    finish(sheet, {"E": -11, "S": 57, "W": 2, "N": -48})
    release_session(ACTOR, event.sessions.get(number=2))
    assert [note[:3] for note in notes(event)] == [(2, 1, True)]


def test_a_changed_setting_is_a_correction_of_the_affected_tables(event: Event) -> None:
    changed = {"scoring": {"ties": "higher"}}
    change_settings(ACTOR, event, values=changed, reason="as announced")
    # Table 1 of session 1: East and North with 20 each shared 2 and 1, now each has 2; of session 2 South and West.
    assert sorted(notes(event)) == [
        (1, 1, True, (1, (18, 20), (24, 20)), (4, (18, 20), (24, 20))),
        (2, 2, True, (4, (18, -16), (24, -16))),
    ]


# The last session, held back for the ceremony


@pytest.fixture
def whole() -> Event:
    """Import the cup with all sheets confirmed, two sessions released and the third held back for the ceremony."""
    event = taken_in(cup(settings={"standings": {"last_session": "ceremony"}}), release=2)
    Sheet.objects.filter(table__session__event=event).update(state="confirmed")
    return event


def test_outside_the_ceremony_the_last_session_needs_a_reason(whole: Event) -> None:
    last = whole.sessions.get(number=3)
    with pytest.raises(Refused, match="held back for the ceremony") as refused:
        release_session(ACTOR, last)
    assert refused.value.where == "reason"
    release_session(ACTOR, last, reason="the hall closes, no ceremony")
    assert release_status(whole).last_session == 3


def test_an_earlier_session_is_not_held_back(whole: Event) -> None:
    retract_session(ACTOR, whole.sessions.get(number=2), reason="a slip")
    release_session(ACTOR, whole.sessions.get(number=2))
    assert release_status(whole).last_session == 2


# Closing


def test_a_complete_event_is_closed_in_the_name_of_the_account(whole: Event) -> None:
    release_session(ACTOR, whole.sessions.get(number=3), reason="no ceremony")
    with pytest.raises(Refused, match="1 discrepancy is not resolved") as refused:
        close_event(ACTOR, whole)
    assert refused.value.where == "reason"
    Comparison.objects.update(contradicts=False)
    assert still_open(whole) == {}
    close_event(ACTOR, whole)
    closing = closing_of(whole)
    assert closing
    assert (closing.by, closing.reason, closing.left_open) == ("chief", "", {})


def test_closing_an_incomplete_event_needs_a_name_and_a_reason(event: Event) -> None:
    left = still_open(event)
    assert {kind: left[kind] for kind in ("unreleased", "sheets")} == {"unreleased": 1, "sheets": 1}
    with pytest.raises(Refused, match="name who takes responsibility") as refused:
        close_event(ACTOR, event, reason="the hall closes")
    assert refused.value.where == "by"
    close_event(ACTOR, event, reason="the  hall\ncloses", by="赵敏")
    closing = closing_of(event)
    assert closing
    assert (closing.by, closing.reason, closing.left_open) == ("赵敏", "the hall closes", left)
    with pytest.raises(Refused, match="already closed"):
        close_event(ACTOR, event)


def test_a_closed_event_cannot_change_until_it_is_reopened(event: Event) -> None:
    close_event(ACTOR, event, reason="the hall closes", by="赵敏")
    with pytest.raises(Refused, match="closed"):
        reopen_sheet(ACTOR, sheet_of(event, 1, 2), reason="a slip")
    with pytest.raises(Refused, match="closed"):
        retract_session(ACTOR, event.sessions.get(number=2), reason="a slip")
    with pytest.raises(Refused, match="closed"):
        change_settings(ACTOR, event, values={"standings": {"last_tie": "same-rank"}}, reason="a slip")
    assert release_status(event).official_since == closing_of(event).closed_at  # type: ignore[union-attr]
    with pytest.raises(Refused) as refused:
        reopen_event(ACTOR, event)
    assert refused.value.where == "reason"
    reopen_event(ACTOR, event, reason="an appeal came")
    assert closing_of(event) is None
    reopen_sheet(ACTOR, sheet_of(event, 1, 2), reason="a slip")


def test_a_closed_event_refuses_changes_of_entries_and_teams(event: Event) -> None:
    player, team, other = event.entries.get(number=1), event.teams.get(number=1), event.teams.get(number=2)
    unasked = {"seen": "", "preview": 1}
    writes: list[Callable[[], object]] = [
        lambda: merge_team(ACTOR, event, team=other, into=team),
        lambda: remove_team(ACTOR, event, team=other),
        lambda: add_team(ACTOR, event, name="New"),
        lambda: add_group(ACTOR, event, name="New"),
        lambda: add_entry(ACTOR, event, name="New", kind="player"),
        lambda: change_entry(ACTOR, event, entry=player, base={}, team=other),
        lambda: import_registrations(ACTOR, event, **unasked),
        lambda: withdraw(ACTOR, player, session=3, reason="ill"),
        lambda: merge_entries(ACTOR, event, kept=player, merged=event.entries.get(number=2)),
        lambda: suspend(ACTOR, proposed(player, "suspension"), session=3, referee="Li"),
        lambda: confirm(ACTOR, proposed(player, "rank-lost")),
    ]
    close_event(ACTOR, event, reason="the hall closes", by="赵敏")
    for write in writes:
        with pytest.raises(Refused, match="closed"):
            write()
    # The spelling of a name is not a result.
    change_entry(ACTOR, event, entry=player, base=columns_of(player), latin_name="WANG Wei")
    change_team(ACTOR, event, team=team, name="Another name", leader="", group=team.group)
    reopen_event(ACTOR, event, reason="the teams were wrong")
    add_group(ACTOR, event, name="New")


def test_a_closed_event_refuses_changes_of_its_class_and_of_open_tables(event: Event) -> None:
    sheet = sheet_of(event, 3, 1)
    signed = {"seen": sheet.version, "referee": "Li", "acknowledged": ["short"]}
    close_event(ACTOR, event, reason="the hall closes", by="赵敏")
    before = digest_of(official_result(event))
    with pytest.raises(Refused, match="closed"):
        sign_on_paper(ACTOR, sheet, **signed)
    for change in ({"scope": "regional"}, {"rules": "guobiao"}):
        with pytest.raises(Refused, match="closed"):
            change_event(ACTOR, event, reason="a slip", **change)
    change_event(ACTOR, event, reason="a slip", venue="北京")
    assert digest_of(official_result(Event.objects.get())) == before
    reopen_event(ACTOR, event, reason="a table was forgotten")
    sign_on_paper(ACTOR, sheet, **signed)
    change_event(ACTOR, event, reason="a slip", scope="regional")


def proposed(entry: Entry, kind: str) -> Measure:
    """Create a measure that another referee proposed."""
    columns = {"number": entry.event.measures.count() + 1, "kind": kind, "status": "proposed"}
    return Measure.objects.create(event=entry.event, entry=entry, proposed_at=END, proposed_by="Li", **columns)


# Settling contradictions after the release


def contradicting(event: Event) -> tuple[Sheet, dict[str, Any]]:
    """Return the public table 1 of session 2, whose totals have a false win that its hands lack."""
    sheet = sheet_of(event, 2, 1)
    comparison = Comparison.objects.get(sheet=sheet)
    return sheet, {"seen": sheet.version, "order_changes": comparison.order_changes, "reason": "the hands are right"}


def test_settling_by_the_hands_after_the_release_is_a_correction(event: Event) -> None:
    sheet, facts = contradicting(event)
    settle(ACTOR, sheet, way="take-hands", **facts)
    [note] = notes(event)
    assert note[:3] == (2, 1, True)
    assert {number: (before[1], after[1]) for number, before, after in note[3:]} == {
        2: (-38, -8), 5: (-11, -21), 6: (2, -8), 10: (47, 37)
    }  # fmt: skip


def test_keeping_the_totals_after_the_release_changes_nothing(event: Event) -> None:
    sheet, facts = contradicting(event)
    settle(ACTOR, sheet, way="keep-totals", **facts)
    assert notes(event) == []


def test_signing_again_after_the_release_is_a_running_correction(event: Event) -> None:
    sheet, facts = contradicting(event)
    settle(ACTOR, sheet, way="sign-again", **facts)
    assert notes(event) == [(2, 1, False)]
    finish(sheet, {"E": -11, "S": 57, "W": 2, "N": -48})
    assert [note[:3] for note in notes(event)] == [(2, 1, True)]


@pytest.mark.parametrize(("way", "refused"), [("take-hands", True), ("sign-again", True), ("keep-totals", False)])
def test_a_closed_event_allows_settling_only_by_the_counted_totals(event: Event, way: str, refused: bool) -> None:
    close_event(ACTOR, event, reason="the hall closes", by="赵敏")
    sheet, facts = contradicting(event)
    if refused:
        with pytest.raises(Refused, match="closed"):
            settle(ACTOR, sheet, way=way, **facts)
    else:
        settle(ACTOR, sheet, way=way, **facts)
    sheet.refresh_from_db()
    assert sheet.state == "confirmed"
