"""The list of events, and the home page of an event."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from scoring.releases.services.releasing import release_session
from tests.support.cup import cup, taken_in
from tests.support.draws import ACTOR, drawn, planned
from tests.support.event_generator import make_event
from tests.support.finals import final
from tests.web.pocket.conftest import page_text
from tournament.clocks.services.clocks import start_session
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account

pytestmark = pytest.mark.django_db


def plain(slug: str, name: str, **head: str) -> dict:
    """Return an event file without entries."""
    event = {"id": slug, "name": name, "rules": "wmo-2014", "sessions": 2} | head
    return {"format": "mcr-event/1", "event": event, "players": [], "sessions": []}


def test_list_shows_newest_first_with_venue_dates_and_progress(event: Event, public: Client) -> None:
    taken_in(plain("old", "Открытый чемпионат", starts="2019-03-01"))
    taken_in(plain("undated", "Some day"))
    text = page_text(public, "/")
    assert text.index("品局杯") < text.index("Открытый") < text.index("Some day")
    assert "品局杯 成都, China · 1–2 May 2026 7 ● Running 2 of 3 sessions" in text
    assert "Открытый чемпионат 1 March 2019 0 ◐ Results awaited 0 of 2 sessions" in text
    assert "Some day 0 ○ Upcoming 0 of 2 sessions" in text


def test_list_shows_events_of_today_before_coming_ones(public: Client) -> None:
    today = timezone.localdate()
    taken_in(plain("now", "Spring Open", starts=f"{today - timedelta(days=1)}", ends=f"{today}"))
    taken_in(plain("day", "One Day", starts=f"{today}"))
    taken_in(plain("coming", "Autumn Open", starts=f"{today + timedelta(days=9)}"))
    taken_in(plain("past", "Winter Open", starts=f"{today - timedelta(days=9)}"))
    text = page_text(public, "/")
    names = ("One Day", "Spring Open", "Autumn Open", "Winter Open")
    assert sorted(names, key=text.index) == list(names)


def test_home_leads_with_what_matters_now(public: Client) -> None:
    """Before: seats and timetable. During: the standings. After: the podium, then the standings."""
    event = planned()
    drawn(event)
    event.sessions.filter(number=1).update(starts=timezone.now() + timedelta(days=30))
    address = f"/e/{event.slug}/"
    before = page_text(public, address)
    assert before.index("Find your seat") < before.index("Timetable") < before.index("Good to know")
    assert "Clock with gong" in before
    assert "Session 1 starts on" in before
    assert "No results yet" not in before
    running = final()
    during = page_text(public, "/e/final/")
    assert during.index("Standings after session 1 of 2") < during.index("Players 8")
    assert "Podium" not in during
    public.post("/e/final/be/", {"number": "1"})
    session = running.sessions.get(number=2)
    start_session(ACTOR, session)
    playing = page_text(public, "/e/final/")  # my table, the clock, the standings
    assert playing.index("Number 1 ") < playing.index("Time left") < playing.index("Standings after session 1 of 2")
    release_session(ACTOR, session)
    after = page_text(public, "/e/final/")
    podium = after[after.index("Podium") : after.index("Standings after session 2 of 2")]
    assert "1 李娜 China 6 TP +40 CP 2 欧阳娜娜 China 6 TP +30 CP" in podium
    assert "Teams 1 龙队" in podium
    assert "Clock with gong" not in after


def test_home_shows_its_title_once(event: Event, public: Client) -> None:
    page = public.get("/e/cup/").content.decode()
    assert page.split("<body")[1].count(event.name) == 1
    assert f"<h1>{event.name}</h1>" in page


@pytest.mark.parametrize("query", ["品局", "CHENGDU OPEN", "zolw", "zażółć", "Ｏｐｅｎ"])
def test_search_ignores_case_and_accents(query: str, public: Client) -> None:
    taken_in(plain("one", "Chengdu Open 品局 Żółw Zażółć"))
    taken_in(plain("two", "Other"))
    text = page_text(public, f"/?q={query}")
    assert "Chengdu Open" in text
    assert "Other" not in text


def test_empty_list_says_what_to_do_next(public: Client) -> None:
    assert "Events appear here as soon as their organizer imports or creates them." in page_text(public, "/")
    house = Client()
    house.force_login(Account.objects.create_user("house", is_staff=True))
    page = house.get("/").content.decode()
    assert "Create an event: its page always shows the next step." in page
    assert 'href="/desk/new/"' in page
    taken_in(plain("one", "Cup"))
    page = house.get("/").content.decode()
    assert 'href="/desk/new/"' in page
    assert 'href="/desk/import/"' in page
    assert "/desk/new/" not in public.get("/").content.decode()
    assert "No event found" in page_text(public, "/?q=nothing")


def test_home_shows_facts_leaders_and_released_sessions(event: Event, public: Client) -> None:
    text = page_text(public, "/e/cup/")
    assert "品局杯 1–2 May 2026 · 成都, China" in text
    assert "How it is played WMO rules of 2014 Class of the event, for pins National event" in text
    assert "Players 7 Teams 2 Groups 1 Countries 8 Sessions released 2 of 3" in text
    assert "Standings after session 2 of 3" in text
    assert "1 ▲2 up 2 places MÜLLER Eva GER Tigers 6 +58" in text
    assert "7 ▼1 down 1 place 佐藤 翔太 SATO Shota JP 龙队 0 −120" in text
    assert "Session 1 2 tables Session 2 2 tables" in text
    assert "Session 3 2 tables" not in text
    assert "contradict" not in text


def test_officials_see_live_state_and_contradictions(event: Event, official: Client) -> None:
    text = page_text(official, "/e/cup/")
    assert "You see the live state, as officials do The public sees the results of 2 of 3 sessions." in text
    assert "1 table does not add up · 1 × totals only · 4 × shorter · 2 × with gaps" in text
    assert "after session 3 of 3 · live, as officials see it" in text
    assert "Session 3 2 tables ○ 1 table not confirmed" in text
    assert 'href="/e/cup/desk/contradictions/"' in official.get("/e/cup/").content.decode()


def test_event_without_results_says_so(public: Client) -> None:
    taken_in(cup(id="fresh"))
    for address in ("/e/fresh/standings/", "/e/fresh/tables/", "/e/fresh/players/1/"):
        assert "No results yet" in page_text(public, address)


def test_unknown_event_is_404(event: Event, public: Client) -> None:
    pages = ["", "players/", "players/1/", "teams/1/", "groups/1/", "tables/", "tables/1/", "tables/1/1/", "rules/"]
    assert {public.get(f"/e/none/{page}").status_code for page in pages} == {404}


def test_home_before_the_event_lists_the_days_and_during_it_only_what_comes(public: Client) -> None:
    document = plain("days", "Two days", starts="2031-05-01", ends="2031-05-02")
    document["sessions"] = [
        {"number": 1, "starts": "2031-05-01T09:30:00Z", "tables": []},
        {"number": 2, "starts": "2031-05-02T14:00:00Z", "tables": []},
    ]
    event = taken_in(document)
    page = page_text(public, "/e/days/")
    assert "Timetable 1 May 2031 Thursday" in page
    assert "Session 1" in page
    event.sessions.filter(number=1).update(released_at=timezone.now())
    event.ledger.public += 1
    event.ledger.save()
    page = page_text(public, "/e/days/")
    assert "Timetable 2 May 2031 Friday" in page
    assert "1 May 2031 Thursday" not in page


def test_podium_shows_individuals_teams_and_groups(public: Client) -> None:
    document = make_event(1, players=16, sessions=2, odd=False, stages=False)
    document["event"]["id"] = "over"
    event = taken_in(document)
    event.sessions.update(released_at=timezone.now())
    event.ledger.public += 1
    event.ledger.save()
    page = page_text(public, "/e/over/")
    podium = page[page.index("Podium") : page.index("Standings after session 2 of 2")]
    assert podium.index("Teams") < podium.index("Groups 1 团体")
    assert "Timetable" not in page
