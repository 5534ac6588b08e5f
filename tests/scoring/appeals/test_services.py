"""The services of appeals: time limits, signatures, two instances, outcomes, fee, corrections, privacy."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from common.actions.errors import Forbidden, Refused, Unusual, WrongState
from common.actions.models.audit import AuditEntry
from common.actions.permissions import Actor, system_actor
from scoring.appeals.models.additions import AppealAttachment
from scoring.appeals.models.appeals import Appeal
from scoring.appeals.models.steps import AppealStep, AppealText
from scoring.appeals.selectors.appeals import appeals_until, fee_end, undecided
from scoring.appeals.selectors.labels import target_text
from scoring.appeals.selectors.targets import targets
from scoring.appeals.services.attaching import attach, delete_expired_appeals
from scoring.appeals.services.codes import identify, issue_leader_code
from scoring.appeals.services.deciding import (
    decide_department,
    decide_first,
    decide_second,
    hear,
    link_correction,
    route,
)
from scoring.appeals.services.fees import settle_fee, take_fee, untake_fee
from scoring.appeals.services.filing import AppealFiling, file_appeal, take_further, withdraw
from scoring.appeals.services.signing import sign_appeal
from scoring.releases.models.releases import OfficialMark
from scoring.settings.models.appeals import AppealSettings
from scoring.sheets.models.rulings import Ruling
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.checking.confirming import reopen_sheet
from tests.support.appeals import appeal_of, ended, led
from tests.support.events import small_event
from tests.support.sheets import CODE, at, empty_sheet, give_code, made_sheet, sheet_at
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting

pytestmark = [pytest.mark.django_db, pytest.mark.database]

DESK = system_actor("赵敏")
DECIDED_BY = {"names": "赵敏、张无忌"}


@pytest.fixture
def sheet() -> Sheet:
    return made_sheet(small_event(), "signed")


def event_of(sheet: Sheet) -> Event:
    return sheet.table.session.event


def phone(entry: Entry, shown: Any) -> Actor:
    return Actor(f"player:{entry.pk}", entry.name, shown=shown)


def leaders_phone(entry: Entry, shown: Any) -> Actor:
    assert entry.team
    return Actor(f"leader:{entry.team_id}", entry.team.leader, shown=shown)


def filed(sheet: Sheet, actor: Actor | None = None, *, acknowledged: tuple[str, ...] = (), **facts: Any) -> Appeal:
    """File an appeal of the player in the East against the sheet."""
    entry, event = at(sheet, "E"), event_of(sheet)
    values = {"entry": entry, "by": "player", "session": sheet.table.session, "sheet": sheet, "text": "第3盘记错。"}
    appeal = AppealFiling(**values | facts)
    answer = file_appeal(actor or phone(entry, event), event, appeal=appeal, acknowledged=acknowledged)
    return Appeal.objects.get(event=event, number=answer["appeal"])


def set_appeals(event: Event, **values: Any) -> None:
    AppealSettings.objects.filter(event=event).update(**values)


def decided_minutes_ago(minutes: int) -> None:
    """Move the last decision this many minutes into the past."""
    step = AppealStep.objects.exclude(decided_at=None).latest("pk")
    AppealStep.objects.filter(pk=step.pk).update(decided_at=timezone.now() - timedelta(minutes=minutes))


# Filing


@pytest.mark.parametrize("subject", ["draw", "standings", "awards", "equipment", "conduct", "other"])
def test_an_appeal_against_the_competition_says_what_it_is_about(sheet: Sheet, subject: str) -> None:
    """3.12.2 and 3.13.2: appeals are not limited to judgments of referees."""
    filing = AppealFiling(
        at(sheet, "E"), "player", sheet.table.session, "第2局编排有误。", subject=subject, matter="other"
    )
    file_appeal(DESK, event_of(sheet), appeal=filing)
    appeal = Appeal.objects.get()
    assert (appeal.against, appeal.subject, appeal.steps.get().instance) == ("other", subject, "department")
    assert (appeal.sheet, appeal.ruling, appeal.foul) == (None, None, None)


def test_an_appeal_against_the_competition_needs_its_subject(sheet: Sheet) -> None:
    filing = AppealFiling(at(sheet, "E"), "player", sheet.table.session, "不公平。")
    with pytest.raises(Refused, match="Choose what the appeal is about") as refused:
        file_appeal(DESK, event_of(sheet), appeal=filing)
    assert refused.value.where == "subject"


def test_the_competition_is_a_target_for_begun_sessions_and_the_next() -> None:
    sheet = empty_sheet(small_event())
    event = event_of(sheet)
    event.sessions.create(number=2)
    event.sessions.create(number=3)
    entry = at(sheet, "E")
    assert [target.key for target in targets(entry)] == ["other:1"]
    Sheet.objects.update(state="signed")
    assert [target.key for target in targets(entry)] == ["other:2", "other:1", "sheet:1"]
    assert [target_text(target, {}) for target in targets(entry)][:2] == [
        "Session 2: another matter of the competition",
        "Session 1: another matter of the competition",
    ]


def test_a_player_who_sat_at_two_tables_chooses_between_their_sheets(sheet: Sheet) -> None:
    entry, other = at(sheet, "E"), sheet_at(sheet.table.session, 2)
    Sheet.objects.filter(pk=other.pk).update(state="signed")
    Sitting.objects.create(table=other.table, seat="S", from_hand=5, entry=entry, exchanged=True)
    chosen = {target.key: target.sheet for target in targets(entry) if target.sheet}
    assert chosen == {"sheet:1/1": sheet, "sheet:1/2": other}


def test_filing_with_a_code_signs_for_a_player_without_a_leader(sheet: Sheet) -> None:
    appeal = filed(sheet)
    assert (appeal.status, appeal.fee, appeal.fee_currency, appeal.fee_state) == ("open", 200, "USD", "due")
    step = appeal.steps.get()
    assert (step.instance, step.text.text) == ("chief-referee", "第3盘记错。")
    assert [(signature.signer, signature.how) for signature in step.signatures.all()] == [("player", "code")]


def test_a_player_with_a_leader_needs_both_signatures(sheet: Sheet) -> None:
    entry = at(sheet, "E")
    led(entry)
    appeal = filed(sheet)
    assert appeal.status == "unsigned"
    with pytest.raises(Refused, match="only for yourself"):
        sign_appeal(phone(entry, appeal), appeal, signer="leader")
    with pytest.raises(Refused, match="Signatures are missing"):
        decide_first(DESK, appeal, outcome="rejected", reason="x", **DECIDED_BY)
    sign_appeal(leaders_phone(entry, appeal), appeal, signer="leader")
    appeal.refresh_from_db()
    assert appeal.status == "open"


def test_a_leader_files_for_a_player_who_signs_on_paper(sheet: Sheet) -> None:
    entry = at(sheet, "E")
    with pytest.raises(Refused, match="no leader"):
        filed(sheet, DESK, by="leader")
    led(entry)
    appeal = filed(sheet, leaders_phone(entry, event_of(sheet)), by="leader")
    sign_appeal(DESK, appeal, signer="player")
    appeal.refresh_from_db()
    assert appeal.status == "open"
    assert set(appeal.steps.get().signatures.values_list("signer", "how", "name")) == {
        ("leader", "code", "周芷若"),
        ("player", "paper", entry.name),
    }


def test_an_appeal_without_text_is_refused(sheet: Sheet) -> None:
    with pytest.raises(Refused) as refused:
        filed(sheet, text=" \n")
    assert refused.value.where == "text"
    assert not Appeal.objects.exists()


def test_a_late_appeal_must_be_confirmed_and_is_inadmissible(sheet: Sheet) -> None:
    ended(sheet, timezone.now() - timedelta(minutes=31))
    with pytest.raises(Unusual, match="only be recorded as inadmissible"):
        filed(sheet)
    appeal = filed(sheet, acknowledged=("late",))
    assert (appeal.late, appeal.status, appeal.fee_state) == (True, "inadmissible", "none")
    assert undecided(event_of(sheet)) == 0
    with pytest.raises(WrongState):
        decide_first(DESK, appeal, outcome="upheld", reason="x", **DECIDED_BY)
    with pytest.raises(Refused, match="cannot be appealed"):
        take_further(DESK, appeal, text="x")


def test_a_paper_filed_in_time_may_be_typed_later(sheet: Sheet) -> None:
    ended(sheet, timezone.now() - timedelta(minutes=40))
    in_time = timezone.now() - timedelta(minutes=11)
    with pytest.raises(Refused, match="in the future"):
        filed(sheet, DESK, handed_in=timezone.now() + timedelta(minutes=5))
    assert not filed(sheet, DESK, handed_in=in_time).late
    until = appeals_until(sheet.table.session)
    assert until
    assert abs(until - in_time - timedelta(minutes=1)) < timedelta(seconds=5)


def test_an_appeal_is_late_once_the_results_are_declared_official(sheet: Sheet) -> None:
    """Without a clock, `session.make_official` says that the appeal time is over; it covers the earlier sessions."""
    session = sheet.table.session
    assert appeals_until(session) is None
    mark = OfficialMark.objects.create(
        session=event_of(sheet).sessions.create(number=2), at=timezone.now() - timedelta(minutes=1), by="赵敏"
    )
    assert appeals_until(session) == mark.at
    with pytest.raises(Unusual, match="only be recorded as inadmissible"):
        filed(sheet)
    mark.delete()
    assert not filed(sheet).late


def test_the_settings_give_the_appeal_minutes(sheet: Sheet) -> None:
    set_appeals(event_of(sheet), appeal_minutes=45)
    ended(sheet, timezone.now() - timedelta(minutes=31))
    assert not filed(sheet).late


def test_a_code_identifies_its_player_and_five_wrong_codes_delay_the_next_try(sheet: Sheet) -> None:
    event, entry = event_of(sheet), at(sheet, "E")
    stranger = Actor("anonymous", "", shown=event)
    with pytest.raises(Refused, match="no personal code"):
        identify(stranger, event, entry=entry.pk, code=CODE)
    give_code(entry)
    assert identify(stranger, event, entry=entry.pk, code="0000")["tries"] == 4
    assert identify(stranger, event, entry=entry.pk, code=CODE)["right"]
    for _ in range(5):
        identify(stranger, event, entry=entry.pk, code="0000")
    with pytest.raises(Refused, match="You can try again at"):
        identify(stranger, event, entry=entry.pk, code=CODE)


def test_a_leader_gets_a_code(sheet: Sheet) -> None:
    event, team = event_of(sheet), led(at(sheet, "E"))
    issue_leader_code(DESK, event, team=team, code="8888")
    stranger = Actor("anonymous", "", shown=event)
    assert identify(stranger, event, team=team.pk, code="8888")["right"]
    assert not identify(stranger, event, team=team.pk, code="4711")["right"]
    assert "8888" not in str(list(AuditEntry.objects.values_list("after", "before")))


# Deciding


def test_an_upheld_appeal_returns_the_fee_and_links_the_correction_both_ways(sheet: Sheet) -> None:
    appeal = filed(sheet)
    assert undecided(event_of(sheet)) == 1
    take_fee(DESK, appeal)
    with pytest.raises(Refused, match="Name who decided"):
        decide_first(DESK, appeal, outcome="upheld", names=" ", reason="录像")
    decide_first(DESK, appeal, outcome="upheld", reason="四家确认", **DECIDED_BY)
    assert undecided(event_of(sheet)) == 0
    settle_fee(DESK, appeal)
    appeal.refresh_from_db()
    step = appeal.steps.get()
    assert (appeal.fee_state, step.reason, step.names) == ("returned", "四家确认", DECIDED_BY["names"])
    reopen_sheet(DESK, sheet, reason="申诉1")
    sheet.refresh_from_db()
    link_correction(DESK, appeal, sheet=sheet, version=sheet.version)
    link_correction(DESK, appeal, sheet=sheet, version=sheet.version)
    link = appeal.corrections.get()
    assert (link.sheet, link.version) == (sheet, sheet.version)
    assert [correction.appeal for correction in sheet.appeal_corrections.all()] == [appeal]


def test_the_fee_of_a_rejected_appeal_is_kept_after_the_time_for_the_second_step(sheet: Sheet) -> None:
    appeal = filed(sheet)
    take_fee(DESK, appeal)
    decide_first(DESK, appeal, outcome="rejected", reason="裁决无误", **DECIDED_BY)
    assert undecided(event_of(sheet)) == 1  # not final yet
    with pytest.raises(Refused, match="no final decision"):
        settle_fee(DESK, appeal)
    decided_minutes_ago(31)
    assert undecided(event_of(sheet)) == 0
    settle_fee(DESK, appeal)
    assert Appeal.objects.get().fee_state == "kept"


def test_an_appeal_upheld_at_the_second_step_returns_the_fee(sheet: Sheet) -> None:
    appeal = filed(sheet)
    take_fee(DESK, appeal)
    decide_first(DESK, appeal, outcome="rejected", reason="x", **DECIDED_BY)
    take_further(phone(at(sheet, "E"), appeal), appeal, text="仍不服。")
    appeal.refresh_from_db()
    assert appeal.status == "open"  # signed by filing
    with pytest.raises(Refused, match="Another body"):
        decide_first(DESK, appeal, outcome="upheld", reason="x", **DECIDED_BY)
    with pytest.raises(Refused) as refused:
        decide_second(DESK, appeal, outcome="upheld", reason="x", **DECIDED_BY)
    assert refused.value.where == "finding"
    decide_second(DESK, appeal, outcome="upheld", finding="none", reason="x", **DECIDED_BY)  # never blocked
    assert [step.finding for step in appeal.steps.all()] == ["", "none"]
    settle_fee(DESK, appeal)
    assert Appeal.objects.get().fee_state == "returned"


def test_the_settings_limit_the_time_for_the_second_step(sheet: Sheet) -> None:
    set_appeals(event_of(sheet), second_minutes=20)
    appeal = filed(sheet)
    decide_first(DESK, appeal, outcome="rejected", reason="x", acknowledged=("unpaid",), **DECIDED_BY)
    decided_minutes_ago(21)
    with pytest.raises(Refused, match="ended at"):
        take_further(DESK, appeal, text="x")
    take_further(DESK, appeal, text="x", handed_in=timezone.now() - timedelta(minutes=2))


def test_a_rejection_by_the_committee_is_final(sheet: Sheet) -> None:
    appeal = appeal_of(event_of(sheet), "open", instance="arbitration", fee_state="paid")
    decide_second(DESK, appeal, outcome="rejected", reason="x", **DECIDED_BY)
    assert fee_end(Appeal.objects.get()) == "kept"
    with pytest.raises(Refused, match="cannot be appealed"):
        take_further(DESK, appeal, text="x")


def test_other_matters_go_to_the_named_department(sheet: Sheet) -> None:
    appeal = filed(sheet, matter="other")
    take_fee(DESK, appeal)
    with pytest.raises(Refused, match="Name the department"):
        decide_department(DESK, appeal, outcome="rejected", reason="x", **DECIDED_BY)
    route(DESK, appeal, matter="other", department="场地部")
    decide_department(DESK, appeal, outcome="rejected", reason="x", **DECIDED_BY)
    assert undecided(event_of(sheet)) == 0  # no second step there


def test_a_decision_names_the_department_if_nobody_did_before(sheet: Sheet) -> None:
    appeal = filed(sheet, matter="other")
    take_fee(DESK, appeal)
    decide_department(DESK, appeal, outcome="rejected", department=" 场地部 ", reason="x", **DECIDED_BY)
    step = AppealStep.objects.get()
    assert (step.department, step.outcome) == ("场地部", "rejected")


def test_the_desk_passes_a_matter_of_rules_to_the_chief_referee(sheet: Sheet) -> None:
    appeal = filed(sheet, matter="other")
    route(DESK, appeal, matter="rules")
    assert appeal.steps.get().instance == "chief-referee"


def test_deciding_an_unpaid_appeal_must_be_confirmed(sheet: Sheet) -> None:
    appeal = filed(sheet)
    with pytest.raises(Unusual, match="not paid"):
        decide_first(DESK, appeal, outcome="upheld", reason="x", **DECIDED_BY)
    take_fee(DESK, appeal)
    untake_fee(DESK, appeal, reason="记错")
    with pytest.raises(WrongState):
        settle_fee(DESK, appeal)
    decide_first(DESK, appeal, outcome="upheld", reason="x", acknowledged=("unpaid",), **DECIDED_BY)
    with pytest.raises(Refused, match="not paid"):
        settle_fee(DESK, appeal)


@pytest.mark.parametrize(
    ("heard", "setting", "end"), [(False, "returned", "returned"), (False, "kept", "kept"), (True, "returned", "kept")]
)
def test_the_hearing_decides_the_fee_of_a_withdrawn_appeal(sheet: Sheet, heard: bool, setting: str, end: str) -> None:
    set_appeals(event_of(sheet), fee_inadmissible=setting)
    appeal = filed(sheet)
    take_fee(DESK, appeal)
    if heard:
        hear(DESK, appeal)
    withdraw(phone(at(sheet, "E"), appeal), appeal)
    settle_fee(DESK, appeal)
    appeal.refresh_from_db()
    assert (appeal.status, appeal.fee_state) == ("withdrawn", end)


@pytest.mark.parametrize("end_second", ["inadmissible", "withdrawn"])
@pytest.mark.parametrize(("first", "end"), [("rejected", "kept"), ("inadmissible", "returned")])
def test_the_fee_follows_the_first_decision_if_the_second_step_decides_nothing(
    sheet: Sheet, first: str, end: str, end_second: str
) -> None:
    appeal = appeal_of(event_of(sheet), first, fee_state="paid")
    take_further(DESK, appeal, text="x")
    if end_second == "withdrawn":
        withdraw(DESK, appeal)
    else:
        decide_second(DESK, appeal, outcome="inadmissible", reason="未签字", **DECIDED_BY)
    assert fee_end(Appeal.objects.get()) == end


def test_only_an_upheld_appeal_leads_to_corrections(sheet: Sheet) -> None:
    appeal = filed(sheet)
    with pytest.raises(WrongState):
        link_correction(DESK, appeal, note="x")


def test_undecided_appeals_are_counted_up_to_a_session(sheet: Sheet) -> None:
    filed(sheet)
    other = made_sheet(event_of(sheet))
    filed(other)
    assert (undecided(event_of(sheet), 1), undecided(event_of(sheet), 2), undecided(event_of(sheet))) == (1, 2, 2)


def test_an_appeal_may_be_against_a_ruling(sheet: Sheet) -> None:
    event = event_of(sheet)
    ruling = Ruling.objects.create(event=event, number=1, sheet=sheet, decision="x", at=timezone.now())
    assert filed(sheet, ruling=ruling).against == "ruling"


# Privacy


def test_other_actors_cannot_change_an_appeal(sheet: Sheet) -> None:
    appeal = filed(sheet)
    other = Actor("player:0", "x", shown=appeal_of(event_of(sheet)))
    for service, facts in ((withdraw, {}), (sign_appeal, {"signer": "player"}), (take_further, {"text": "x"})):
        with pytest.raises(Forbidden):
            service(other, appeal, **facts)


def test_texts_are_stored_encrypted_and_not_in_the_audit_log(sheet: Sheet) -> None:
    filed(sheet)
    with connection.cursor() as cursor:
        cursor.execute("SELECT text FROM scoring_appealtext")
        [[raw]] = cursor.fetchall()
    assert "第3盘记错" not in raw
    entries = str(list(AuditEntry.objects.values("about", "before", "after", "reason")))
    assert "第3盘记错" not in entries


def test_texts_and_files_are_deleted_with_the_private_data(sheet: Sheet, settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path
    appeal = filed(sheet)
    attach(DESK, appeal, kind="jpeg", data=b"x", digest="1" * 64)
    attach(DESK, appeal, kind="jpeg", data=b"x", digest="1" * 64)
    [file] = (Path(settings.MEDIA_ROOT) / "appeal-files").iterdir()
    assert file.stat().st_mode & 0o077 == 0
    delete_expired_appeals(DESK)
    assert AppealText.objects.exists()
    Event.objects.filter(pk=appeal.event_id).update(ends=datetime(2020, 1, 1))
    assert delete_expired_appeals(DESK) == {"files": 1, "texts": 1}
    assert not AppealText.objects.exists()
    assert AppealAttachment.objects.get().name == ""


def test_an_appeal_has_at_most_ten_files(sheet: Sheet, settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path
    appeal = filed(sheet)
    for number in range(10):
        attach(DESK, appeal, kind="pdf", data=b"x", digest=str(number) * 64)
    with pytest.raises(Refused, match="at most 10"):
        attach(DESK, appeal, kind="pdf", data=b"x", digest="a" * 64)
