"""Standings and rankings in frames of other sites: their headers, names, rows, language and theme; no cookies."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from ranking.links.models import PersonRecord
from ranking.series.models import Series
from tests.support.cup import taken_in
from tests.support.event_generator import make_event
from tests.support.ranking import new_person
from tests.support.series import new_series, season
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db
LANGUAGES = ("en", "zh-hans", "ja")
FRAME = "/e/one/standings/frame/"
PLANTED = "Zacharias Planted"


@pytest.fixture
def event() -> Event:
    """Return an event of 16 players after its last session; the first player refused the name."""
    document = make_event(1, players=16, sessions=3, odd=False, stages=False)
    document["event"]["id"] = "one"
    event = taken_in(document)
    event.sessions.update(released_at=timezone.now())
    first = event.entries.order_by("number").first()
    event.entries.filter(pk=first.pk).update(name=PLANTED, name_consent=False)
    event.ledger.public += 1
    event.ledger.save()
    return event


@pytest.fixture
def league() -> Series:
    people = [new_person("Anna"), new_person(PLANTED), new_person("Ben")]
    PersonRecord.objects.create(person=people[1], public=False)
    events = season({people[0]: [90, 10], people[1]: [50, 20], people[2]: [5, 7]})
    return new_series(*(event.slug for event in events))


def frames(league: Series) -> list[str]:
    return [FRAME, f"/series/{league.slug}/frame/"]


def test_only_frames_may_be_framed(event: Event, league: Series) -> None:
    for address in frames(league):
        answer = Client().get(address)
        assert answer.status_code == 200
        assert "X-Frame-Options" not in answer
        assert "frame-ancestors *;" in answer["Content-Security-Policy"] + ";"
        assert "default-src 'self'" in answer["Content-Security-Policy"]
    others = (
        "/",
        "/e/one/",
        "/e/one/standings/",
        "/e/one/standings/embed/",
        f"/series/{league.slug}/",
        "/account/login/",
    )
    for address in (*others, f"/series/{league.slug}/embed/", "/api/", "/register/", "/account/login/"):
        answer = Client().get(address)
        assert answer["X-Frame-Options"] == "DENY", address
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"], address


def test_a_missing_event_or_rehearsal_has_no_frame(event: Event, admin_client: Client) -> None:
    missing = Client().get("/e/none/standings/frame/")
    assert (missing.status_code, Client().get("/series/none/frame/").status_code) == (404, 404)
    assert missing["X-Frame-Options"] == "DENY"
    Event.objects.update(rehearsal=True)
    assert admin_client.get(FRAME).status_code == 404


def test_a_frame_neither_sets_nor_reads_cookies(event: Event, league: Series, admin_client: Client) -> None:
    """An official sees in a frame what everybody sees, and the cookies of language and theme change nothing."""
    event.sessions.filter(number=3).update(released_at=None)
    event.ledger.public += 1
    event.ledger.save()
    admin_client.cookies["django_language"] = "ja"
    admin_client.cookies["theme"] = "dark"
    for address in frames(league):
        answers = [reader.get(address, headers={"accept-language": "en"}) for reader in (Client(), admin_client)]
        assert answers[0].content == answers[1].content
        assert [dict(answer.cookies) for answer in answers] == [{}, {}]
        assert "cookie" not in answers[1].get("Vary", "").lower()
        assert "Planted" not in answers[1].text


def test_the_address_chooses_language_theme_and_rows(event: Event, league: Series) -> None:
    for address, lines in zip(frames(league), (16, 3), strict=True):
        for language in LANGUAGES:
            for theme in ("light", "dark"):
                page = Client().get(address, {"lang": language, "theme": theme, "rows": "2"}).text
                assert f'<html lang="{language}" data-theme="{theme}">' in page
                assert page.count("<tr") == 3
        usual = min(lines, 10)
        wanted = {"100": lines, "1": 1, "999999": lines, "0": usual, "x": usual, "-4": usual, "": usual}
        for rows, number in wanted.items():
            page = Client().get(address, {"rows": rows, "theme": "<b>"}).text
            assert (rows, page.count("<tr")) == (rows, 1 + number)
            assert "data-theme" not in page


def test_who_asks_not_to_be_shown_has_initials_in_every_language(event: Event, league: Series) -> None:
    for address in frames(league):
        for language in LANGUAGES:
            page = Client().get(address, {"lang": language, "rows": 100}).text
            assert "Planted" not in page
            assert "Z. P." in page


def test_links_open_outside_the_frame(event: Event, league: Series) -> None:
    for address in frames(league):
        page = Client().get(address).text
        links = re.findall(r"<a [^>]*>", page)
        assert len(links) >= 3
        assert all('target="_blank" rel="noopener"' in link for link in links)
        assert "<form" not in page
        assert "<nav" not in page


def test_a_frame_is_kept_for_half_a_minute_and_has_an_etag(event: Event, league: Series) -> None:
    for address in frames(league):
        answer = Client().get(address)
        assert answer["Cache-Control"] == "public, max-age=30"
        again = Client().get(address, headers={"if-none-match": answer["ETag"]})
        assert again.status_code == 304
        assert "frame-ancestors *" in again["Content-Security-Policy"]


def test_an_event_without_results_says_so(event: Event) -> None:
    event.sessions.update(released_at=None)
    event.ledger.public += 1
    event.ledger.save()
    assert "No results yet" in Client().get(FRAME).text
    assert "No results yet" in Client().get(f"/series/{new_series().slug}/frame/").text
