"""A pin from the application over a question to the certificate, its public check and the register, in a browser."""

from playwright.sync_api import Page, expect

from ranking.models import BodyMember, Certificate
from tests.browser.test_record import fits
from tests.support.pin_applications import CONTACT, DOCUMENT, applicant, member
from tests.support.ranking import new_body


def test_application_question_approval_certificate_check_and_register(
    live_server, page: Page, axe, signed_in, transactional_db, settings, tmp_path
) -> None:
    settings.CERTIFICATE_KEYS = tmp_path / "keys"
    body = new_body("member", name="Dutch Mahjong", countries=["NL"])
    player, official = applicant(body), member(body, role=BodyMember.Role.HEAD)
    signed_in(player)
    fits(page, axe, f"{live_server.url}/me/pins/apply/")
    page.get_by_label("ID document number").fill(DOCUMENT)
    page.get_by_label("Contact").fill(CONTACT)
    page.get_by_label("My pin may stand in the public register").check()
    page.get_by_label("I promise this.").check()
    page.get_by_role("button", name="Submit my application").click()
    expect(page.get_by_text("Your application is on its way.")).to_be_visible()
    own = page.url
    signed_in(official)
    page.goto(f"{live_server.url}/committee/{body.slug}/pins/")
    page.get_by_role("link", name=player.person.name).click()
    decision = page.url
    page.get_by_label("Your question").fill("Which team?")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.get_by_text("The question is handed on")).to_be_visible()
    signed_in(player)
    page.goto(own)
    page.get_by_label("Your answer").fill("None.")
    page.get_by_role("button", name="Answer").click()
    expect(page.get_by_text("Your answer is handed on.")).to_be_visible()
    signed_in(official)
    fits(page, axe, decision)
    page.get_by_role("button", name="Grant the pin").click()
    expect(page.get_by_text("The pin is granted and its certificate issued.")).to_be_visible()
    certificate = Certificate.objects.get()
    signed_in(player)
    fits(page, axe, own)
    with page.expect_download() as download:
        page.get_by_role("link", name="PDF: English").click()
    assert download.value.suggested_filename.endswith("certificate-en.pdf")
    page.context.clear_cookies()
    fits(page, axe, f"{live_server.url}/c/{certificate.code}/")
    expect(page.get_by_text("This certificate is valid.")).to_be_visible()
    page.get_by_role("link", name="Register of pins").click()
    expect(page.get_by_role("link", name=certificate.serial)).to_be_visible()
    fits(page, axe, page.url)
