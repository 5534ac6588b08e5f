"""Every kind of page is accessible, fits three windows, and has large enough controls, in alternating themes.

Every page of the Desk and the Floor is read in Chinese on a tablet too.
"""

from collections.abc import Iterator

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import resolve
from playwright.sync_api import Page, expect

from common import jobs
from common.files.json_files import dump
from tests.browser.conftest import SIZES
from tests.browser.reading import too_low, too_wide
from tests.support.crawling import one_of_each_kind
from tests.support.events import chinese_document
from tournament.access.selectors.roles import actor_of
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account

#: Each page is read in one of these looks. test_gallery.py tests the components in both themes.
LOOKS = [(0, "laptop", "light", "en"), (1, "phone", "dark", "ja")]
WINDOWS = {"tablet": {"width": 820, "height": 1180}} | SIZES
#: The least height of controls in pixels.
LEAST = {"phone": 44, "tablet": 24, "laptop": 24}
#: test_pocket.py tests the accessibility of these with a fuller event.
RECORDS = {f"pocket:{name}" for name in ("event", "players", "player", "team", "group", "session", "table", "rules")}


@pytest.fixture
def administrator(event: Event, organizer: Account) -> Account:
    return Account.objects.create_user("administrator", name="王 管理", is_staff=True, is_superuser=True)


@pytest.fixture
def addresses(event: Event, administrator: Account) -> list[str]:
    """Return one page of each kind that the administrator reaches by links, and some with few links."""
    client = Client()
    client.force_login(administrator)
    kinds = one_of_each_kind(client, ["/", f"/e/{event.slug}/desk/"])
    assert len(kinds) > 25
    return [
        *(page.path for page in kinds.values()),
        "/?q=nothing",
        f"/e/{event.slug}/desk/sessions/3/release/",
        *_jobs(administrator),
    ]


def _jobs(owner: Account) -> Iterator[str]:
    """Yield the pages of a waiting, a failed and a finished job."""
    actor = actor_of(owner)
    wrong = chinese_document() | {"players": []}
    waiting = jobs.start(actor, "event.export", parameters={"event": "1"})
    failed = jobs.start(actor, "event.import", parameters={"key": "k"}, upload=ContentFile(dump(wrong), "wrong.json"))
    done = jobs.start(actor, "event.export", parameters={"event": "1"})
    jobs.run(failed.pk)
    jobs.run(done.pk)
    yield from (f"/jobs/{job.pk}/" for job in (waiting, failed, done))


def show(page: Page, address: str) -> None:
    answer = page.goto(address)
    assert answer is not None
    assert answer.status == 200, address
    expect(page.locator('[hx-trigger="load"]')).to_have_count(0)  # the state of the backups has arrived


@pytest.mark.parametrize(("turn", "size", "theme", "language"), LOOKS)
def test_every_page_is_accessible_fits_and_has_large_controls(
    page: Page, live_server, axe, signed_in, administrator, addresses: list[str], turn, size, theme, language
) -> None:
    """Each page is tested in one theme and window, and measured in the other windows too."""
    signed_in(administrator)
    choose(page, live_server.url, theme, language)
    faults = []
    for address in addresses[turn :: len(LOOKS)]:
        page.set_viewport_size(WINDOWS[size])
        show(page, address)
        if resolve(address.split("?")[0]).view_name not in RECORDS and not (theme == "light" and of_work(address)):
            faults += [f"{address}: {fault}" for fault in axe(page)]
        for window in WINDOWS:
            faults += fits(page, window)
    assert faults == []


def test_every_page_of_the_desk_and_the_floor_in_chinese_on_a_tablet(
    page: Page, live_server, axe, signed_in, administrator, addresses: list[str]
) -> None:
    signed_in(administrator)
    choose(page, live_server.url, "light", "zh-hans")
    page.set_viewport_size(WINDOWS["tablet"])
    work_pages = list(filter(of_work, addresses))
    assert len(work_pages) > 60
    faults = []
    for address in work_pages:
        show(page, address)
        faults += [f"{address}: {fault}" for fault in axe(page)] + fits(page, "tablet")
    assert faults == []


def of_work(address: str) -> bool:
    """Return whether the page is one of the Desk or the Floor, which are read in light Chinese below."""
    return "/desk/" in address or "/floor/" in address


def choose(page: Page, server: str, theme: str, language: str) -> None:
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    page.context.add_cookies([{"name": "django_language", "value": language, "url": server}])


def fits(page: Page, window: str) -> list[str]:
    page.set_viewport_size(WINDOWS[window])
    return too_wide(page) + too_low(page, least=LEAST[window])
