"""The session ends while a form is filled in: its input is sent after signing in again."""

from typing import Any

from django.contrib.sessions.models import Session as BrowserSession
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import PASSWORD, SIZES
from tests.browser.reading import too_wide
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account


def forget(faults: list[str], status: str) -> None:
    """Remove the console errors of answers with this status, which the test expects."""
    faults[:] = [fault for fault in faults if status not in fault]


def sign_in(page: Page, password: str = PASSWORD) -> None:
    page.get_by_label("Username").fill("organizer")
    page.get_by_label("Password").fill(password)
    page.locator("main").get_by_role("button", name="Sign in", exact=True).click()


def test_form_is_sent_after_signing_in_again(
    page: Page, organizer: Account, event: Event, signed_in: Any, axe: Any, faults: list[str]
) -> None:
    signed_in(organizer)
    page.goto(f"/e/{event.slug}/desk/registration/new/")
    page.get_by_label("Name as printed").fill("欧阳锋 <b>")
    page.get_by_label("Name in Latin letters").fill("OUYANG Feng")
    BrowserSession.objects.all().delete()
    page.get_by_role("button", name="Register", exact=False).first.click()
    expect(page.get_by_text("What you typed is kept")).to_be_visible()
    assert axe(page) == []
    sign_in(page, "wrong")
    expect(page.get_by_text("Username or password is wrong.")).to_be_visible()
    expect(page.get_by_label("Username")).to_have_value("organizer")
    sign_in(page)
    expect(page.get_by_role("heading", name="You are signed in again")).to_be_visible()
    expect(page.get_by_text("OUYANG Feng")).to_be_visible()
    assert axe(page) == []
    page.set_viewport_size(SIZES["phone"])
    assert too_wide(page) == []
    page.get_by_role("button", name="Send what you typed").click()
    expect(page.locator("main")).to_contain_text("欧阳锋 <b>")
    entry = event.entries.get(name="欧阳锋 <b>")
    assert entry.latin_name == "OUYANG Feng"
    forget(faults, "401")


def test_form_survives_a_sign_in_in_another_tab(
    browser_context: BrowserContext, organizer: Account, event: Event, signed_in: Any, faults: list[str]
) -> None:
    signed_in(organizer)
    first, second = browser_context.new_page(), browser_context.new_page()
    second.goto("/account/login/")
    first.goto(f"/e/{event.slug}/desk/registration/new/")
    first.get_by_label("Name as printed").fill("黄药师")
    sign_in(second)
    expect(second.get_by_role("heading", name="Events")).to_be_visible()
    first.get_by_role("button", name="Register", exact=False).first.click()
    expect(first.get_by_role("heading", name="Please send the form again")).to_be_visible()
    first.get_by_role("button", name="Send what you typed").click()
    expect(first.locator("main")).to_contain_text("黄药师")
    assert event.entries.filter(name="黄药师").count() == 1
    forget(faults, "403")


def test_form_is_sent_after_sign_in_without_script(without_script: Page, organizer: Account, event: Event) -> None:
    page = without_script
    page.goto(f"/e/{event.slug}/desk/registration/new/")
    sign_in(page)
    page.get_by_label("Name as printed").fill("洪七公")
    BrowserSession.objects.all().delete()
    page.get_by_role("button", name="Register", exact=False).first.click()
    sign_in(page)
    page.get_by_role("button", name="Send what you typed").click()
    expect(page.locator("main")).to_contain_text("洪七公")
    assert event.entries.filter(name="洪七公").exists()


def test_typist_is_told_of_the_ended_session_before_saving(
    page: Page, organizer: Account, event: Event, signed_in: Any, faults: list[str]
) -> None:
    signed_in(organizer)
    page.clock.install()
    page.goto(f"/e/{event.slug}/desk/tray/3/1/")
    page.locator("[name=h1]").fill("13")
    BrowserSession.objects.all().delete()
    page.clock.fast_forward("04:00")
    page.locator("[name=h1]").press_sequentially("24")
    expect(page.get_by_text("You are no longer signed in.")).to_be_visible()
    page.get_by_role("button", name="Save", exact=True).click()
    sign_in(page)
    page.get_by_role("button", name="Send what you typed").click()
    expect(page.locator("[name=h1]")).to_have_value("1324")
    forget(faults, "401")
