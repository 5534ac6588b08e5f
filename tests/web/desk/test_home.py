"""The start page of the Desk."""

import re

import pytest
from django.utils import timezone

from common.actions.permissions import system_actor
from scoring.display.services.awards import add_usual_awards
from scoring.display.services.ceremony import begin_ceremony
from scoring.releases.services.releasing import release_session
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.checking.confirming import reopen_sheet
from tests.support.appeals import appeal_of
from tests.web.desk.conftest import contradicting, document, taken_in
from tournament.clocks.models import SessionClock
from tournament.people.models.accounts import Role


def test_a_user_without_a_role_is_told_who_gives_one(event, signed_in):
    page = signed_in("nobody").get("/desk/").content.decode()
    assert "You have no role in any event yet" in page
    assert "tell them your username, nobody" in page
    assert "/desk/import/" not in page


def test_an_empty_installation_offers_to_create_and_to_import(signed_in):
    page = signed_in("house").get("/desk/").content.decode()
    assert "Create an event: its page always shows the next step." in page
    assert page.count('href="/desk/new/"') == 3
    assert 'href="/desk/import/"' in page


def test_an_official_sees_only_their_events_with_the_next_step(signed_in, event):
    taken_in(document("other", 1))
    page = signed_in("referee", event).get("/desk/").content.decode()
    assert "Session 1 can be released." in page
    assert "Referee" in page
    assert "/e/event-1/desk/" in page
    assert "/e/other/" not in page


def test_a_display_account_gets_a_link_to_the_public_page(signed_in, event):
    page = signed_in("display", event).get("/desk/").content.decode()
    assert 'href="/e/event-1/"' in page
    assert "can be released" not in page


def test_an_installation_account_sees_every_event_but_no_details(signed_in, event):
    page = signed_in("house").get("/desk/").content.decode()
    assert 'href="/e/event-1/"' in page
    assert "/e/event-1/desk/" not in page
    assert "can be released" not in page


def released(event, until):
    for session in event.sessions.filter(number__lte=until):
        release_session(system_actor("test"), session)


@pytest.mark.parametrize(
    ("state", "until", "sentence", "step"),
    [
        (Sheet.State.CONFIRMED, 1, "Session 2 can be released.", "Release session 2"),
        (Sheet.State.SIGNED, 1, "Session 2: 4 of 4 tables are not confirmed.", "Confirm the sheets of session 2"),
        (Sheet.State.CONFIRMED, 3, "All sessions are released.", "Close the event"),
    ],
)
def test_the_next_step_follows_from_releases_and_sheets(event, signed_in, state, until, sentence, step):
    released(event, until)
    Sheet.objects.filter(table__session__number=2).update(state=state)
    client = signed_in("organizer", event)
    assert sentence in client.get("/desk/").content.decode()
    assert f'<h2 id="next-step">{step}</h2>' in client.get("/e/event-1/desk/").content.decode()


def test_awards_and_their_ceremony_are_offered_from_the_last_session_on(event, signed_in):
    organizer, actor = signed_in("organizer", event), system_actor("test")
    wanted = {"There are no awards yet: the ceremony and the diplomas need them", "The award ceremony has not begun"}

    def offered() -> set[str]:
        page = organizer.get("/e/event-1/desk/").content.decode()
        return {sentence for sentence in wanted if sentence in page}

    released(event, 1)
    assert offered() == set()
    release_session(actor, event.sessions.get(number=2))
    assert offered() == {"There are no awards yet: the ceremony and the diplomas need them"}
    add_usual_awards(actor, event)
    assert offered() == {"The award ceremony has not begun"}
    begin_ceremony(actor, event)
    assert offered() == set()


def test_missing_results_and_missing_sessions_are_named(signed_in):
    plain = document("bare", 1)
    del plain["sessions"][0]["tables"][:]
    client = signed_in("administrator")
    taken_in(plain)
    assert "Session 1 has no results yet." in client.get("/desk/").content.decode()
    empty = document("empty", 1)
    empty["sessions"] = []
    taken_in(empty)
    assert "No session yet." in client.get("/desk/").content.decode()


def test_contradictions_are_counted(signed_in):
    taken_in(contradicting(document(), (1, 1), (2, 3)))
    page = signed_in("administrator").get("/desk/").content.decode()
    assert "2 tables" in page
    overview = signed_in("administrator").get("/e/event-1/desk/").content.decode()
    assert "2 tables do not add up" in overview


def test_queries_do_not_grow_with_events(signed_in, event, queries):
    client = signed_in("administrator")
    count_for_one = queries(lambda: client.get("/desk/"))
    for slug in ("two", "three"):
        taken_in(document(slug, 1))
    Role.objects.create(event=event, account_id=client.session["_auth_user_id"], name=Role.Name.ORGANIZER)
    assert queries(lambda: client.get("/desk/")) == count_for_one


def test_a_table_under_correction_after_its_release_is_open(signed_in):
    event = taken_in(document(released=3))
    sheet = Sheet.objects.get(table__session__event=event, table__session__number=2, table__number=3)
    client = signed_in("organizer", event)
    assert "under correction" not in client.get("/e/event-1/desk/").content.decode()
    reopen_sheet(system_actor("chief"), sheet, reason="typing error")
    page = client.get("/e/event-1/desk/").content.decode()
    assert "Session 2, table 3 is under correction" in page
    assert client.get("/e/event-1/desk/tray/2/3/versions/").status_code == 200
    assert 'href="/e/event-1/desk/tray/2/3/versions/"' in page


def test_several_tables_under_correction_are_one_line_with_each_sheet_in_its_fold(signed_in):
    event = taken_in(document(released=3))
    for session, number in ((1, 2), (2, 1), (2, 3)):
        sheet = Sheet.objects.get(table__session__event=event, table__session__number=session, table__number=number)
        reopen_sheet(system_actor("chief"), sheet, reason="typing error")
    page = signed_in("organizer", event).get("/e/event-1/desk/").content.decode()
    assert page.count("under correction") == 1
    assert folded(page, "3 tables are under correction") == [
        ("/e/event-1/desk/tray/1/2/versions/", "Session 1, table 2"),
        ("/e/event-1/desk/tray/2/1/versions/", "Session 2, table 1"),
        ("/e/event-1/desk/tray/2/3/versions/", "Session 2, table 3"),
    ]


def test_several_appeals_are_one_line_that_opens_to_them(signed_in):
    event = taken_in(document(released=3))
    sheet = Sheet.objects.filter(table__session__event=event).first()
    client = signed_in("organizer", event)
    appeal_of(event, "open", sheet=sheet)
    page = client.get("/e/event-1/desk/").content.decode()
    assert "<span>Appeal 1 is not decided</span>" in page
    assert '<a href="/e/event-1/floor/appeals/">Appeals</a>' in page
    for state in ("unsigned", "rejected", "rejected"):
        appeal_of(event, state, sheet=sheet)
    page = client.get("/e/event-1/desk/").content.decode()
    assert folded(page, "2 appeals are not decided") == [
        ("/e/event-1/floor/appeals/1/", "Appeal 1"),
        ("/e/event-1/floor/appeals/2/", "Appeal 2"),
    ]
    seconds = folded(page, "The decisions on 2 appeals can be appealed")
    assert [href for href, _label in seconds] == ["/e/event-1/floor/appeals/3/", "/e/event-1/floor/appeals/4/"]
    assert all(label.startswith(f"Appeal {number}: until ") for number, (_href, label) in enumerate(seconds, 3))


def test_several_sessions_that_have_not_ended_are_one_line_that_opens_to_their_clocks(signed_in):
    event = taken_in(document(released=3))
    for session in event.sessions.filter(number__in=(2, 3)):
        SessionClock.objects.create(session=session, started_at=timezone.now(), minutes=120)
    page = signed_in("organizer", event).get("/e/event-1/desk/").content.decode()
    sentence = "The chief referee has not ended 2 sessions; their appeal times begin then"
    assert folded(page, sentence) == [
        ("/e/event-1/floor/clock/?session=2", "Session 2"),
        ("/e/event-1/floor/clock/?session=3", "Session 3"),
    ]


def folded(page: str, sentence: str) -> list[tuple[str, str]]:
    """Return address and label of each link in the fold of this line."""
    line = page.split(f"<summary>{sentence}</summary>")[1].split("</details>")[0]
    return re.findall('<a href="([^"]*)">([^<]*)</a>', line)
