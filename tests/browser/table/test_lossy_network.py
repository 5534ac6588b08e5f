"""A proxy loses requests and answers, truncates answers and repeats requests: nothing is lost or doubled."""

import random
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, expect

from common.actions.models.audit import AuditEntry
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.sheets import Sheet
from tests.browser.at_table import enter, opened
from tests.browser.conftest import HALL, PATIENCE, SIZES, session_cookie
from tests.support.lossy_proxy import CUT_ANSWER, FAULTS, LOSE_ANSWER, REPEAT, LossyProxy, lossy_proxy
from tests.support.sheets import new_card
from tests.support.workers import until
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sheet(event: Event) -> Sheet:
    """The open sheet of session 3."""
    return Sheet.objects.get(table__session__number=3)


@pytest.fixture
def proxy(live_server, settings) -> Iterator[LossyProxy]:
    """Yield a proxy with every kind of fault, each twice, in the same order in each run."""
    settings.ALLOWED_HOSTS = ["*"]
    plan = [*FAULTS, *FAULTS]
    random.Random(17).shuffle(plan)
    with lossy_proxy(urlsplit(live_server.url).port, plan) as proxy:
        yield proxy


@pytest.fixture
def phone(browser: Browser, proxy: LossyProxy, sheet: Sheet) -> Iterator[BrowserContext]:
    context = browser.new_context(
        base_url=f"http://{HALL}:{proxy.server_port}", viewport=SIZES["phone"], locale="en", has_touch=True
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(reverse("table:opened", args=[new_card(sheet.table.session.event)[1].token]))
    page.close()
    yield context
    context.close()


def test_each_hand_is_saved_once_over_a_lossy_network(phone: BrowserContext, sheet: Sheet, proxy: LossyProxy) -> None:
    page = opened(phone, sheet)
    typed = [(1, "W", 9), (2, "S", 10), (3, "W", 11), (4, "E", 12), (5, "N", 13), (6, "W", 14)]
    for number, _winner, points in typed:
        enter(page, number % 4, None, points)
        expect(page.locator("[data-at=past] li")).to_have_count(number)
    expect(page.locator("[data-at=network]")).to_be_hidden(timeout=90_000)
    assert page.locator("[data-at=stopped] .alert").count() == 0
    written = Hand.objects.filter(sheet=sheet).order_by("no").values_list("no", "points")
    assert list(written) == [(number, points) for number, _winner, points in typed]
    assert AuditEntry.objects.filter(action="sheet.hand").count() == len(typed)
    assert {*FAULTS} <= {*proxy.met}


@pytest.mark.parametrize("fault", [LOSE_ANSWER, CUT_ANSWER, REPEAT])
def test_desk_form_is_saved_once_over_a_lossy_network(
    browser: Browser, live_server, event: Event, organizer: Account, settings, fault: str
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    with lossy_proxy(urlsplit(live_server.url).port, [fault]) as proxy:
        address = f"http://127.0.0.1:{proxy.server_port}"
        context = browser.new_context(base_url=address, locale="en")
        context.set_default_timeout(PATIENCE)
        context.add_cookies([session_cookie(organizer, address)])
        page = context.new_page()
        page.goto(form := reverse("desk:new-entry", args=[event.slug]))
        page.get_by_label("Name as printed").fill("NEW Player")
        page.get_by_role("button", name="Register", exact=False).last.click()
        until(lambda: Entry.objects.filter(name="NEW Player").exists())
        if fault != REPEAT:
            expect(page).not_to_have_url(address + form)
            page.reload()  # as a person does on the browser's page about the lost answer
        expect(page.get_by_text("NEW Player").first).to_be_visible()
        context.close()
    assert proxy.met[0] == fault
    assert Entry.objects.filter(name="NEW Player").count() == 1
    assert AuditEntry.objects.filter(action="registration.add").count() == 1
