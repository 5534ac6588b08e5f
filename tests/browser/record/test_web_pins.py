"""A web pin: the site's token, its results, the certificate and its public check."""

from playwright.sync_api import Page, expect

from ranking.bodies.models import BodyMember
from ranking.pins.models.applications import Certificate
from tests.browser.conftest import signs_out
from tests.browser.record.test_record import enter_in_the_register, fits
from tests.support.pin_applications import CONTACT, DOCUMENT, member
from tests.support.ranking import new_account, new_body, new_person
from tests.support.web_sites import name_of, results


def test_web_pin_from_the_token_to_the_public_check(
    live_server, page: Page, axe, signed_in, transactional_db, settings, tmp_path
) -> None:
    settings.CERTIFICATE_KEYS = tmp_path / "keys"
    world = new_body("world", name="WMCC")
    body = new_body("web", name="Mahjong on the Web", site="play.example")
    official, player = member(body, role=BodyMember.Role.CHAIR), new_account(new_person(name_of(1), country="NL"))
    committee = f"{live_server.url}/committee/{body.slug}"
    signed_in(official)
    fits(page, axe, f"{committee}/sent/")
    page.get_by_role("button", name="Create a token").click()
    token = page.locator("code").first.inner_text()
    assert axe(page) == []
    sent = page.request.put(
        f"{live_server.url}/api/v1/web-events/cup-1", data=results(44), headers={"Authorization": f"Bearer {token}"}
    )
    assert (sent.status, sent.json()["undecided"]) == (202, 1), sent.text()
    page.get_by_role("link", name="To the sent results").click()
    page.get_by_role("link", name="Review and import").click()
    fits(page, axe, page.url)
    page.get_by_label(f"Who {name_of(1)} is").select_option(str(player.person_id))
    page.get_by_role("button", name="Save the persons").click()
    page.get_by_role("button", name="Import it into the record").click()
    expect(page.get_by_text("The event is in the record.")).to_be_visible()
    signed_in(member(world))
    page.goto(f"{live_server.url}/committee/{world.slug}/events/cup-1/")
    enter_in_the_register(page, "W-1")
    signed_in(player)
    page.goto(f"{live_server.url}/me/pins/apply/")
    page.get_by_label("Web pin 8").check()
    page.get_by_label("ID document number").fill(DOCUMENT)
    page.get_by_label("Contact").fill(CONTACT)
    page.get_by_label("My pin may appear in the public register").check()
    page.get_by_label("I promise this.").check()
    page.get_by_role("button", name="Submit my application").click()
    expect(page.get_by_text("Your application is sent.")).to_be_visible()
    signed_in(official)
    page.goto(f"{committee}/pins/")
    page.get_by_role("link", name=name_of(1)).click()
    page.get_by_role("button", name="Grant the pin").click()
    expect(page.get_by_text("The pin is granted and its certificate issued.")).to_be_visible()
    certificate = Certificate.objects.get()
    assert (certificate.kind, certificate.level, certificate.body) == ("web", 8, body)
    signs_out(page)
    page.goto(f"{live_server.url}/c/{certificate.code}/")
    expect(page.get_by_text("This certificate is valid.")).to_be_visible()
    expect(page.get_by_text("Web pin 8").first).to_be_visible()
