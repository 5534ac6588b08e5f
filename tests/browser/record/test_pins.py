"""A new player's pin from a closed event to the register."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from common.actions.permissions import system_actor
from ranking.bodies.models import Body, BodyMember
from ranking.pins.models.applications import Certificate
from ranking.record.models.records import RecordedEvent
from scoring.event_file.services.importing import import_event
from scoring.sheets.models.results import CountedResult
from tests.browser.conftest import signs_out
from tests.browser.record.test_record import enter_in_the_register, fits
from tests.support.pin_applications import CONTACT, DOCUMENT, member
from tests.support.ranking import closed, file_event, new_account, new_body
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account


@pytest.fixture(autouse=True)
def _keys(settings, tmp_path) -> None:
    settings.CERTIFICATE_KEYS = tmp_path / "keys"


def class_b_event() -> Event:
    """Return a closed national event of 60 players and six sessions, in which number 1 won every table."""
    document = file_event(60, 6, country="NL", scope="national")
    document["players"][0] |= {"name": "王伟", "latin_name": "Wang Wei", "country": "NL"}
    for table in (table for session in document["sessions"] for table in session["tables"]):
        del table["hands"]
    event = Event.objects.get(slug=import_event(system_actor("test"), document=document)["event"])
    CountedResult.objects.filter(entry__number=1).update(table_points=48, competition_points=200)
    return closed(event)


def sanction(page: Page, world: Body, event: Event) -> None:
    """Enter the event in the register as an official of the world body."""
    page.goto(f"/committee/{world.slug}/events/{event.slug}/")
    enter_in_the_register(page, "NL-3")


def confirm_the_class(page: Page, body: Body, event: Event) -> str:
    """Confirm the class as the official; return the best player's code for an account."""
    page.goto(f"/committee/{body.slug}/events/")
    page.get_by_role("link", name=event.name).click()
    page.get_by_role("button", name="Confirm and freeze").click()
    expect(page.get_by_text("Class B").first).to_be_visible()
    best = RecordedEvent.objects.get().results.get(number=1).person_id
    page.goto(f"/committee/{body.slug}/persons/{best}/")
    page.get_by_role("button", name="Create a code").click()
    return page.locator(".alert", has_text="shown once").locator("p").last.inner_text()


def apply(page: Page, code: str) -> str:
    """Link the account by the code and apply as the player; return the URL of the application."""
    page.goto("/me/")
    page.get_by_label("Code").fill(code)
    page.get_by_role("button", name="Link my account").click()
    page.get_by_role("link", name="My applications for pins").click()
    page.get_by_role("link", name="Apply for a pin").click()
    page.get_by_label("ID document number").fill(DOCUMENT)
    page.get_by_label("Contact").fill(CONTACT)
    page.get_by_label("My pin may appear in the public register").check()
    page.get_by_label("I promise this.").check()
    page.get_by_role("button", name="Submit my application").click()
    expect(page.get_by_text("Your application is sent.")).to_be_visible()
    return page.url


def test_new_player_gets_a_pin_after_a_class_b_event(
    live_server, page: Page, axe, signed_in: Callable[[Account], None], transactional_db
) -> None:
    body = new_body("member", name="Dutch Mahjong", countries=["NL"])
    world, event = new_body("world", name="WMCC"), class_b_event()
    player, official = new_account(), member(body, role=BodyMember.Role.CHAIR)
    signed_in(member(world))
    sanction(page, world, event)
    signed_in(official)
    code = confirm_the_class(page, body, event)
    signed_in(player)
    own = apply(page, code)
    signed_in(official)
    page.goto(f"/committee/{body.slug}/pins/")
    page.get_by_role("link", name="王伟").click()
    decision = page.url
    page.get_by_label("Your question").fill("Which team?")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.get_by_text("The question is sent")).to_be_visible()
    signed_in(player)
    page.goto(own)
    page.get_by_label("Your answer").fill("None.")
    page.get_by_role("button", name="Answer").click()
    expect(page.get_by_text("Your answer is sent.")).to_be_visible()
    signed_in(official)
    fits(page, axe, f"{live_server.url}/committee/{body.slug}/pins/")
    fits(page, axe, decision)
    page.get_by_role("button", name="Grant the pin").click()
    expect(page.get_by_text("The pin is granted and its certificate issued.")).to_be_visible()
    certificate = Certificate.objects.get()
    signed_in(player)
    fits(page, axe, own)
    with page.expect_download() as download:
        page.get_by_role("link", name="PDF: English").click()
    assert download.value.suggested_filename.endswith("certificate-en.pdf")
    signs_out(page)
    fits(page, axe, f"{live_server.url}/c/{certificate.code}/")
    expect(page.get_by_text("This certificate is valid.")).to_be_visible()
    page.get_by_role("link", name="Register of pins").click()
    expect(page.get_by_role("link", name=certificate.serial)).to_be_visible()
    fits(page, axe, page.url)
