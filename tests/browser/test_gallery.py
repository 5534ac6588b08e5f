"""The page of all components and the account pages in a browser."""

import pytest
from playwright.sync_api import expect

from tournament.people.models.accounts import Account

SIZES = {"phone": (360, 800), "laptop": (1440, 900)}


@pytest.fixture
def staff(transactional_db) -> Account:
    return Account.objects.create_user("staff", password="a long pass phrase", is_staff=True)


@pytest.mark.parametrize(
    ("size", "theme", "language"),
    [("phone", "light", "zh-hans"), ("phone", "dark", "en"), ("laptop", "light", "ja"), ("laptop", "dark", "en")],
)
def test_every_component_is_accessible_and_fits(live_server, page, axe, signed_in, staff, size, theme, language):
    signed_in(staff)
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.context.add_cookies(
        [
            {"name": "theme", "value": theme, "url": live_server.url},
            {"name": "django_language", "value": language, "url": live_server.url},
        ]
    )
    page.goto(f"{live_server.url}/components/")
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_sign_in_is_accessible_and_shows_errors(live_server, page, axe, theme):
    page.emulate_media(color_scheme=theme)
    page.goto(f"{live_server.url}/account/login/")
    assert axe(page) == []
    page.get_by_label("Username").fill("nobody")
    page.get_by_label("Password").fill("nothing")
    page.locator("main").get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("Username or password is wrong.")
    expect(page.get_by_label("Username")).to_have_value("nobody")
    assert axe(page) == []


def test_theme_changes_at_once_and_is_kept(live_server, page):
    page.goto(f"{live_server.url}/account/login/")
    page.get_by_label("Username").fill("half typed")
    with page.expect_response("**/i18n/theme/"):
        page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_label("Username")).to_have_value("half typed")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_language_and_theme_work_without_script(live_server, browser):
    context = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 800})
    page = context.new_page()
    page.goto(f"{live_server.url}/account/login/?next=/components/")
    menu = page.get_by_role("button", name="Language, display and account")
    menu.click()
    page.get_by_role("button", name="日本語").click()
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    expect(page).to_have_url(f"{live_server.url}/account/login/?next=/components/")
    page.locator(".masthead-more").click()
    page.locator("button[name=theme][value=dark]").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    context.close()


def test_controls_on_a_phone_are_large_enough(live_server, page, signed_in, staff):
    signed_in(staff)
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(f"{live_server.url}/components/")
    heights = page.locator(".btn:visible, .tabs a:visible, .pages a:visible, .form-control:visible").evaluate_all(
        "found => found.map(one => Math.round(one.getBoundingClientRect().height))"
    )
    assert len(heights) > 20
    assert min(heights) >= 44
