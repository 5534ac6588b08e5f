"""A new organizer leads an event from nothing to a closed event: always by the next step, in few presses."""

from collections.abc import Callable

import pytest
from django.utils.timezone import localdate
from playwright.sync_api import Page, expect

from tests.browser.conftest import PASSWORD, SIZES
from tests.browser.reading import too_wide
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account

PLAYERS = [f"Family{number:02},Given{number:02}" for number in range(1, 25)]
#: Step -> presses of links and buttons from the overview back to it; fields that are filled in do not count.
PRESSES = {
    "Register the players": 3,
    "Check in the players": 3,
    "Draw the seats": 2,
    "Draw the chart": 2,
    "Approve the chart": 2,
    "Release the draw": 2,
    "Print the papers": 2,
    "Play session": 8,
    "Confirm the sheets of session": 2,
    "Release session": 3,
    "Prepare the award ceremony": 2,
    "Hold the award ceremony": 7,
    "Close the event": 2,
    "Send the results": 3,
}


#: An estimate of a newcomer's time. Every new line is read at the speed of silent reading, less a fifth for forms
#: (Brysbaert 2019: 238 words a minute); a press takes thought, aim and the button (Card, Moran and Newell 1983:
#: 1.35 + 1.1 + 0.2 s).
WORDS_A_MINUTE, SECONDS_A_PRESS = 190, 2.65
#: Minutes to the released draw (the goal is 30 without a guide).
MINUTES_TO_THE_DRAW = 30

#: What each step of the ceremony shows.
CEREMONY = ("25 points", "Place 3", "Place 2", "Champion", "Congratulations!")


class Organizer:
    """A person who only follows the next step, and whose presses are counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.presses = page, 0
        self.seconds, self.offered = 0.0, False
        self._read_lines: set[str] = set()

    def read(self) -> None:
        """Read the lines of the page that are new to this person, but not every choice of a list such as countries."""
        choices = {line for one in self.page.locator("main select").all_inner_texts() for line in one.splitlines()}
        new = set(self.page.locator("main").inner_text().splitlines()) - self._read_lines - choices
        self._read_lines |= new
        self.seconds += sum(len(line.split()) for line in new) * 60 / WORDS_A_MINUTE

    def press(self, role: str, name: str) -> None:
        self.read()
        self.seconds += SECONDS_A_PRESS
        self.page.locator("main").get_by_role(role, name=name).first.click()
        self.presses += 1

    def open_overview(self) -> str:
        """Return the title of the next step."""
        self.page.goto("/e/open/desk/")
        self.read()
        return self.page.locator("#next-step").inner_text()

    def begin(self, title: str) -> None:
        """Press the button of the next step, which must be this one; the page after the last step offers it too."""
        if self.offered:
            # By a line with its title, or because the page is the one of the next step.
            line = self.page.locator(".next-line").filter(has_text=title)
            here = self.page.locator("main .btn-go").or_(self.page.get_by_role("heading", level=1, name=title))
            expect(line.or_(here).first).to_be_visible()
            self.offered = False
        assert self.open_overview().startswith(title)
        self.presses = 0
        self.page.locator(".next-step .btn").click()
        self.presses += 1
        self.seconds += SECONDS_A_PRESS

    def done(self, title: str) -> None:
        """Count the presses of the step; the page that follows it offers the next step."""
        assert self.presses == PRESSES[title], title
        self.offered = True

    def confirm(self, name: str) -> None:
        """Press the button of a page that may ask for the password."""
        password = self.page.get_by_label("Your password")
        if password.count():
            password.fill(PASSWORD)
        self.press("button", name)


@pytest.fixture
def organizer(live_server, signed_in: Callable[[Account], None], page: Page) -> Organizer:
    signed_in(Account.objects.create_user("organizer", password=PASSWORD, name="李 组织", is_staff=True))
    return Organizer(page)


def make_event(organizer: Organizer, sessions: int) -> None:
    page = organizer.page
    page.goto("/desk/new/")
    page.get_by_label("Club day").check()
    page.get_by_role("textbox", name="Name of the event").press_sequentially("Open")
    page.get_by_label("First day").fill(localdate().isoformat())
    organizer.press("button", "Create the event")
    expect(page.locator("#next-step")).to_have_text("Register the players")
    page.goto("/e/open/desk/setup/timetable/")
    for number in range(4, sessions, -1):
        organizer.press("button", f"Remove session {number}")
    expect(page.get_by_role("button", name="Remove session")).to_have_count(1)


def import_players(organizer: Organizer) -> None:
    organizer.begin("Register the players")
    page = organizer.page
    players = "Family name,Given name\n" + "\n".join(PLAYERS)
    page.get_by_label("File").set_input_files(
        {"name": "players.csv", "mimeType": "text/csv", "buffer": players.encode()}
    )
    organizer.press("button", "Read the list")
    organizer.press("button", "Import 24 player")
    organizer.done("Register the players")


def check_in(organizer: Organizer) -> None:
    organizer.begin("Check in the players")
    organizer.press("link", "Everybody is here but…")
    organizer.press("button", "Check in all others")
    expect(organizer.page.locator(".figure")).to_have_text("24 of 24")
    organizer.done("Check in the players")


def draw(organizer: Organizer) -> None:
    page = organizer.page
    organizer.begin("Draw the seats")
    organizer.press("button", "Freeze the list")
    organizer.done("Draw the seats")
    organizer.begin("Draw the chart")
    page.get_by_label("Value named in public").fill("a value said aloud")
    organizer.press("button", "Mix and draw")
    organizer.done("Draw the chart")
    organizer.begin("Approve the chart")
    organizer.press("button", "Approve the chart")
    organizer.done("Approve the chart")
    organizer.begin("Release the draw")
    organizer.confirm("Release the draw")
    organizer.done("Release the draw")


def print_papers(organizer: Organizer) -> None:
    organizer.begin("Print the papers")
    organizer.press("button", "Make all start papers")
    expect(organizer.page.get_by_role("region", name="State")).to_contain_text("Done")
    organizer.done("Print the papers")


def name_referee(page: Page) -> None:
    """Write the officials' list: its only referee is then on every sheet."""
    page.goto("/e/open/desk/setup/officials/")
    page.get_by_label("Name").fill("赵敏")
    page.get_by_label("Function").fill("chief referee")
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_role("link", name="赵敏")).to_be_visible()


def keep_last_session_for_ceremony(page: Page) -> None:
    page.goto("/e/open/desk/setup/settings/#standings")
    page.get_by_label("Results of the last session").select_option("Held back until the ceremony")
    page.locator("#standings").get_by_role("button", name="Save…").click()
    page.locator("#standings").get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").first).to_be_visible()


def become_chief_referee(page: Page) -> None:
    """Give the organizer the role that confirms sheets."""
    page.goto("/e/open/desk/roles/")
    page.get_by_label("Username").fill("organizer")
    page.get_by_label("Role", exact=True).select_option("Chief referee")
    page.get_by_role("button", name="Give the role").click()
    expect(page.get_by_role("status")).to_contain_text("is now Chief referee")


def type_session(organizer: Organizer, number: int) -> None:
    """Type the sheets one after another: that of session 1, table 1, with all hands, the others with the totals only.

    At each table East wins the only hand, by own draw with 24 points and one more for each table. Saving opens the next
    sheet.
    """
    page = organizer.page
    organizer.begin("Play session")
    organizer.press("button", "Next sheet")
    for table in range(1, 7):
        expect(page.get_by_role("heading", level=1)).to_have_text(f"Session {number}, table {table}")
        won = 32 + table
        hands = 16 if (number, table) == (1, 1) else 0
        for no in range(1, hands + 1):
            page.locator(f"#id_h{no}").fill(f"10{24 + table}" if no == 1 else "0")
        for seat in "ESWN":
            page.locator(f"#id_total{seat}").fill(str(3 * won if seat == "E" else -won))
        expect(page.get_by_label("Referee")).to_have_value("赵敏")
        organizer.press("button", "Save: all four players and the referee signed; next sheet")
    expect(page.get_by_role("heading", level=1)).not_to_contain_text(f"Session {number}, table")
    organizer.done("Play session")


def confirm_session(organizer: Organizer) -> None:
    organizer.begin("Confirm the sheets of session")
    organizer.press("button", "Confirm 6 sheets")
    organizer.done("Confirm the sheets of session")


def release_first_session(organizer: Organizer) -> None:
    """Confirm, look and release: three presses from the overview, since confirming opens the page that releases."""
    confirm_session(organizer)
    organizer.confirm("Release the results")
    assert organizer.presses == PRESSES["Release session"]


def hold_ceremony(organizer: Organizer) -> None:
    """Add the usual awards, and step through them; the last step releases the last session."""
    organizer.begin("Prepare the award ceremony")
    organizer.press("button", "Add them")
    organizer.done("Prepare the award ceremony")
    organizer.begin("Hold the award ceremony")
    organizer.confirm("Begin the ceremony")
    shown = organizer.page.locator(".lots-preview")
    for words in CEREMONY:
        organizer.press("button", "Next step")
        expect(shown).to_contain_text(words)
    expect(organizer.page.locator(".next-line")).to_contain_text("Close the event")
    organizer.done("Hold the award ceremony")


def close_and_send(organizer: Organizer) -> None:
    organizer.begin("Close the event")
    organizer.confirm("Close the event")
    organizer.done("Close the event")
    expect(organizer.page.get_by_role("heading", level=1)).to_have_text("Send the results")
    organizer.begin("Send the results")
    for words in ("Results workbook", "Dossier", "Public files", "Event file"):
        expect(organizer.page.locator("main")).to_contain_text(words)
    organizer.press("link", "Make the event file")
    organizer.press("button", "Make the file")
    expect(organizer.page.get_by_role("region", name="State")).to_contain_text("Done")
    organizer.done("Send the results")


def test_the_whole_path(organizer: Organizer, worker: None, axe) -> None:
    page = organizer.page
    make_event(organizer, sessions=2)
    import_players(organizer)
    check_in(organizer)
    draw(organizer)
    minutes = organizer.seconds / 60
    assert minutes < MINUTES_TO_THE_DRAW, minutes
    print(f"to the released draw: {minutes:.1f} minutes of reading and pressing")
    print_papers(organizer)
    become_chief_referee(page)
    name_referee(page)
    keep_last_session_for_ceremony(page)
    type_session(organizer, 1)
    release_first_session(organizer)
    type_session(organizer, 2)
    confirm_session(organizer)
    hold_ceremony(organizer)
    close_and_send(organizer)
    print(f"to the end: {organizer.seconds / 60:.1f} minutes")
    assert Event.objects.get().closing is not None
    page.set_viewport_size(SIZES["phone"])
    page.goto("/e/open/desk/")
    assert axe(page) == []
    assert too_wide(page) == []
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("navigation", name="Desk of the event").get_by_role("link", name="Papers").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Papers")
