"""An event made by hand: 136 registered and checked in, eight sessions drawn and released, seats found on a phone."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PASSWORD, SIZES, signs_out
from tests.browser.reading import too_low, too_wide
from tests.support.registrations import LIST
from tournament.draws.selectors.chart import DrawnChart
from tournament.draws.selectors.draws import current_draw
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting
from tournament.people.models.accounts import Account

#: Sends the form of the list once for each number, without rendering the pages.
CHECK_IN = """async (numbers) => {
  const form = document.getElementById("tap");
  for (const number of numbers) {
    const body = new FormData(form);
    body.set("here", number);
    await fetch(location.href, { method: "POST", body, redirect: "manual" });
  }
}"""


@pytest.fixture
def organizer(live_server, signed_in) -> Account:
    """Create an account that may create events, signed in."""
    account = Account.objects.create_user("organizer", password=PASSWORD, name="李 组织", is_staff=True)
    signed_in(account)
    return account


def test_organizer_draws_and_checks_in_by_hand(organizer: Account, page: Page, axe, tmp_path: Path) -> None:
    """From no event to a player who finds a seat, only through the pages."""
    event = make_and_fill_event(page)
    check_in(page, event)
    draw_and_release(page, axe)
    fill_two_seats(page, event)
    signs_out(page)
    check_draw_on_a_phone(page, tmp_path, axe)
    find_seats_on_a_phone(page, event, axe)
    read_the_wall(page, axe)


def make_and_fill_event(page: Page) -> Event:
    """Make an event from its template with the list of 136, a reserve and a filler."""
    page.goto("/desk/new/")
    page.get_by_label("National open").check()
    page.get_by_role("textbox", name="Name of the event").press_sequentially("Open")
    page.get_by_role("button", name="Create the event").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Overview")
    page.goto("/e/open/desk/registration/file/")
    page.get_by_label("File").set_input_files(LIST)
    page.get_by_role("button", name="Read the list").click()
    page.get_by_role("button", name="Import 136 player").click()
    expect(page.get_by_role("status").first).to_contain_text("136 players are registered.")
    for name, kind, team in (("VIDAL Iris", "Reserve", "NL 1"), ("路人甲", "Filler", "")):
        page.goto("/e/open/desk/registration/new/")
        page.get_by_label("Name as printed").fill(name)
        page.get_by_label("Takes part as").select_option(label=kind)
        if team:
            page.get_by_label("Team (optional)").select_option(label=team)
        page.get_by_role("button", name="Register").click()
        expect(page.get_by_role("status").first).to_contain_text(name)
    event = Event.objects.get(slug="open")
    assert (event.teams.count(), event.groups.count(), event.entries.count()) == (34, 11, 138)
    return event


def check_in(page: Page, event: Event) -> None:
    """Check in two players by thumb and 132 by the same form.

    The form is sent from within the page. The players of NL 1 and NL 2 are missing. A missing player who is called is
    shown on the wall until the call ends or the player arrives.
    """
    page.goto("/e/open/desk/checkin/")
    for here, name in enumerate(("ELFERINK Jaap", "MEIJER Leny"), start=1):
        page.locator(".roll-row", has_text=name).click()
        expect(page.locator(".figure")).to_have_text(f"{here} of 136")
    page.evaluate(CHECK_IN, [n for n in range(1, 137) if n not in (1, 2, 3, 5)])
    page.reload()
    expect(page.locator(".figure")).to_have_text("134 of 136")
    page.get_by_role("link", name="2 are missing").click()
    page.get_by_role("button", name="Call BAKKER Ans").click()
    expect(page.locator("#live-missing")).to_contain_text("called at")
    wall = page.context.new_page()
    wall.goto("/e/open/wall/calls/")
    expect(wall.locator(".wall-called li")).to_contain_text("BAKKER Ans")
    wall.close()


def draw_and_release(page: Page, axe) -> None:
    """Draw eight sessions with two candidates: no repeated pair, no team-mates at one table."""
    page.goto("/e/open/desk/draw/")
    page.get_by_label("Sessions to draw").fill("8")
    page.get_by_label("Candidates to choose from").select_option("2")
    assert axe(page) == []
    page.get_by_role("button", name="Freeze the list").click()
    expect(page.get_by_text("The list of 136 players is frozen.")).to_be_visible()
    page.get_by_label("Value named in public").fill("3 5 5 1")
    page.get_by_role("button", name="Mix and draw").click()
    expect(page.get_by_role("columnheader", name="Candidate 2")).to_be_visible()
    assert axe(page) == []
    page.get_by_label("Candidate 2").check()
    page.get_by_label("Why this one").fill("Fewer visits")
    page.get_by_role("button", name="Use it as the draft").click()
    for figure in ("Repeated meetings, all pairs together", "Meetings of team-mates"):
        expect(page.get_by_role("row", name=figure).get_by_role("cell").first).to_have_text("0")
    assert axe(page) == []
    page.get_by_role("link", name="Who meets whom").click()
    expect(page.get_by_role("img", name="A square for each pair")).to_be_visible()
    assert axe(page) == []
    page.go_back()
    page.get_by_role("button", name="Approve the chart").click()
    page.get_by_role("link", name="Release…").click()
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Release the draw").click()
    expect(page.get_by_text("The draw is released.")).to_be_visible()
    page.set_viewport_size(SIZES["phone"])
    assert too_wide(page) == []
    page.set_viewport_size(SIZES["laptop"])


def fill_two_seats(page: Page, event: Event) -> None:
    """Let the reserve of the team play one missing number, and the filler the other."""
    page.goto("/e/open/desk/checkin/missing/")
    expect(page.locator("#live-missing")).to_contain_text("2 are missing")
    for number, person in ((1, "VIDAL Iris"), (5, "路人甲")):
        page.goto(f"/e/open/desk/checkin/{number}/instead/")
        page.get_by_label(person).check()
        page.get_by_label("Only some sessions").check()
        page.get_by_role("button", name="Change who plays").click()
        expect(page.locator("main")).to_contain_text(f"{person} plays as number {number} in session 1.")
    taken = Sitting.objects.filter(table__session__event=event, from_hand=1)
    assert {sitting.entry.name for sitting in taken.select_related("entry")} == {"VIDAL Iris", "路人甲"}


def check_draw_on_a_phone(page: Page, folder: Path, axe) -> None:
    """Verify the draw in a spectator's browser: it accepts the record, and rejects one with two numbers swapped."""
    page.set_viewport_size(SIZES["phone"])
    page.goto("/e/open/draw/")
    box = page.locator("#draw-check")
    box.get_by_role("button", name="Check this draw").click()
    expect(box.get_by_role("status")).to_contain_text("All checks passed")
    expect(box.get_by_text("Candidate 2 of 2 was chosen by 李 组织: Fewer visits")).to_be_visible()
    expect(box.get_by_text("✓ passed")).to_have_count(9)
    assert axe(page) == []
    record = page.request.get("/e/open/draw/record.json").json()
    first, second = record["chart"][3][5], record["chart"][3][6]
    first[0], second[0] = second[0], first[0]
    tampered = folder / "tampered.json"
    tampered.write_text(json.dumps(record), encoding="utf-8")
    box.locator("input[type=file]").set_input_files(tampered)
    expect(box.get_by_role("status")).to_contain_text("did not pass")
    expect(box.locator("[data-step=chart]")).to_contain_text("✗ not passed")
    assert too_wide(page) == []
    tampered.write_text("not a record", encoding="utf-8")
    box.locator("input[type=file]").set_input_files(tampered)
    expect(box.get_by_role("status")).to_contain_text("is not a record")


def find_seats_on_a_phone(page: Page, event: Event, axe) -> None:
    """Search by part of a name from the event's home, at 360 pixels."""
    draw = current_draw(event)
    assert draw is not None
    stops = DrawnChart(draw).path(4)
    page.set_viewport_size(SIZES["phone"])
    page.goto("/e/open/")
    page.get_by_role("searchbox", name="Find your seat").fill("jong mattheu")
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("DE JONG Mattheu")
    tables = page.locator(".way-seat b").all_inner_texts()
    assert tables == [f"Table {stop.seat.table}" for stop in stops]
    for address in (page.url, "/e/open/seats/", "/e/open/seats/1/tables/", "/e/open/seats/1/teams/", "/e/open/draw/"):
        page.goto(address)
        assert too_wide(page) == []
        assert too_low(page) == []
        assert axe(page) == [], address


def read_the_wall(page: Page, axe) -> None:
    """Check that letters have at least 3% of the screen's height, nothing is cut off, and the pages turn."""
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto("/e/open/wall/seats/")
    last = int(page.locator(".wall-head").inner_text().split("/")[1].split()[0])
    page.goto(f"/e/open/wall/seats/?page={last}")
    expect(page.locator(".wall-head")).to_contain_text(f"{last} / {last}")
    expect(page.locator(".wall-head")).to_contain_text(f"1 / {last}")
    page.goto(f"/e/open/wall/seats/?page={last}&hold=1")  # the pages do not turn while they are measured
    sizes = page.locator("#wall *").evaluate_all("all => all.map(one => parseFloat(getComputedStyle(one).fontSize))")
    assert min(sizes) >= 0.03 * 1080
    assert page.evaluate("document.documentElement.scrollHeight") <= 1080
    assert too_wide(page) == []
    assert axe(page) == []
