"""The reader's own part of a page is equal whether the page draws it at loading or the script after a change."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from scoring.releases.services.releasing import release_session, retract_session
from scoring.sheets.services.people.exchanging import move_table
from tests.support.cup import cup, taken_in
from tests.support.draws import ACTOR, drawn, planned
from tournament.events.models.entries import Entry
from tournament.presence.services.calls import call_player, uncall_player

LANGUAGES = ["en", "zh-hans", "ja"]


def own_part(page: Page) -> str:
    """Return the markup of the reader's own part of the page."""
    return page.locator("[data-numbers]").inner_html()


@pytest.fixture
def as_loaded(page: Page, live_server) -> Callable[[], str]:
    """Return a function that loads the page again and returns the reader's own part."""

    def load() -> str:
        with page.context.new_page() as other:
            other.goto(page.url)
            return own_part(other)

    return load


def remember(context: BrowserContext, address: str, language: str, **cookies: str) -> None:
    context.add_cookies([{"name": name, "value": value, "url": address} for name, value in cookies.items()])
    context.add_cookies([{"name": "django_language", "value": language, "url": address}])


@pytest.mark.parametrize("language", LANGUAGES)
def test_my_card_follows_seat_call_and_table(
    live_server, page: Page, as_loaded: Callable[[], str], transactional_db, language: str
) -> None:
    event = planned()
    remember(page.context, live_server.url, language, me="5")
    page.goto(f"{live_server.url}/e/draw/")
    assert page.locator("#live-cards .way-seat").count() == 0
    drawn(event)
    expect(page.locator("#live-cards .seat-list li")).to_have_count(3)
    assert own_part(page) == as_loaded()
    table = event.sessions.get(number=1).tables.get(sittings__entry__number=5)
    move_table(ACTOR, table.session, table=table.number, to=77, room="二楼", reason="自动桌坏了")
    expect(page.locator("#live-cards .way-seat")).to_contain_text("二楼")
    assert own_part(page) == as_loaded()
    entry = Entry.objects.select_related("event__ledger").get(event=event, number=5)
    call_player(ACTOR, entry, session=1)
    expect(page.locator("#live-cards [role=alert]")).to_contain_text("77")
    assert own_part(page) == as_loaded()
    uncall_player(ACTOR, entry)
    expect(page.locator("#live-cards [role=alert]")).to_have_count(0)
    assert own_part(page) == as_loaded()


@pytest.mark.parametrize("language", LANGUAGES)
def test_followed_lines_follow_a_release_and_its_retraction(
    live_server, page: Page, as_loaded: Callable[[], str], transactional_db, language: str
) -> None:
    event = taken_in(cup(), release=1)
    remember(page.context, live_server.url, language, me="8", followed="1.2.6.7")
    page.goto(f"{live_server.url}/e/cup/standings/")
    lines = page.locator("#live-lines tr")
    before, names = own_part(page), lines.all_inner_texts()
    session = event.sessions.get(number=2)
    release_session(ACTOR, session)
    expect(lines.first).to_contain_text("+58")
    assert own_part(page) == as_loaded() != before
    retract_session(ACTOR, session, reason="a slip")
    expect(lines.first).not_to_contain_text("+58")
    assert (own_part(page), lines.all_inner_texts()) == (before, names)


def test_an_unchanged_card_keeps_its_focus(live_server, page: Page, transactional_db) -> None:
    event = planned()
    remember(page.context, live_server.url, "en", me="5")
    drawn(event)
    page.goto(f"{live_server.url}/e/draw/")
    card = page.locator("#live-cards")
    version = str(card.get_attribute("data-live"))
    link = card.locator("h2 a")
    link.focus()
    call_player(ACTOR, Entry.objects.select_related("event__ledger").get(event=event, number=3), session=1)
    expect(card).not_to_have_attribute("data-live", version)
    expect(link).to_be_focused()
