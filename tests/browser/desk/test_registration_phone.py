"""Line-ups, double registrations and the Desk's lists on a phone: accessible, without sideways scrolling."""

import pytest
from playwright.sync_api import Page, expect

from common.actions.permissions import system_actor
from tests.browser.conftest import SIZES
from tests.browser.reading import too_low, too_wide
from tests.scoring.sheets.services.test_substituting import quiet, unplayed
from tests.support.cup import taken_in
from tournament.access.services.roles import grant_role
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting
from tournament.events.services.officials import add_official
from tournament.people.models.accounts import Account
from tournament.registration.services.entries import add_entry

ORGANIZER = system_actor("test")
DESK = "/e/quiet/desk/"
WIDER = "boxes => boxes.map((box) => box.scrollWidth - box.clientWidth)"


@pytest.fixture
def event(live_server) -> Event:
    event = taken_in(unplayed(quiet()))
    for name in ("BAKKER Ans", "Ans Bakker"):
        add_entry(ORGANIZER, event, name=name, kind="filler", country="NL")
    for name in ("赵敏", "黄药师", "Zoë"):
        add_official(ORGANIZER, event, name=name, function="Referee")
    return event


@pytest.fixture
def organizer(event: Event) -> Account:
    account = Account.objects.create_user("organizer", name="李 组织")
    grant_role(ORGANIZER, event, account=account, name="organizer")
    return account


def test_phone_shows_rows_as_cards_and_lines_up_a_reserve(page: Page, axe, signed_in, organizer: Account) -> None:
    signed_in(organizer)
    page.set_viewport_size(SIZES["phone"])
    page.goto(f"{DESK}registration/lineups/?session=2")
    page.get_by_label("王伟 plays for").select_option("2")
    page.get_by_role("button", name="Save the line-up of 王伟 for session 2").click()
    expect(page.get_by_text("王伟 plays as number 2 in session 2.")).to_be_visible()
    assert Sitting.objects.get(from_hand=1).entry.number == 17
    faults = axe(page)
    for path in ("registration/duplicates/", "registration/private/", "audit/", "sessions/", "setup/officials/"):
        page.goto(DESK + path)
        faults += [f"{path}: {fault}" for fault in (*axe(page), *too_wide(page), *too_low(page))]
        boxes = page.locator(".stackable").evaluate_all(
            "boxes => boxes.map((box) => box.scrollWidth - box.clientWidth)"
        )
        faults += [f"{path}: a list {width} too wide" for width in boxes if width > 0]
    assert faults == []


def test_registration_on_a_phone_is_a_short_line_for_each_player(
    page: Page, axe, signed_in, event: Event, organizer: Account
) -> None:
    signed_in(organizer)
    page.set_viewport_size(SIZES["phone"])
    page.goto(f"{DESK}registration/")
    rows = page.locator(".short-lines tbody tr")
    expect(rows).to_have_count(event.entries.count())
    assert max(rows.evaluate_all("rows => rows.map(row => row.offsetHeight)")) <= 90
    assert axe(page) + too_wide(page) + too_low(page) == []
    expect(page.get_by_label("Takes part as")).to_be_hidden()
    expect(rows.first.get_by_text("Entered")).to_be_hidden()  # as nearly everybody
    page.get_by_text("Filters").click()
    page.get_by_label("Takes part as").select_option("filler")
    page.get_by_role("button", name="Show").click()
    expect(rows).to_have_count(event.entries.filter(kind="filler").count())
    expect(rows.first.get_by_text("Filler")).to_be_visible()
    expect(page.get_by_label("Takes part as")).to_have_value("filler")
