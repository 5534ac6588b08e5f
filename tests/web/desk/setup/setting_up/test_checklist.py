"""The rehearsal, the checklist of missing items, and the queries of the pages."""

import re

import pytest

from scoring.setup.selectors.checklist import NOTE, checklist
from scoring.sheets.models.results import CountedResult
from tests.web.desk.setup.setting_up.pages import NEW, SETUP, invite, text
from tournament.events.models.entries import Entry, Team
from tournament.events.models.events import Event
from tournament.people.models.persons import Person
from tournament.presence.models.line_ups import LineUp


def test_a_rehearsal_copies_all_but_results_and_is_never_public(event, organizer, client):
    organizer.post(SETUP + "officials/", {"name": "赵敏", "function": "Referee"})
    first = event.entries.get(number=1)
    reserve = Entry.objects.create(
        event=event,
        person=Person.objects.create(name="VIDAL"),
        number=99,
        name="VIDAL",
        team=first.team,
        kind="reserve",
    )
    LineUp.objects.create(session=event.sessions.get(number=3), holder=first, by=reserve)
    answer = organizer.post(SETUP + "rehearsal/")
    assert answer["Location"] == "/e/event-1-rehearsal/desk/"
    copy = Event.objects.get(slug="event-1-rehearsal")
    assert copy.rehearsal
    assert copy.entries.count() == event.entries.count() == 17
    line_up = LineUp.objects.get(session__event=copy)
    assert (line_up.session.number, line_up.holder.number, line_up.by.number) == (3, 1, 99)
    assert copy.teams.count() == event.teams.count()
    assert copy.officials.get().name == "赵敏"
    assert copy.sessions.count() == event.planned_sessions
    assert not CountedResult.objects.filter(session__event=copy).exists()
    assert (copy.ledger.audit_seq, copy.ledger_id == event.ledger_id) == (0, False)
    assert "event-1-rehearsal" not in text(client.get("/"))
    assert client.get("/e/event-1-rehearsal/").status_code == 404
    for page in ("/e/event-1-rehearsal/", "/e/event-1-rehearsal/desk/", "/e/event-1-rehearsal/desk/setup/hall/"):
        assert "Rehearsal</span>" in text(organizer.get(page))
    release = text(organizer.get("/e/event-1-rehearsal/desk/sessions/1/release/"))
    assert "This is a rehearsal: its results are never released." in release


def test_the_checklist_lists_missing_items_with_links(signed_in):
    house = signed_in("house")
    page = text(house.post("/desk/new/", NEW | {"template": "club-day", "starts": "", "slug": "club"}, follow=True))
    for sentence, way in (
        ("The event has no dates yet", "/e/club/desk/setup/"),
        ("4 sessions have no time yet", "/e/club/desk/setup/timetable/"),
        ("with fewer than six the event has no class", "/e/club/desk/setup/timetable/"),
        ("There is no chief referee yet, who confirms the tables", "/e/club/desk/roles/"),
    ):
        assert re.search(re.escape(sentence) + r'.*?</span>\s*<a href="' + way, page), sentence


def test_only_an_event_with_a_class_needs_officials_approval_and_equipment(signed_in):
    house = signed_in("house")
    of_class = {
        "The officials' list is empty": "/e/open/desk/setup/officials/",
        "Nobody has approved electronic scoring yet": "/e/open/desk/setup/settings/",
        "8 items of equipment and site are not confirmed yet (3.5.5)": "/e/open/desk/setup/equipment/",
    }
    page = text(house.post("/desk/new/", NEW | {"template": "regional", "slug": "open"}, follow=True))
    for sentence, way in of_class.items():
        assert re.search(re.escape(sentence) + r'.*?</span>\s*<a href="' + way, page), sentence
    page = text(house.post("/desk/new/", NEW | {"template": "club-day", "slug": "club"}, follow=True))
    assert [sentence for sentence in of_class if sentence in page] == []
    chief = next(item for item in checklist(Event.objects.get(slug="club")) if item.code == "chief-referee")
    assert (chief.done, chief.matters) == (False, NOTE)


@pytest.mark.parametrize("begun", [False, True])
def test_a_team_without_players_is_named_before_and_during_play(event, organizer, begun):
    if not begun:
        event.sessions.all().delete()
    sentence = "1 team has no players and is not in the standings"
    assert sentence not in text(organizer.get("/e/event-1/desk/"))
    Team.objects.create(event=event, number=99, name="Phoenix")
    page = text(organizer.get("/e/event-1/desk/"))
    assert re.search(sentence + r'.*?</span>\s*<a href="/e/event-1/desk/registration/units/"', page)


@pytest.mark.parametrize("begun", [False, True])
def test_a_team_that_withdrew_before_it_played_is_named(event, organizer, begun):
    if not begun:
        event.sessions.all().delete()
    team = Team.objects.create(event=event, number=99, name="Phoenix")
    Entry.objects.create(
        event=event, person=Person.objects.create(), number=99, name="X", team=team, status="withdrawn"
    )
    sentence = "The players of 1 team withdrew before they played: it is not in the standings"
    page = text(organizer.get("/e/event-1/desk/"))
    assert re.search(sentence + r'.*?</span>\s*<a href="/e/event-1/desk/registration/units/"', page)


def test_the_checklist_counts_a_session_with_several_tables_once(event, organizer):
    event.sessions.filter(number__lte=2).update(starts="2026-05-01T09:00:00Z")
    untimed = next(item for item in checklist(event) if item.code == "times")
    assert (untimed.done, untimed.figures) == (False, {"count": 1})


@pytest.mark.parametrize("page", ["officials/", "helpers/", "hall/", "settings/"])
def test_the_same_number_of_queries_for_one_row_and_three(event, organizer, queries, page):
    def ask() -> None:
        organizer.get(SETUP + page)

    organizer.post(SETUP + "officials/", {"name": "1", "function": "Referee"})
    organizer.post(SETUP + "hall/", {"rows": "1", "columns": "4", "east": "top", "save": "1", "at-1-1": "1"})
    invite(organizer)
    count_for_one = queries(ask)
    for number in ("2", "3"):
        organizer.post(SETUP + "officials/", {"name": number, "function": "Referee"})
        invite(organizer)
    organizer.post(
        SETUP + "hall/", {"rows": "1", "columns": "4", "east": "top", "save": "1", "at-1-1": "1", "at-1-2": "2"}
    )
    assert queries(ask) == count_for_one
