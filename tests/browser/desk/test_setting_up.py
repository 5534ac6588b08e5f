"""Setting up an event: made from a template, planned, and joined by a helper with a code."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PASSWORD, PATIENCE, SIZES
from tests.browser.reading import too_low, too_wide
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account

#: The different left and right edges of these fields; a column of a grid has one of each.
ON_GRID = """fields => [...new Set(fields.map(field => field.getBoundingClientRect())
    .map(box => `${Math.round(box.left)}-${Math.round(box.right)}`))]"""
PAGES = ("", "settings/", "timetable/", "officials/", "hall/", "helpers/", "rehearsal/")


@pytest.fixture
def house(live_server, signed_in) -> Account:
    account = Account.objects.create_user("house", password=PASSWORD, name="李 组织", is_staff=True)
    signed_in(account)
    return account


def make(page: Page, name: str, template: str = "World championship") -> None:
    page.goto("/desk/new/")
    page.get_by_label(template).check()
    page.get_by_role("textbox", name="Name of the event").press_sequentially(name)
    page.get_by_label("First day").fill("2027-05-01")
    page.get_by_role("button", name="Create the event").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Overview")


def test_checklist_of_a_new_event_links_to_missing_steps(page: Page, house: Account) -> None:
    page.goto("/desk/new/")
    page.get_by_role("textbox", name="Name of the event").press_sequentially("Ópen Łódź 2027")
    expect(page.get_by_role("textbox", name="Id (optional)")).to_have_value("open-odz-2027")
    make(page, "世界杯 World Cup")
    assert Event.objects.get().slug == "world-cup"
    page.get_by_role("link", name="To the officials").click()
    page.get_by_role("textbox", name="Name", exact=True).fill("赵敏")
    page.get_by_label("Function").fill("Chief referee")
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_role("row", name="赵敏")).to_be_visible()
    expect(page.get_by_role("textbox", name="Name", exact=True)).to_be_focused()
    page.goto("/e/world-cup/desk/")
    expect(page.get_by_text("The officials' list is empty")).to_have_count(0)


@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_a_section_of_the_settings_is_saved_while_its_button_stays_in_sight(
    page: Page, house: Account, axe, size: str
) -> None:
    make(page, "Open", "Club day")
    page.set_viewport_size(SIZES[size])
    page.goto("/e/open/desk/setup/settings/")
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollHeight") <= 1200  # each section is a line
    expect(page.get_by_text("1 departs from the rule text")).to_be_visible()
    page.locator("summary", has_text="Play and scoring").click()
    assert axe(page) == []
    assert too_wide(page) == []
    edges = page.locator("#play select").evaluate_all(ON_GRID)
    assert len(edges) == {"phone": 1, "laptop": 2}[size]
    play = page.locator("#play")
    play.get_by_label("Late start").scroll_into_view_if_needed()
    save = play.get_by_role("button", name="Save…")
    expect(save).to_be_in_viewport()
    play.get_by_label("Break").fill("5")
    save.click()
    expect(page.get_by_role("heading", name="Effect of the change")).to_be_in_viewport()
    assert axe(page) == []
    page.get_by_role("button", name="Save the change").click()
    expect(page).to_have_url(re.compile("/setup/settings/#play$"))
    expect(play.get_by_label("Break")).to_have_value("5")


def test_hall_is_planned_without_dragging(page: Page, house: Account) -> None:
    make(page, "Open", "Club day")
    page.goto("/e/open/desk/setup/hall/")
    page.get_by_label("Rows").fill("2")
    page.get_by_label("Columns").fill("3")
    page.get_by_role("button", name="Number the tables row by row").click()
    page.get_by_label("Row 1, column 2").fill("")
    page.get_by_role("button", name="Save the plan").click()
    expect(page.get_by_text("The plan of the hall is saved.")).to_be_visible()
    page.goto("/e/open/hall/")
    page.get_by_label("Where is table").fill("6")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("status")).to_contain_text("Table 6 is marked below.")


def test_helper_joins_with_a_phone(
    page: Page, house: Account, browser: Browser, live_server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The laptop calls itself "localhost"; the code for the phone names its address in the network."""
    monkeypatch.setattr("web.shared.requests.phone_address.own_addresses", lambda: ["192.168.1.20"])
    make(page, "Open")
    page.goto("/e/open/desk/setup/helpers/")
    days = page.get_by_label("Days")
    days.fill("1000")
    page.get_by_role("button", name="Create the code").click()
    most = days.get_attribute("max")
    assert days.evaluate("field => field.validationMessage") == f"At most {most}."
    days.fill("3")
    page.get_by_role("button", name="Create the code").click()
    expect(page.get_by_role("img", name="QR code of the address below")).to_be_visible()
    address = page.locator(".address").inner_text()
    base = f"http://192.168.1.20:{urlsplit(live_server.url).port}"
    assert address.startswith(f"{base}/i/")
    expect(page.get_by_text(re.compile(r"valid until \d+ \w+ \d{4}"))).to_be_visible()
    phone = browser.new_context(viewport=SIZES["phone"], locale="en").new_page()
    phone.set_default_timeout(PATIENCE)
    phone.goto(address.replace(base, live_server.url))
    assert "/i/" not in phone.url
    phone.get_by_label("Your name").fill("小龙女")
    phone.get_by_role("button", name="Accept the invitation").click()
    expect(phone).to_have_url(re.compile("/e/open/desk/$"))
    phone.context.close()


@pytest.mark.parametrize(("size", "theme"), [("laptop", "light"), ("phone", "dark")])
def test_every_setup_page_is_accessible_and_fits(page: Page, house: Account, axe, size: str, theme: str) -> None:
    page.set_viewport_size(SIZES[size])
    page.emulate_media(color_scheme=theme)
    make(page, "Open")
    faults = too_wide(page) + axe(page)
    for address in ("/desk/new/", *(f"/e/open/desk/setup/{part}" for part in PAGES), "/e/open/", "/e/open/hall/"):
        page.goto(address)
        faults += [f"{address}: {fault}" for fault in axe(page)]
        faults += too_wide(page) + too_low(page, least=44 if size == "phone" else 24)
    assert faults == []


def test_the_browser_speaks_the_language_of_the_page(page: Page, house: Account) -> None:
    """The browser itself is English; what it says about a field is Japanese, and is gone once the field is right."""
    page.goto("/desk/new/")
    page.context.add_cookies([{"name": "django_language", "value": "ja", "url": page.url}])
    page.reload()
    name, created = page.locator("#id_name"), page.get_by_role("button", name="競技会を作成")
    created.click()
    assert name.evaluate("field => field.validationMessage") == "この欄を入力してください。"
    name.fill("品局杯")
    assert name.evaluate("field => field.validity.valid")
    created.click()
    page.wait_for_url("**/desk/")
