"""A pin 3: refused, claimed with a paper, granted by two persons, and lost by a correction."""

from collections.abc import Callable
from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import FilePayload, Page, expect

from ranking.bodies.models import Body, BodyMember
from ranking.pins.models.applications import Certificate
from ranking.record.models.records import RecordedEvent
from ranking.record.selectors.result_lists import NEW
from ranking.tasks import newly_qualified
from scoring.sheets.models.results import CountedResult
from tests.browser.conftest import PASSWORD, signs_out
from tests.browser.record.test_pins import class_b_event
from tests.browser.record.test_record import enter_in_the_register, fits
from tests.support.pin_applications import CONTACT, DOCUMENT, member
from tests.support.ranking import confirmed, new_account, new_body, new_person
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account
from tournament.people.models.persons import Person

SignIn = Callable[[Account], None]


@pytest.fixture(autouse=True)
def _folders(settings, tmp_path) -> None:
    settings.CERTIFICATE_KEYS = tmp_path / "keys"


@pytest.fixture
def world(transactional_db) -> Body:
    return new_body("world", name="WMCC")


@pytest.fixture
def recorded(world: Body) -> RecordedEvent:
    """Return the confirmed national event in which 王伟 earned 24 table points and 1,200 competition points."""
    return confirmed(class_b_event(), world)


@pytest.fixture
def player(recorded: RecordedEvent) -> Account:
    return new_account(recorded.results.get(number=1).person)


@pytest.fixture
def deciders(world: Body) -> list[Account]:
    """Return a chair and a member of the world body; both have a person."""
    chair = member(world, person=new_person("赵敏"), role=BodyMember.Role.CHAIR)
    chair.set_password(PASSWORD)
    chair.save()
    return [chair, member(world, person=new_person("周芷若"))]


def photo(colour: str) -> FilePayload:
    """Return a file to upload."""
    out = BytesIO()
    Image.new("RGB", (400, 300), colour).save(out, "JPEG")
    return FilePayload(name="certificate.jpg", mimeType="image/jpeg", buffer=out.getvalue())


def apply_with_a_missing_result(page: Page, text: str, colour: str) -> str:
    """Apply for pin 3 with a paper; return the address of the application."""
    page.goto("/me/pins/")
    page.get_by_role("link", name="A result is missing from my record").click()
    page.get_by_label("Pin", exact=True).select_option(label="Pin 3 · WMCC")
    page.get_by_label("Event").fill("World Championship 2024")
    page.get_by_label("Last day").fill("1/5/2024")
    page.get_by_label("What your result was").fill(text)
    page.get_by_label("Documents that show it").set_input_files(files=[photo(colour)])
    page.get_by_label("ID document number").fill(DOCUMENT)
    page.get_by_label("Contact").fill(CONTACT)
    page.get_by_label("I promise this.").check()
    page.get_by_role("button", name="Submit my application").click()
    # A day that may mean two is asked about at its field; what was typed stays.
    expect(page.get_by_text("This may mean two days. Write it as 2024-05-01 or 2024-01-05.").last).to_be_visible()
    expect(page.get_by_label("What your result was")).to_have_value(text)
    page.get_by_label("Last day").fill("1 May 2024")
    page.get_by_label("Documents that show it").set_input_files(files=[photo(colour)])
    page.get_by_role("button", name="Submit my application").click()
    expect(page.get_by_text("Your application is sent.")).to_be_visible()
    return page.url


def refuse(page: Page, world: Body) -> None:
    page.goto(f"/committee/{world.slug}/pins/")
    page.get_by_role("link", name="王伟").click()
    page.get_by_role("link", name="Refuse with a reason").click()
    page.get_by_label("Reason").fill("The photo cannot be read.")
    page.get_by_role("button", name="Refuse with a reason").click()
    expect(page.get_by_text("The application is refused; the player sees the reason.")).to_be_visible()


def enter_the_claim(page: Page, world: Body, applicant: Person, axe) -> str:
    """Enter the claimed result of a class A event as a list; return the address of the application."""
    page.goto(f"/committee/{world.slug}/pins/")
    page.get_by_role("link", name="王伟").click()
    application = page.url
    expect(page.get_by_text("It cannot be granted with the current record.")).to_be_visible()
    page.get_by_role("link", name="World Championship 2024").click()
    fits(page, axe, page.url)
    expect(page.get_by_role("img", name="Paper 1")).to_be_visible()
    page.get_by_role("link", name="Enter it as a list of results").click()
    rows = page.get_by_label("Or the rows as text")
    rows.fill(rows.input_value().replace("\n,", "\n6,").rstrip(",") + ",,96,1800")
    page.get_by_role("button", name="Read the list").click()
    page.get_by_role("link", name="The event").last.click()
    page.get_by_label("Event", exact=True).fill("World Championship 2024")
    page.get_by_label("Id", exact=True).fill("world-2024")
    page.get_by_label("First day").fill("28.4.2024")
    page.get_by_label("Last day").fill("2024年5月1日")
    page.get_by_label("Kind of event").select_option("world")
    page.get_by_label("Sessions played").fill("8")
    page.get_by_label("Players").fill("100")
    page.get_by_role("button", name="Save").click()
    for choice in (NEW, str(applicant.pk)):
        page.get_by_label("Who 王伟 is").select_option(choice)
        page.get_by_role("button", name="Save the persons").click()
        page.get_by_role("button", name="Import it into the record").click()
        if choice == NEW:
            expect(page.get_by_text("No row is the applicant's, 王伟")).to_be_visible()
    expect(page.get_by_text("The event is in the record.")).to_be_visible()
    page.goto(f"/committee/{world.slug}/events/world-2024/")
    enter_in_the_register(page, "W-24")
    expect(page.get_by_text("Class A").first).to_be_visible()
    return application


def correct(recorded: RecordedEvent) -> None:
    """Take table points from the player in a released session, as a correction does."""
    assert recorded.event
    CountedResult.objects.filter(entry__event=recorded.event, entry__number=1).update(table_points=24)
    ledger = Event.objects.get(pk=recorded.event_id).ledger
    ledger.public += 1
    ledger.save()


def test_a_pin_3_from_a_missing_result_to_its_loss(
    page: Page, axe, signed_in: SignIn, faults: list[str], world, recorded, player, deciders
) -> None:
    chair, second = deciders
    signed_in(player)
    refused = apply_with_a_missing_result(page, "Rank 6", "grey")
    signed_in(chair)
    refuse(page, world)
    signed_in(player)
    page.goto(refused)
    expect(page.get_by_text("The photo cannot be read.")).to_be_visible()
    apply_with_a_missing_result(page, "Rank 6, 96 TP, 1800 CP", "red")

    signed_in(chair)
    application = enter_the_claim(page, world, player.person, axe)
    fits(page, axe, application)
    page.get_by_role("button", name="Approve").click()
    expect(page.get_by_text("Approved. Another person has to grant it.")).to_be_visible()
    page.get_by_role("button", name="Grant the pin").click()
    expect(page.get_by_text("Pins 3 to 1 must be granted by another person.")).to_be_visible()
    signed_in(second)
    page.goto(f"/committee/{world.slug}/pins/")
    # A pin decided by two persons cannot be ticked to be granted with others.
    expect(page.get_by_role("checkbox")).to_have_count(0)
    page.goto(application)
    page.get_by_role("button", name="Grant the pin").click()
    expect(page.get_by_text("The pin is granted and its certificate issued.")).to_be_visible()
    signed_in(player)
    fits(page, axe, f"{application.split('/committee')[0]}/me/")
    expect(page.locator(".pins-held").get_by_text("Pin 3")).to_be_visible()

    correct(recorded)
    signed_in(chair)
    page.goto(f"/committee/{world.slug}/")
    page.get_by_role("link", name="What changed").click()
    expect(page.get_by_role("region", name="What changed").locator("mark").first).to_be_visible()
    page.get_by_role("button", name="Confirm and freeze").click()
    expect(page.get_by_text("The class is confirmed")).to_be_visible()
    newly_qualified()
    page.goto(f"/committee/{world.slug}/")
    lost = page.locator("section", has=page.get_by_role("heading", name="Pins no longer supported by results"))
    lost.get_by_role("link", name="王伟").click()
    page.get_by_role("link", name="Revoke with a reason").click()
    page.get_by_label("Reason").fill("The national event was corrected.")
    page.get_by_label("Your password").fill("wrong")
    page.get_by_role("button", name="Revoke with a reason").click()
    expect(page.get_by_text("This is not your password.").last).to_be_visible()
    expect(page.get_by_label("Reason")).to_have_value("The national event was corrected.")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Revoke with a reason").click()
    expect(page.get_by_text("The pin is revoked; its certificate says so.")).to_be_visible()
    faults.clear()  # the refused writes were answered with 400
    certificate = Certificate.objects.get()
    signs_out(page)
    page.goto(f"/c/{certificate.code}/")
    expect(page.get_by_text("revoked").first).to_be_visible()
    page.goto("/register/")
    expect(page.get_by_role("link", name=certificate.serial)).to_have_count(0)
