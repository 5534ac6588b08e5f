"""Screens of the hall follow calls and steps made on other devices."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import APIResponse, Page, Route, expect

from common.actions.permissions import system_actor
from tests.browser.conftest import SIZES
from tests.browser.reading import too_wide
from tests.support.draws import ACTOR, drawn, planned
from tests.support.workers import until
from tournament.access.services.roles import grant_role
from tournament.draws.models.lot_shows import LotShow
from tournament.draws.services.lot_shows import begin_show, step_show
from tournament.people.models.accounts import Account
from tournament.presence.services.calls import count_late_from

HALL = {"width": 1280, "height": 720}


def test_call_appears_on_the_wall_counts_down_and_disappears(
    live_server, page: Page, signed_in: Callable[[Account], None], axe: Callable[[Page], list[str]]
) -> None:
    event = planned(players=8, sessions=2)
    drawn(event)
    account = Account.objects.create_user("referee", name="李 裁判")
    grant_role(system_actor("test"), event, account=account, name="referee")
    signed_in(account)
    wall = page.context.new_page()
    wall.set_viewport_size(HALL)
    wall.goto(f"/e/{event.slug}/wall/calls/")
    expect(wall.get_by_role("heading", name="No calls at the moment")).to_be_visible()
    page.set_viewport_size(SIZES["phone"])
    page.goto(f"/e/{event.slug}/desk/checkin/missing/")
    page.get_by_role("button", name="Call 选手3").click()
    expect(page.locator("#live-missing")).to_contain_text("called at")
    called = wall.locator(".wall-called li")
    expect(called).to_have_count(1)
    expect(called).to_contain_text("选手3")
    # Play began two minutes ago: the wall counts down the remaining eight minutes.
    started = timezone.now() - timedelta(minutes=2)
    count_late_from(ACTOR, event.sessions.get(number=1), at=started)
    countdown = wall.locator(".limits [aria-current] .countdown")
    expect(countdown).to_contain_text("7:")
    for screen in (wall, page):
        assert axe(screen) == []
        assert too_wide(screen) == []
    page.locator(".missing-list li", has_text="选手3").get_by_role("button", name="Is here").click()
    expect(wall.get_by_role("heading", name="No calls at the moment")).to_be_visible()


def test_keys_step_the_lots_on_every_screen(
    live_server, page: Page, signed_in: Callable[[Account], None], axe: Callable[[Page], list[str]]
) -> None:
    event = planned(players=8, sessions=2)
    draw = drawn(event, "approved")
    begin_show(ACTOR, draw)
    hall = page.context.browser.new_context(base_url=live_server.url, viewport=HALL, locale="en").new_page()
    hall.goto(f"/e/{event.slug}/wall/lots/")
    account = Account.objects.create_user("chief", name="李 裁判")
    grant_role(system_actor("test"), event, account=account, name="chief-referee")
    signed_in(account)
    page.set_viewport_size(HALL)
    page.goto(f"/e/{event.slug}/wall/lots/")
    newest, shown = page.locator(".lots-newest li"), page.locator("[data-shown]")
    page.keyboard.press("Space")
    expect(newest).to_have_count(1)
    # Keys faster than the answers: each counts once.
    for _time in range(3):
        page.keyboard.press("ArrowRight")
    expect(shown).to_have_attribute("data-shown", "4")
    # Another window stepped meanwhile; this one continues from there.
    step_show(ACTOR, draw, move="next", seen=4)
    expect(shown).to_have_attribute("data-shown", "5")
    page.keyboard.press("ArrowLeft")
    expect(shown).to_have_attribute("data-shown", "4")
    page.keyboard.press("End")
    expect(page.locator(".wall-hashes")).to_contain_text(draw.seed)
    expect(hall.locator("[data-shown]")).to_have_attribute("data-shown", "8")
    assert LotShow.objects.get().shown == 8
    assert hall.locator("[data-lot-steps]").count() == 0
    assert axe(page) == []
    page.goto(f"/e/{event.slug}/desk/draw/show/")
    page.keyboard.press("ArrowLeft")
    expect(shown).to_have_attribute("data-shown", "7")
    page.set_viewport_size(SIZES["phone"])
    assert axe(page) == []
    assert too_wide(page) == []
    hall.context.close()


@pytest.mark.parametrize("asked", ["version", "wall-lots"])
def test_late_answer_does_not_step_back(
    live_server, page: Page, signed_in: Callable[[Account], None], asked: str
) -> None:
    event = planned(players=8, sessions=2)
    draw = drawn(event, "approved")
    begin_show(ACTOR, draw)
    account = Account.objects.create_user("chief", name="李 裁判")
    grant_role(system_actor("test"), event, account=account, name="chief-referee")
    signed_in(account)
    page.goto(f"/e/{event.slug}/wall/lots/")
    late: list[tuple[Route, APIResponse]] = []
    stepped: list[bool] = []

    def keep(route: Route) -> None:
        """Keep the answers of polls after the step; let the others pass."""
        if stepped:
            late.append((route, route.fetch()))
        else:
            route.continue_()

    page.route(f"**/live/*/{asked}?*", keep)
    # Step while the answer to a poll is on its way.
    step_show(ACTOR, draw, move="next", seen=0)
    stepped.append(True)
    with page.expect_request(f"**/live/*/{asked}?*"):
        pass
    shown = page.locator("[data-shown]")
    page.keyboard.press("ArrowRight")  # this window did not know the other's step
    expect(shown).to_have_attribute("data-shown", "1")
    page.keyboard.press("ArrowRight")
    expect(shown).to_have_attribute("data-shown", "2")
    until(lambda: page.title() and late)
    [(route, answer)] = late
    assert ("wall-lots" in answer.text(), 'data-shown="1"' in answer.text()) == (asked == "version", asked != "version")
    with page.expect_response(f"**/live/*/{asked}?*") as came:
        route.fulfill(response=answer)
    came.value.finished()
    page.evaluate("new Promise((drawn) => setTimeout(drawn, 100))")
    page.keyboard.press("ArrowRight")
    expect(shown).to_have_attribute("data-shown", "3")
    page.unroute(f"**/live/*/{asked}?*")
