"""A form that comes back with errors shows its first message, wherever the pressed button was."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SIZES
from tests.support.draws import ACTOR, planned
from tournament.access.services.roles import grant_role
from tournament.people.models.accounts import Account

REFUSED = "console: Failed to load resource: the server responded with a status of 400 (Bad Request)"


@pytest.fixture
def phone(page: Page, live_server, signed_in) -> Page:
    """A phone of an organizer of one event, who may create another one."""
    account = Account.objects.create_user("organizer", name="李 组织", is_staff=True)
    grant_role(ACTOR, planned("open", players=8, sessions=1), account=account, name="organizer")
    signed_in(account)
    page.set_viewport_size(SIZES["phone"])
    return page


def expect_message(page: Page, text: str) -> None:
    message = page.locator("main").get_by_role("alert").filter(has_text=text)
    expect(message).to_be_focused()
    expect(message).to_be_in_viewport(ratio=1)


def test_the_message_takes_the_focus_and_what_was_typed_stays(phone: Page, faults: list[str]) -> None:
    phone.goto("/desk/new/")
    phone.get_by_role("textbox", name="Name of the event").fill("春季杯")
    phone.get_by_role("textbox", name="Id").fill("open")
    phone.get_by_role("button", name="Create the event").click()
    expect_message(phone, "Id: ")
    expect(phone.get_by_role("textbox", name="Name of the event")).to_have_value("春季杯")
    faults.remove(REFUSED)


def test_the_message_takes_the_focus_in_a_part_that_the_address_names(phone: Page, faults: list[str]) -> None:
    phone.goto("/e/open/desk/setup/settings/#registration")
    part = phone.locator("details", has=phone.locator("#registration"))
    part.get_by_label("Letters of countries").fill("X=Y")
    part.get_by_role("button", name="Save").click()
    expect(phone).to_have_url(re.compile("#registration$"))
    expect_message(phone, "Letters of countries")
    expect(part.get_by_label("Letters of countries")).to_have_value("X=Y")
    faults.remove(REFUSED)
