"""A release on phones: the new rank with the next poll, within two seconds; a late correction with its note."""

import re
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Response, expect

from common.actions.permissions import system_actor
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.checking.confirming import confirm_sheet, reopen_sheet
from scoring.sheets.services.checking.signing import sign_on_paper
from scoring.sheets.services.facts.whole import type_sheet
from tests.browser.conftest import PASSWORD, SIZES, release
from tests.support.paths import ROOT
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account

ACTOR = system_actor("chief")
LIVE_SCRIPT = ROOT / "static/js/live.js"


def correct(event: Event, totals: dict[str, int]) -> None:
    """Enter, sign and confirm table 1 of session 1 again."""
    sheet = Sheet.objects.get(table__session__event=event, table__session__number=1, table__number=1)
    reopen_sheet(ACTOR, sheet, reason="private words")
    typed = type_sheet(ACTOR, sheet, seen=sheet.version + 1, totals=totals, acknowledged=["totals-sum"])
    sheet.refresh_from_db()
    signed = sign_on_paper(ACTOR, sheet, seen=typed["version"], referee="赵敏", acknowledged=["short"])
    sheet.refresh_from_db()
    confirm_sheet(ACTOR, sheet, seen=signed["version"], acknowledged=["contradiction"])


def test_phone_of_a_player_shows_new_rank_and_correction(
    event: Event, page: Page, settings: Any, axe: Callable[[Page], list[str]]
) -> None:
    shortest, spread = re.search(r"pause = \(\) => seconds \* \((\d+) \+ (\d+) \*", LIVE_SCRIPT.read_text()).groups()
    assert settings.POLL_SECONDS * (int(shortest) + int(spread)) < 2000
    polls: list[Response] = []
    page.on("response", lambda answer: polls.append(answer) if "/live/" in answer.url else None)
    page.set_viewport_size(SIZES["phone"])
    page.goto(f"/e/{event.slug}/players/7/")
    page.get_by_role("button", name="Follow").click()
    page.get_by_role("button", name="This is me").click()
    mine = page.get_by_role("region", name="选手7")
    expect(mine).to_contain_text("Rank")
    before = mine.inner_text()
    page.evaluate("window.sameDocument = true")
    with page.expect_response(lambda answer: "/live/" in answer.url):
        pass
    polls.clear()
    release(event, 2)
    released = time.time() * 1000
    expect(mine).not_to_have_text(before, use_inner_text=True)
    # Independent of the speed of the machine: the first poll after the release brings it, or one already under way.
    earlier = sum(answer.request.timing["startTime"] < released for answer in polls)
    assert 200 in [answer.status for answer in polls[: earlier + 1]]
    expect(page.locator("header")).to_contain_text("after session 2 of 3")
    assert page.evaluate("window.sameDocument") is True
    page.goto(f"/e/{event.slug}/standings/")
    expect(page.get_by_role("region", name="You follow")).to_contain_text("选手7")
    page.evaluate("window.sameDocument = true")
    correct(event, {"E": 1, "S": 2, "W": 3, "N": -6})
    notes = page.get_by_role("region", name="Corrections")
    expect(notes).to_contain_text("Session 1, table 1")
    expect(notes).to_contain_text("+3")
    assert "private words" not in page.content()
    assert page.evaluate("window.sameDocument") is True
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES["phone"]["width"]


def test_phone_with_a_wrong_clock_polls_as_often_as_the_server_says(event: Event, page: Page, settings: Any) -> None:
    settings.POLL_SECONDS = 60
    polls: list[str] = []
    page.on("request", lambda request: polls.append(request.url) if "/version?" in request.url else None)
    page.clock.install(time=time.time() + 3600)
    page.goto(f"/e/{event.slug}/standings/")
    page.clock.run_for(59_000)
    assert polls == []
    release(event, 2)
    page.clock.run_for(17_000)
    expect(page.locator("header")).to_contain_text("after session 2 of 3")
    assert len(polls) == 1


def test_official_releases_and_closes_with_the_password(
    event: Event, organizer: Account, page: Page, signed_in: Callable[[Account], None], axe: Callable[[Page], list[str]]
) -> None:
    signed_in(organizer)
    page.goto(f"/e/{event.slug}/desk/sessions/2/release/")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Release the results").click()
    page.get_by_role("link", name="Declare official…").click()
    # The password was given a moment ago.
    expect(page.get_by_label("Your password")).to_have_count(0)
    page.get_by_role("button", name="Declare official").click()
    expect(page.locator("main")).to_contain_text("official since")
    page.get_by_role("link", name="Close the event…").click()
    expect(page.locator("main")).to_contain_text("not confirmed")
    assert axe(page) == []
    page.get_by_label("Person responsible").fill("赵敏")
    page.get_by_label("Reason").fill("The hall closes")
    page.get_by_role("button", name="Close the event").click()
    expect(page.get_by_role("heading", name="Send the results")).to_be_visible()
    page.goto(f"/e/{event.slug}/")
    expect(page.locator("main")).to_contain_text("Closed since")
