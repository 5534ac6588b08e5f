"""Tests of arranged screens: opened by a token, parts in rotation, only released results."""

import io
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format
from PIL import Image

from common.actions.models.ledgers import Ledger
from ranking.links.models import PersonRecord
from ranking.series.services.series import take_out_event
from scoring.display.models.screens import Screen, ScreenPicture
from scoring.display.services.screens import add_screen, change_screen, close_screen, open_screen
from scoring.releases.services.releasing import release_session, retract_session
from scoring.sheets.rules.codes import new_screen_access
from tests.support.cup import taken_in
from tests.support.draws import ACTOR, drawn, planned
from tests.support.finals import final
from tests.support.hall import hall_document
from tests.support.ranking import new_person
from tests.support.series import new_series, season
from tests.web.desk.draw.test_draw import browser
from tournament.clocks.models import SessionClock
from tournament.clocks.services.announcements import announce
from tournament.clocks.services.clocks import check_seats, end_session, start_session
from tournament.events.models.events import Event
from tournament.seating.selectors.seats import session_seats
from web.shared.requests.rate_limit import LIMITS
from web.wall.names import ROWS, seat_lines

pytestmark = pytest.mark.django_db
FIELDS = {"name": "大屏幕", "language": "all", "slug": "hall"}


def arranged(event: Event, *kinds: str, language: str = "en", seconds: int = 10, **more: Any) -> Screen:
    parts = [{"shows": kind, "seconds": seconds} for kind in kinds]
    facts = {"slug": "hall", "name": "大屏幕", "language": language, "parts": parts} | more
    add_screen(ACTOR, event, **facts)
    return Screen.objects.get(event=event, slug=facts["slug"])


def television(screen: Screen) -> Client:
    """Return a browser that opened the screen by its QR code."""
    access, client = new_screen_access(), Client()
    open_screen(ACTOR, screen, access=access)
    response = client.get(f"/w/{access.token}/")
    assert (response.status_code, response["Location"]) == (302, f"/e/{screen.event.slug}/wall/{screen.slug}/")
    return client


def data(text: str, name: str) -> str:
    attribute = re.search(rf'data-{name}="([^"]*)"', text)
    assert attribute
    return attribute[1]


def part(client: Client, screen: Screen, at: str = "", version: str = "") -> str:
    response = client.get(f"/e/{screen.event.slug}/wall/{screen.slug}/part/", {"at": at, "v": version})
    assert response.status_code == 200
    return response.content.decode()


def walk(client: Client, screen: Screen, steps: int) -> list[tuple[str, str]]:
    """Return kind and language of the parts that the screen shows, one after another."""
    screens, at = [], ""
    for _step in range(steps):
        text = part(client, screen, at)
        kind, language = re.search(r'screen-part screen-([a-z]+)" lang="([a-z-]+)"', text).groups()
        screens.append((kind, language))
        at = data(text, "next")
    return screens


def test_an_organizer_arranges_a_screen_and_sees_its_code_once() -> None:
    event = final()
    desk = browser("organizer", event)
    lines = {"place-1": "2", "shows-1": "standings", "seconds-1": "12", "place-2": "1", "shows-2": "teams"}
    lines |= {"seconds-2": "8", "place-3": "3", "shows-3": "", "seconds-3": "15"}
    wrong = desk.post(f"/e/{event.slug}/desk/screens/new/", {**FIELDS, **lines, "seconds-1": "1", "slug": "hall-7"})
    assert wrong.status_code == 400
    assert 'value="hall-7"' in wrong.content.decode()
    taken = desk.post(f"/e/{event.slug}/desk/screens/new/", {**FIELDS, **lines, "slug": "seats"})
    assert "already used in another address" in taken.content.decode()
    response = desk.post(f"/e/{event.slug}/desk/screens/new/", {**FIELDS, **lines})
    assert response["Location"] == f"/e/{event.slug}/desk/screens/at/hall/"
    screen = Screen.objects.get()
    assert [(part.kind, part.seconds) for part in screen.parts.all()] == [("teams", 8), ("standings", 12)]
    page = desk.post(f"/e/{event.slug}/desk/screens/at/hall/open/").content.decode()
    letters = re.search(r'screen-letters" lang="zxx">([A-Z0-9 ]+)<', page)[1]
    tv = Client()
    assert tv.get(f"/e/{event.slug}/wall/hall/").status_code == 403
    assert "No screen has this code" in tv.post("/w/", {"code": "AAAAAA"}).content.decode()
    assert tv.post("/w/", {"code": letters.lower()}).status_code == 302
    assert "虎队" in tv.get(f"/e/{event.slug}/wall/hall/").content.decode()
    assert Client().get(f"/w/{letters.replace(' ', '')}/").status_code == 302
    assert letters.replace(" ", "") not in str(Screen.objects.values())


def test_a_revoked_or_replaced_screen_access_shows_nothing() -> None:
    screen = arranged(final(), "standings")
    first = television(screen)
    second = television(screen)
    path = f"/e/{screen.event.slug}/wall/hall/"
    assert [first.get(path).status_code, second.get(path).status_code] == [403, 200]
    assert "is not open here" in first.get(path).content.decode()
    assert first.get(f"{path}part/").status_code == 403
    close_screen(ACTOR, screen)
    assert second.get(path).status_code == 403
    assert second.get(f"/e/{screen.event.slug}/wall/none/").status_code == 404


def test_parts_rotate_through_three_languages_and_empty_parts_are_skipped() -> None:
    event = final()
    screen = arranged(event, "seats", "standings", "lots", "teams", "calls", language="all")
    client = television(screen)
    shown = walk(client, screen, 6)
    assert [kind for kind, _language in shown] == ["standings", "teams"] * 3
    assert [language for _kind, language in shown] == ["zh-hans", "zh-hans", "en", "en", "ja", "ja"]
    empty = arranged(event, "seats", slug="empty")
    text = part(television(empty), empty)
    assert "<h1>品局杯决赛</h1>" in text
    assert "Next: session" not in text


def test_an_idle_screen_names_the_event_and_the_coming_session() -> None:
    event = planned(players=16, sessions=2)
    event.sessions.create(number=1, starts=timezone.now() + timedelta(days=40))
    screen = arranged(event, "seats")
    assert "Next: session 1" in part(television(screen), screen)
    event.sessions.filter(number=1).update(starts=timezone.now() - timedelta(days=2))
    Ledger.objects.filter(pk=event.ledger_id).update(public=F("public") + 1)
    assert "Next: session" not in part(television(screen), screen)


def test_an_idle_screen_names_the_session_in_play_and_before_all_sessions_the_days() -> None:
    tomorrow = timezone.localdate() + timedelta(days=1)
    event = taken_in(hall_document(tables=2, starts=str(tomorrow), ends=str(tomorrow)))
    screen = arranged(event, "calls")
    client = television(screen)
    text = part(client, screen)
    assert date_format(tomorrow) in text
    start_session(ACTOR, event.sessions.get(number=1))
    text = part(client, screen, data(text, "at"), data(text, "version"))
    assert "Session 1 is being played" in text
    assert date_format(tomorrow) not in text


@pytest.mark.parametrize(("language", "heads"), [("zh-hans", "标准分 比赛分"), ("en", "TP CP"), ("ja", "標準点 素点")])
def test_points_have_the_rule_books_terms(language: str, heads: str) -> None:
    text = part(television(screen := arranged(final(), "standings", language=language)), screen)
    assert " ".join(re.findall(r"<abbr[^>]*>([^<]*)</abbr>", text)[:2]) == heads


def test_a_poll_gets_changes_and_otherwise_204() -> None:
    event = final()
    screen = arranged(event, "announcements", "standings")
    client = television(screen)
    text = part(client, screen)
    assert "李娜" in text.split("<tbody>")[1]
    version, at = data(text, "version"), data(text, "at")
    path = f"/e/{event.slug}/wall/hall/part/"
    assert client.get(path, {"at": at, "v": version}).status_code == 204
    announce(ACTOR, event, texts={"zh": "午餐在二楼", "en": "Lunch upstairs"})
    text = part(client, screen, at, version)
    assert data(text, "version") != version
    announced = part(client, screen, data(text, "next"))
    assert announced.index("Lunch upstairs") < announced.index("午餐在二楼")
    parts = [{"shows": "teams", "seconds": 5}]
    change_screen(ACTOR, screen, name="大屏幕", language="en", parts=parts)
    text = part(client, screen, at, version)
    assert "screen-teams" in text
    assert '<th scope="col" class="wall-who">Team</th>' in text
    assert "provisional" not in text  # its clock says when the appeal time was over


def test_an_officials_screen_shows_no_more_than_the_public_sees() -> None:
    event = final()
    screen = arranged(event, "standings")
    for client in (television(screen), browser("organizer", event)):
        text = part(client, screen)
        assert "after 1 session" in text
        # By session 2, which is not released, 欧阳娜娜 is second with 6 table points.
        assert re.search(r">1</span></td>\s*<td[^>]*></td>\s*<th[^>]*>(王伟|李娜)", text)
    release_session(ACTOR, event.sessions.get(number=2))
    assert "after 2 sessions" in part(television(screen), screen)


def test_standings_are_paginated_without_more_queries(django_assert_max_num_queries) -> None:
    event = planned(players=120, sessions=2)
    drawn(event)
    screen = arranged(event, "seats")
    client = television(screen)
    text = part(client, screen)
    assert "1 / 3" in text
    assert text.count("wall-name") >= 48
    with django_assert_max_num_queries(12):
        text = part(client, screen, data(text, "next"))
    assert "2 / 3" in text


@pytest.mark.parametrize(
    ("name", "columns", "long"),
    [
        ("选手3", 3, False),
        ("VAN DER WESTHUIZEN Maria-Magdalena", 2, False),
        ("VAN DER WESTHUIZEN-OOSTHUIZEN Maria-Magdalena", 2, True),  # on two lines
        ("VAN DER WESTHUIZEN-OOSTHUIZEN Maria-Magdalena of the Cape of Good Hope and Namibia", 1, False),
    ],
)
def test_long_names_get_wider_columns(name: str, columns: int, long: bool) -> None:
    event = planned(players=16, sessions=2)
    event.entries.filter(number=3).update(name=name)
    drawn(event)
    screen = arranged(event, "seats")
    for text in (part(television(screen), screen), Client().get(f"/e/{event.slug}/wall/seats/").content.decode()):
        assert f"wall-names-{columns}" in text
        assert ("wall-long-name" in text) == long


def test_a_long_name_is_never_the_last_line_of_a_column() -> None:
    event = planned(players=16, sessions=2)
    event.entries.exclude(number=1).update(name="VAN DER WESTHUIZEN-OOSTHUIZEN Maria-Magdalena")
    columns, lines = seat_lines(session_seats(drawn(event), 1))
    assert columns == 2

    assert all(not lines[at].long for at in range(ROWS - 1, len(lines), ROWS))
    assert sum(line.seat is not None for line in lines) == 16


def test_standings_with_long_names_use_one_block() -> None:
    event = final()
    screen = arranged(event, "standings")
    client = television(screen)
    assert "虎队" in part(client, screen)
    event.entries.filter(number=3).update(name="VAN DER WESTHUIZEN-OOSTHUIZEN Maria")
    retract_session(ACTOR, event.sessions.get(number=1), reason="改名")
    release_session(ACTOR, event.sessions.get(number=1))
    text = part(client, screen)
    assert "VAN DER WESTHUIZEN-OOSTHUIZEN Maria" in text
    assert "虎队" not in text


def test_a_screen_with_a_clock_sounds_the_gong_during_every_part() -> None:
    event = final()
    check_seats(ACTOR, event.sessions.get(number=2))
    screen = arranged(event, "standings", "clock", language="zh-hans")
    client = television(screen)
    text = part(client, screen)
    assert "screen-standings" in text
    assert 'data-state="seats"' in text.split("<div hidden>")[1]
    text = part(client, screen, data(text, "next"))
    assert "请就座" in text or "入座" in text
    assert "<div hidden>" not in text


def test_before_a_session_the_clock_shows_the_time_of_day_and_what_comes() -> None:
    event = final()
    event.sessions.filter(number=2).update(starts=timezone.now() + timedelta(minutes=30))
    screen = arranged(event, "clock")
    client = television(screen)
    text = part(client, screen)
    assert "data-hour=" in text
    assert "Next: session 2" in text
    assert "Time until then" in text
    check_seats(ACTOR, event.sessions.get(number=2))
    assert "Please take your seats" in part(client, screen)
    start_session(ACTOR, event.sessions.get(number=2))
    running = part(client, screen)
    assert "data-left=" in running
    assert "Next: session" not in running
    end_session(ACTOR, event.sessions.get(number=2))
    assert "Session ended" in part(client, screen)


@pytest.mark.parametrize(("hours", "counts"), [(11, True), (13, False)])
def test_the_clock_counts_down_to_a_near_session_also_past_midnight(hours: int, counts: bool) -> None:
    event = final()
    event.sessions.filter(number=2).update(starts=timezone.now() + timedelta(hours=hours))
    screen = arranged(event, "clock")
    assert ("Time until then" in part(television(screen), screen)) is counts


def picture_bytes(kind: str = "PNG") -> io.BytesIO:
    file = io.BytesIO()
    Image.new("RGB", (64, 36), "red").save(file, kind)
    file.name, _end = f"a.{kind.lower()}", file.seek(0)
    return file


def test_a_picture_is_reencoded_and_shown_on_screens_only(settings, tmp_path) -> None:
    settings.MEDIA_ROOT = tmp_path
    event = final()
    desk, page = browser("organizer", event), f"/e/{event.slug}/desk/screens/"
    for wrong in (io.BytesIO(b"GIF89a not a picture"), io.BytesIO(b"%PDF-1.4 nothing")):
        wrong.name = "a.png"
        assert desk.post(page, {"title": "赞助商", "file": wrong}).status_code == 400
    assert desk.post(page, {"title": "赞助商", "file": picture_bytes()}).status_code == 302
    picture = ScreenPicture.objects.get()
    kept = Path(settings.MEDIA_ROOT) / "screen-pictures" / picture.name
    assert kept.read_bytes()[:2] == b"\xff\xd8"
    assert kept.stat().st_mode & 0o777 == 0o600
    lines = {"place-1": "1", "shows-1": "picture:赞助商", "seconds-1": "12"}
    assert desk.post(f"{page}new/", {**FIELDS, **lines}).status_code == 302
    screen = Screen.objects.get()
    client = television(screen)
    address = re.search(r'src="([^"?]+)\?', part(client, screen))[1]
    assert b"".join(client.get(address).streaming_content) == kept.read_bytes()
    assert Client().get(address).status_code == 403
    assert b"".join(desk.get(f"{page}pictures/{picture.pk}/").streaming_content) == kept.read_bytes()
    assert client.get(address.replace(f"/{picture.pk}/", "/999/")).status_code == 404
    logo = f"/e/{event.slug}/wall/logo.jpg"
    assert Client().get(logo).status_code == 404
    desk.post(f"{page}pictures/{picture.pk}/logo/", {"on": "1"})
    assert Client().get(logo).content == kept.read_bytes()
    announced = Client().get(f"/e/{event.slug}/wall/ceremony/").content.decode()
    assert f'src="{logo}?d={picture.digest[:8]}"' in announced
    away = f"{page}pictures/{picture.pk}/remove/"
    assert "A screen shows this picture" in desk.post(away, follow=True).content.decode()
    desk.post(f"{page}at/hall/remove/")
    desk.post(away)
    assert not ScreenPicture.objects.exists()


def test_a_conflict_of_two_arrangements_shows_both() -> None:
    event = final()
    screen = arranged(event, "teams")
    desk, page = browser("organizer", event), f"/e/{event.slug}/desk/screens/at/hall/"
    base = '{"name": "大屏幕", "language": "en", "parts": [{"shows": "teams", "seconds": 10}]}'
    change_screen(ACTOR, screen, name="大屏幕", language="en", parts=[{"shows": "clock", "seconds": 20}])
    mine = {"name": "大屏幕", "language": "en", "base": base, "place-1": "1", "shows-1": "groups", "seconds-1": "9"}
    text = desk.post(page, mine)
    assert text.status_code == 409
    assert "Clock 20" in text.content.decode()
    assert "Group standings 9" in text.content.decode()


@pytest.mark.parametrize("role", ["referee", "display", "public"])
def test_other_roles_cannot_arrange_screens(role: str) -> None:
    event = final()
    arranged(event, "teams")
    client, page = browser(role, event), f"/e/{event.slug}/desk/screens/"
    for address in ("new/", "at/hall/", "at/hall/open/", "at/hall/close/", "at/hall/remove/", ""):
        assert client.post(f"{page}{address}", {"title": "x"}).status_code in (302, 403)
    assert Screen.objects.get().token_hash is None


def test_wrong_screen_codes_are_rate_limited() -> None:
    client = Client()
    for _time in range(LIMITS["screen"].most):
        client.post("/w/", {"code": "BBBBBB"})
    assert "Too many wrong codes" in client.post("/w/", {"code": "BBBBBB"}).content.decode()
    screen = arranged(final(), "teams")
    access = new_screen_access()
    open_screen(ACTOR, screen, access=access)
    assert client.get(f"/w/{access.code}/")["Location"] == "/w/"
    assert client.get(f"/w/{access.token}/")["Location"].endswith("/wall/hall/")


def test_every_event_has_the_test_picture() -> None:
    event = final()
    text = Client().get(f"/e/{event.slug}/wall/test/").content.decode()
    assert text.count("test-corner-") == 4
    assert "data-sound-tap" in text
    assert f"/e/{event.slug}/wall/test/" in Client().get(f"/e/{event.slug}/wall/").content.decode()


def test_a_screen_shows_the_ranking_of_the_series_and_hides_who_asks_for_it() -> None:
    event = final()
    screen = arranged(event, "series", "standings")
    tv = television(screen)
    assert {kind for kind, _language in walk(tv, screen, 2)} == {"standings"}
    people = [new_person(f"Player {number}", country="ES") for number in range(21)]
    PersonRecord.objects.create(person=people[1], public=False)
    past = season({person: [900 - number] for number, person in enumerate(people)})[0]
    series = new_series(past.slug, event.slug, finalists=1)
    text = part(tv, screen)
    version = data(text, "version")
    assert "after 1 event<" in text
    assert "1 / 2" in text
    assert "Player 0" in text
    assert "In, +1" in text
    assert "P." in text
    assert "Player 1 " not in text
    address = f"/e/{event.slug}/wall/hall/part/"
    assert tv.get(address, {"at": data(text, "at"), "v": version}).status_code == 204
    take_out_event(ACTOR, series, reason="rained off", slug=past.slug)
    assert tv.get(address, {"at": data(text, "at"), "v": version}).status_code == 200


def test_wall_and_screen_seat_the_session_after_the_one_that_has_ended() -> None:
    """The papers of session 2 are still open: they do not keep its seats on the projector."""
    event = planned("cup", 16, 3)
    drawn(event)
    for number in (1, 2):
        session = event.sessions.get(number=number)
        SessionClock.objects.create(session=session, started_at=timezone.now(), ended_at=timezone.now(), minutes=120)
    assert "Session 3" in Client().get("/e/cup/wall/seats/").content.decode()
    screen = arranged(event, "seats")
    assert "Session 3" in part(television(screen), screen)
