"""Reading what is public: shapes, pages of lists, errors, other sites, and the examples of the page."""

import json
from datetime import date, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from ranking.pins.models.applications import Certificate
from scoring.sheets.models.hand_records import HandRecord
from scoring.standings.selectors.document import standings_document
from tests.support.cup import taken_in
from tests.support.draws import drawn, planned
from tests.support.finals import final
from tests.support.gallery import ORPHANS, won_with
from tests.support.imj import imj_document
from tests.support.pin_applications import applicant, applied, granted
from tests.support.ranking import new_body, new_person, result_of
from tests.support.rankings import career, computed, new_ranking, placed
from tests.support.series import new_series, season
from tests.web.pocket.record.test_head_to_head import people_of, stored_event
from tournament.events.models.events import Event
from web.api.public.reading import PAGE

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _empty_throttles() -> None:
    cache.clear()


def get(path: str, status: int = 200) -> Any:
    answer = Client().get(f"/api/v1/{path}")
    assert answer.status_code == status, answer.content
    assert answer["Access-Control-Allow-Origin"] == "*"
    return answer.json()


def test_an_event_has_its_released_results_only() -> None:
    event = final()
    [head] = get("events")["events"]
    assert head == {
        "id": "final", "name": "品局杯决赛", "country": "", "place": "成都",
        "starts": "2026-05-01", "ends": "2026-05-02", "rules": "wmo-2014", "sessions": 2, "released": 1, "players": 8,
    }  # fmt: skip
    assert get("events/final/standings") == standings_document(event, live=False)
    assert get("events/final")["status"]["last_session"] == 1
    table = get("events/final/sessions/1/tables/1")
    assert (table["seats"], table["totals"]["E"]) == ({"E": 1, "S": 5, "W": 6, "N": 4}, 30)
    assert get("events/final/sessions/2/tables/1", 404)["errors"][0]["where"] == "table"
    assert get("events/final/draw", 404)["errors"][0]["where"] == "draw"
    assert get("events/nothing", 404)["errors"][0]["where"] == "event"


def test_results_become_official_by_time_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    today = timezone.localdate()
    final(starts=f"{today}", ends=f"{today + timedelta(days=1)}")
    assert "official_since" not in get("events/final")["status"]
    later = timezone.now() + timedelta(days=3)
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert get("events/final")["status"]["official_since"]


def test_hands_have_the_shape_of_the_event_file() -> None:
    hands = [
        {"no": 1, "winner": "E", "discarder": "N", "points": 88},
        {"no": 2, "winner": None},
        {"no": 3, "winner": "S", "points": 9, "adjustments": {"E": 10, "S": 10, "W": -30, "N": 10}},
        {"no": 4, "winner": None, "aborted": True},
    ]
    table = {"number": 1, "seats": dict(zip("ESWN", range(1, 5), strict=True)), "hands": hands}
    players = [{"number": at, "name": f"选手{at}"} for at in range(1, 5)]
    head = {"id": "one", "name": "一", "rules": "wmo-2014", "sessions": 1}
    document = {
        "format": "mcr-event/1",
        "event": head,
        "players": players,
        "sessions": [{"number": 1, "tables": [table]}],
    }
    taken_in(document, release=1)
    assert get("events/one/sessions/1/tables/1")["hands"] == hands


def test_a_hand_of_the_other_game_has_all_that_its_file_has() -> None:
    document = imj_document()
    document["event"]["sessions"] = 1
    del document["players"][4:], document["sessions"][1:], document["sessions"][0]["tables"][1:]
    taken_in(document, release=1)
    hands = get("events/imj-cup/sessions/1/tables/1")["hands"]
    assert {"fans", "robbed", "bound", "false_wins"} < {name for hand in hands for name in hand}
    assert hands == document["sessions"][0]["tables"][0]["hands"]


def test_a_rehearsal_is_read_by_nobody() -> None:
    Event.objects.filter(pk=final().pk).update(rehearsal=True)
    assert get("events")["events"] == []
    for path in ("", "/standings", "/draw", "/sessions/1/tables/1"):
        get(f"events/final{path}", 404)


def test_a_released_draw_is_its_record() -> None:
    drawn(planned("2", players=8, sessions=2), "released", count=2)
    assert get("events/2/draw") == Client().get("/e/2/draw/record.json").json()


def test_a_series_has_its_ranking_after_each_event() -> None:
    first, second = new_person("王伟", latin_name="WANG Wei", country="CN"), new_person("Ana", country="ES")
    events = season({first: [50, -20], second: [-50, 30]})
    series = new_series(*[event.slug for event in events], body=new_body(name="EMA"), finalists=1)
    assert [row["id"] for row in get("series")["series"]] == [series.slug]
    found = get(f"series/{series.slug}")
    assert (found["after"], found["body"], found["counted"]) == (2, "EMA", [event.slug for event in events])
    assert found["lines"][0] == {
        "rank": 1, "name": "王伟", "latin_name": "WANG Wei", "person": first.pk, "country": "CN",
        "points": "30", "visits": 2, "movement": 0, "qualification": {"chance": "in", "margin": "50"},
        "worths": [{"points": points, "bonus": "0", "counts": True} for points in ("50", "-20")],
    }  # fmt: skip
    assert [line["qualification"] for line in found["lines"][1:]] == [{"chance": "out", "margin": "50"}]
    assert [(one["event"], one["session"], one["state"]) for one in found["schedule"]] == [
        (event.slug, None, "official") for event in events
    ]
    second_page = get(f"series/{series.slug}?start=1")
    assert (second_page["lines"], second_page["schedule"], found["next"]) == (found["lines"][1:], [], None)
    assert [line["points"] for line in get(f"series/{series.slug}?after=1")["lines"]] == ["50", "-50"]
    get("series/nothing", 404)
    assert get(f"series/{series.slug}?after=-1", 422)["errors"][0]["where"] == "after"


def test_answers_have_the_letters_of_all_languages() -> None:
    result_of(new_person("王伟"))
    answer = Client().get("/api/v1/record/players")
    assert "王伟" in answer.content.decode()


def test_the_events_of_a_series_without_a_visit_or_a_result_are_told() -> None:
    first, second = new_person("Ana"), new_person("Eva")
    events = season({first: [50, 10], second: [None, 20]})
    series = new_series(*[event.slug for event in events], "later")
    found = get(f"series/{series.slug}")
    assert [one["state"] for one in found["schedule"]] == ["official", "official", "gone"]
    assert len(found["counted"]) == 2
    eva = next(line for line in found["lines"] if line["name"] == "Eva")
    assert (eva["worths"][0], eva["worths"][1]["points"], eva["qualification"]) == (None, "20", None)


def test_a_ranking_is_read_by_the_page_and_the_day() -> None:
    people = [new_person(f"Player {at:04}", country="NL") for at in range(PAGE + 2)]
    placed({person: at for at, person in enumerate(people, 1)}, date(2026, 5, 1), players=len(people))
    ranking = computed(
        new_ranking(new_body(name="EMA"), slug="own", kind="own", factors=["1"], least=1), date(2026, 6, 1)
    )
    assert get("rankings")["rankings"] == [
        {"id": "own", "name": ranking.name, "body": "EMA", "day": "2026-06-01", "players": PAGE + 2}
    ]
    first, rest = get("rankings/own"), get(f"rankings/own?start={PAGE}")
    assert (len(first["lines"]), first["next"]) == (PAGE, PAGE)
    assert [line["name"] for line in rest["lines"]] == [f"Player {PAGE:04}", f"Player {PAGE + 1:04}"]
    assert (rest["next"], rest["countries"], first["countries"][0]["country"]) == (None, [], "NL")
    assert first["lines"][0]["points"] == "1000.0000"
    get("rankings/own?day=2026-05-31", 404)
    assert get("rankings/own?day=yesterday", 422)["errors"][0]["where"] == "day"


def test_the_record_has_events_persons_statistics_countries_and_teams() -> None:
    person = new_person("王伟", country="CN")
    [event] = career(person, 3, ends=date(2026, 5, 4), name="Open", country="NL")
    event.results.update(team="Dragons", team_rank=1)
    [head] = get("record/events")["events"]
    assert (head["id"], head["letter"], head["country"]) == (event.slug, "A", "NL")
    [result] = get(f"record/events/{event.slug}")["results"]
    assert result == {
        "name": "王伟", "latin_name": "", "person": person.pk, "rank": 3, "country": "CN", "team": "Dragons",
        "team_rank": 1, "table_points": "20", "competition_points": 500, "status": "ranked",
    }  # fmt: skip
    record = get(f"record/persons/{person.pk}")
    assert (record["name"], record["results"][0]["event"]["id"], record["results"][0]["rank"]) == (
        "王伟",
        event.slug,
        3,
    )
    assert get("record/players?by=points")["lines"][0]["value"] == "125/2"
    assert get("record/players?by=nothing", 422)["errors"][0]["where"] == "by"
    assert get("record/countries/chn")["placings"]["3"] == 1
    assert get("record/teams?name=Dragons")["events"][0]["rank"] == 1
    for path in ("record/events/nothing", "record/persons/0", "record/countries/QQ", "record/teams?name=Nobody"):
        get(path, 404)


@pytest.mark.parametrize(
    ("path", "where"),
    [
        ("record/players?year=10000", "year"),
        ("record/hands?year=99999999999999999999", "year"),
        ("record/players?year=-5", "year"),
        ("record/players?event=%00", "event"),
        ("record/teams?name=", "name"),
        ("record/teams?name=%00", "name"),
        ("record/countries/%00", "country"),
        ("events/%00", "event"),
    ],
)
def test_odd_input_is_named(path: str, where: str) -> None:
    assert get(path, 422)["errors"][0]["where"] == where


def test_a_merged_person_leads_to_the_kept_one() -> None:
    kept, merged = new_person("王伟"), new_person("Wang Wei")
    result_of(merged)
    type(merged).objects.filter(pk=merged.pk).update(merged_into=kept)
    assert get(f"record/persons/{merged.pk}")["person"] == kept.pk


def test_hands_are_those_of_the_gallery() -> None:
    event = stored_event(starts="2029-05-01", ends="2029-05-02")
    HandRecord.objects.all().delete()
    person = people_of(event)[0]
    record = won_with(event, person, 1, ORPHANS, 88)
    [hand] = get("record/hands")["hands"]
    assert (hand["points"], hand["tiles"]["hand"], hand["winner"]["person"]) == (88, ORPHANS["hand"], person.pk)
    counted = Client().post("/api/v1/score-hands", json.dumps(hand["tiles"]), content_type="application/json").json()
    assert counted["points"] == record.calculated == hand["calculated"]


def test_the_register_has_the_pins_that_everybody_may_see(tmp_path, settings) -> None:
    settings.CERTIFICATE_KEYS = tmp_path
    for public in (True, False):
        granted(applied(applicant(), public=public))
    shown, hidden = Certificate.objects.order_by("pk")
    assert get("register") == {
        "pins": [
            {
                "kind": "pin", "level": shown.level, "name": shown.name, "latin_name": "", "country": "NL",
                "certificate": shown.serial, "check": f"http://testserver/c/{shown.code}/",
                "issued_on": shown.issued_on.isoformat(), "body": shown.body_name,
            }
        ],
        "next": None,
    }  # fmt: skip
    assert hidden.level > 3
    Certificate.objects.update(revoked_at=timezone.now())
    assert get("register")["pins"] == []
