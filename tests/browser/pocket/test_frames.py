"""Standings in a frame of another site: seen, current, without cookies, and no other page can be framed."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.looking import fits, keep_picture
from tests.support.cup import taken_in
from tests.support.event_generator import make_event
from tests.support.ranking import new_account, new_person
from tests.support.series import new_series, season
from tournament.events.models.events import Event
from tournament.people.models.accounts import Role

FRAME = "/e/one/standings/frame/"
HIDDEN = "Zacharias Planted"


class Foreign(BaseHTTPRequestHandler):
    """A page of another site: an iframe of the address in its query, as wide as the page."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        address = self.path.partition("?")[2]
        style = "<style>body { margin: 0 } iframe { width: 100%; height: 620px; border: 0 }</style>"
        frame = f'<main><h1>Club</h1><iframe src="{address}" title="Standings"></iframe></main>'
        self.wfile.write(f'<!doctype html><html lang="en"><title>Club</title>{style}{frame}</html>'.encode())

    def log_message(self, *_args: object) -> None:
        """Keep the output of the tests free of requests."""


@pytest.fixture
def club() -> Iterator[str]:
    """Return the address of a site at another host and port than the program."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Foreign)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture
def event(transactional_db) -> Event:
    """Return an event of which two of three sessions are released; player 1 asks not to be named."""
    document = make_event(1, players=16, sessions=3, odd=False, stages=False)
    document["event"]["id"] = "one"
    event = taken_in(document)
    event.entries.filter(number=event.entries.order_by("number")[0].number).update(name=HIDDEN, name_consent=False)
    release(event, 2)
    return event


def release(event: Event, last: int) -> None:
    event.sessions.filter(number__lte=last).update(released_at=timezone.now())
    event.sessions.filter(number__gt=last).update(released_at=None)
    event.ledger.public += 1
    event.ledger.save()


def test_a_club_shows_the_standings_and_they_stay_current(
    live_server, page: Page, axe, signed_in, club: str, event: Event
) -> None:
    """An official's browser shows what everybody sees, as the frame gets no cookie."""
    account = new_account(name="赵敏")
    Role.objects.create(account=account, event=event, name=Role.Name.ORGANIZER)
    signed_in(account)
    cookies = page.context.cookies()
    sent: list[str | None] = []
    page.on("response", lambda answer: sent.append(answer.header_value("set-cookie")))
    page.clock.install()
    page.set_viewport_size({"width": 360, "height": 700})
    page.goto(f"{club}?{live_server.url}{FRAME}?lang=en")
    frame = page.frame_locator("iframe")
    expect(frame.locator(".note").first).to_contain_text("after session 2 of 3")
    expect(frame.locator("tbody tr")).to_have_count(10)
    release(event, 3)
    page.clock.run_for(31_000)
    expect(frame.locator(".note").first).to_contain_text("after session 3 of 3")
    assert axe(page) == []
    width = page.frames[1].evaluate("document.documentElement.scrollWidth")
    assert width == 360
    assert set(sent) == {None}
    assert page.context.cookies() == cookies
    with page.context.expect_page() as opened:
        frame.get_by_role("link", name="All ranks").click()
    expect(opened.value).to_have_url(f"{live_server.url}/e/one/standings/")
    assert page.url.startswith(club)


def test_no_other_page_can_be_framed(live_server, page: Page, club: str, faults: list[str], event: Event) -> None:
    for address in ("/e/one/standings/", "/e/one/standings/embed/", "/account/login/"):
        page.goto(f"{club}?{live_server.url}{address}")
        expect(page.frame_locator("iframe").locator("h1")).to_have_count(0)
        refused = [fault for fault in faults if "frame-ancestors 'none'" in fault]
        assert refused, faults
        faults[:] = [fault for fault in faults if fault not in refused and "ERR_BLOCKED_BY_RESPONSE" not in fault]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "zh-hans", "ja"])
def test_frames_are_accessible_and_fit(
    live_server, page: Page, axe, club: str, event: Event, language: str, theme: str
) -> None:
    people = [new_person(name, country="ES") for name in ("Cleo Vázquez-Montalbán de los Ángeles", "欧阳娜娜", "王伟")]
    events = season(dict(zip(people, [[120, -40], [30, 96], [77, None]], strict=True)))
    series = new_series(*(one.slug for one in events), finalists=1)
    for name, address in (("event", FRAME), ("series", f"/series/{series.slug}/frame/")):
        for width in (360, 1440):
            page.set_viewport_size({"width": width, "height": 700})
            page.goto(f"{club}?{live_server.url}{address}?lang={language}&theme={theme}")
            expect(page.frame_locator("iframe").locator("tbody tr").first).to_be_visible()
            assert axe(page) == [], address
            assert page.frames[1].evaluate("document.documentElement.scrollWidth") == width
            keep_picture(page, f"{name}-{language}-{theme}-{width}")


def test_the_html_is_tried_on_its_page(live_server, page: Page, axe, event: Event) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(f"{live_server.url}/e/one/standings/")
    page.get_by_role("link", name="On your web site").click()
    page.get_by_label("Rows").fill("3")
    page.locator("#id_language").select_option("ja")
    page.get_by_role("button", name="Show the HTML").click()
    expect(page.locator("pre")).to_contain_text(f'src="{live_server.url}{FRAME}?rows=3&amp;lang=ja"')
    page.locator("iframe").scroll_into_view_if_needed()
    expect(page.frame_locator("iframe").locator("tbody tr")).to_have_count(3)
    fits(page, axe, "embed")
