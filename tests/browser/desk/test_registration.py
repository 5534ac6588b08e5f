"""Import of a pasted list in a browser: preview and confirmation; every page fits and is accessible."""

from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests.browser import looking
from tests.browser.conftest import SIZES
from tests.support.registrations import LIST
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account


@pytest.mark.parametrize("size", SIZES)
def test_organizer_imports_a_pasted_list(
    page: Page, event: Event, organizer: Account, signed_in, axe, size: str
) -> None:
    signed_in(organizer)
    page.set_viewport_size(SIZES[size])
    fits = partial(looking.fits, page, axe)
    page.goto(f"/e/{event.slug}/desk/registration/")
    fits("list")
    page.get_by_role("link", name="Import a list").first.click()
    fits("file")
    page.get_by_label("Or text").fill(LIST.read_text(encoding="utf-8"))
    page.get_by_role("button", name="Read the list").click()
    fits("preview")
    page.get_by_role("button", name="Import 136 player").click()
    expect(page.get_by_role("status").first).to_contain_text("136 players are registered.")
    page.get_by_label("Name or number").fill("desiree")
    page.get_by_role("button", name="Show").click()
    page.get_by_role("link", name="KEYL Désirée").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("KEYL Désirée")
    fits("entry")
    page.goto(f"/e/{event.slug}/desk/registration/units/")
    fits("units")
    page.get_by_role("link", name="NL 5").click()
    fits("team")
    page.goto(f"/e/{event.slug}/desk/registration/duplicates/")
    fits("duplicates")
    assert event.entries.count() == 8 + 136
