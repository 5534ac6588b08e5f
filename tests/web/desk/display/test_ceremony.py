"""The ceremony at the Desk and on the wall: names step by step, no held back result, then all results."""

import re

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.display.models.ceremonies import Award, Ceremony
from scoring.display.services.awards import add_award, add_usual_awards, change_award
from scoring.display.services.ceremony import begin_ceremony, end_ceremony, step_ceremony
from scoring.display.services.screens import add_screen
from scoring.releases.services.releasing import retract_session
from scoring.settings.models.standings import StandingsSettings
from scoring.setup.services.timetable import add_session
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.checking.confirming import reopen_sheet
from tests.support.draws import ACTOR
from tests.support.finals import NAMES, final
from tests.web.desk.draw.test_draw import PASSWORD, browser
from tests.web.wall.test_screens import part, television
from tournament.events.models.events import Event
from tournament.registration.services.units import merge_team
from web.wall import ceremony

pytestmark = pytest.mark.django_db
HX = {"hx-request": "true"}


def begun() -> Event:
    event = final()
    add_usual_awards(ACTOR, event)
    begin_ceremony(ACTOR, event)
    return event


def page_text(client: Client, path: str) -> str:
    response = client.get(path, follow=True)
    assert response.status_code == 200
    return response.content.decode()


def named(text: str) -> list[str]:
    return [name for name in NAMES if name in text]


def test_the_wall_shows_only_names_up_to_the_current_step() -> None:
    event, public = begun(), Client(headers={"accept-language": "en"})
    event.awards.exclude(kind="individual").delete()
    begin_ceremony(ACTOR, event)
    page, poll = f"/e/{event.slug}/wall/ceremony/", f"/live/{event.slug}/wall-ceremony"
    for at, seen in enumerate(([], ["王伟", "MÜLLER Eva"], ["王伟", "欧阳娜娜", "MÜLLER Eva"])):
        if at:
            step_ceremony(ACTOR, event, move="next", seen=at - 1)
        for path in (page, poll):
            assert named(page_text(public, path)) == seen
        # The points of later places are still held back.
        assert "+40" not in page_text(public, page)
    assert "Place 2" in page_text(public, page)
    assert "+30" in page_text(public, page)
    assert "ceremony-champion" not in page_text(public, page)
    step_ceremony(ACTOR, event, move="next", seen=2)
    champion = page_text(public, page)
    assert "Champion" in champion
    assert "China" in champion
    assert "+40" in champion


def test_the_last_session_becomes_public_with_the_last_step() -> None:
    event, public = begun(), Client(headers={"accept-language": "en"})
    pages = [f"/e/{event.slug}/standings/", f"/e/{event.slug}/tables/2/1/", f"/e/{event.slug}/players/2/"]
    before = [public.get(path).content.decode() for path in pages]
    steps = Ceremony.objects.get().steps
    for at in range(steps - 1):
        step_ceremony(ACTOR, event, move="next", seen=at)
    assert "+40" not in before[0]
    assert public.get(pages[0]).content.decode().count("+40") == 0
    step_ceremony(ACTOR, event, move="next", seen=steps - 1)
    assert "+40" in page_text(public, pages[0])
    text = page_text(public, f"/e/{event.slug}/wall/ceremony/")
    assert "All results are public now." in text
    assert text.index("李娜") < text.index("欧阳娜娜") < text.index("王伟")
    assert set(named(text)) == {"王伟", "李娜", "欧阳娜娜", "MÜLLER Eva"}


def test_an_address_of_a_page_of_awards_shows_that_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rendered a moment later, the next page was kept under the address of the one before: one page never showed."""
    event, public = final(), Client(headers={"accept-language": "en"})
    for at in range(1, 21):
        add_award(ACTOR, event, kind="own", title=f"Award {at}", places=4)
        winners = [{"place": place, "number": place, "note": ""} for place in range(1, 5)]
        change_award(ACTOR, event.awards.get(order=at), title=f"Award {at}", places=4, winners=winners)
    begin_ceremony(ACTOR, event)
    Ceremony.objects.update(shown=F("steps") - 1)
    step_ceremony(ACTOR, event, move="next", seen=Ceremony.objects.get().shown)
    monkeypatch.setattr(ceremony, "SECONDS", 1e-5)  # another page in every moment
    for _try in range(20):
        text = page_text(public, f"/e/{event.slug}/wall/ceremony/")
        version = re.search(r'wall-ceremony[?]lang=en&amp;v=([^"&]+)', text)
        shown = re.search(r"(\d) / (\d)", text)
        assert version, text
        assert shown, text
        assert int(shown[2]) > 1
        assert int(version[1].split(".")[-1]) + 1 == int(shown[1])


def test_retracting_the_release_removes_the_names_from_the_wall() -> None:
    """An open page no longer says that all results are public; the ceremony can begin again."""
    event, public = begun(), Client(headers={"accept-language": "en"})
    for at in range(Ceremony.objects.get().steps):
        step_ceremony(ACTOR, event, move="next", seen=at)
    wall = f"/e/{event.slug}/wall/ceremony/"
    version = re.search(r'wall-ceremony[?]lang=en&amp;v=([^"&]+)', page_text(public, wall))
    assert version
    retract_session(ACTOR, event.sessions.get(number=2), reason="a wrong sheet")
    for text in (page_text(public, wall), page_text(public, f"/live/{event.slug}/wall-ceremony?v={version[1]}")):
        assert "All results are public now." not in text
        assert named(text) == []
    begin_ceremony(ACTOR, Event.objects.get(pk=event.pk))
    assert Ceremony.objects.get().shown == 0


def test_the_step_of_a_merged_winner_shows_no_other_name() -> None:
    """A team is merged during the ceremony: the wall shows no name, and the Desk offers to begin again."""
    event, public = begun(), Client(headers={"accept-language": "en"})
    for at in range(3):
        step_ceremony(ACTOR, event, move="next", seen=at)
    wall = f"/e/{event.slug}/wall/ceremony/"
    first, second = event.teams.all()
    assert first.name in page_text(public, wall) or second.name in page_text(public, wall)
    merge_team(ACTOR, event, team=first, into=second)
    assert named(page_text(public, wall)) == []
    assert "Results have changed" in page_text(browser("organizer", event), f"/e/{event.slug}/desk/ceremony/")


def test_an_official_arranges_begins_and_steps_the_ceremony() -> None:
    event = final()
    desk, page = browser("organizer", event), f"/e/{event.slug}/desk/ceremony/"
    awards = f"/e/{event.slug}/desk/awards/"
    assert "No award yet" in page_text(desk, awards)
    assert "No award yet" in page_text(desk, page)
    assert desk.post(awards, {"kind": "own", "title": "", "places": "1"}).status_code == 400
    assert desk.post(awards, {"kind": "own", "title": "最佳新人", "places": "1"}).status_code == 302
    desk.post(awards, {"usual": "1"})
    assert [award.kind for award in event.awards.all()] == ["own", "best-hand", "groups", "teams", "individual"]
    own = Award.objects.get(kind="own")
    winner = {"title": "最佳新人", "places": "1", "place-1": "1", "number-1": "7", "note-1": "首次参赛"}
    assert desk.post(f"{awards}{own.pk}/", {**winner, "place-2": "1", "number-2": ""}).status_code == 302
    assert "司马光" in page_text(desk, page)
    best = Award.objects.get(kind="best-hand")
    assert "hand 1" in page_text(desk, f"{awards}{best.pk}/")
    assert desk.post(page, {"begin": "1", "password": "wrong"}).status_code == 400
    assert not Ceremony.objects.exists()
    assert desk.post(page, {"begin": "1", "password": PASSWORD}).status_code == 302
    first = desk.post(page, {"move": "next", "seen": "0"}, headers=HX).content.decode()
    second = desk.post(page, {"move": "next", "seen": "0"}, headers=HX).content.decode()
    assert 'data-shown="1"' in first
    assert 'data-shown="1"' in second
    assert "司马光" in first
    assert "begun; end it first" in desk.post(awards, {"kind": "own", "title": "新", "places": "1"}).content.decode()
    desk.post(page, {"end": "1"})
    assert not Ceremony.objects.exists()
    desk.post(f"{awards}{own.pk}/move/", {"place": "5"})
    desk.post(f"{awards}{best.pk}/remove/")
    assert [award.kind for award in event.awards.all()] == ["groups", "teams", "individual", "own"]


def test_an_unreleased_earlier_session_links_to_the_release() -> None:
    event = final()
    event.sessions.update(released_at=None)
    desk = browser("organizer", event)
    desk.post(f"/e/{event.slug}/desk/awards/", {"usual": "1"})
    page = desk.get(f"/e/{event.slug}/desk/ceremony/").content.decode()
    assert "Release session 1 first" in page
    assert f'<a href="/e/{event.slug}/desk/sessions/">To the release of the results</a>' in page


def test_a_session_that_is_not_drawn_links_to_the_timetable() -> None:
    event = final()
    add_usual_awards(ACTOR, event)
    add_session(ACTOR, event)
    address = f"/e/{event.slug}/desk/ceremony/"
    page = page_text(browser("organizer", event), address)
    assert "Session 3 is not drawn yet. If it is not played, remove it from the timetable." in page
    assert f'<a href="/e/{event.slug}/desk/setup/timetable/">To the timetable</a>' in page
    assert "To the release of the results" not in page
    assert 'name="begin"' not in page
    page = page_text(browser("committee", event), address)
    assert "Session 3 is not drawn yet" in page
    assert "To the timetable" not in page


def test_desk_and_wall_show_why_a_key_does_not_step() -> None:
    """A sheet of the held back session was reopened; pressing a key alone would have no visible effect."""
    event = begun()
    steps = Ceremony.objects.get().steps
    for at in range(steps - 1):
        step_ceremony(ACTOR, event, move="next", seen=at)
    sheet = Sheet.objects.filter(table__session=event.sessions.get(number=2)).first()
    reopen_sheet(ACTOR, sheet, reason="a slip")
    desk, page = browser("organizer", event), f"/e/{event.slug}/desk/ceremony/"
    for shown in (page, f"/e/{event.slug}/wall/ceremony/"):
        answer = desk.post(page, {"move": "next", "seen": str(steps - 1)}, headers=HX)
        assert answer["HX-Refresh"] == "true"
        assert "not confirmed yet" in page_text(desk, shown)
    assert Ceremony.objects.get().shown == steps - 1


@pytest.mark.parametrize("role", ["referee", "display", "public"])
def test_other_roles_neither_arrange_nor_step(role: str) -> None:
    event = begun()
    client = browser(role, event)
    page = f"/e/{event.slug}/desk/ceremony/"
    awards = f"/e/{event.slug}/desk/awards/"
    for address, facts in ((page, {"move": "next", "seen": "0"}), (page, {"end": "1"}), (awards, {"usual": "1"})):
        assert client.post(address, facts).status_code in (302, 403)
    assert client.get(f"{awards}{Award.objects.first().pk}/").status_code in (302, 403)
    assert Ceremony.objects.get().shown == 0
    assert "data-lot-steps" not in page_text(client, f"/e/{event.slug}/wall/ceremony/")


def test_a_screen_shows_only_the_ceremony_while_it_runs() -> None:
    event = final()
    parts = [{"shows": kind, "seconds": 10} for kind in ("standings", "ceremony")]
    add_screen(ACTOR, event, slug="hall", name="大屏幕", language="zh-hans", parts=parts)
    client = television(screen := event.screens.get())
    assert "screen-standings" in part(client, screen)
    add_usual_awards(ACTOR, event)
    begin_ceremony(ACTOR, event)
    for at in ("", "0.0.1", "0.1.1", "7.0.1"):
        assert "screen-ceremony" in part(client, screen, at)
    step_ceremony(ACTOR, event, move="next", seen=0)
    assert "李娜" in part(client, screen)
    end_ceremony(ACTOR, event)
    assert "screen-standings" in part(client, screen)


def test_the_desk_warns_of_results_changed_after_the_beginning() -> None:
    event = begun()
    desk, page = browser("organizer", event), f"/e/{event.slug}/desk/ceremony/"
    assert "Results have changed" not in page_text(desk, page)
    event.entries.filter(number=2).update(status="withdrawn")
    assert "Results have changed" in page_text(desk, page)


def test_queries_do_not_grow_with_awards() -> None:
    event = final()
    desk, page = browser("organizer", event), f"/e/{event.slug}/desk/ceremony/"
    add_usual_awards(ACTOR, event)
    query_counts = [_queries(desk, page)]
    for number in (3, 4, 5):
        add_award(ACTOR, event, kind="own", title=f"特别奖{number}", places=1)
        winners = [{"place": 1, "number": number}]
        change_award(ACTOR, event.awards.get(title=f"特别奖{number}"), title="特别奖", places=1, winners=winners)
    query_counts.append(_queries(desk, page))
    begin_ceremony(ACTOR, event)
    query_counts.append(_queries(desk, page))
    assert query_counts[0] == query_counts[1] <= 16
    assert query_counts[2] <= 17


def _queries(desk: Client, page: str) -> int:
    """Return the number of queries of the page with a warm cache."""
    page_text(desk, page)
    with CaptureQueriesContext(connection) as queries:
        page_text(desk, page)
    return len(queries)


def test_the_desk_names_only_a_session_that_is_held_back() -> None:
    event, kept = final(), "is held back until then"
    desk, page = browser("organizer", event), f"/e/{event.slug}/desk/ceremony/"
    StandingsSettings.objects.filter(event=event).update(last_session="ceremony")
    assert f"Session 2 {kept}" in page_text(desk, page)
    # Session 2 is no longer the last planned one, although session 3 has no tables yet.
    Event.objects.filter(pk=event.pk).update(planned_sessions=3)
    event.sessions.create(number=3)
    text = page_text(desk, page)
    assert (f"Session 2 {kept}" in text, f"Session 3 {kept}" in text) == (False, True)
    StandingsSettings.objects.filter(event=event).update(last_session="with-others")
    assert kept not in page_text(desk, page)
