"""Reading an event: statistics, report, photos, notices and appeal times are those of its pages, names too."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from scoring.appeals.selectors.appeals import running_times
from scoring.fouls.models import Foul
from scoring.game.rules.games import game_of
from scoring.releases.services.releasing import release_session
from scoring.standings.selectors.encounters import encounters
from scoring.standings.selectors.hand_statistics import event_hands, hands_in
from scoring.standings.selectors.standings import Standings, view_of
from tests.support.cup import taken_in
from tests.support.draws import ACTOR
from tests.support.event_generator import make_event
from tests.support.finals import final
from tests.support.photos import new_photo
from tests.web.api.test_public import get
from tournament.clocks.models import SessionClock
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db
OPERATIONS = ("statistics", "report", "photos", "notices", "appeals")


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()


@pytest.fixture
def ended() -> Event:
    """A finished event in which number 6, MÜLLER Eva, refused the name."""
    event = final()
    event.entries.filter(number=6).update(name_consent=False)
    release_session(ACTOR, event.sessions.get(number=2))
    return event


def entry(number: int, name: str, latin_name: str = "") -> dict[str, Any]:
    return {"number": number, "name": name, "latin_name": latin_name, "country": "CN"}


def test_the_report_is_that_of_the_page(ended: Event) -> None:
    report = get("events/final/report")
    assert report["numbers"] == {
        "players": 8, "teams": 2, "groups": 1, "countries": 1, "sessions": 2, "tables": 4, "hands": 2, "points": 100,
    }  # fmt: skip
    players = [(line["rank"], line["number"], line["name"]) for line in report["podium"]["players"]]
    assert players == [(1, 2, "李娜"), (2, 5, "欧阳娜娜"), (3, 1, "王伟"), (3, 6, "M. E.")]
    [team] = report["podium"]["teams"][:1]
    assert (team["rank"], team["name"], report["podium"]["groups"][0]["name"]) == (1, "龙队", "西部团")
    assert (
        report["podium"]["players"][0] | {"table_points": "6", "competition_points": 40}
        == (report["podium"]["players"][0])
    )
    hand = {"session": 2, "table": 1, "self_drawn": False, "robbed": False}
    assert report["hands"] == [
        hand | {"no": 1, "points": 88, "winner": entry(2, "李娜")},
        hand | {"no": 2, "points": 12, "self_drawn": True, "winner": entry(6, "M. E.")},
    ]
    assert get("events/final/statistics")["highest"] == report["hands"]
    closest = report["closest"]
    assert (closest["session"], closest["table"], closest["difference"]) == (2, 2, 30)
    assert [one["number"] for one in closest["entries"]] == [5, 4, 3, 8]
    assert report["climb"] == {"entry": entry(6, "M. E."), "session": 1, "start": 5, "end": 3}


def test_the_statistics_are_those_of_the_page() -> None:
    document = make_event(1, players=16, sessions=3, odd=False, stages=False)
    for session in document["sessions"]:
        session.pop("released", None)
    event = taken_in(document, release=2)
    view = view_of(event, live=False)
    assert view.last_session == 2
    hands = event_hands(hands_in(event, view), game_of(event.rules).terms.steps)
    answer = get(f"events/{event.slug}/statistics")
    figures = {"hands": hands.all.hands, "by_discard": hands.all.by_discard, "self_drawn": hands.all.self_drawn}
    assert answer["all"] == figures | {
        "robbed": 0, "drawn": hands.all.drawn, "aborted": hands.all.aborted, "mean": str(hands.all.mean),
        "highest": hands.all.highest,
    }  # fmt: skip
    assert hands.all.hands > 20
    assert [(one["session"], one["hands"]) for one in answer["sessions"]] == [
        (number, one.hands) for number, one in hands.sessions
    ]
    assert [(one["first"], one["last"], one["hands"]) for one in answer["ranges"]] == hands.steps
    assert [(one["session"], one["table"], one["no"]) for one in answer["highest"]] == [
        hand[:3] for hand in hands.highest
    ]
    assert answer["deals"] is None
    standings = Standings(event, view)
    lines = standings.individual()[:10]
    assert [(one["number"], one["ranks"][-1]) for one in answer["first"]] == [(one.number, one.rank) for one in lines]
    assert {len(one["ranks"]) for one in answer["first"]} == {2}
    met = encounters(standings, [line.number for line in lines])
    assert {tuple(one["players"]): one["sessions"] for one in answer["meetings"]} == {
        pair: sessions for pair, sessions in met.items() if pair[0] < pair[1]
    }


def test_a_session_before_its_release_shows_nothing() -> None:
    event = final()
    new_photo(event, en="The podium")
    answer = get("events/final/statistics")
    assert (answer["all"]["hands"], answer["all"]["mean"]) == (0, None)
    assert [answer[key] for key in ("sessions", "highest", "first", "meetings")] == [[], [], [], []]
    for path in ("report", "photos"):
        assert get(f"events/final/{path}", 404)["errors"][0]["where"] == "report"


def test_the_photos_have_address_and_caption_with_initials(ended: Event, settings, tmp_path) -> None:
    settings.MEDIA_ROOT = tmp_path
    photo = new_photo(ended, en="MÜLLER Eva with the cup", zh="颁奖")
    [shown] = get("events/final/photos")["photos"]
    assert shown == {
        "address": f"http://testserver/e/final/report/photos/{photo.pk}.jpg",
        "width": 320,
        "height": 240,
        "caption": {"en": "M. E. with the cup", "zh": "颁奖"},
    }
    assert Client().get(shown["address"])["Content-Type"] == "image/jpeg"


def test_notices_are_those_that_were_made_public(ended: Event) -> None:
    eva, now = ended.entries.get(number=6), timezone.now()
    columns = {"event": ended, "scope": "event", "entered_at": now}
    Foul.objects.create(number=1, kind="late", entry=eva, notice="Late.", notice_at=now, article="3.11", **columns)
    Foul.objects.create(number=2, kind="own", title="Noise", notice_at=now - timedelta(1), **columns)
    Foul.objects.create(number=3, kind="late", entry=eva, notice="Not public", **columns)
    Foul.objects.create(number=4, kind="late", notice="Cancelled", notice_at=now, cancelled_at=now, **columns)
    late, noise = get("events/final/notices")["notices"]
    assert (late["number"], late["name"], late["notice"], late["article"]) == (6, "M. E.", "Late.", "3.11")
    assert set(late["foul"]) == {"en", "zh", "ja"}
    assert (noise["number"], noise["name"], noise["foul"], noise["title"]) == (None, "", {}, "Noise")
    assert [one["title"] for one in get("events/final/notices?start=1")["notices"]] == ["Noise"]


def test_the_appeal_times_are_those_of_the_page(ended: Event) -> None:
    now = timezone.now()
    times = {"started_at": now - timedelta(hours=2), "ended_at": now}
    SessionClock.objects.update_or_create(session=ended.sessions.get(number=2), defaults=times)
    [running] = running_times(ended)
    answer = get("events/final/appeals")
    assert {key: answer[key] for key in ("minutes", "second_minutes", "fee", "currency")} == {
        "minutes": 30, "second_minutes": 30, "fee": 200, "currency": "USD",
    }  # fmt: skip
    assert [one["session"] for one in answer["times"]] == [2]
    assert answer["times"][0]["deadline"][:19] == running.deadline.isoformat()[:19]


def test_a_rehearsal_and_an_unknown_event_have_nothing(ended: Event) -> None:
    Event.objects.filter(pk=ended.pk).update(rehearsal=True)
    for path in OPERATIONS:
        assert get(f"events/final/{path}", 404)["errors"][0]["where"] == "event"
        assert get(f"events/nothing/{path}", 404)["errors"][0]["where"] == "event"
