"""Reading what happens in the hall: seats, draws of sessions, corrections, the clock, calls and registration."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from scoring.releases.services.releasing import release_session
from scoring.sheets.services.checking.confirming import reopen_sheet
from tests.scoring.releases.test_releasing import TOTALS, finish, sheet_of
from tests.support.applications import open_registration, submit
from tests.support.cup import cup, taken_in
from tests.support.draws import ACTOR, drawn, planned
from tests.support.formats import draw_next, play, with_format
from tests.web.api.test_public import get
from tournament.clocks.services.announcements import announce
from tournament.clocks.services.clocks import start_session
from tournament.events.models.events import Event
from tournament.presence.services.calls import call_player

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()


@pytest.fixture
def event() -> Event:
    """The cup, with both sessions released."""
    return taken_in(cup(), release=2)


def test_a_player_has_the_seats_of_the_page() -> None:
    event = planned()
    path = f"events/{event.slug}/players/3/seats"
    assert get(path) == {"event": event.slug, "number": 3, "coming": None, "stops": []}
    drawn(event)
    event.entries.filter(number=5).update(name="Zoe Planted", name_consent=False)
    page = Client().get(f"/e/{event.slug}/seats/players/3/")
    answer = get(path)
    assert answer["coming"] == 1
    assert [one["session"] for one in answer["stops"]] == [1, 2, 3]
    for stop in answer["stops"]:
        assert (stop["holder"]["number"], stop["sitter"], stop["at"]) == (3, stop["holder"], stop["table"])
        seated = {stop["seat"], *(other["seat"] for other in stop["others"])}
        assert (seated, len(stop["others"])) == ({"E", "S", "W", "N"}, 3)
        assert f"Table {stop['table']}" in page.text
    seats = get(f"events/{event.slug}/players/5/seats")["stops"]
    assert {stop["sitter"]["name"] for stop in seats} == {"Z. P."}
    assert get(f"events/{event.slug}/players/99/seats", 404)["errors"][0]["where"] == "number"
    assert get("events/nothing/players/1/seats", 404)["errors"][0]["where"] == "event"


def test_the_draw_of_a_session_waits_for_its_results() -> None:
    event = with_format("final-4", players=16, sessions=4)
    path = f"events/{event.slug}/sessions/4/draw"
    for session in (1, 2, 3):
        play(event, session)
    draw_next(event, 4)
    for session in (1, 2):
        release_session(ACTOR, event.sessions.get(number=session))
    assert get(path, 404)["errors"][0]["where"] == "draw"
    release_session(ACTOR, event.sessions.get(number=3))
    answer = get(path)
    assert answer == Client().get(f"/e/{event.slug}/seats/4/draw.json").json()
    assert (answer["session"], len(answer["tables"])) == (4, 1)
    assert get(f"events/{event.slug}/sessions/1/draw", 404)["errors"][0]["where"] == "draw"


def test_corrections_have_their_changes_but_no_reasons(event: Event) -> None:
    path = f"events/{event.slug}/corrections"
    assert get(path) == {"event": event.slug, "corrections": [], "next": None}
    sheet = sheet_of(event, 1, 2)
    reopen_sheet(ACTOR, sheet, reason="Frau Dr. Müller verwechselte die Zeilen")
    [begun] = get(path)["corrections"]
    assert (begun["session"], begun["table"], begun["corrected_at"], begun["changes"]) == (1, 2, None, [])
    assert get(f"{path}?number=5")["corrections"] == [begun]
    finish(sheet, TOTALS)
    event.entries.filter(number=8).update(name="Zoe Planted", name_consent=False)
    event.ledger.refresh_from_db()
    event.ledger.public += 1
    event.ledger.save()
    [done] = get(path)["corrections"]
    assert [(one["number"], one["name"], one["before"], one["after"]) for one in done["changes"]] == [
        (5, "GARCÍA Luis", *({"table_points": "4", "competition_points": points} for points in (100, 90))),
        (8, "Z. P.", *({"table_points": "2", "competition_points": points} for points in (10, 20))),
    ]
    assert "Müller" not in str(done)
    assert done["corrected_at"] >= done["begun_at"]
    assert get(f"{path}?number=8")["corrections"] == [done]
    assert get(f"{path}?number=1")["corrections"] == []
    assert get(f"{path}?number=99", 404)["errors"][0]["where"] == "number"
    assert get(f"{path}?number=0", 422)["errors"][0]["where"] == "number"


def test_now_has_the_clock_announcements_and_calls() -> None:
    event = planned()
    drawn(event)
    quiet = get(f"events/{event.slug}/now")
    assert (quiet["session"], quiet["clock"], quiet["announcements"], quiet["called"]) == (1, None, [], [])
    announce(ACTOR, event, texts={"zh": "午餐", "en": "Lunch"})
    announce(ACTOR, event, texts={"en": "Tomorrow"}, from_at=timezone.now() + timedelta(days=1))
    event.entries.filter(number=3).update(name="Zoe Planted", name_consent=False)
    call_player(ACTOR, event.entries.select_related("event__ledger").get(number=3), session=1)
    start_session(ACTOR, event.sessions.get(number=1))
    answer = get(f"events/{event.slug}/now")
    assert [one["text"] for one in answer["announcements"]] == [{"zh": "午餐", "en": "Lunch"}]
    stop = get(f"events/{event.slug}/players/3/seats")["stops"][0]
    assert answer["called"] == [{"number": 3, "name": "Z. P.", "table": stop["at"], "seat": stop["seat"]}]
    clock = answer["clock"]
    assert (clock["session"], clock["state"], clock["ended_at"], clock["resumes_at"]) == (1, "running", None, None)
    assert 0 < clock["seconds_left"] <= clock["minutes"] * 60
    assert clock["started_at"] < clock["ends_at"]


def test_registration_has_places_only_while_it_is_open() -> None:
    event = planned("open", players=3)
    path = f"events/{event.slug}/registration"
    closed = get(path)
    assert (closed["state"], closed["opens"], closed["places"]) == ("none", None, None)
    open_registration(event, capacity=5)
    assert get(path)["places"] == {"capacity": 5, "taken": 3, "free": 2, "waiting": None}
    event = open_registration(event, capacity=3)
    submit(event, name="Zoe Planted")
    answer = get(path)
    assert answer["state"] == "open"
    assert answer["places"] == {"capacity": 3, "taken": 3, "free": 0, "waiting": 1}
    assert "Planted" not in str(answer)
    open_registration(event, opens=timezone.now() - timedelta(days=2), closes=timezone.now() - timedelta(days=1))
    over = get(path)
    assert (over["state"], over["places"]) == ("over", None)


def test_a_player_has_state_and_others_at_the_table(event: Event) -> None:
    left = get(f"events/{event.slug}/players/7")
    assert (left["kind"], left["status"], left["rank_lost"], left["team"], left["group"]) == (
        "player", "disqualified", False, 2, 1,
    )  # fmt: skip
    [guest] = [one for one in left["sessions"][1]["others"] if one["from_hand"]]
    assert (guest["seat"], guest["from_hand"], guest["number"], guest["name"]) == ("W", 9, None, "Ein Gast")
    eight = next(one for one in left["sessions"][0]["others"] if one["number"] == 8)
    assert eight["result"] == {"session": 1, "table_points": "2", "competition_points": 10}


def test_a_table_has_penalties_outside_its_hands() -> None:
    document = cup()
    given = {"seat": "W", "points": -5, "article": "3.11.2.2"}
    document["sessions"][1]["tables"][1]["penalties"] = [given]
    event = taken_in(document, release=2)
    assert get(f"events/{event.slug}/sessions/2/tables/2")["penalties"] == [
        given | {"reason": ""},  # of the guest, who has no number
        {"number": 3, "points": -10, "article": "3.11.2.1", "reason": "five minutes late"},
    ]
    assert get(f"events/{event.slug}/sessions/1/tables/1")["penalties"] == []
