"""The JSON Feed of a body."""

import json
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from ranking.links.models import PersonRecord
from ranking.pins.models.applications import Certificate
from tests.support.pin_applications import applicant, applied, granted
from tests.support.ranking import new_body, new_person, recorded_event, result_of
from tournament.people.models.persons import Person

pytestmark = pytest.mark.django_db
PLANTED = "Zacharias Planted"


def feed_of(slug: str, language: str = "en") -> dict[str, Any]:
    return json.loads(Client().get(f"/bodies/{slug}/feed.json?lang={language}").content)


def test_events_come_with_class_and_the_first_three() -> None:
    body = new_body(name="Dutch association")
    recorded = recorded_event(body, name="Open 2026", letter="B")
    for rank, name in enumerate(("Anna", PLANTED, "Ben", "Cleo"), start=1):
        person = new_person(name)
        result_of(person, recorded, individual_rank=rank)
        if name == PLANTED:
            PersonRecord.objects.create(person=person, public=False)
    recorded_event(new_body(), name="Of another body")
    for language in ("en", "zh-hans", "ja"):
        [item] = feed_of(body.slug, language)["items"]
        assert item["content_text"] == "1 Anna · 2 Z. P. · 3 Ben"
        assert "Planted" not in json.dumps(item)
    [item] = feed_of(body.slug)["items"]
    assert item["title"] == "In the record: Open 2026 (Class B)"
    assert item["id"] == f"http://testserver/bodies/{body.slug}/feed.json#event-{recorded.slug}"
    assert item["date_published"] == recorded.confirmed_at.isoformat(timespec="seconds")
    assert "url" not in item


def test_a_merged_person_who_asks_not_to_be_shown_has_initials() -> None:
    kept = new_person("Anna Kept")
    merged = new_person(PLANTED)
    recorded = recorded_event()
    result_of(merged, recorded)
    Person.objects.filter(pk=merged.pk).update(merged_into=kept)
    PersonRecord.objects.create(person=kept, public=False)
    assert feed_of(recorded.body.slug)["items"][0]["content_text"] == "1 Z. P."


def test_pins_of_people_who_agreed_are_told() -> None:
    body = new_body("member", countries=["NL"])
    agreed, private, silent = (applicant(body) for _ in range(3))
    Person.objects.filter(pk=private.person_id).update(name=PLANTED)
    certificates = [granted(applied(account, public=account is not silent)) for account in (agreed, private, silent)]
    PersonRecord.objects.update_or_create(person_id=private.person_id, defaults={"public": False})

    def pins() -> list[dict[str, Any]]:
        return [item for item in feed_of(body.slug)["items"] if item.get("tags") == ["pin"]]

    [item] = pins()
    assert item["title"] == f"Pin {certificates[0].level} · {certificates[0].name}"
    assert item["url"] == f"http://testserver/c/{certificates[0].code}/"
    for language in ("en", "zh-hans", "ja"):
        assert "Planted" not in json.dumps(feed_of(body.slug, language))
    Certificate.objects.update(revoked_at=timezone.now())
    assert pins() == []


def test_the_feed_is_linked_from_the_register() -> None:
    body = new_body(name="Dutch association")
    head, page = Client().get("/register/").text.split("</head>")
    address = f"/bodies/{body.slug}/feed.json"
    assert f'<link rel="alternate" type="application/feed+json" href="{address}" title="Dutch association">' in head
    assert f'<a href="{address}">Dutch association</a>' in page
    answer = Client().get(address)
    assert (answer["Cache-Control"], dict(answer.cookies)) == ("public, max-age=30", {})
    assert Client().get("/bodies/none/feed.json").status_code == 404
