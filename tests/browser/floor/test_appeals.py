"""A disputed score is called, ruled on and signed; appeals are upheld and dismissed, with fee and reopened sheet."""

from collections.abc import Callable
from contextlib import closing

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, Page, expect

from common.actions.permissions import system_actor
from scoring.appeals.models.additions import AppealCorrection
from scoring.appeals.models.appeals import Appeal
from scoring.releases.services.releasing import release_session
from scoring.settings.models.appeals import AppealSettings
from scoring.sheets.models.calls import RefereeCall
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.checking.confirming import confirm_session
from tests.browser.conftest import PATIENCE, SETTLED, SIZES
from tests.support.appeals import appeal_of
from tests.support.events import small_event
from tests.support.sheets import CODE, at, give_code, made_sheet, new_card
from tournament.access.services.roles import grant_role
from tournament.people.models.accounts import Account

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sheet() -> Sheet:
    """An open sheet with sixteen hands."""
    return made_sheet(small_event())


@pytest.fixture
def chief(sheet: Sheet, signed_in: Callable[[Account], None]) -> Account:
    """The chief referee, signed in on the page of the test."""
    account = Account.objects.create_user("chief", name="赵敏")
    grant_role(system_actor("test"), sheet.table.session.event, account=account, name="chief-referee")
    signed_in(account)
    return account


def narrow(page: Page) -> int:
    """Return the width of the page on a phone."""
    page.set_viewport_size(SIZES["phone"])
    width: int = page.evaluate("document.documentElement.scrollWidth")
    page.set_viewport_size(SIZES["laptop"])
    return width


def test_disputed_score_is_called_ruled_on_and_signed(
    live_server, browser: Browser, sheet: Sheet, chief: Account, page: Page, axe: Callable
) -> None:
    phone: BrowserContext = browser.new_context(
        base_url=live_server.url, viewport=SIZES["phone"], locale="en", has_touch=True
    )
    phone.set_default_timeout(PATIENCE)
    table = phone.new_page()
    _card, access = new_card(sheet.table.session.event)
    table.goto(reverse("table:opened", args=[access.token]))
    expect(table.locator("[data-at=keys]")).not_to_have_attribute("hidden", "")
    phone.set_offline(True)
    table.locator(".at-call summary").tap()
    table.get_by_role("button", name="A question about the rules").tap()
    expect(table.locator("[data-at=called]")).to_contain_text("waiting to be sent")
    phone.set_offline(False)
    expect(table.locator("[data-at=called]")).to_contain_text("A referee was called at")
    page.goto(reverse("floor:calls", args=["small"]))
    page.get_by_role("link", name="Table 1 Session 1").click()
    page.get_by_role("button", name="I am going there").click()
    expect(table.locator("[data-at=called]")).to_contain_text("赵敏 is coming.")
    page.get_by_label("Outcome").fill("They do not agree on hand 3")
    page.get_by_role("button", name="Answered").click()
    table.get_by_role("button", name="Change hand 3").tap()
    table.get_by_role("button", name="Mark as disputed").tap()
    # The queue shows the call without a reload.
    page.get_by_role("link", name="Table 1 Session 1 hand 3").click()
    assert axe(page) == []
    assert narrow(page) <= SIZES["phone"]["width"]
    page.get_by_label("counts as follows:").check()
    page.get_by_label("Winner").select_option("W")
    page.get_by_label("Points").fill("24")
    page.locator("[name='hand3-decision']").fill("West wins")
    page.locator("[name='hand3-article']").fill("3.9.1.4")
    page.locator("[name='hand3-reason']").fill("Three saw it")
    page.get_by_role("button", name="Enter the ruling").first.click()
    expect(page.get_by_text("decided by 赵敏")).to_be_visible()
    table.reload()
    expect(table.locator(".rulings")).to_contain_text("West wins (3.9.1.4)")
    assert narrow(table) <= SIZES["phone"]["width"]
    for seat in "ESWN":
        give_code(at(sheet, seat))
    # The four players sign on the table's phone with their codes, the referee on the tablet.
    table.goto(reverse("table:signing", args=["small", 1, 1]))
    for left in range(4, 0, -1):
        expect(table.get_by_role("button", name="I have checked it: it is correct")).to_have_count(left)
        table.get_by_role("button", name="I have checked it: it is correct").first.tap()
    for left in range(4, 0, -1):
        expect(table.get_by_placeholder("Personal code")).to_have_count(left)
        table.get_by_placeholder("Personal code").first.fill(CODE)
        table.get_by_role("button", name="Sign", exact=True).first.tap()
    expect(table.get_by_text("with the personal code")).to_have_count(4)
    phone.close()
    assert list(RefereeCall.objects.order_by("pk").values_list("about", "outcome")) == [
        ("question", "They do not agree on hand 3"),
        ("dispute", "West wins"),
    ]
    page.goto(reverse("table:signing", args=["small", 1, 1]))
    page.get_by_role("button", name="Sign as the referee").click()
    expect(page.get_by_role("button", name="Sign as the referee")).to_have_count(0)
    sheet.refresh_from_db()
    assert sheet.state == "signed"


def test_one_appeal_is_upheld_and_one_dismissed(sheet: Sheet, chief: Account, page: Page, axe: Callable) -> None:
    event = sheet.table.session.event
    AppealSettings.objects.filter(event=event).update(second_minutes=0)
    for _more in range(2):
        appeal_of(event, "open")
    Sheet.objects.update(state="signed")
    page.goto(reverse("floor:appeals", args=["small"]))
    for number, outcome, end in ((1, "upheld", "returned"), (2, "rejected", "kept")):
        page.get_by_role("link", name=f"Appeal {number}", exact=True).click()
        page.get_by_role("button", name="The fee is paid").click()
        page.get_by_label(outcome, exact=True).check()
        page.get_by_label("Reason", exact=True).last.fill("Seen by three")
        page.get_by_role("button", name="Record the decision").click()
        expect(page.get_by_text(f"The fee is to be {end}.").first).to_be_visible()
        page.get_by_role("button", name="Done").click()
        expect(page.get_by_text(f"200 USD · {end}")).to_be_visible()
        page.get_by_role("link", name="‹ Appeals").click()
    page.get_by_role("link", name="Appeal 1", exact=True).click()
    page.get_by_role("button", name="Reopen the sheet").click()
    assert axe(page) == []
    assert narrow(page) <= SIZES["phone"]["width"]
    page.get_by_role("link", name="version 2 of the sheet").click()
    page.get_by_role("link", name="appeal 1").click()
    expect(page.get_by_role("heading", name="Appeal 1")).to_be_visible()
    assert list(Appeal.objects.values_list("status", "fee_state")) == [("upheld", "returned"), ("rejected", "kept")]


def test_upheld_appeal_after_the_release_is_corrected_to_its_end(
    live_server, browser: Browser, chief: Account, sheet: Sheet, page: Page, axe: Callable
) -> None:
    """Reopen, correct, sign, release again; until then the public sees the last result, never zero."""
    Sheet.objects.update(state="signed")
    confirm_session(system_actor("test"), sheet.table.session)
    release_session(system_actor("test"), sheet.table.session)
    appeal_of(sheet.table.session.event, "upheld", sheet=sheet, fee_state="returned")
    east, south = (at(sheet, seat).number for seat in "ES")
    with closing(browser.new_context(base_url=live_server.url, viewport=SIZES["phone"], locale="en")) as context:
        public = context.new_page()
        result = [(east, "+512"), (south, "−256")]

        def public_sees(scores: list[tuple[int, str]], *, correcting: bool) -> None:
            for number, score in scores:
                public.goto(f"/e/small/players/{number}/")
                expect(public.locator("main")).to_contain_text(score)
                # Above the player's results, and with the corrections below them.
                expect(public.get_by_text("under correction")).to_have_count(2 if correcting else 0)
            public.goto("/e/small/tables/1/1/")
            expect(public.locator(".seats-table")).to_contain_text(scores[0][1])
            assert public.get_by_text("under correction").count() == (2 if correcting else 0)

        public_sees(result, correcting=False)
        page.goto("/e/small/floor/appeals/1/")
        expect(page.locator("blockquote footer")).to_have_text(f"— {east} {at(sheet, 'E').name}")
        now = page.locator("[aria-current=step]")
        expect(now).to_contain_text("Reopen the sheet")
        assert axe(page) == []
        page.get_by_role("button", name="Reopen the sheet").click()
        expect(now).to_contain_text("Correct it")
        public_sees(result, correcting=True)
        # Hand 16 was West's, from South.
        page.get_by_role("link", name="Correct the hands").click()
        page.get_by_role("button", name="Change hand 16").click()
        page.locator('.at-seat[data-seat="W"]').click()
        page.locator("[data-at=save]").click()
        expect(page.locator("[data-at=past] li").first).to_contain_text(at(sheet, "W").name)
        expect(page.locator("[data-at=network]")).to_be_hidden()
        public_sees(result, correcting=True)
        page.goto("/e/small/floor/appeals/1/")
        expect(now).to_contain_text("Sign it as the referee")
        page.get_by_label("Reason", exact=True).fill("Hand 16 was West's")
        page.get_by_role("button", name="Sign as the referee").click()
        expect(now).to_contain_text("Release the corrected result")
        public_sees(result, correcting=True)
        page.evaluate(SETTLED)
        page.get_by_role("button", name="Release the corrected result").click()
        expect(now).to_have_count(0)
        assert narrow(page) <= SIZES["phone"]["width"]
        public_sees([(east, "+472"), (south, "−256")], correcting=False)
    sheet.refresh_from_db()
    assert sheet.state == "confirmed"
    assert sheet.versions.get(action="sheet.sign_corrected").reason == "Hand 16 was West's"
    assert list(AppealCorrection.objects.values_list("version", flat=True)) == [3, sheet.version]
