"""Reading how an event is played: rules, hall, class, and its players, teams and groups session by session."""

import pytest
from django.core.cache import cache

from ranking.record.models.records import RecordedEvent
from scoring.releases.services.releasing import release_session
from tests.support.cup import cup, taken_in
from tests.support.draws import ACTOR
from tests.support.finals import final
from tests.web.api.test_public import get
from tests.web.pocket.record.test_head_to_head import stored_event
from tournament.events.models.events import Event
from tournament.events.services.halls import plan_hall

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()


@pytest.fixture
def event() -> Event:
    """The cup, with both sessions released."""
    return taken_in(cup(), release=2)


def test_the_rules_have_values_articles_and_departures() -> None:
    settings = {"play": {"at_time": "finish"}, "standings": {"team_sessions": 2}}
    taken_in(cup(id="other", settings=settings))
    answer = get("events/other/rules")
    assert answer["rules"] == "wmo-2014"
    rows = {(one["group"], one["setting"]): one for one in answer["settings"]}
    departing = {key: one["against"] for key, one in rows.items() if one["departs"]}
    assert departing == {("play", "at_time"): True, ("standings", "team_sessions"): False}
    finish, team_sessions = rows["play", "at_time"], rows["standings", "team_sessions"]
    assert finish["value"] == "finish" != finish["default"]
    assert (team_sessions["value"], team_sessions["default"], team_sessions["article"]) == (2, None, "3.10.1")
    assert ("imj", "lowest_fans") not in rows


def test_the_hall_has_its_tables(event: Event) -> None:
    assert get(f"events/{event.slug}/hall", 404)["errors"][0]["where"] == "hall"
    plan_hall(ACTOR, event, rows=2, columns=3, east="left", places={1: (1, 2), 2: (2, 3)})
    assert get(f"events/{event.slug}/hall") == {
        "event": event.slug, "rows": 2, "columns": 3, "east": "left",
        "tables": [{"number": 1, "row": 1, "column": 2}, {"number": 2, "row": 2, "column": 3}],
    }  # fmt: skip


def test_without_a_confirmed_class_it_is_what_the_released_sessions_reach() -> None:
    final()
    reached = get("events/final/class")
    assert (reached["confirmed"], reached["letter"], reached["sessions"], reached["players"]) == (False, "", 1, 8)
    players = [one for one in reached["conditions"] if (one["letter"], one["what"]) == ("C", "players")]
    assert [(one["need"], one["have"], one["met"], one["article"]) for one in players] == [(40, 8, False, "A9 5.3.1")]


def test_the_class_lists_the_departures() -> None:
    taken_in(cup(id="other", settings={"play": {"at_time": "finish"}, "standings": {"team_sessions": 2}}), release=1)
    assert get("events/other/class")["departures"] == [
        {"group": "play", "setting": "at_time", "value": "finish", "against": True},
        {"group": "standings", "setting": "team_sessions", "value": 2, "against": False},
    ]


def test_the_confirmed_class_is_that_of_the_record() -> None:
    event = stored_event()
    recorded = RecordedEvent.objects.get(event=event)
    answer = get(f"events/{event.slug}/class")
    assert (answer["confirmed"], answer["letter"], answer["reached"]) == (True, recorded.valid_letter, recorded.letter)
    assert answer["conditions"] == recorded.conditions
    assert (answer["players"], answer["sessions"]) == (recorded.players, recorded.sessions)


def test_a_player_has_sums_and_ranks_after_each_released_session() -> None:
    event = final()
    event.entries.filter(number=6).update(name_consent=False)
    release_session(ACTOR, event.sessions.get(number=2))
    answer = get("events/final/players/6")
    assert (answer["name"], answer["rank"], answer["ranked"], answer["table_points"]) == ("M. E.", 3, 8, "5")
    first, second = answer["sessions"]
    assert [(one["table"], one["seat"], one["competition_points"], one["rank"]) for one in (first, second)] == [
        (1, "W", -10, 5), (1, "S", 25, 3),
    ]  # fmt: skip
    assert second["result"] == {"session": 2, "table_points": "4", "competition_points": 35}
    assert (answer["hands"], answer["won"]["self_drawn"], answer["won"]["highest"]) == (2, 1, 12)
    assert get("events/final/players/1")["discarded"] == 1
    assert get("events/final/players/99", 404)["errors"][0]["where"] == "number"


def test_a_session_before_its_release_is_not_in_the_figures() -> None:
    final()
    assert [one["session"] for one in get("events/final/players/6")["sessions"]] == [1]
    assert [one["session"] for one in get("events/final/teams/1")["sessions"]] == [1]


def test_teams_and_groups_say_who_counts(event: Event) -> None:
    team, group = (get(f"events/{event.slug}/{kind}/1") for kind in ("teams", "groups"))
    assert (team["rank"], team["ranked"], team["table_points"], team["competition_points"]) == (2, 2, "25/2", -33)
    assert [(one["table_points_so_far"], one["rank"]) for one in team["sessions"]] == [("7", 2), ("25/2", 2)]
    assert (group["table_points"], [one["why_not"] for one in group["members"]].count("not-best")) == ("19", 4)
    other = get(f"events/{event.slug}/teams/2")
    assert [one["name"] for one in other["members"] if one["why_not"] == "disqualified"] == ["Zoë <b>van der Vegt</b>"]
    for kind in ("teams", "groups"):
        assert get(f"events/{event.slug}/{kind}/9", 404)["errors"][0]["where"] == "number"
