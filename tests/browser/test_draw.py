"""A draw for 136 players over 8 sessions: at the Desk, released, found on a phone, read from afar on the wall."""

import csv
import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from common.permissions import system_actor
from scoring.services.event_import import import_event
from tests.browser.conftest import PASSWORD, SIZES
from tests.browser.reading import too_low, too_wide
from tests.conftest import DATA
from tournament.models import Account, Event
from tournament.selectors.draw_chart import DrawnChart
from tournament.selectors.draws import current_draw
from tournament.services.roles import grant_role


@pytest.fixture
def registered(live_server) -> Event:
    """The 136 registrations, in 34 teams."""
    with (DATA / "registrations_136.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    groups, teams = (list(dict.fromkeys(row[key] for row in rows)) for key in ("group", "team"))
    of_team = {row["team"]: groups.index(row["group"]) + 1 for row in rows}
    players = [
        {
            "number": number,
            "name": f"{row['family_name']} {row['given_name']}",
            "family_name": row["family_name"],
            "given_name": row["given_name"],
            "country": row["country"],
            "team": teams.index(row["team"]) + 1,
        }
        for number, row in enumerate(rows, start=1)
    ]
    document = {
        "format": "mcr-event/1",
        "event": {"id": "open", "name": "品局公开赛 Open", "rules": "wmo-2014", "sessions": 8},
        "groups": [{"id": at, "name": name} for at, name in enumerate(groups, start=1)],
        "teams": [{"id": at, "name": name, "group": of_team[name]} for at, name in enumerate(teams, start=1)],
        "players": players,
        "sessions": [],
    }
    import_event(system_actor("test"), document=document)
    return Event.objects.get(slug="open")


@pytest.fixture
def drawer(registered: Event) -> Account:
    account = Account.objects.create_user("organizer", password=PASSWORD, name="李 组织")
    grant_role(system_actor("test"), registered, account=account, name="organizer")
    return account


def test_136_are_drawn_released_and_find_their_seats(
    registered: Event, drawer, page: Page, axe, signed_in, tmp_path: Path
) -> None:
    signed_in(drawer)
    page.goto("/e/open/desk/draw/")
    expect(page.get_by_label("Sessions to draw")).to_have_value("8")
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
    page.get_by_role("button", name="Make it the draft").click()
    for figure in ("Meetings beyond the first, over all pairs", "Meetings of team-mates"):
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
    page.context.clear_cookies()
    checked_on_a_phone(page, tmp_path, axe)
    found_on_a_phone(page, registered, axe)
    read_on_the_wall(page, axe)


def checked_on_a_phone(page: Page, folder: Path, axe) -> None:
    """The spectator's browser draws again and says yes; of a record with two numbers swapped it says no, and where."""
    page.set_viewport_size(SIZES["phone"])
    page.goto("/e/open/draw/")
    box = page.locator("#draw-check")
    box.get_by_role("button", name="Check this draw").click()
    expect(box.get_by_role("status")).to_contain_text("Everything holds")
    expect(box.get_by_text("Candidate 2 of 2 was chosen by 李 组织: Fewer visits")).to_be_visible()
    expect(box.get_by_text("✓ holds")).to_have_count(9)
    assert axe(page) == []
    record = page.request.get("/e/open/draw/record.json").json()
    one, other = record["chart"][3][5], record["chart"][3][6]
    one[0], other[0] = other[0], one[0]
    tampered = folder / "tampered.json"
    tampered.write_text(json.dumps(record), encoding="utf-8")
    box.locator("input[type=file]").set_input_files(tampered)
    expect(box.get_by_role("status")).to_contain_text("does not hold")
    expect(box.locator("[data-step=chart]")).to_contain_text("✗ does not hold")
    assert too_wide(page) == []
    tampered.write_text("no record", encoding="utf-8")
    box.locator("input[type=file]").set_input_files(tampered)
    expect(box.get_by_role("status")).to_contain_text("no record")


def found_on_a_phone(page: Page, event: Event, axe) -> None:
    """By part of a name, from the event's home, at 360 pixels."""
    draw = current_draw(event)
    assert draw is not None
    stops = DrawnChart(draw).path(4)
    page.set_viewport_size(SIZES["phone"])
    page.goto("/e/open/")
    page.get_by_role("searchbox", name="Find your seat").fill("jong mattheu")
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("JONG, DE Mattheu")
    tables = page.locator(".way-seat b").all_inner_texts()
    assert tables == [f"Table {stop.seat.table}" for stop in stops]
    for address in (page.url, "/e/open/seats/", "/e/open/seats/1/tables/", "/e/open/seats/1/teams/", "/e/open/draw/"):
        page.goto(address)
        assert too_wide(page) == []
        assert too_low(page) == []
        assert axe(page) == [], address


def read_on_the_wall(page: Page, axe) -> None:
    """The letters are at least 3% of the screen's height, nothing is cut off, and it turns by itself."""
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto("/e/open/wall/seats/?page=3")
    sizes = page.locator("#wall *").evaluate_all("all => all.map(one => parseFloat(getComputedStyle(one).fontSize))")
    assert min(sizes) >= 0.03 * 1080
    assert page.evaluate("document.documentElement.scrollHeight") <= 1080
    assert too_wide(page) == []
    assert axe(page) == []
    expect(page.locator(".wall-head")).to_contain_text("3 / 3")
    expect(page.locator(".wall-head")).to_contain_text("1 / 3")
