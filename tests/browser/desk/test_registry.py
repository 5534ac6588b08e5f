"""A federation's registry in a browser: imported by a committee, picked from at the Desk, on a phone and a laptop."""

from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from ranking.bodies.models import BodyMember
from tests.browser import looking
from tests.browser.conftest import SIZES
from tests.support.pin_applications import member
from tests.support.ranking import new_body
from tests.support.registries import ROWS, new_registry
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account
from tournament.registration.selectors.entries import registered


@pytest.fixture
def fits(page: Page, axe) -> Callable[[str], None]:
    """Return a function that expects the page to fit; the name is that of its picture."""
    return partial(looking.fits, page, axe)


@pytest.mark.parametrize("size", SIZES)
def test_committee_imports_its_list(page: Page, signed_in, fits, size: str) -> None:
    body = new_body("member", name="Nederlandse Mahjong Bond")
    signed_in(member(body, role=BodyMember.Role.CHAIR))
    page.set_viewport_size(SIZES[size])
    page.goto(f"/committee/{body.slug}/registry/")
    fits(f"none-{size}")
    page.get_by_role("link", name="Import a list of members").click()
    rows = [*ROWS, ["WRONG", "Row", "NL", "123", "", ""]]
    page.get_by_label("Or text").fill("\n".join("\t".join(row) for row in rows))
    fits(f"upload-{size}")
    page.get_by_role("button", name="Read the list").click()
    expect(page.get_by_text("“123” is not an EMA number")).to_be_visible()
    fits(f"preview-{size}")
    page.get_by_label("Date of the list").fill("2026-11-01")
    page.get_by_role("button", name="Import 4 members").click()
    expect(page.get_by_role("status").first).to_contain_text("4 added, 0 changed, 0 removed")
    page.get_by_role("searchbox", name="Number or name").fill("7010002")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_text("ROSSI Lucia")).to_be_visible()
    expect(page.get_by_text("DE JONG Mattheu")).to_have_count(0)
    fits(f"found-{size}")


@pytest.mark.parametrize("size", SIZES)
def test_organizer_picks_a_player(page: Page, event: Event, organizer: Account, signed_in, fits, size: str) -> None:
    new_registry()
    signed_in(organizer)
    page.set_viewport_size(SIZES[size])
    page.goto(f"/e/{event.slug}/desk/registration/new/")
    page.get_by_role("searchbox", name="Number or name").fill("rossi")
    page.get_by_role("searchbox", name="Number or name").press("Enter")
    fits(f"choices-{size}")
    page.get_by_role("link", name="Use JMSA number JM-0200").click()
    expect(page.get_by_label("Name as printed")).to_have_value("ROSSI Lucia")
    expect(page.get_by_label("Federation number")).to_have_value("JM-0200")
    fits(f"filled-{size}")
    note = page.get_by_text("Filled from the registry.")
    expect(note).to_be_visible()
    page.get_by_label("Takes part as").select_option("reserve")
    expect(note).to_be_visible()
    page.get_by_label("Given name").fill("Luzia")
    expect(note).to_have_count(0)
    page.get_by_label("Given name").fill("Lucia")
    page.get_by_role("button", name="Register").click()
    expect(page.get_by_role("status").first).to_contain_text("ROSSI Lucia is registered")


@pytest.mark.parametrize("size", SIZES)
def test_organizer_is_asked_about_another_spelling(
    page: Page, event: Event, organizer: Account, signed_in, fits, size: str, faults: list[str]
) -> None:
    new_registry()
    signed_in(organizer)
    page.set_viewport_size(SIZES[size])
    page.goto(f"/e/{event.slug}/desk/registration/new/")
    page.get_by_label("Name as printed").fill("Lucia Rossi")
    page.get_by_label("Federation number").fill("07010002")
    page.get_by_label("Name as printed").press("Enter")
    expect(page.get_by_text("Keep your spelling?")).to_be_visible()
    fits(f"asked-{size}")
    page.get_by_role("button", name="Use EMA number 07010002").click()
    expect(page.get_by_label("Name as printed")).to_have_value("ROSSI Lucia")
    page.get_by_role("button", name="Register").click()
    expect(page.get_by_role("status").first).to_contain_text("ROSSI Lucia is registered")
    page.goto(f"/e/{event.slug}/desk/registration/{registered(event).last().number}/")
    fits(f"entry-{size}")
    page.get_by_label("Name as printed").fill("Rossi, Lucia")
    page.get_by_role("button", name="Save").first.click()
    page.get_by_label("Yes, it is right.").check()
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Rossi, Lucia")
    # The two questions are answers with the status 400.
    assert len(faults) == 2
    faults.clear()
