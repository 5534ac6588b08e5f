"""Link previews, icons, calendar, feed, addresses by language, and what search engines read."""

import html
import io
import json
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.utils import timezone
from PIL import Image, ImageColor

from tests.support.cup import cup, taken_in
from tests.support.event_generator import make_event
from tournament.events.models.events import Event
from web.pocket.events import when
from web.pocket.sharing.calendar import calendar_of
from web.pocket.sharing.pictures import (
    CINNABAR,
    GREEN,
    HEADINGS,
    ROOM,
    TILES_TOP,
    WINNER_HEADINGS,
    Card,
    HandCard,
    PlayerCard,
    Sheet,
    Winner,
    card_picture,
    hand_picture,
    player_picture_of,
)
from web.pocket.sharing.seal import icon
from web.pocket.sharing.tile_faces import FACE, tile

pytestmark = pytest.mark.django_db

HOST = {"headers": {"host": "testserver", "accept-language": "en"}}
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def event() -> Event:
    """Return an event of two released sessions whose first player refused the name."""
    document = make_event(1, players=16, sessions=3, odd=False, stages=False)
    document["event"]["id"] = "one"
    event = taken_in(document)
    event.sessions.filter(number__lte=2).update(released_at=timezone.now())
    event.sessions.filter(number=3).update(released_at=None)
    event.entries.update(name_consent=False)
    event.ledger.public += 1
    event.ledger.save()
    return event


@pytest.fixture
def reader() -> Client:
    return Client(**HOST)


def head(reader: Client, address: str) -> str:
    return reader.get(address).content.decode().split("</head>")[0]


def test_a_page_names_its_address_in_each_language(event: Event, reader: Client) -> None:
    text = head(reader, "/e/one/standings/?page=2")
    page = "http://testserver/e/one/standings/"
    assert f'<link rel="canonical" href="{page}?lang=en">' in text
    for code in ("zh-hans", "en", "ja"):
        assert f'<link rel="alternate" hreflang="{code}" href="{page}?lang={code}">' in text
    assert f'<link rel="alternate" hreflang="x-default" href="{page}">' in text


def test_the_language_of_an_address_wins_for_this_page_only(event: Event, reader: Client) -> None:
    assert '<html lang="ja"' in reader.get("/e/one/?lang=ja").content.decode()
    assert '<html lang="en"' in reader.get("/e/one/").content.decode()
    assert '<html lang="en"' in reader.get("/e/one/?lang=xx").content.decode()


@pytest.mark.parametrize(
    ("address", "picture"),
    [
        ("/e/one/", "/e/one/picture.png"),
        ("/e/one/standings/", "/e/one/standings/picture.png"),
        ("/e/one/players/1/", "/e/one/players/1/picture.png"),
    ],
)
def test_a_link_shows_title_text_and_picture(event: Event, reader: Client, address: str, picture: str) -> None:
    text = head(reader, address)
    assert re.search(r'<meta property="og:title" content="[^"]+">', text)
    assert f'<meta property="og:image" content="http://testserver{picture}?lang=en">' in text
    answer = reader.get(f"{picture}?lang=en")
    assert answer["Content-Type"] == "image/png"
    assert Image.open(io.BytesIO(answer.content)).size == (1200, 630)
    assert len(answer.content) < 60_000


def test_who_refused_the_name_appears_with_initials_everywhere(event: Event, reader: Client) -> None:
    names = set(event.entries.values_list("name", flat=True))
    for address in ("/e/one/players/1/", "/e/one/", "/e/one/standings/"):
        assert not any(name in head(reader, address) for name in names), address
    feed = reader.get("/e/one/feed.xml").content.decode()
    assert not any(name in feed for name in names)


def test_a_preview_does_not_change_with_the_reader(event: Event, reader: Client, admin_client: Client) -> None:
    """An official's request must not put the live state or full names into a picture that others get."""
    official = admin_client.get("/e/one/players/1/picture.png?lang=en").content
    assert official == reader.get("/e/one/players/1/picture.png?lang=en").content


def test_a_rehearsal_has_no_preview_and_no_feed(event: Event, reader: Client) -> None:
    Event.objects.update(rehearsal=True)
    for address in ("picture.png", "standings/picture.png", "players/1/picture.png", "feed.xml", "event.ics"):
        assert reader.get(f"/e/one/{address}").status_code == 404, address
    assert "/e/one/" not in reader.get("/sitemap.xml").content.decode()


def test_an_unknown_player_has_no_preview(event: Event, reader: Client) -> None:
    assert reader.get("/e/one/players/999/picture.png").status_code == 404


def test_long_names_of_every_script_fit_into_the_picture() -> None:
    """What is drawn stays within the edges, where only the ground and its lattice are seen."""
    name = "Wilhelmina van der Heijden-Oosterhuizen 김민준 髙橋美咲 𠮷田 " * 3
    figures = [("Rank", "2"), (name[:17], "25"), ("Competition points", "+1023")]
    pictures = [
        card_picture(Card(name, name, name, [Winner("1", name, "25 · +1023")] * 3), "ja"),
        card_picture(Card(name, name, name), "en"),
        player_picture_of(PlayerCard(name, name, name, figures), "zh-hans"),
        player_picture_of(PlayerCard(name, name, name), "ja"),
        hand_picture(HandCard("1234 points", [["1m"] * 18], [(name, "88")] * 9), "en"),
        hand_picture(HandCard("1234 points", [["", "E", "E", ""]], [(name, "88")] * 12, name, name), "ja"),
    ]
    for picture in pictures:
        drawn = Image.open(io.BytesIO(picture)).convert("L")
        for box in ((0, 0, 50, 630), (1150, 0, 1200, 630), (0, 0, 1200, 36), (0, 606, 1200, 630)):
            assert drawn.crop(box).getextrema()[1] < 90, box  # the signs are at 200 and above


def test_a_name_of_three_lines_ends_above_the_tiles() -> None:
    name = "Alexandra-Konstantina Papadimitriou-van den Heuvel de la Concepción Fernández y Rodríguez " * 2
    drawn = Image.open(io.BytesIO(card_picture(Card(name, "Pin 6 · World Mahjong Competition Center"), "en")))
    assert drawn.convert("L").crop((0, TILES_TOP - 16, 1200, TILES_TOP)).getextrema()[1] < 90


def test_the_first_has_a_picture_of_another_colour_and_the_first_three_a_tile() -> None:
    def drawn(rank: str) -> Image.Image:
        card = PlayerCard("王伟", "", "", [("Rank", rank), ("Competition points", "+1")])
        return Image.open(io.BytesIO(player_picture_of(card, "en"))).convert("RGB")

    def near(colour: Any, other: str) -> bool:
        return all(abs(one - two) < 14 for one, two in zip(colour, ImageColor.getrgb(other), strict=True))

    grounds = [drawn(rank).getpixel((20, 600)) for rank in ("1", "2", "4")]
    assert [near(ground, CINNABAR) for ground in grounds] == [True, False, False]
    assert [near(ground, GREEN) for ground in grounds] == [False, True, True]
    tiles = [near(drawn(rank).getpixel((70, 500)), FACE) for rank in ("1", "3", "4")]
    assert tiles == [True, True, False]


def test_a_long_label_ends_before_its_figure() -> None:
    card = PlayerCard("王伟", "", "", [("Rank", "9"), ("Competition points", "+1023")])
    drawn = Image.open(io.BytesIO(player_picture_of(card, "en"))).convert("L")
    row = drawn.crop((500, 530, 1136, 570))
    bright = [x for x in range(row.width) if row.crop((x, 0, x + 1, row.height)).getextrema()[1] > 150]
    assert max(after - before for before, after in pairwise(bright)) >= 30  # within a label, 10 between words


def test_every_tile_of_the_pages_is_drawn() -> None:
    codes = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + list("ESWNCFP")
    faces = [tile(code, 70) for code in codes]
    assert len({face.tobytes() for face in faces}) == 34
    for code, face in zip(codes, faces, strict=True):
        colours = face.convert("RGB").getcolors(10_000)
        assert colours is not None
        drawn = sum(count for count, colour in colours if max(colour) < 190)  # the outlines; the back is lighter
        assert 150 < drawn < 2500, (code, drawn)


def test_texts_name_the_rank_and_the_first_three(event: Event, reader: Client) -> None:
    def text(address: str) -> str:
        found = re.search(r'<meta name="description" content="([^"]+)">', head(reader, address))
        return html.unescape(found[1]) if found else ""

    players = re.fullmatch(
        r"(.+) · Rank \d+ · Table points [\d.]+ · Competition points [+−]?\d+", text("/e/one/players/1/")
    )
    assert players is not None
    assert players[1] == event.name
    assert re.search(r"^after session \d of \d · .*1 .+ · 2 .+ · 3 .+", text("/e/one/standings/"))


def test_icons_have_the_usual_sizes(reader: Client) -> None:
    for size in (16, 32, 48, 96, 180, 192, 512):
        assert Image.open(io.BytesIO(reader.get(f"/icons/{size}.png").content)).size == (size, size)
    assert reader.get("/icons/33.png").status_code == 404
    assert Image.open(io.BytesIO(reader.get("/favicon.ico").content)).format == "ICO"
    maskable = Image.open(io.BytesIO(icon(512, maskable=True))).convert("RGB")
    # The device may cut a circle out of it: the corner has the colour of the seal.
    assert maskable.getpixel((1, 1)) == (171, 58, 36)
    assert Image.open(io.BytesIO(icon(192))).convert("RGBA").getpixel((0, 0))[3] == 0


def test_the_manifest_opens_the_event(event: Event, reader: Client) -> None:
    manifest = json.loads(reader.get("/e/one/app.webmanifest").content)
    assert (manifest["start_url"], manifest["scope"]) == ("/e/one/", "/e/one/")
    assert [(one["sizes"], one.get("purpose")) for one in manifest["icons"]] == [
        ("192x192", None),
        ("512x512", None),
        ("512x512", "maskable"),
    ]
    assert all(reader.get(one["src"]).status_code == 200 for one in manifest["icons"])
    assert '<link rel="manifest" href="/e/one/app.webmanifest">' in head(reader, "/e/one/")


def test_pages_of_signed_in_people_are_not_kept(event: Event, reader: Client, admin_client: Client) -> None:
    assert "data-offline" in head(reader, "/e/one/")
    assert "data-offline" not in head(admin_client, "/e/one/")


def test_the_calendar_has_each_session_with_its_end(event: Event, reader: Client) -> None:
    event.sessions.filter(number=1).update(starts=datetime(2031, 5, 1, 9, 30, tzinfo=UTC))
    Event.objects.update(name="Cup, 2031; 品局杯", venue="Hall")
    answer = reader.get("/e/one/event.ics")
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    lines = answer.content.decode().split("\r\n")
    for line in ("DTSTART:20310501T093000Z", "DTEND:20310501T113000Z", "SUMMARY:Cup\\, 2031\\; 品局杯: Session 1"):
        assert line in lines
    assert "URL:http://testserver/e/one/" in lines
    assert lines.count("BEGIN:VEVENT") == 1


def test_without_times_the_calendar_has_the_days() -> None:
    event = taken_in(cup(id="days"))
    text = calendar_of(event, "https://example.org/" + "x" * 200)
    assert when(event) == "1–2 May 2026"
    assert "DTSTART;VALUE=DATE:20260501\r\nDTEND;VALUE=DATE:20260503" in text
    assert max(len(line.encode()) for line in text.split("\r\n")) <= 75


def test_the_feed_tells_each_release_with_the_first_three(event: Event, reader: Client) -> None:
    feed = ElementTree.fromstring(reader.get("/e/one/feed.xml").content)
    entries = feed.findall(f"{ATOM}entry")
    assert [entry.findtext(f"{ATOM}title") for entry in entries] == [
        "Results after session 2",
        "Results after session 1",
    ]
    assert (entries[0].findtext(f"{ATOM}summary") or "").startswith("1 ")


def test_search_engines_get_public_pages_only(event: Event, reader: Client) -> None:
    robots = reader.get("/robots.txt").content.decode()
    assert "Disallow: /desk/\n" in robots
    assert "Disallow: /e/*/desk/\n" in robots
    assert "Sitemap: http://testserver/sitemap.xml\n" in robots
    pages = re.findall("<loc>(.*?)</loc>", reader.get("/sitemap.xml").content.decode())
    assert "http://testserver/e/one/standings/" in pages
    assert {Client().get(page.removeprefix("http://testserver")).status_code for page in pages} == {200}


@pytest.mark.parametrize("shapes", [HEADINGS, WINNER_HEADINGS])
@pytest.mark.parametrize(
    "name",
    [
        "The 12th International Mahjong Championship of the Netherlands, Belgium and Luxembourg 2026, in Utrecht",
        "2026年第十二届成都国际麻将公开赛暨全国竞技麻将团体锦标赛（西南赛区）总决赛及表演赛",
    ],
)
def test_the_picture_of_an_event_has_its_whole_long_name(name: str, shapes: Sequence[tuple[int, int]]) -> None:
    lines, _size = Sheet("en", "").fitted(name, shapes, ROOM)
    assert " ".join(lines).replace(" ", "") == name.replace(" ", "")
