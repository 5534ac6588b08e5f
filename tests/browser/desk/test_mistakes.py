"""A new organizer makes the usual mistakes: each is said where it was made, and nothing typed is lost."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from common import jobs
from common.jobs.models import Job
from scoring.draw_release.services.releasing import release_draw
from scoring.sheets.models.facts import SignedTotal
from scoring.sheets.models.sheets import Sheet
from tests.browser.conftest import PASSWORD
from tests.support.draws import ACTOR, current, drawn, planned
from tournament.access.services.roles import grant_role
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account
from tournament.presence.models.presence import Arrival

DESK = "/e/open/desk/"


@pytest.fixture
def event(live_server, signed_in: Callable[[Account], None]) -> Event:
    """Sixteen players and two sessions; the organizer, who is the chief referee too, is signed in."""
    event = planned("open", players=16, sessions=2)
    account = Account.objects.create_user("organizer", password=PASSWORD, name="李 组织")
    for role in ("organizer", "chief-referee"):
        grant_role(ACTOR, event, account=account, name=role)
    signed_in(account)
    return event


def read_list(page: Page, text: str) -> None:
    page.goto(f"{DESK}registration/file/")
    file = {"name": "players.csv", "mimeType": "text/csv", "buffer": text.encode()}
    page.get_by_label("File").set_input_files(file)
    page.get_by_role("button", name="Read the list").click()


def import_lists(page: Page, event: Event) -> None:
    """A list whose given names are in a column of an unknown name is asked about; the right one is then imported."""
    read_list(page, "Family name,Called,Country\nBAKKER,Ans,NL\nKOSTER,Annet,NL\nEA,Felicia,FR\nMOTHE,Olivier,FR\n")
    expect(page.locator("main")).to_contain_text("2: Called")
    expect(page.locator("main")).to_contain_text("4 players have a family name but no given name.")
    page.get_by_role("button", name="Import 4 players").click()
    expect(page.get_by_role("checkbox", name="4 players have a family name")).to_be_focused()
    # The columns stand side by side, so that the question is near.
    columns = page.locator(".column-fields .field")
    assert len(set(columns.evaluate_all("(fields) => fields.map((field) => field.offsetLeft)"))) > 1
    assert event.entries.count() == 16
    read_list(page, "姓,名,姓（拼音）,名（拼音）\n王,伟,WANG,Wei\n李,娜,LI,Na\n张,敏,ZHANG,Min\n刘,洋,LIU,Yang\n")
    page.get_by_role("button", name="Import 4 players").click()
    expect(page.locator("main")).to_contain_text("4 players are registered.")
    assert event.entries.get(number=17).latin_name == "WANG Wei"


def check_in(page: Page, event: Event) -> None:
    """The wrong player is tapped and undone, a card of another event is scanned, and 15 does not come."""
    page.goto(f"{DESK}checkin/")
    page.locator("#roll-3").click()
    page.get_by_role("button", name="Undo: not here").click()
    expect(page.locator(".figure")).to_have_text("0 of 20")
    page.get_by_label("Scan a card").fill("http://10.0.0.1/e/other/players/3/")
    page.get_by_role("button", name="Check in", exact=True).click()
    expect(page.locator("#checkin")).to_contain_text("This card belongs to another event.")
    page.get_by_role("link", name="Everybody is here but…").click()
    page.get_by_label("15 选手15").check()
    page.get_by_role("button", name="Check in all others").click()
    expect(page.locator(".figure")).to_have_text("19 of 20")
    assert list(event.entries.filter(arrivals=None).values_list("number", flat=True)) == [15]


def replace_missing_player(page: Page, event: Event, faults: list[str]) -> None:
    """Somebody else plays number 15 after the chart was drawn; a missing reason keeps the name."""
    page.goto(f"{DESK}draw/")
    page.get_by_role("link", name="Somebody else plays a number").click()
    page.get_by_label("Number").select_option(label="15 选手15")
    page.get_by_role("button", name="Choose who plays").click()
    page.get_by_label("Name as printed").fill("新来的人")
    page.get_by_role("button", name="Change who plays").click()
    expect(page.get_by_label("Name as printed")).to_have_value("新来的人")
    faults.clear()  # the refused write was answered with 400
    page.get_by_label("Reason").fill("病")
    page.get_by_role("button", name="Change who plays").click()
    expect(page.locator("main")).to_contain_text("新来的人 plays number 15 now.")
    assert event.entries.get(number=15).name == "新来的人"


def make_codes_twice(page: Page) -> None:
    """Codes that were printed would end: the second press is asked about, and Cancel leaves them as they are."""
    make = page.get_by_role("button", name="Make the file")
    page.goto(f"{DESK}papers/player-codes/")
    make.click()
    page.wait_for_url("**/jobs/**")
    jobs.run(Job.objects.get().pk)
    page.goto(f"{DESK}papers/player-codes/")
    make.click()
    expect(page.locator("main")).to_contain_text("20 players have a printed code.")
    page.get_by_role("link", name="Cancel").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Papers")
    assert Job.objects.count() == 1


def mistype_sheet(page: Page, faults: list[str]) -> None:
    """A refused save names its field; leaving keeps what was typed; what does not add up is asked once, on one page."""
    sheet_page = f"{DESK}tray/1/1/"
    page.goto(sheet_page)
    page.locator("#id_h1").fill("1024")
    for seat, points in zip("ESWN", (96, -32, -32, -24), strict=True):
        page.locator(f"#id_total{seat}").fill(str(points))
    page.locator("#sign").click()
    expect(page.locator("main")).to_contain_text("Type the referee's name as written on the paper sheet.")
    expect(page.locator("#id_referee")).to_be_focused()
    faults.clear()  # the refused write was answered with 400
    page.goto(f"{DESK}tray/")
    page.goto(sheet_page)
    expect(page.locator("#id_h1")).to_have_value("1024")
    page.locator("#id_referee").fill("赵敏")
    page.locator("#sign").click()
    alert = page.locator("#typing > .alert")
    north = Sheet.objects.get(table__session__number=1, table__number=1).table.sittings.get(seat="N").entry
    expect(alert).to_contain_text(f"{north} has +8 more")
    for box in alert.get_by_role("checkbox").all():
        box.check()
    page.locator("#typing > p .btn-go").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Session 1, table 2")
    faults.clear()  # the page that asks has the status 409


def release_too_early(page: Page) -> None:
    page.goto(f"{DESK}sessions/1/release/")
    expect(page.locator("main")).to_contain_text("These tables are not confirmed yet: 1, 2, 3, 4, 5.")
    expect(page.get_by_role("button", name="Release the results")).to_have_count(0)


def import_results(page: Page, event: Event) -> None:
    """A list with a wrong number and a wrong sum: the row is named, the sum is asked about, the rest is saved."""
    rows = ["Session,Table,East,South,West,North", "1,2,24,-8,-8,-8", "1,9,24,-8,-8,-8", "1,3,24,-8,-8,-9"]
    page.goto(f"{DESK}tray/import/")
    page.get_by_label("Or text").fill("\n".join(rows))
    page.get_by_role("button", name="Show the preview").click()
    expect(page.locator("main")).to_contain_text("Session 1 has no table 9.")
    page.get_by_label("Session 1, table 3: The totals add up to -1").check()
    page.get_by_role("button", name="Save the results of 2 tables").click()
    expect(page.locator("main")).to_contain_text("The results of 2 tables are saved.")
    assert SignedTotal.objects.current().filter(sheet__table__number=3, seat="N").get().points == -9
    assert set(Sheet.objects.filter(table__number__in=(2, 3)).values_list("state", flat=True)) == {"open"}


def test_the_usual_mistakes(event: Event, page: Page, faults: list[str]) -> None:
    import_lists(page, event)
    faults.clear()  # the page that asks has the status 409
    check_in(page, event)
    drawn(event, "approved")
    replace_missing_player(page, event, faults)
    release_draw(ACTOR, current(event))
    assert Arrival.objects.filter(at__isnull=False).count() == 19
    make_codes_twice(page)
    mistype_sheet(page, faults)
    release_too_early(page)
    import_results(page, event)
