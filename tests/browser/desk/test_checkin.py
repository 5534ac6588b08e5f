"""Check-in by thumb on a phone while another device checks in too."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from common.actions.permissions import system_actor
from scoring.event_file.services.importing import import_event
from tests.browser.conftest import SIZES, hold_moments
from tests.browser.reading import too_low, too_wide
from tests.support.event_generator import make_event
from tests.support.events import unplay
from tests.support.workers import until
from tournament.access.services.roles import grant_role
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account
from tournament.presence.models.presence import Arrival
from tournament.presence.services.arrivals import arrive

SYSTEM = system_actor("somebody else")


@pytest.fixture
def hall(live_server, page: Page, signed_in: Callable[[Account], None]) -> Event:
    """136 players, 134 of them checked in; 16 and 77 are missing; the referee is signed in on a phone."""
    document = json.loads(json.dumps(make_event(7, 136, 1, odd=False, stages=False)))
    document["players"] = [player for player in document["players"] if player.get("kind", "player") == "player"]
    for session in document["sessions"]:
        session.pop("released", None)
        unplay(session)
    document["players"][15] |= {"name": "王小明", "latin_name": "WANG Xiaoming"}
    document["players"] += [{"number": 137, "name": "陪打", "kind": "filler"}]
    event = Event.objects.get(slug=import_event(SYSTEM, document=document)["event"])
    Arrival.objects.bulk_create(
        Arrival(entry=entry, session=1, at="2026-05-01T08:00:00Z", by="门口")
        for entry in event.entries.exclude(number__in=[16, 77, 137])
    )
    account = Account.objects.create_user("referee", name="李 裁判")
    grant_role(SYSTEM, event, account=account, name="referee")
    signed_in(account)
    page.set_viewport_size(SIZES["phone"])
    return event


def test_taps_of_two_devices_appear_on_both(hall: Event, page: Page, axe) -> None:
    page.goto(f"/e/{hall.slug}/desk/checkin/")
    count = page.locator(".figure")
    expect(count).to_have_text("134 of 136")
    # Search while typing, in Chinese: one row is left, and one tap on it checks in.
    page.get_by_role("searchbox").press_sequentially("小明")
    rows = page.locator(".roll-row")
    expect(rows).to_have_count(1)
    rows.first.click()
    expect(count).to_have_text("135 of 136")
    expect(page.locator("#tapped")).to_contain_text("王小明")
    page.get_by_role("button", name="Fee paid").click()
    expect(page.get_by_role("button", name="Fee paid")).to_have_attribute("aria-pressed", "true")
    assert axe(page) == []
    assert too_wide(page) == []
    assert too_low(page) == []
    page.get_by_role("link", name="Not here yet").click()
    expect(page.locator(".roll-row")).to_have_count(2)  # 77 and the filler
    page.locator(".roll-row", has_text="77").click()
    expect(count).to_have_text("136 of 136")
    page.get_by_role("button", name="Undo").click()
    expect(count).to_have_text("135 of 136")
    # Another device checks the last player in: this page shows it without a reload.
    arrive(SYSTEM, hall.entries.get(number=77), session=1)
    expect(count).to_have_text("136 of 136")


def test_tap_is_not_lost_while_the_list_changes(hall: Event, page: Page) -> None:
    page.goto(f"/e/{hall.slug}/desk/checkin/?show=missing")
    routes: list[Route] = []
    page.route("**/live/*/checkin?*", lambda route: routes.append(route))
    # Another device checks a player in, and the list is replaced before the finger is lifted.
    arrive(SYSTEM, hall.entries.get(number=16), session=1)
    until(lambda: page.title() and routes)
    page.locator(".roll-row", has_text="77").hover()
    page.mouse.down()
    with page.expect_response("**/live/*/checkin?*") as came:
        routes[0].continue_()
    came.value.finished()
    assert came.value.status == 200
    page.evaluate("new Promise((drawn) => setTimeout(drawn, 100))")
    page.unroute("**/live/*/checkin?*")
    page.mouse.up()
    expect(page.locator(".figure")).to_have_text("136 of 136")


def test_a_row_that_moved_under_the_finger_takes_no_tap_at_once(hall: Event, page: Page) -> None:
    page.goto(f"/e/{hall.slug}/desk/checkin/?show=missing")
    first, second = page.locator(".roll-row").all()[:2]
    expect(second).to_contain_text("77")
    box = first.bounding_box()
    assert box
    hold_moments(page)
    # Another device checks the first player in, and the second one comes into that place.
    arrive(SYSTEM, hall.entries.get(number=16), session=1)
    expect(page.locator(".figure")).to_have_text("135 of 136")
    page.mouse.click(box["x"] + 50, box["y"] + box["height"] / 2)
    hold_moments(page, held=False)
    row = page.locator(".roll-row", has_text="77")
    row.click(trial=True)  # it takes taps again
    assert not Arrival.objects.filter(entry__number=77).exists()
    row.click()
    expect(page.locator(".figure")).to_have_text("136 of 136")


def test_a_mark_keeps_the_focus(hall: Event, page: Page) -> None:
    page.goto(f"/e/{hall.slug}/desk/checkin/?person=1")
    mark = page.get_by_role("button", name="Fee paid")
    mark.focus()
    page.keyboard.press("Enter")
    expect(mark).to_have_attribute("aria-pressed", "true")
    expect(mark).to_be_focused()


def test_filler_takes_the_seat_of_a_missing_player(hall: Event, page: Page, axe) -> None:
    page.goto(f"/e/{hall.slug}/desk/checkin/missing/")
    expect(page.locator("#live-missing")).to_contain_text("2 are missing")
    page.get_by_label("Lateness counts from").fill("00:00")
    page.get_by_role("button", name="Count lateness from").click()
    expect(page.locator(".limits")).to_contain_text("until 00:00 no penalty")
    assert axe(page) == []
    assert too_wide(page) == []
    page.get_by_role("link", name="Somebody else plays… instead of 王小明").click()
    page.get_by_label("陪打").check()
    assert axe(page) == []
    assert too_wide(page) == []
    page.get_by_role("button", name="Change who plays").click()
    expect(page.locator("main")).to_contain_text("陪打 plays as number 16 in session 1.")
    page.get_by_role("button", name="Give the seat back").click()
    expect(page.locator("main")).to_contain_text("is back in their seat")


def test_a_new_person_takes_the_number_of_a_missing_player(hall: Event, page: Page, axe, faults: list[str]) -> None:
    grant_role(SYSTEM, hall, account=Account.objects.get(username="referee"), name="organizer")
    page.goto(f"/e/{hall.slug}/desk/checkin/missing/")
    page.get_by_role("link", name="Somebody else plays… instead of 王小明").click()
    page.get_by_label("Name as printed").fill("新来的人")
    expect(page.get_by_label("A new person")).to_be_checked()
    page.get_by_role("button", name="Change who plays").click()
    expect(page.locator("main")).to_contain_text("Please give a reason")
    expect(page.get_by_label("Name as printed")).to_have_value("新来的人")
    faults.clear()  # the refused write was answered with 400
    page.get_by_label("Reason").fill("病")
    assert axe(page) == []
    assert too_wide(page) == []
    assert too_low(page) == []
    page.get_by_role("button", name="Change who plays").click()
    expect(page.locator("main")).to_contain_text("新来的人 plays number 16 now.")
    expect(page.get_by_role("heading", level=1)).to_have_text("16 新来的人")
    page.goto(f"/e/{hall.slug}/desk/checkin/out/")
    expect(page.locator("main")).to_contain_text("138 王小明")


def test_check_in_works_without_script(hall: Event, page: Page, without_script: Page) -> None:
    without_script.context.add_cookies(page.context.cookies())
    without_script.goto(f"/e/{hall.slug}/desk/checkin/")
    without_script.get_by_role("searchbox").fill("WANG X")
    without_script.get_by_role("button", name="Search").click()
    without_script.locator(".roll-row").click()
    expect(without_script.locator(".figure")).to_have_text("135 of 136")


def test_taps_scans_and_teams_need_no_reload(hall: Event, page: Page, axe) -> None:
    Arrival.objects.all().delete()
    team = hall.entries.filter(team__isnull=False).order_by("number").first().team
    members = list(team.entries.filter(kind="player").order_by("number"))
    page.goto(f"/e/{hall.slug}/desk/checkin/")
    page.evaluate("window.unchanged = true")
    count = page.locator(".figure")
    page.locator(f"#roll-{members[0].number}").click()
    expect(count).to_have_text("1 of 136")
    page.get_by_role("button", name="The whole team").click()
    expect(count).to_have_text(f"{len(members)} of 136")
    # A scanner types the address of the card and Enter; the next card follows at once.
    scan = page.get_by_label("Scan a card")
    others = hall.entries.filter(kind="player").exclude(team=team).order_by("number")[:2]
    for extra, entry in enumerate(others, start=1):
        scan.press_sequentially(f"http://192.168.0.2:8000/e/{hall.slug}/seats/players/{entry.number}/")
        scan.press("Enter")
        expect(count).to_have_text(f"{len(members) + extra} of 136")
        expect(page.locator("#tapped")).to_contain_text(entry.name)
        expect(scan).to_be_focused()
    scan.fill("999")
    scan.press("Enter")
    expect(page.locator("#checkin")).to_contain_text("No player has the number “999”.")
    assert page.evaluate("window.unchanged") is True
    assert axe(page) == []


def test_everybody_is_here_but_two(hall: Event, page: Page, axe) -> None:
    Arrival.objects.all().delete()
    page.goto(f"/e/{hall.slug}/desk/checkin/")
    page.get_by_role("link", name="Everybody is here but…").click()
    page.get_by_label("16 王小明").check()
    page.get_by_label("77", exact=False).first.check()
    assert axe(page) == []
    assert too_wide(page) == []
    page.get_by_role("button", name="Check in all others").click()
    expect(page.locator(".figure")).to_have_text("134 of 136")
    assert set(hall.entries.filter(kind="player", arrivals=None).values_list("number", flat=True)) == {16, 77}
