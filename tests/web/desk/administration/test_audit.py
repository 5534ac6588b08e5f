"""The audit log of an event for its organizer."""

import io
import re
from datetime import date
from html import unescape

import pypdf
import pytest
from django.db import connection

from common import jobs
from common.actions import append_only
from common.actions.permissions import system_actor
from common.jobs.models import Job
from scoring.fouls.services.foul_reports import FoulReport
from scoring.fouls.services.kinds import set_kind
from scoring.fouls.services.recording import record_foul
from scoring.setup.services.changing_settings import change_settings
from scoring.setup.services.setting_up import change_event
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.checking.confirming import reopen_sheet
from scoring.sheets.services.rulings import enter_ruling
from tests.support.pdf_reading import assert_clear
from tests.web.desk.conftest import document, taken_in
from tournament.access.selectors.roles import actor_of
from tournament.access.services.roles import grant_role, revoke_role
from tournament.people.models.accounts import Account
from tournament.registration.services.persons import mark_distinct

PAGE = "/e/event-1/desk/audit/"


@pytest.fixture
def roles_changed(event):
    """Create two entries: 左 Zoë becomes a referee and loses the role."""
    zoe = Account.objects.create_user("zoë", name="左 Zoë")
    grant_role(system_actor("hall"), event, account=zoe, name="referee")
    revoke_role(system_actor("hall"), event, account=zoe, name="referee", reason="病了 & left")
    event.ledger.refresh_from_db()
    return event


def test_entries_are_sentences_with_the_newest_first(roles_changed, signed_in):
    page = signed_in("organizer", roles_changed).get(PAGE).content.decode()
    rows = page.partition("<tbody")[2]
    places = [
        rows.index(text)
        for text in (
            "Remove a role in an event from an account",
            "病了 &amp; left",
            "Give an account a role in an event",
            "Import an event from its file",
        )
    ]
    assert places == sorted(places)
    for text in ("Account 左 Zoë", '<span class="muted">Role</span> Referee', '<span class="muted">Players</span> 16'):
        assert text in page
    assert roles_changed.ledger.audit_hash in page


def test_an_intact_chain_is_reported_as_intact(roles_changed, signed_in):
    assert "The chain is complete: 3 entries." in signed_in("administrator").post(PAGE).content.decode()


def test_a_broken_chain_is_reported_with_its_position(roles_changed, signed_in):
    append_only.remove(connection)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE common_auditentry SET reason = 'x' WHERE seq = 2")
    append_only.install(connection)
    page = signed_in("administrator").post(PAGE).content.decode()
    assert "entry 2 was changed after it was written" in page
    assert "The chain is broken" in page


def test_the_same_number_of_queries_for_one_entry_and_three(roles_changed, signed_in, queries):
    other = taken_in(document("other", 1))
    grant_role(system_actor("hall"), other, account=Account.objects.get(username="zoë"), name="referee")
    client = signed_in("administrator")
    assert queries(lambda: client.get("/e/other/desk/audit/")) == queries(lambda: client.get(PAGE))


def test_settings_and_persons_are_shown_as_text(event, signed_in):
    change_settings(system_actor("hall"), event, values={"scoring": {"ties": "higher"}})
    change_event(system_actor("hall"), event, starts=date(2026, 5, 1), rules="guobiao")
    first, second = (entry.person for entry in event.entries.order_by("number")[:2])
    mark_distinct(system_actor("hall"), event, first=first, second=second)
    page = unescape(signed_in("organizer", event).get(PAGE).content.decode())
    scoring = event.scoring_settings._meta.get_field("ties")
    for text in (dict(scoring.flatchoices)["higher"], "Guobiao as played", "1 May 2026", f"Person {first.name}"):
        assert str(text) in page
    for code in ("higher<", "guobiao", "person:"):
        assert code not in page


@pytest.fixture
def ruled(event):
    """Create rulings by 赵敏 at tables 1 and 2 of session 1 and 2 of session 2, and a sheet reopened by 吴."""
    for session, table in ((1, 1), (1, 2), (2, 2)):
        sheet = Sheet.objects.get(table__session__number=session, table__number=table)
        enter_ruling(system_actor("赵敏"), sheet, decision=f"ruling {session}/{table}", reason="because")
    reopen_sheet(system_actor("吴"), Sheet.objects.get(table__session__number=2, table__number=2), reason="slip")
    event.ledger.refresh_from_db()
    return event


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ({}, 5),
        ({"table": 2}, 3),
        ({"session": 1}, 2),
        ({"session": 1, "table": 2}, 1),
        ({"session": 3, "table": 2}, 0),
        ({"person": "赵"}, 3),
        ({"kind": "sheet.reopen"}, 1),
        ({"kind": "sheet.rule", "table": 2}, 2),
        ({"kind": "nothing"}, 5),
        ({"session": "x"}, 5),
    ],
)
def test_entries_are_filtered_by_table_person_and_kind(ruled, signed_in, query, shown):
    page = signed_in("chief-referee", ruled).get(PAGE, query).content.decode()
    assert len(re.findall(r'<td class="num" data-label="#"', page.partition("<tbody")[2])) == shown


def test_a_players_filter_includes_the_players_tables_and_person(ruled, signed_in):
    sheet = Sheet.objects.get(table__session__number=1, table__number=2)
    number = sheet.table.sittings.get(seat="E", from_hand=0).entry.number
    page = signed_in("chief-referee", ruled).get(PAGE, {"player": number}).content.decode()
    assert "ruling 1/2" in page
    assert "ruling 1/1" not in page


def test_the_paper_ends_with_the_head_of_the_chain(ruled, signed_in):
    client = signed_in("chief-referee", ruled)
    answer = client.post(f"{PAGE}paper/", {"table": "2", "kind": "sheet.rule"})
    job = Job.objects.get()
    assert answer["Location"] == f"/jobs/{job.pk}/"
    jobs.run(job.pk)
    data = client.get(f"/jobs/{job.pk}/file/").getvalue()
    assert_clear(data)
    pages = pypdf.PdfReader(io.BytesIO(data)).pages
    text = " ".join(" ".join(page.extract_text() for page in pages).split())
    assert "ruling 1/2" in text
    assert "ruling 1/1" not in text
    assert f"The last entry is 5: {ruled.ledger.audit_hash}" in text
    for role in ("referee", "scorekeeper"):
        assert signed_in(role, ruled).post(f"{PAGE}paper/").status_code == 403


def test_an_entry_shows_a_short_device_and_the_full_one_on_demand(event, signed_in):
    browser = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36"
    account = Account.objects.create_user("chief", name="赵敏", is_superuser=True)
    change_event(actor_of(account, f"192.168.0.7 {browser}"), event, venue="杭州")
    page = signed_in("organizer", event).get(PAGE).content.decode()
    assert f"<summary>Chrome, Android, 192.168.0.7</summary>192.168.0.7 {browser}</details>" in page


def test_an_events_own_foul_kind_is_shown_by_its_name(event, signed_in):
    set_kind(system_actor("赵敏"), event, code="phone", name={"en": "Phone rings"})
    entry = event.entries.first()
    session = event.sessions.get(number=1)
    record_foul(system_actor("赵敏"), event, foul=FoulReport(kind="phone", session=session, entry=entry))
    page = signed_in("organizer", event).get(PAGE).content.decode()
    assert '<span class="muted">Kind of foul</span> Phone rings' in page
    assert '<span class="muted">belongs to</span> a hand' in page
    assert '<span class="muted">Where</span> Session 1<' in page
