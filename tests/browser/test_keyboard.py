"""Without a mouse: controls are reached by Tab, show the focus, and work by Enter."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import PASSWORD
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account

#: Maximum number of steps to a control of a page.
FAR = 60
FOCUSED = """() => {
  const one = document.activeElement;
  const label = one.labels?.length ? one.labels[0].innerText : one.getAttribute("aria-label") || one.innerText;
  const { outlineStyle, outlineWidth } = getComputedStyle(one);
  const shown = one.matches(":focus-visible") && outlineStyle !== "none" && outlineWidth !== "0px";
  return [label.trim().split("\\n")[0], shown];
}"""


def tab_to(page: Page, label: str) -> None:
    """Press Tab until the control with this label has the focus; every control on the way shows its focus."""
    page.wait_for_load_state()
    passed = []
    for _step in range(FAR):
        page.keyboard.press("Tab")
        focused, shown = page.evaluate(FOCUSED)
        passed.append(focused)
        assert shown or focused == "", f"{focused} does not show that it has the focus"
        if focused == label:
            return
    raise AssertionError(f"{label} is not reached: {passed}")


def headline(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(text)


def test_first_tab_skips_the_header(page: Page, event: Event) -> None:
    page.goto(f"/e/{event.slug}/standings/")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport(ratio=1)
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()
    # The next control is in the content: the navigation of the standings.
    tab_to(page, "Individual")
    tab_to(page, "Teams")
    page.keyboard.press("Enter")
    headline(page, "Team standings")
    tab_to(page, "一队")
    page.keyboard.press("Enter")
    headline(page, "一队")


def test_desk_works_without_a_mouse(page: Page, organizer: Account, event: Event) -> None:
    page.goto(f"/e/{event.slug}/desk/")
    headline(page, "Sign in")
    expect(page.get_by_label("Username")).to_be_focused()
    page.keyboard.type("organizer")
    tab_to(page, "Password")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    headline(page, "Overview")
    tab_to(page, "Release")
    page.keyboard.press("Enter")
    headline(page, "Release")
    tab_to(page, "Release…")
    page.keyboard.press("Enter")
    headline(page, "Release session 2?")
    tab_to(page, "Your password")
    page.keyboard.type(PASSWORD)
    tab_to(page, "Release the results")
    expect(page.get_by_role("button", name="Release the results")).to_have_css("pointer-events", "auto")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("The results of session 2 are released.")


def test_menu_of_a_phone_opens_and_closes_by_keyboard(page: Page, event: Event) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto("/")
    tab_to(page, "Language, display and account")
    page.keyboard.press("Enter")
    tab_to(page, "中文")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="中文")).not_to_be_visible()
    expect(page.locator(".masthead-more")).to_be_focused()
    page.keyboard.press("Enter")
    tab_to(page, "日本語")
    page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("lang", "ja")
