"""The chief referee at the Desk settles a contradiction, reopens and corrects a sheet, and compares its versions."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from scoring.sheets.models.facts import Settlement
from scoring.sheets.models.sheets import Sheet
from tests.browser.conftest import PASSWORD, SIZES
from tests.browser.reading import too_wide
from tests.common.files.test_pictures import located
from tests.web.desk.conftest import contradicting, document, taken_in
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account
from tournament.people.models.accounts import Role as Rights

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def chief(live_server, signed_in: Callable[[Account], None]) -> Event:
    """Return an event with one contradiction, its chief referee signed in."""
    event = taken_in(contradicting(document(sessions=1), (1, 2)))
    account = Account.objects.create_user("chief", password=PASSWORD, name="王 裁判长")
    Rights.objects.create(account=account, event=event, name=Rights.Name.CHIEF_REFEREE)
    signed_in(account)
    return event


def expect_good_page(page: Page, axe: Callable[[Page], list[str]]) -> None:
    """Expect the page to be accessible and to fit the Desk and a phone."""
    assert axe(page) == []
    page.set_viewport_size(SIZES["phone"])
    assert too_wide(page) == []
    page.set_viewport_size(SIZES["laptop"])


def test_chief_referee_settles_reopens_corrects_and_compares(chief: Event, page: Page, axe) -> None:
    page.goto("/e/event-1/desk/contradictions/")
    page.get_by_role("link", name="Resolve…").click()
    expect_good_page(page, axe)
    page.get_by_label("The signed totals count").check()
    page.get_by_label("Reason").fill("和四位选手看过")
    page.get_by_role("button", name="Resolve it this way").click()
    expect(page.get_by_text("Resolved: The signed totals count.")).to_be_visible()
    assert Settlement.objects.get().name == "王 裁判长"
    page.get_by_role("link", name="Reopen the sheet…").click()
    page.get_by_label("Reason").fill("第二盘写错")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Reopen the sheet").click()
    expect(page.get_by_text("The sheet is open again")).to_be_visible()
    sheet = Sheet.objects.get(table__number=2)
    assert (sheet.state, sheet.version) == ("open", 3)
    page.get_by_role("link", name="Add or remove a photo").click()
    page.get_by_label("Or a file").set_input_files({"name": "paper.jpg", "mimeType": "image/jpeg", "buffer": located()})
    page.get_by_role("button", name="Attach to the sheet").click()
    picture = page.get_by_alt_text("Photo 1 of the paper sheet")
    expect(picture).to_be_visible()
    expect(picture).to_have_js_property("naturalWidth", 200)
    expect_good_page(page, axe)
    page.goto("/e/event-1/desk/tray/1/2/versions/")
    page.get_by_label("Earlier version").select_option("1")
    page.get_by_label("Later version").select_option("2")
    page.get_by_role("button", name="Compare").click()
    row = page.locator("tr.differs")
    expect(row).to_have_count(5)
    expect(row.first).to_contain_text("differs")
    expect_good_page(page, axe)


def test_late_photo_does_not_move_the_page(chief: Event, page: Page) -> None:
    page.goto("/e/event-1/desk/tray/1/2/photos/")
    page.get_by_label("Or a file").set_input_files({"name": "paper.jpg", "mimeType": "image/jpeg", "buffer": located()})
    page.get_by_role("button", name="Attach to the sheet").click()
    expect(page.get_by_alt_text("Photo 1 of the paper sheet")).to_be_visible()
    late: list[Route] = []
    address = re.compile(r"/photos/\d+/$")
    page.route(address, lambda route: late.append(route))
    with page.expect_request(address):
        page.goto("/e/event-1/desk/tray/1/2/versions/", wait_until="domcontentloaded")
    picture, below = (
        page.get_by_alt_text("Photo 1 of the paper sheet"),
        page.get_by_role("heading", name="Versions", exact=True),
    )
    page.wait_for_load_state()  # the fonts, but not the photo
    before = below.bounding_box()
    for route in late:
        route.continue_()
    expect(picture).to_have_js_property("naturalWidth", 200)
    assert below.bounding_box() == before
