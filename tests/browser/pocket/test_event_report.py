"""The report of an event on a phone and a large screen, in three languages."""

import pytest
from playwright.sync_api import Page

from common.actions.permissions import system_actor
from scoring.releases.services.releasing import release_session
from tests.browser.conftest import SIZES
from tests.browser.reading import small_targets, too_low, too_wide
from tests.support.cup import taken_in
from tests.support.event_generator import make_event
from tournament.events.models.events import Event

HEADINGS = {"zh-hans": "最接近的一桌", "en": "Closest table", "ja": "最も接戦だった卓"}


@pytest.fixture
def event() -> Event:
    document = make_event(1, players=24, sessions=6, odd=False, stages=False)
    document["event"] |= {"id": "one", "name": "Autumn International of Competition Mahjong 2026 第九届世界麻将锦标赛"}
    event = taken_in(document)
    for session in event.sessions.filter(released_at=None).order_by("number"):
        release_session(system_actor("test"), session)
    return event


@pytest.mark.parametrize(("size", "scheme"), [("phone", "light"), ("laptop", "dark")])
def test_the_report_fits_and_is_accessible(page: Page, event: Event, axe, size: str, scheme: str) -> None:
    page.set_viewport_size(SIZES[size])
    page.emulate_media(color_scheme=scheme)
    for language, heading in HEADINGS.items():
        page.goto(f"/e/one/report/?lang={language}")
        assert page.get_by_role("heading", name=heading).is_visible()
        assert too_wide(page) + axe(page) == [], language
        assert size == "laptop" or too_low(page) + small_targets(page) == [], language
