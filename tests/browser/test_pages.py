"""Every kind of page is accessible, fits its window, and has large enough controls, in alternating themes."""

from collections.abc import Iterator

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import resolve
from playwright.sync_api import Page

from common import jobs
from common.files.json_files import dump
from tests.browser.conftest import SIZES
from tests.browser.reading import too_low, too_wide
from tests.support.crawling import one_of_each_kind
from tests.support.events import chinese_document
from tournament.access.selectors.roles import actor_of
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account

#: test_gallery.py tests the components in both themes. Chinese is the shortest of the three languages.
LOOKS = [(0, "laptop", "light", "en"), (1, "phone", "dark", "ja")]
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


@pytest.mark.parametrize(("turn", "size", "theme", "language"), LOOKS)
def test_every_page_is_accessible_fits_and_has_large_controls(
    page: Page, live_server, axe, signed_in, administrator, addresses: list[str], turn, size, theme, language
) -> None:
    """Each page is tested in one theme and window size, and measured in the other size too."""
    signed_in(administrator)
    page.emulate_media(color_scheme=theme)
    page.context.add_cookies([{"name": "django_language", "value": language, "url": live_server.url}])
    faults = []
    for address in addresses[turn :: len(LOOKS)]:
        page.set_viewport_size(SIZES[size])
        show(page, address)
        if resolve(address.split("?")[0]).view_name not in RECORDS:
            faults += [f"{address}: {fault}" for fault in axe(page)]
        faults += fits(page, size)
        faults += fits(page, next(other for other in SIZES if other != size))
    assert faults == []


def fits(page: Page, size: str) -> list[str]:
    page.set_viewport_size(SIZES[size])
    return too_wide(page) + too_low(page, least={"phone": 44, "laptop": 24}[size])
