"""On a phone: a player finds a record, chooses another player by name, and reads who was ahead."""

from playwright.sync_api import Page, expect

from ranking.opponents.selectors.tables import opponents, stored_tables
from tests.web.pocket.record.test_head_to_head import people_of, stored_event


def fits(page: Page, axe) -> None:
    assert axe(page) == [], page.url
    assert page.evaluate("document.documentElement.scrollWidth") == 360, page.url


def test_a_player_compares_with_an_opponent(live_server, page: Page, axe, transactional_db) -> None:
    event = stored_event(starts="2029-05-01", ends="2029-05-02")
    stored_event(people_of(event), starts="2031-01-01", ends="2031-01-02")
    first = people_of(event)[0]
    other = opponents(stored_tables(first))[0]
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(f"{live_server.url}/e/{event.slug}/class/")
    page.get_by_role("link", name=first.name, exact=True).click()
    expect(page.get_by_role("heading", name="Opponents")).to_be_visible()
    expect(page.get_by_role("img", name="A mark for each event")).to_be_visible()
    fits(page, axe)
    page.get_by_label("Name of the other player").fill("Plaier")
    page.get_by_role("button", name="Compare both players").click()
    expect(page.get_by_text("No opponent at the stored tables has this name").last).to_be_visible()
    expect(page.get_by_label("Name of the other player")).to_have_value("Plaier")
    fits(page, axe)
    page.get_by_label("Name of the other player").fill(other.person.name.lower())
    page.get_by_role("button", name="Compare both players").click()
    expect(page.get_by_role("heading", name=f"{first.name} and {other.person.name}")).to_be_visible()
    figures = {"Tables together": other.balance.tables, f"{first.name} ahead": other.balance.ahead}
    for label, figure in figures.items():
        expect(page.locator(".stat").filter(has_text=label).locator("dd")).to_have_text(str(figure))
    expect(page.locator("tbody tr")).to_have_count(other.balance.tables)
    fits(page, axe)
