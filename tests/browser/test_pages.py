"""Every kind of page once in light and once in dark: accessible, as wide as its window, its controls large enough."""

from collections.abc import Iterator

import pytest
from django.core.files.base import ContentFile
from django.urls import URLResolver, get_resolver, resolve
from playwright.sync_api import Page

from common import jobs
from common.json_files import dump
from tests.browser.conftest import SIZES
from tests.browser.reading import too_low, too_wide
from tests.support.events import chinese_document
from tournament.models import Account, Event
from tournament.selectors.roles import actor_of

POCKET = ["", "standings/", "standings/teams/", "standings/groups/", "standings/all/", "players/", "players/5/"]
POCKET += ["teams/1/", "groups/1/", "tables/", "tables/1/", "tables/1/1/", "rules/"]
DESK = ["", "contradictions/", "sessions/", "sessions/2/release/", "sessions/1/retract/", "sessions/3/release/"]
DESK += ["roles/", "audit/", "file/"]
HOUSE = ["/", "/?q=nothing", "/desk/", "/desk/import/", "/desk/accounts/", "/account/password/"]
#: Seen by test_gallery.py.
OTHERS = {"components/", "account/login/"}
#: Not pages: what a form is sent to, what scripts ask for, files.
OTHERS |= {"healthz", "account/logout/", "i18n/setlang/", "i18n/theme/", "live/<slug:slug>/<slug:name>"}
OTHERS |= {f"jobs/<int:job_id>/{part}/" for part in ("state", "file", "cancel")}
OTHERS |= {"e/<slug:slug>/desk/roles/revoke/", "desk/accounts/<int:account_id>/password/"}


@pytest.fixture
def administrator(event: Event) -> Account:
    return Account.objects.create_user("administrator", name="王 管理", is_staff=True, is_superuser=True)


@pytest.fixture
def addresses(event: Event, organizer: Account, administrator: Account) -> list[str]:
    """Where every kind of page is, for the administrator."""
    pocket = [f"/e/{event.slug}/{page}" for page in POCKET]
    desk = [f"/e/{event.slug}/desk/{page}" for page in DESK]
    return [*HOUSE, f"/desk/accounts/{organizer.pk}/", *pocket, *desk, *_jobs(administrator)]


def _jobs(owner: Account) -> Iterator[str]:
    """A job that waits, one that failed and one that made a file."""
    actor = actor_of(owner)
    wrong = chinese_document() | {"players": []}
    waiting = jobs.start(actor, "event.export", parameters={"event": "1"})
    failed = jobs.start(actor, "event.import", parameters={"key": "k"}, upload=ContentFile(dump(wrong), "wrong.json"))
    done = jobs.start(actor, "event.export", parameters={"event": "1"})
    jobs.run(failed.pk)
    jobs.run(done.pk)
    yield from (f"/jobs/{job.pk}/" for job in (waiting, failed, done))


@pytest.mark.parametrize(("size", "theme"), [("laptop", "light"), ("phone", "dark")])
def test_every_page_is_accessible(
    page: Page, axe, signed_in, administrator, addresses: list[str], size: str, theme: str
) -> None:
    signed_in(administrator)
    page.set_viewport_size(SIZES[size])
    page.emulate_media(color_scheme=theme)
    faults = []
    for address in addresses:
        found(page, address)
        faults += [f"{address}: {fault}" for fault in axe(page)]
    assert faults == []


@pytest.mark.parametrize("language", ["zh-hans", "en", "ja"])
def test_every_page_fits_and_its_controls_are_large_enough(
    page: Page, live_server, signed_in, administrator, addresses: list[str], language: str
) -> None:
    signed_in(administrator)
    page.context.add_cookies([{"name": "django_language", "value": language, "url": live_server.url}])
    faults = []
    for address in addresses:
        page.set_viewport_size(SIZES["phone"])
        found(page, address)
        faults += too_wide(page) + too_low(page)
        page.set_viewport_size(SIZES["laptop"])
        faults += too_wide(page) + too_low(page, least=24)
    assert faults == []


def found(page: Page, address: str) -> None:
    answer = page.goto(address)
    assert answer is not None
    assert answer.status == 200, address


def test_no_kind_of_page_is_left_out(addresses: list[str]) -> None:
    here = {resolve(address.split("?")[0]).route for address in addresses}
    assert set(_routes(get_resolver())) - here == OTHERS


def _routes(resolver: URLResolver, prefix: str = "") -> Iterator[str]:
    for one in resolver.url_patterns:
        route = prefix + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from _routes(one, route)
        else:
            yield route
