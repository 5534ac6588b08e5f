"""Reading what is behind rankings and records: explained points, bests, opponents, series, hands."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from ranking.links.models import PersonRecord
from ranking.opponents.selectors.bests import bests
from ranking.opponents.selectors.tables import opponents, stored_tables
from ranking.pins.models.applications import Certificate
from ranking.rankings.models import Ranking
from ranking.record.models.records import OfficialResult
from scoring.sheets.models.hand_records import HandRecord
from tests.support.gallery import ORPHANS, won_with
from tests.support.pin_applications import applicant, applied, granted
from tests.support.ranking import new_body, new_person
from tests.support.rankings import DAY, computed, new_ranking, placed
from tests.support.series import new_series, season
from tests.web.api.test_public import get
from tests.web.pocket.record.test_head_to_head import people_of, stored_event

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()


def test_a_ranked_player_is_explained_as_on_the_page() -> None:
    first, hidden = new_person("王伟", country="NL"), new_person("Zoe Planted", country="NL")
    placed({first: 1, hidden: 2}, name="Listed Open", stated_weight="5.25")
    placed({first: 3, hidden: 2}, name="Winter Open")
    computed(new_ranking(new_body(), slug="mers"), DAY)
    computed(new_ranking(new_body(), slug="mers-2"), DAY + timedelta(days=30))
    PersonRecord.objects.create(person=hidden, public=False)
    page = Client().get(reverse("rankings:player", args=["mers", first.pk])).context
    answer = get(f"rankings/mers/players/{first.pk}")
    assert answer["line"] == get("rankings/mers")["lines"][0]
    assert (answer["filled"], answer["missing"]) == (page["filled"], page["missing"]) == (3, 0)
    assert [(one["name"], one["place"], one["part_a"], one["part_b"]) for one in answer["results"]] == [
        (row["event"].name, row["place"], row["use"].part_a, row["use"].part_b) for row in page["rows"]
    ]
    listed = next(one for one in answer["results"] if one["name"] == "Listed Open")
    assert (listed["weight"], listed["factor"], listed["value"], listed["product"], listed["stated"]) == (
        "5.2500", "1.0000", "1000", "5250", True,
    )  # fmt: skip
    assert [(one["day"], one["rank"]) for one in answer["days"]] == [(DAY.isoformat(), 1)]
    events = get("rankings/mers/events")
    assert [(one["name"], one["stated"]) for one in events["events"]] == [("Winter Open", False), ("Listed Open", True)]
    assert get("rankings/mers/events?start=1")["events"] == events["events"][1:]
    for path, where in ((f"mers/players/{hidden.pk}", "person"), ("nothing/events", "ranking")):
        assert get(f"rankings/{path}", 404)["errors"][0]["where"] == where


def test_a_rating_has_steps_and_no_weights() -> None:
    event = stored_event(starts="2026-05-01", ends="2026-05-02")
    first = people_of(event)[0]
    computed(new_ranking(new_body(), slug="rating", kind="rating", least=1))
    answer = get(f"rankings/rating/players/{first.pk}")
    assert answer["results"] == []
    assert [(one["event"], one["tables"], one["weight"]) for one in answer["steps"]] == [(event.slug, 3, None)]


def test_bests_and_opponents_are_those_of_the_page() -> None:
    event = stored_event()
    first, *others = people_of(event)
    HandRecord.objects.all().delete()
    record = won_with(event, first, 1, ORPHANS, 88)
    tables = stored_tables(first)
    found = bests(first, tables)
    answer = get(f"record/persons/{first.pk}/bests")
    assert (answer["person"], answer["tables"], answer["hand_tables"]) == (first.pk, 3, found.hand_tables)
    assert (answer["hand"]["points"], answer["hand"]["id"], answer["hand"]["event"]) == (88, record.pk, event.slug)
    assert answer["ends"] == found.ends._asdict()
    assert sum(answer["ends"].values()) == found.hands > 0
    hand = get(f"record/hands/{record.pk}")
    assert hand in get("record/hands")["hands"]
    assert (hand["id"], hand["points"], hand["winner"]["person"]) == (record.pk, 88, first.pk)
    get("record/hands/999999999", 404)
    PersonRecord.objects.create(person=others[0], public=False)
    shown = get(f"record/persons/{first.pk}/opponents")["opponents"]
    assert [(one["person"], one["balance"]["difference"]) for one in shown] == [
        (row.person.pk, row.balance.difference) for row in opponents(tables)
    ]
    assert others[0].pk not in {one["person"] for one in shown}
    for path in ("bests", "opponents", "series", "pins"):
        assert get(f"record/persons/{others[0].pk}/{path}", 404)["errors"][0]["where"] == "person"


def test_persons_and_teams_have_their_way_through_a_series() -> None:
    anna, eva = new_person("Anna"), new_person("Eva")
    events = season({anna: [50, 10, 5], eva: [20, None, 60]})
    OfficialResult.objects.filter(person=anna).update(team="Dragons", team_rank=1)
    series = new_series(*(event.slug for event in events))
    teams = new_series(*(event.slug for event in events), unit="teams")
    [own] = get(f"record/persons/{anna.pk}/series")["series"]
    assert (own["series"], own["visits"], own["rank"]) == (series.slug, 3, 2)
    assert [one["event"] for one in own["steps"]] == [event.slug for event in events]
    assert [(one["rank"], one["session"]) for one in own["steps"]] == [(1, None), (1, None), (2, None)]
    [of_team] = get("record/teams/series?name=Dragons")["series"]
    page = Client().get("/record/teams/Dragons/").context["series"][0]
    assert (of_team["series"], of_team["rank"], of_team["visits"]) == (teams.slug, page.line.rank, page.line.visits)
    assert [one["rank"] for one in of_team["steps"]] == [rank for _event, rank, _points in page.steps[::-1]]
    computed(new_ranking(new_body(), slug="own", kind="own", factors=["1"] * 10, least=1))
    [ranked] = get(f"record/persons/{anna.pk}/series")["rankings"]
    line = next(one for one in get("rankings/own")["lines"] if one["person"] == anna.pk)
    assert (ranked["ranking"], ranked["rank"], ranked["points"]) == ("own", line["rank"], line["points"])


def test_countries_and_teams_have_hands_and_opponents_of_their_pages() -> None:
    event = stored_event()
    people = people_of(event)
    for at, person in enumerate(people):
        country, team = ("CN", "Dragons") if at % 2 else ("ES", "Dots")
        event.entries.filter(person=person).update(country=country)
        OfficialResult.objects.filter(person=person).update(country=country, team=team, team_rank=1)
    for page, path in (
        ("/record/countries/CN/", "record/countries/chn/{}"),
        ("/record/teams/Dragons/", "record/teams/{}?name=Dragons"),
    ):
        context = Client().get(page).context
        met = get(path.format("opponents"))["opponents"]
        rows = [row.record for row in context["opponents"].rows] if context["opponents"] else []
        assert [(one["name"], one["balance"]["tables"], one["balance"]["difference"]) for one in met] == [
            (row.key, row.balance.tables, row.balance.difference) for row in rows
        ]
        hands = get(path.format("hands"))
        assert hands["hands"] > hands["won"] > 0
        shown = {key: [name.name for _value, name in lines] for _label, key, lines in context["records"]}
        assert {key: [one["name"] for one in lines] for key, lines in hands["bests"].items() if lines} == shown
    for path in ("countries/XX/hands", "countries/XX/opponents", "teams/hands?name=x", "teams/series?name=x"):
        get(f"record/{path}", 404)


@pytest.fixture
def mers() -> Ranking:
    """MERS on two days, with three players of two countries, one of whom asks not to be shown."""
    people = [
        new_person("王伟", country="NL"),
        new_person("Zoe Planted", country="NL"),
        new_person("Ben", country="DK"),
    ]
    PersonRecord.objects.create(person=people[1], public=False)
    for _event in range(2):
        placed({person: at + 1 for at, person in enumerate(people)})
    ranking = computed(new_ranking(new_body(), slug="mers"), DAY)
    return computed(ranking, DAY + timedelta(days=30))


def test_the_countries_of_mers_have_the_quotas_of_the_page(mers: Ranking) -> None:
    answer = get("rankings/mers/countries")
    assert (answer["spots"], answer["given"], answer["quotas"]) == (None, None, None)
    assert [(one["country"], one["players"], one["above"]) for one in answer["countries"]] == [
        ("NL", 2, 2),
        ("DK", 1, 1),
    ]
    assert answer["countries"] == get("rankings/mers")["countries"]
    page = Client().get(reverse("rankings:countries", args=["mers"]), {"spots": "10"}).context["quotas"]
    with_quotas = get("rankings/mers/countries?spots=10")
    rows = [row.record for row in page.rows]
    names = ("a1", "a2", "a3", "b", "spots")
    assert with_quotas["quotas"] == [
        {"country": row.code, "share": str(row.share)} | {name: getattr(row, name) for name in names} for row in rows
    ]
    assert (with_quotas["quotas"][0]["share"], with_quotas["given"]) == ("2/3", 10)
    assert get("rankings/mers/countries?spots=5")["given"] == 6
    for spots in ("0", "1001", "many"):
        assert get(f"rankings/mers/countries?spots={spots}", 422)["errors"][0]["where"] == "spots"
    assert get("rankings/nothing/countries", 404)["errors"][0]["where"] == "ranking"
    for path in ("", "/countries", "/events"):
        assert get(f"rankings/mers{path}?day=2020-01-01", 404)["errors"][0]["where"] == "day"
    new_ranking(mers.body, slug="new")
    assert get("rankings/new?day=2020-01-01", 404)["errors"][0]["where"] == "ranking"


def test_only_mers_has_quotas(mers: Ranking) -> None:
    computed(new_ranking(new_body(), slug="own", kind="own", factors=["1"], least=1), DAY)
    assert {one["above"] for one in get("rankings/own/countries")["countries"]} == {None}
    assert get("rankings/own/countries?spots=10", 422)["errors"] == [
        {"where": "spots", "message": "only MERS rankings have quotas"}
    ]


def test_a_ranking_lists_its_days(mers: Ranking) -> None:
    days = get("rankings/mers/days")
    assert [one["day"] for one in days["days"]] == [(DAY + timedelta(days=30)).isoformat(), DAY.isoformat()]
    assert ({one["players"] for one in days["days"]}, days["next"]) == ({3}, None)
    assert get(f"rankings/mers?day={days['days'][1]['day']}")["day"] == DAY.isoformat()
    new_ranking(mers.body, slug="new")
    assert get("rankings/new/days", 404)["errors"][0]["where"] == "ranking"


def test_a_person_has_the_public_pins_only() -> None:
    holder, other = (applicant() for _account in range(2))
    shown, hidden = granted(applied(holder, public=True)), granted(applied(other, public=False))
    for account in (holder, other):
        assert get(f"record/persons/{account.person_id}")["person"] == account.person_id
    [pin] = get(f"record/persons/{holder.person_id}/pins")["pins"]
    assert (pin["certificate"], pin["level"], pin["kind"]) == (shown.serial, shown.level, shown.kind)
    assert pin in get("register")["pins"]
    assert get(f"record/persons/{other.person_id}/pins")["pins"] == []
    # Who has the code of a certificate may check it, as on its page.
    checked = get(f"certificates/{hidden.code}")
    assert (checked["certificate"], checked["revoked_on"]) == (hidden.serial, None)
    assert checked["check"].endswith(f"/c/{hidden.code}/")
    Certificate.objects.filter(pk=hidden.pk).update(revoked_at=timezone.now())
    assert get(f"certificates/{hidden.code}")["revoked_on"] == timezone.localdate().isoformat()
    assert get("certificates/nothing", 404)["errors"][0]["where"] == "code"
