"""A passkey of Chromium's virtual authenticator: added, used to sign in and at the second step, removed."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.browser.conftest import PASSWORD, SIZES, signs_out
from tests.browser.reading import too_wide
from tournament.people.models.accounts import Account
from tournament.people.models.passkeys import Passkey

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def device(page: Page) -> tuple[CDPSession, str]:
    """Return the developer tools of the page and the id of its authenticator."""
    tools = page.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    return tools, tools.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})["authenticatorId"]


def press(page: Page, name: str) -> None:
    page.locator("main").get_by_role("button", name=name, exact=True).click()


def looks_right(page: Page, axe: Callable[[Page], list[str]]) -> None:
    assert axe(page) == []
    page.set_viewport_size(SIZES["phone"])
    assert too_wide(page) == []
    page.set_viewport_size(SIZES["laptop"])


def test_a_passkey_is_added_signs_in_and_is_removed(
    page: Page, device: tuple[CDPSession, str], organizer: Account, signed_in: Any, axe: Any
) -> None:
    signed_in(organizer)
    page.goto("/account/second-factor/")
    looks_right(page, axe)
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_label("Your password").fill(PASSWORD)
    press(page, "Continue")
    expect(page.get_by_label("Name of the passkey")).to_have_value("Chrome, Linux")
    expect(page.get_by_text("This browser cannot use passkeys here.")).to_be_hidden()
    looks_right(page, axe)
    press(page, "Add a passkey")
    expect(page.locator("ol.codes li")).to_have_count(10)
    page.get_by_role("link", name="I have saved them").click()
    expect(page.locator("main")).to_contain_text("Chrome, Linux")
    expect(page.locator("main")).to_contain_text("not used yet")
    looks_right(page, axe)
    page.goto("/account/second-factor/passkey/")
    press(page, "Add a passkey")
    expect(page.get_by_role("status").filter(has_text="has a passkey of your account already")).to_be_visible()

    signs_out(page)
    page.goto("/account/login/?next=/account/second-factor/")
    looks_right(page, axe)
    press(page, "Sign in with a passkey")
    expect(page.locator("main")).to_contain_text("last used on")

    signs_out(page)
    page.goto("/account/login/?next=/account/second-factor/")
    page.get_by_label("Username").fill("organizer")
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Sign in")
    expect(page.get_by_role("heading", name="Sign in: second step")).to_be_visible()
    looks_right(page, axe)
    press(page, "Use a passkey")
    expect(page.get_by_role("heading", name="Passkeys")).to_be_visible()
    assert Passkey.objects.get().sign_count >= 2

    page.get_by_role("link", name="Rename… Chrome, Linux").click()
    page.get_by_label("Name of the passkey").fill("工作电脑")
    looks_right(page, axe)
    press(page, "Save the name")
    expect(page.locator("main")).to_contain_text("The passkey is renamed.")
    expect(page.get_by_text("removes the passkeys too: 工作电脑")).to_be_visible()

    page.get_by_role("link", name="Remove… 工作电脑").click()
    expect(page.get_by_role("heading", name="Remove the passkey “工作电脑”?")).to_be_visible()
    page.get_by_label("Your password").fill(PASSWORD)
    looks_right(page, axe)
    press(page, "Remove it")
    expect(page.locator("main")).to_contain_text("The passkey is removed here.")
    assert not Passkey.objects.exists()


def test_a_device_without_the_key_gives_a_sentence_and_the_password_still_works(
    page: Page, device: tuple[CDPSession, str], organizer: Account
) -> None:
    tools, name = device
    tools.send("WebAuthn.setUserVerified", {"authenticatorId": name, "isUserVerified": False})
    page.goto("/account/login/")
    press(page, "Sign in with a passkey")
    expect(page.get_by_text("No passkey was used.")).to_be_visible()
    page.get_by_label("Username").fill("organizer")
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Sign in")
    expect(page.get_by_role("heading", name="Events", exact=True)).to_be_visible()


def test_no_button_at_an_address_without_passkeys(page: Page, live_server: Any, organizer: Account) -> None:
    page.goto(live_server.url.replace("localhost", "127.0.0.1") + "/account/login/")
    expect(page.get_by_role("button", name="Sign in", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_be_hidden()
