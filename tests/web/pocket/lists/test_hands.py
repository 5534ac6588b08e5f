"""The hand gallery: which hands are in it, their order and fans, and who is never named there."""

import io
from urllib.parse import parse_qs, urlsplit

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from PIL import Image

from common.actions.models.ledgers import Ledger
from ranking.links.models import PersonRecord
from ranking.lists.selectors.hands import gallery_hands, gallery_ids
from ranking.lists.selectors.scopes import Scope
from scoring.fans.rules import hand_from
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.hand_records import HandRecord
from scoring.sheets.models.sheets import Sheet
from tests.support.gallery import ORPHANS, STRAIGHT, won_with
from tests.support.ranking import new_person
from tests.support.series import new_series
from tests.web.pocket.conftest import page_text
from tests.web.pocket.record.test_head_to_head import people_of, stored_event
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.people.models.persons import Person
from web.pocket.fans.picture import card_of
from web.pocket.lists.hands import shown_hands
from web.shared.fans.entry import entry_of

pytestmark = pytest.mark.django_db
PAGE = "/record/hands/"


@pytest.fixture
def event() -> Event:
    """Store an event of 2029 whose first two players won with recorded tiles, and nobody else."""
    event = stored_event(starts="2029-05-01", ends="2029-05-02", country="NL")
    HandRecord.objects.all().delete()
    first, second, *_others = people_of(event)
    won_with(event, first, 1, STRAIGHT, 19)
    won_with(event, second, 2, ORPHANS, 88)
    return event


def points(**scope) -> list[int]:
    """Return the points of the listed hands; the tests write without actions, which raise the events' versions."""
    Ledger.objects.update(live=F("live") + 1)
    fan = scope.pop("fan", "")
    order = scope.pop("order", "points")
    return [hand.points for hand in gallery_hands(gallery_ids(Scope(**scope), fan, order))]


def client(language: str = "en") -> Client:
    return Client(headers={"host": "testserver", "accept-language": language})


def test_hands_are_listed_by_points_with_winner_fans_and_table(event) -> None:
    first, second = people_of(event)[:2]
    assert points() == [88, 19]
    text = page_text(client(), PAGE)
    assert text.index(f"88 points {second.name}") < text.index(f"19 points {first.name}")
    assert "Thirteen Orphans 88" in text
    assert "Pure Straight 16" in text
    assert "2 hands" in text
    html = client().get(PAGE).text
    assert f'href="{reverse("record:person", args=[second.pk])}"' in html
    best = HandRecord.objects.get(calculated=88).sheet.table
    assert f'href="{reverse("pocket:table", args=[event.slug, 2, best.number])}"' in html


def test_each_hand_leads_to_its_explanation_and_picture(event) -> None:
    page = client().get(PAGE)
    for row, said in zip(page.context["rows"], ("88 points", "19 points"), strict=True):
        explained = client().get(reverse("fans:count") + row.drawn.query)
        assert f'<meta property="og:title" content="{said}">' in explained.text
        picture = client().get(reverse("fans:picture") + row.drawn.query)
        assert Image.open(io.BytesIO(picture.content)).size == (1200, 630)


def test_flowers_and_repeated_fans_add_up_to_the_points(event) -> None:
    dragons = [{"kind": "pung", "tiles": tiles} for tiles in ("CCC", "FFF")]
    tiles = {"hand": "1234599m", "win": "6m", "melds": [*dragons], "flowers": 3}
    record = won_with(event, people_of(event)[0], 1, tiles, 8)
    [hand] = shown_hands([record.pk])
    fans = {fan.name: (fan.times, fan.value) for fan in hand.answer["fans"]}
    assert fans["Flower Tiles"] == (3, "3")
    assert sum(int(value) for _times, value in fans.values()) == record.calculated
    assert "Flower Tiles × 3 3" in page_text(client(), PAGE)


def test_the_picture_has_every_tile_fan_winner_and_event_whole(event) -> None:
    kongs = [{"kind": "kong", "tiles": f"{wind}" * 4, "concealed": wind in "SN"} for wind in "ESWN"]
    tiles = {"hand": "1m", "win": "1m", "melds": kongs, "flowers": 2}
    record = won_with(event, people_of(event)[0], 1, tiles, 8)
    [row] = shown_hands([record.pk])
    entry = entry_of(hand_from(row.hand.tiles))
    card = card_of(entry, entry.win, row.answer["fans"], row.points_text, winner="Ana", event="Cup")
    assert card.groups == [["E"] * 4, ["", "S", "S", ""], ["W"] * 4, ["", "N", "N", ""], ["1m"], ["1m"]]
    assert ("Flower Tiles × 2", "2") in card.fans
    pictures = [client().get(reverse("lists:hand-picture", args=[record.pk])).content]
    for changed in ({"name": "Wei"}, {"name": "Wei Wang"}):
        Entry.objects.filter(event=event).update(**changed)
        Person.objects.update(**changed)
        Ledger.objects.update(live=F("live") + 1)
        pictures.append(client().get(reverse("lists:hand-picture", args=[record.pk])).content)
    assert len(set(pictures)) == 3


def test_the_fan_the_event_the_year_the_series_and_the_country_limit_the_hands(event) -> None:
    later = stored_event(people_of(event), starts="2031-01-01", ends="2031-01-02", country="JP")
    HandRecord.objects.filter(sheet__table__session__event=later).delete()
    won_with(later, people_of(event)[2], 1, ORPHANS, 90)
    series = new_series(later.slug)
    assert points() == [90, 88, 19]
    assert points(order="newest") == [90, 88, 19]
    assert points(fan="thirteen-orphans") == [90, 88]
    assert points(fan="one-voided-suit") == [19]
    assert points(event=event.slug) == [88, 19]
    assert points(year=2031) == points(series=series.slug) == points(country="JP") == [90]
    assert points(event=event.slug, year=2031) == []
    won_with(later, people_of(event)[3], 2, STRAIGHT, 8)
    assert points(order="newest") == [90, 8, 88, 19]


def test_declared_points_stand_and_other_points_of_the_tiles_are_said(event) -> None:
    HandRecord.objects.filter(calculated=19).delete()
    won_with(event, people_of(event)[0], 1, STRAIGHT, 24)
    assert points() == [88, 24]
    assert "The tiles give 19 points." in page_text(client(), PAGE)


def test_only_confirmed_and_released_tables_of_recorded_events_show_hands(event) -> None:
    sheet = HandRecord.objects.get(calculated=88).sheet
    Sheet.objects.filter(pk=sheet.pk).update(state=Sheet.State.OPEN)
    assert points() == [19]
    event.sessions.filter(number=1).update(released_at=None)
    assert points() == []
    Sheet.objects.filter(pk=sheet.pk).update(state=Sheet.State.CONFIRMED)
    assert points() == [88]
    Event.objects.filter(pk=event.pk).update(rehearsal=True)
    assert points() == []
    Event.objects.filter(pk=event.pk).update(rehearsal=False)
    event.recorded.delete()
    assert points() == []


def test_tiles_that_do_not_win_of_another_winner_or_of_a_filler_are_left_out(event) -> None:
    won_with(event, people_of(event)[2], 3, STRAIGHT | {"win": "1m"}, 8)
    assert points() == [88, 19]
    Hand.objects.filter(points=19).update(winner="N", discarder="E")
    other = HandRecord.objects.get(calculated=19)
    HandRecord.objects.filter(pk=other.pk).update(winner="W")
    assert points() == [88]
    Entry.objects.filter(person=people_of(event)[1]).update(kind=Entry.Kind.FILLER)
    assert points() == []


@pytest.mark.parametrize("language", ["en", "zh-hans", "ja"])
def test_who_asks_not_to_be_shown_has_initials(event, language: str) -> None:
    first, second = people_of(event)[:2]
    Person.objects.filter(pk=second.pk).update(name="SECRETIVE Sam", latin_name="SECRETIVE")
    assert "SECRETIVE" in client(language).get(PAGE).text
    PersonRecord.objects.create(person=second, public=False)
    Entry.objects.filter(event=event, person=first).update(name_consent=False)
    page = client(language).get(PAGE)
    assert "SECRETIVE" not in page.text
    assert "S. S." in page.text
    assert [row.hand.winner.person for row in page.context["rows"]] == [None, None]
    for row in page.context["rows"]:
        assert "Sam" not in str(parse_qs(urlsplit(row.drawn.query).query))


def test_a_merged_person_is_the_kept_one_and_a_refusal_counts(event) -> None:
    second = people_of(event)[1]
    kept = new_person("Kept Person")
    Person.objects.filter(pk=second.pk).update(merged_into=kept)
    assert "88 points Kept Person" in page_text(client(), PAGE)
    PersonRecord.objects.create(person=second, public=False)
    assert "88 points K. P." in page_text(client(), PAGE)


def test_wrong_filters_are_named_and_empty_lists_say_why(event) -> None:
    wrong = client().get(PAGE, {"year": "1999", "fan": "no-fan"})
    assert (wrong.status_code, wrong.text.count("field-errors")) == (200, 2)
    assert wrong.context["rows"] == []
    assert "No hand found" not in wrong.text
    assert "No hand found" in page_text(client(), f"{PAGE}?fan=big-four-winds")
    assert client().get(PAGE, {"page": "99"}).context["page"].number == 1
    HandRecord.objects.all().delete()
    assert "No hand yet" in page_text(client(), PAGE)


def test_pages_keep_the_filter_and_their_queries_do_not_grow(event, monkeypatch) -> None:
    counts = []
    monkeypatch.setattr("web.pocket.lists.hands.PER_PAGE", 1)
    for size in (1, 2):
        monkeypatch.setattr("web.pocket.lists.hands.PER_PAGE", size)
        client().get(PAGE)
        with CaptureQueriesContext(connection) as queries:
            assert len(client().get(PAGE, {"year": "2029"}).context["rows"]) == size
        counts.append(len(queries))
    assert counts[0] == counts[1]
    monkeypatch.setattr("web.pocket.lists.hands.PER_PAGE", 1)
    first = client().get(PAGE, {"year": "2029"})
    assert 'href="?year=2029&amp;page=2"' in first.text
    assert client().get(f"{PAGE}?year=2029&page=2").context["rows"][0].hand.points == 19


def test_each_hand_has_a_page_whose_link_shows_the_winner(event) -> None:
    best = HandRecord.objects.get(calculated=88)
    winner = people_of(event)[1]
    address = f"{PAGE}{best.pk}/"
    assert f'href="{address}"' in client().get(PAGE).text
    page = client().get(address).text
    assert f'<meta property="og:title" content="88 points · {winner.name}">' in page
    assert f'<meta property="og:image" content="http://testserver{address}picture.png?lang=en">' in page
    assert "Thirteen Orphans" in page_text(client(), address)
    named = client().get(f"{address}picture.png").content
    assert Image.open(io.BytesIO(named)).size == (1200, 630)
    PersonRecord.objects.create(person=winner, public=False)
    assert winner.name not in client().get(address).text
    assert client().get(f"{address}picture.png").content != named
    event.sessions.update(released_at=None)
    for gone in (address, f"{address}picture.png", f"{PAGE}999999/"):
        assert client().get(gone).status_code == 404
