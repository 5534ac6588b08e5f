"""Missing players: lateness, calls, and fillers who join the pool."""

import re
from datetime import timedelta

from django.db.models import F
from django.test import Client
from django.utils.html import strip_tags

from tests.web.desk.checkin.pages import address, decide, tap
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event


def test_missing_players_are_listed_by_team_with_lateness(event: Event, desk: Client) -> None:
    for number in range(1, 15):
        tap(desk, event, here=number)
    body = desk.get(address("missing", event)).content.decode()
    assert "14 of 16" in body
    assert "2 are missing" in body
    for number in (15, 16):
        assert address("person", event, number) in body
    assert address("person", event, 3) not in body
    assert "no start for this session" in body
    assert desk.post(address("missing", event), {"start": "soon"}).status_code == 400
    assert desk.post(address("missing", event), {"start": "00:00"}).status_code == 302
    # Yesterday, because in the first minutes of a day no session is forfeited yet.
    event.sessions.filter(late_from__isnull=False).update(late_from=F("late_from") - timedelta(days=1))
    late = desk.get(address("missing", event)).content.decode()
    limits = re.search(r'<ol class="limits">(.*?)</ol>', late, re.DOTALL)
    assert limits
    assert [" ".join(strip_tags(line).split()) for line in limits[1].split("</li>")[:-1]] == [
        "until 00:00 no penalty",
        "until 00:10 −10 points",
        "until 00:15 −20 points",
        "then session forfeited",
    ]
    assert "have forfeited" in late
    assert desk.post(address("missing", event), {"start": ""}).status_code == 302
    assert 'class="limits"' not in desk.get(address("missing", event)).content.decode()


def test_an_outsider_joins_the_pool_by_name(event: Event, desk: Client) -> None:
    assert desk.post(address("missing", event), {"filler": " "}).status_code == 400
    assert desk.post(address("missing", event), {"filler": "路人乙"}).status_code == 302
    assert Entry.objects.get(name="路人乙").kind == "filler"
    assert "19 路人乙" in desk.get(address("missing", event)).content.decode()


def test_players_are_called_one_by_one_or_all_and_the_calls_end(event: Event, desk: Client) -> None:
    page = address("missing", event)
    desk.post(page, {"call": 3})
    body = desk.get(page).content.decode()
    assert "called at" in body
    assert 'name="uncall" value="3"' in body
    assert "15 players are called." in desk.post(page, {"call_all": "1"}, follow=True).content.decode()
    desk.post(page, {"uncall": 3})
    tap(desk, event, here=4)
    body = desk.get(page).content.decode()
    assert body.count('name="uncall"') == 14
    assert desk.post(page, {"call": "x"}).status_code == 404
    assert desk.post(page, {}).status_code == 404
    decide(desk, event, 5, do="withdraw", **{"withdraw-session": 2, "withdraw-reason": "ill"})
    assert "cannot be done now" in desk.post(page, {"call": 5}, follow=True).content.decode()
