"""The JSON Feed of a series."""

import json
from datetime import datetime

import pytest
from django.test import Client
from django.utils import timezone

from ranking.links.models import PersonRecord
from ranking.record.models.records import RecordedEvent
from ranking.series.models import Series
from tests.support.cup import taken_in
from tests.support.event_generator import make_event
from tests.support.ranking import new_person
from tests.support.series import new_series, season

pytestmark = pytest.mark.django_db
PLANTED = "Zacharias Planted"


@pytest.fixture
def league() -> Series:
    people = [new_person("Anna"), new_person(PLANTED), new_person("Ben")]
    PersonRecord.objects.create(person=people[1], public=False)
    events = season({people[0]: [90, 10], people[1]: [50, 20], people[2]: [5, 100]})
    return new_series(*(event.slug for event in events), body=events[0].body)


def test_each_event_has_its_ranking_the_newest_first(league: Series) -> None:
    answer = Client().get(f"/series/{league.slug}/feed.json?lang=en")
    feed = json.loads(answer.content)
    home = f"http://testserver/series/{league.slug}/"
    assert answer["Content-Type"] == "application/feed+json; charset=utf-8"
    assert (feed["version"], feed["title"], feed["home_page_url"], feed["feed_url"], feed["language"]) == (
        "https://jsonfeed.org/version/1.1", league.name, home, f"{home}feed.json?lang=en", "en",
    )  # fmt: skip
    slugs = list(league.events.values_list("slug", flat=True))
    assert [item["id"] for item in feed["items"]] == [f"{home}feed.json#{slug}" for slug in reversed(slugs)]
    assert [item["url"] for item in feed["items"]] == [f"{home}?after=2", f"{home}?after=1"]
    assert [item["content_text"] for item in feed["items"]] == [
        "1 Ben 105\n2 Anna 100\n3 Z. P. 70",
        "1 Anna 90\n2 Z. P. 50\n3 Ben 5",
    ]
    recorded = RecordedEvent.objects.get(slug=slugs[1])
    assert feed["items"][0]["title"] == f"Ranking after event 2: {recorded.name}"
    published = datetime.fromisoformat(feed["items"][0]["date_published"])
    assert published == recorded.confirmed_at.replace(microsecond=0)


def test_who_asks_not_to_be_shown_has_initials_in_every_language(league: Series) -> None:
    for language in ("en", "zh-hans", "ja"):
        text = Client().get(f"/series/{league.slug}/feed.json?lang={language}").text
        assert "Planted" not in text
        assert "Z. P." in text
        assert json.loads(text)["language"] == language


def test_a_released_event_is_dated_by_its_last_release() -> None:
    document = make_event(1, players=16, sessions=3, odd=False, stages=False)
    document["event"]["id"] = "one"
    event = taken_in(document)
    moment = timezone.now().replace(microsecond=0)
    event.sessions.update(released_at=moment)
    event.ledger.public += 1
    event.ledger.save()
    feed = json.loads(Client().get(f"/series/{new_series('one').slug}/feed.json").content)
    assert [datetime.fromisoformat(item["date_published"]) for item in feed["items"]] == [moment]


def test_the_queries_do_not_grow_with_the_events(django_assert_max_num_queries) -> None:
    people = [new_person("Anna"), new_person("Ben")]
    events = season({people[0]: [1] * 25, people[1]: [2] * 25})
    series = new_series(*(event.slug for event in events))
    with django_assert_max_num_queries(14):
        feed = json.loads(Client().get(f"/series/{series.slug}/feed.json").content)
    assert len(feed["items"]) == 20


def test_the_feed_is_linked_public_and_kept(league: Series, admin_client: Client) -> None:
    address = f"/series/{league.slug}/feed.json"
    page = Client().get(f"/series/{league.slug}/").text
    assert f'<link rel="alternate" type="application/feed+json" href="{address}"' in page.split("</head>")[0]
    assert f'<a href="{address}">' in page.split("</head>")[1]
    answer = admin_client.get(address)
    assert (answer["Cache-Control"], answer["Access-Control-Allow-Origin"]) == ("public, max-age=30", "*")
    assert dict(answer.cookies) == {}
    assert Client().get(address, headers={"if-none-match": answer["ETag"]}).status_code == 304
    assert answer["X-Frame-Options"] == "DENY"
    assert Client().get("/series/none/feed.json").status_code == 404


def test_a_series_without_results_has_an_empty_feed() -> None:
    assert json.loads(Client().get(f"/series/{new_series('gone').slug}/feed.json").content)["items"] == []
