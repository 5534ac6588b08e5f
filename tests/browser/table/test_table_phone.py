"""The Table as players hold it: counted taps, a moving phone, a reload without network, a slow phone."""

from contextlib import closing

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, CDPSession, Error, Route, expect

from common.actions.permissions import system_actor
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.codes import TableAccess
from scoring.sheets.services.facts.hands import HandFacts, record_hand
from scoring.sheets.services.referee_calls import call_referee
from tests.browser.at_table import Thumb, enter, opened, page_of
from tests.browser.conftest import PATIENCE, SETTLED, SIZES
from tests.support.sheets import CODE, at, empty_sheet, give_code, made_sheet, new_card, sheet_at
from tests.support.workers import until

pytestmark = pytest.mark.django_db(transaction=True)


def test_sixteen_hands_take_four_taps_each_and_the_sheet_is_signed(phone: BrowserContext, sheet: Sheet) -> None:
    for seat in "ESWN":
        give_code(at(sheet, seat))
    page = opened(phone, sheet)
    thumb = Thumb(page)
    for no in range(1, 17):
        winner, discarder = "ESWN"[no % 4], "ESWN"[(no + 1) % 4] if no % 3 else None
        points = (8, 9, 10, 11, 12, 13, 14, 15, 16, 24, 8, 88, 48, 10, 16, 31)[no - 1]
        expect(page.locator("[data-at=save]")).to_have_text(f"Save hand {no}")
        assert thumb.hand(winner, discarder, points) == (4 if points <= 16 else 5)
    # After the last hand one large button leads to the signatures.
    expect(page.locator("[data-at=save]")).to_be_hidden()
    expect(page.locator("[data-at=network]")).to_be_hidden()
    until(lambda: Hand.objects.current().filter(sheet=sheet).count() == 16)
    page.locator("[data-at=sign]").tap()
    page.wait_for_url("**/signing/")
    expect(page.locator("ol.at-past > li")).to_have_count(16)
    scores = page.locator(".at-signer .at-total").all_inner_texts()
    assert sum(int(score.replace("−", "-")) for score in scores) == 0
    expect(page.locator(".at-signer").first).to_contain_text("TP")
    for left in range(4, 0, -1):
        expect(page.get_by_role("button", name="I have checked it: it is correct")).to_have_count(left)
        page.evaluate(SETTLED)
        page.get_by_role("button", name="I have checked it: it is correct").first.tap()
    for signed in range(1, 5):
        expect(page.get_by_placeholder("Personal code")).to_have_count(5 - signed)  # not of the page before
        page.get_by_placeholder("Personal code").first.fill(CODE)
        page.get_by_role("button", name="Sign", exact=True).first.tap()
        if signed < 4:
            # In view with the next signature: nobody has to scroll past sixteen hands again.
            expect(page.get_by_text(f"{signed} of 4 signed")).to_be_in_viewport()
    expect(page.get_by_text("You may leave; the referee signs last.")).to_be_visible()


def test_save_itself_asks_about_more_than_88_points_in_five_taps(phone: BrowserContext, sheet: Sheet) -> None:
    page = opened(phone, sheet)
    thumb, save = Thumb(page), page.locator("[data-at=save]")
    for no, points in ((1, 88), (2, 89), (3, 99)):
        thumb.on('.at-seat[data-seat="E"]')
        thumb.on('[data-from="S"]')
        for figure in str(points):
            thumb.on(f'[data-key="{figure}"]')
        question = f"Save hand {no}" if points == 88 else f"More than 88 points: save hand {no}?"
        expect(save).to_have_text(question)
        thumb.on("[data-at=save]")
        # No further question, and the button is that of the next hand.
        expect(save).to_have_text(f"Save hand {no + 1}")
        expect(page.locator(".at-ask")).to_have_count(0)
        assert thumb.taps == 5 * no
    until(lambda: list(Hand.objects.current().order_by("no").values_list("points", flat=True)) == [88, 89, 99])


def test_phone_that_moves_writes_only_at_the_table_it_scanned(phone: BrowserContext, sheet: Sheet) -> None:
    event = sheet.table.session.event
    page = opened(phone, sheet)
    Thumb(page).hand("E", "S", 8)
    until(lambda: Hand.objects.filter(sheet=sheet).count() == 1)
    Sheet.objects.update(state="signed")
    old = empty_sheet(event)
    new = sheet_at(old.table.session, 2)
    _card, access = new_card(event, 2)
    # In the next session the old table's sheet is not offered.
    page.goto("/t/")
    expect(page.get_by_text("The next session has begun. Open the table where you sit now.")).to_be_visible()
    page.get_by_label("Code of the table").fill(access.code)
    page.get_by_role("button", name="Open the table").tap()
    page.wait_for_url(f"**{page_of(new)}")
    expect(page.locator("[data-at=keys]")).not_to_have_attribute("hidden", "")
    Thumb(page).hand("W", None, 12)
    until(lambda: Hand.objects.filter(sheet=new).count() == 1)
    assert not Hand.objects.filter(sheet=old).exists()
    expect(page.get_by_role("link", name="Another table")).to_be_visible()
    assert page.goto(page_of(old)).status == 403  # type: ignore[union-attr]


def test_reload_without_network_shows_the_page_and_keeps_the_hand(
    live_server, browser: Browser, access: TableAccess, sheet: Sheet
) -> None:
    """On localhost and https a service worker keeps the page; over plain http a line says to keep it open."""
    context = browser.new_context(base_url=live_server.url, viewport=SIZES["phone"], locale="en", has_touch=True)
    context.set_default_timeout(PATIENCE)
    with closing(context):
        page = context.new_page()
        page.goto(reverse("table:opened", args=[access.token]))
        expect(page.locator("[data-at=stay]")).to_be_hidden()
        # The files are kept one by one before the page; `wait_for_function` takes a promise itself for true.
        until(lambda: page.evaluate("caches.match(location.href).then(Boolean)"))
        page.wait_for_function("navigator.serviceWorker.controller !== null")
        context.set_offline(True)
        record_hand(system_actor("desk"), sheet, seen=0, hand=HandFacts(no=1, winner="N", points=10))
        page.locator('.at-seat[data-seat="W"]').tap()
        page.reload()
        # It is the kept page: it does not know the hand that came meanwhile, but the one being entered.
        expect(page.locator("[data-at=save]")).to_have_text("Save hand 1")
        expect(page.locator('.at-seat[data-seat="W"] input')).to_be_checked()
        context.set_offline(False)
        expect(page.locator("[data-at=past] li").first).to_contain_text("10")


def test_plain_http_says_to_keep_the_page_open_and_language_keeps_the_hand(phone: BrowserContext, sheet: Sheet) -> None:
    page = opened(phone, sheet)
    expect(page.locator("[data-at=stay]")).to_be_visible()
    page.locator('.at-seat[data-seat="W"]').tap()
    page.locator('[data-points="13"]').tap()
    with page.expect_navigation():
        page.evaluate("[...document.querySelectorAll('form button')].find((one) => one.value === 'ja').click()")
    expect(page.locator("[data-at=save]")).to_contain_text("局")
    expect(page.locator('.at-seat[data-seat="W"] input')).to_be_checked()
    assert page.locator("#points").input_value() == "13"


def test_a_number_begun_before_a_change_of_language_is_continued(phone: BrowserContext, sheet: Sheet) -> None:
    page = opened(phone, sheet)
    page.locator('.at-seat[data-seat="W"]').tap()
    page.locator("[data-at=from] .at-choice").first.tap()
    page.locator('[data-key="3"]').tap()
    with page.expect_navigation():
        page.evaluate("[...document.querySelectorAll('form button')].find((one) => one.value === 'ja').click()")
    expect(page.locator("#points")).to_have_value("3")
    page.locator('[data-key="1"]').tap()
    expect(page.locator("#points")).to_have_value("31")
    # A key of its own is a whole number: the next digit begins another one.
    page.locator('[data-points="13"]').tap()
    page.reload()
    expect(page.locator("#points")).to_have_value("13")
    page.locator('[data-key="2"]').tap()
    expect(page.locator("#points")).to_have_value("2")


def test_the_first_digit_replaces_the_points_of_a_hand_opened_by_its_address(
    phone: BrowserContext, sheet: Sheet
) -> None:
    """Appeals and discrepancies lead there: a digit added to 24 points would make 248 of them."""
    record_hand(system_actor("desk"), sheet, seen=0, hand=HandFacts(no=1, winner="N", points=24))
    page = phone.new_page()
    page.goto(f"{page_of(sheet)}?hand=1")
    expect(page.locator("#points")).to_have_value("24")
    for figure in "88":
        page.locator(f'[data-key="{figure}"]').tap()
    expect(page.locator("#points")).to_have_value("88")


def test_plain_http_asks_before_a_reload_without_network_and_comes_back_with_everything(
    phone: BrowserContext, sheet: Sheet
) -> None:
    """A reload replaces the page by the browser's error; loading it again later brings back what waits and is typed."""
    page = opened(phone, sheet)
    phone.set_offline(True)
    enter(page, 0, 1, 9)
    page.locator('.at-seat[data-seat="W"]').tap()
    with page.expect_event("dialog") as asked:
        page.evaluate("setTimeout(() => location.reload())")
    assert asked.value.type == "beforeunload"
    asked.value.dismiss()
    expect(page.locator('.at-seat[data-seat="W"] input')).to_be_checked()
    page.once("dialog", lambda dialog: dialog.accept())
    with pytest.raises(Error, match="ERR_INTERNET_DISCONNECTED"):
        page.reload()
    assert not Hand.objects.filter(sheet=sheet).exists()
    phone.set_offline(False)
    page.reload()
    until(lambda: Hand.objects.filter(sheet=sheet).count() == 1)
    expect(page.locator("[data-at=save]")).to_have_text("Save hand 2")
    expect(page.locator('.at-seat[data-seat="W"] input')).to_be_checked()


#: Notes every text that the button for saving shows.
WATCH_SAVE = """save => {
  globalThis.shown = [save.textContent];
  const noted = () => shown.push(save.textContent);
  new MutationObserver(noted).observe(save, { childList: true, characterData: true, subtree: true });
}"""


def test_a_late_answer_to_a_poll_does_not_take_a_saved_hand_back(phone: BrowserContext, sheet: Sheet) -> None:
    page = opened(phone, sheet)
    save, held = page.locator("[data-at=save]"), []

    def late(route: Route) -> None:
        here = route.request.url.replace("hall.test", "127.0.0.1")  # only the browser knows the other name
        answer = route.fetch(url=here, headers=route.request.all_headers())
        if answer.status == 200 and not held:
            held.append((route, answer))
        else:
            route.fulfill(response=answer)

    page.route("**/state/*", late)
    call_referee(system_actor("desk"), sheet, for_what="question")
    until(lambda: page.evaluate("true") and held)
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        Thumb(page).hand("E", None, 8)
    expect(save).to_contain_text("hand 2")
    until(lambda: page.evaluate("true") and Hand.objects.current().filter(sheet=sheet).exists())
    save.evaluate(WATCH_SAVE)
    [(route, answer)] = held
    with page.expect_request("**/state/*"):  # the next poll: the page has read the late answer
        route.fulfill(response=answer)
    assert not [text for text in page.evaluate("shown") if "hand 1" in text]


def test_press_that_would_leave_the_page_waits_for_the_network(phone: BrowserContext, sheet: Sheet) -> None:
    """Without network the browser's own error page would take the place of the page and of what is entered."""
    page = opened(phone, sheet)
    notice = page.get_by_text("No network: nothing was sent.")
    page.locator('.at-seat[data-seat="W"]').tap()
    phone.set_offline(True)
    page.get_by_role("link", name="Another table").tap()
    expect(notice).to_be_visible()
    expect(page.locator('.at-seat[data-seat="W"] input')).to_be_checked()
    phone.set_offline(False)
    expect(notice).to_be_hidden()
    expect(page.locator("[data-at=network]")).to_be_hidden()
    enter(page, 0, 1, 9)
    until(lambda: Hand.objects.filter(sheet=sheet).count() == 1)
    # The same for a form: a player checks the sheet.
    page.locator("[data-at=sign-early]").tap()
    page.wait_for_url("**/signing/")
    check = page.get_by_role("button", name="I have checked it: it is correct")
    page.evaluate(SETTLED)
    phone.set_offline(True)
    check.first.tap()
    expect(notice).to_be_visible()
    phone.set_offline(False)
    expect(notice).to_be_hidden()
    check.first.tap()
    # It is sent now, and the server asks whether the sheet is complete with one hand.
    expect(page.get_by_role("button", name="Yes, it is right")).to_be_visible()


def test_a_hand_is_entered_quickly_on_a_slow_processor(phone: BrowserContext, sheet: Sheet) -> None:
    page = opened(phone, sheet)
    client = phone.new_cdp_session(page)
    # Time of the page's thread: other programs on this machine do not count.
    client.send("Performance.enable", {"timeDomain": "threadTicks"})
    client.send("Emulation.setCPUThrottlingRate", {"rate": 6})
    thumb = Thumb(page)
    thumb.hand("E", "S", 8)
    started = busy(client)
    for no in range(2, 6):
        assert thumb.hand("ESWN"[no % 4], None, 8 + no) == 4
        expect(page.locator("[data-at=save]")).to_have_text(f"Save hand {no + 1}")
    assert busy(client) - started < 20
    until(lambda: Hand.objects.current().filter(sheet=sheet).count() == 5)


def busy(client: CDPSession) -> float:
    """Return for how many seconds the page's thread has worked."""
    metrics = client.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))


def test_signing_page_shows_totals_and_table_points(phone: BrowserContext, sheet: Sheet, access: TableAccess) -> None:
    """East wins 8 points from South in each of sixteen hands: +512 with 4 table points."""
    Sheet.objects.all().delete()
    made = made_sheet(sheet.table.session.event)
    page = phone.new_page()
    page.goto("/t/?another=1")
    page.get_by_label("Code of the table").fill(access.code)
    page.get_by_role("button", name="Open the table").tap()
    page.wait_for_url(f"**{page_of(made)}")
    page.goto(reverse("table:signing", args=["1", made.table.session.number, 1]))
    rows = {text.split()[1]: text.split()[-3:] for text in page.locator(".at-signer").all_inner_texts()[:4]}
    assert rows[str(at(made, "E").number)] == ["+512", "4", "TP"]
