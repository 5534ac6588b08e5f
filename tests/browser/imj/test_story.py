"""An event under the International Mahjong Rules on phones, from registration to release and back from its file."""

import io
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import pypdf
import pytest
from django.urls import reverse
from openpyxl import load_workbook
from playwright.sync_api import Browser, BrowserContext, Page, expect

from common.files.json_files import dump
from scoring.event_file.selectors.document import event_document
from scoring.event_file.selectors.reading import read_event
from scoring.event_file.services.importing import import_event
from scoring.game.rules.hands import Hand as PlayedHand
from scoring.game.rules.imj.game import IMJ
from scoring.papers.exports.making import make_paper
from scoring.papers.exports.papers import LIVE, Choice
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.checking.signing import sign_as_referee
from tests.browser.at_table import phone_with
from tests.browser.conftest import PASSWORD, SIZES
from tests.scoring.game.rules.imj.tables import Played, played
from tests.support.imj import ACTOR
from tests.support.pdf_reading import Run, runs_of, texts_of
from tests.support.sheets import CODE, at, give_code, new_card
from tests.support.workers import until
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account

pytestmark = pytest.mark.django_db(transaction=True)

PLAYERS = [f"Family{number},Given{number}" for number in range(1, 9)]
#: Seeds of two of the shortest tables of eight rounds that together have every kind of hand.
SEEDS = (1267, 1409)
#: The hands of the first table that are entered without network.
OFFLINE = range(11, 21)
#: The label of the seats in turn on the sheet.
TURN = "Seats from the starter on"
#: A hand of round 1 of the first table that is entered with three fans instead of two, and corrected two hands later.
MISTAKEN = 3


@pytest.fixture
def organizer(live_server, signed_in: Callable[[Account], None], page: Page) -> Page:
    """A page at phone width, signed in by a person who may make events."""
    signed_in(Account.objects.create_user("organizer", password=PASSWORD, name="李 组织", is_staff=True))
    page.set_viewport_size(SIZES["phone"])
    return page


def press(page: Page, name: str) -> None:
    page.locator("main").get_by_role("button", name=name).first.click()


def confirm(page: Page, name: str) -> None:
    """Press the button of a page that may ask for the password."""
    if page.get_by_label("Your password").count():
        page.get_by_label("Your password").fill(PASSWORD)
    press(page, name)


def make_event(page: Page) -> None:
    """Make an event of one session under these rules."""
    page.goto("/desk/new/")
    page.get_by_label("Club day").check()
    page.get_by_role("textbox", name="Name of the event").press_sequentially("Open")
    press(page, "Create the event")
    expect(page.locator("#next-step")).to_be_visible()
    page.goto("/e/open/desk/setup/timetable/")
    for number in (4, 3, 2):
        page.get_by_role("button", name=f"Remove session {number}").click()
    expect(page.get_by_role("button", name="Remove session 2")).to_have_count(0)
    page.goto("/e/open/desk/setup/settings/#event")
    page.locator("[name=rules]").select_option("imj-0702")
    page.locator("#event").get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").first).to_contain_text("Saved")


def register_and_draw(page: Page) -> None:
    page.goto("/e/open/desk/registration/file/")
    players = "Family name,Given name\n" + "\n".join(PLAYERS)
    page.get_by_label("File").set_input_files(
        {"name": "players.csv", "mimeType": "text/csv", "buffer": players.encode()}
    )
    press(page, "Read the list")
    press(page, "Import 8 player")
    page.goto("/e/open/desk/")
    for step, button in (("Draw", "Freeze the list"), ("Draw", "Mix and draw"), ("Approve", "Approve the chart")):
        page.goto("/e/open/desk/draw/")
        if step == "Draw" and button == "Mix and draw":
            page.get_by_label("Value named in public").fill("a value said aloud")
        press(page, button)
    page.goto("/e/open/desk/draw/release/")
    confirm(page, "Release the draw")
    expect(page.get_by_role("status").first).to_be_visible()


def hands_of(table: Played) -> list[PlayedHand]:
    """Return the hands; a bound player pays only for hands of seven fans and more, as the page asks (IMJ 33)."""
    return [replace(hand, points=max(hand.points or 0, 16)) if hand.bound else hand for hand in table.hands]


def enter(page: Page, hand: PlayedHand) -> None:
    """Enter a hand by taps and save it."""
    if hand.winner:
        page.locator(f'.at-seat[data-seat="{hand.winner}"]').tap()
        from_whom = f'[data-from="{hand.discarder}"]' if hand.discarder else "[data-at=from] .at-choice"
        page.locator(from_whom).first.tap()
        fans = "½" if hand.points == 1 else str((hand.points or 0) // 2)
        usual = page.locator(f'[data-points="{fans}"]')
        for key in [usual] if usual.count() else [page.locator(f'[data-key="{figure}"]') for figure in fans]:
            key.tap()
    else:
        page.locator(f'label:has(input[value="{"aborted" if hand.aborted else "drawn"}"])').tap()
    labels = ["[data-at=robbed] label"] if hand.robbed else []
    labels += [f'[data-bound="{hand.bound}"]'] if hand.bound else []
    labels += [f'[data-false="{seat}"]' for seat in hand.false_wins]
    for label in labels:
        page.locator(label).tap()
        expect(page.locator(f"{label} input")).to_be_checked()
    expect(page.locator("[data-at=save]")).to_contain_text(f"hand {hand.no}")
    page.locator("[data-at=save]").tap()


def seat(page: Page, order: str) -> None:
    """Enter the seats of the period that begins."""
    expect(page.locator("[name=period-first]")).to_be_visible()  # the page loads itself again for the second period
    for field, letter in zip(("first", "second", "third", "fourth"), order, strict=True):
        page.locator(f"[name=period-{field}]").select_option(letter)
    page.get_by_role("button", name="Save the seats").tap()
    expect(page.locator(".at-seat.deals")).to_have_attribute("data-seat", order[0])


def play(phone: BrowserContext, sheet: Sheet, table: Played, offline: range) -> None:
    """Enter a whole table by taps; the ``offline`` hands without network."""
    page = phone.new_page()
    page.goto(reverse("table:page", args=["open", 1, sheet.table.number]))
    hands = hands_of(table)
    for hand, (period, _round, _dealer) in zip(hands, table.places, strict=True):
        begins = hand.no == 1 or table.places[hand.no - 2][0] != period
        if begins or hand.no == offline.start:
            until(lambda before=hand.no - 1: Hand.objects.current().filter(sheet=sheet).count() == before)
        if begins:
            seat(page, "".join(table.orders[period]))
        if hand.no == offline.start:
            phone.set_offline(True)
        mistaken = hand.no == MISTAKEN and bool(offline)
        enter(page, replace(hand, points=6) if mistaken else hand)
        if hand.no == MISTAKEN + 2 and offline:
            page.get_by_role("button", name=f"Change hand {MISTAKEN}").tap()
            enter(page, hands[MISTAKEN - 1])
        if hand.no == offline.stop - 1:
            expect(page.locator("[data-at=network]")).to_contain_text(f"{len(offline)} waiting")
            phone.set_offline(False)
    until(lambda: Hand.objects.current().filter(sheet=sheet).count() == len(hands))
    saved = Hand.objects.current().filter(sheet=sheet).order_by("no")
    assert [what(hand) for hand in saved] == [what(hand) for hand in hands]


def what(hand: Any) -> tuple[object, ...]:
    """Return what a hand says, entered or saved."""
    falsely = "".join(sorted(hand.false_wins))
    return hand.no, hand.winner or "", hand.discarder or "", hand.points, hand.robbed, hand.bound or "", falsely


@pytest.fixture
def phones(live_server, browser: Browser, settings) -> Iterator[Callable[[Event, int], BrowserContext]]:
    settings.ALLOWED_HOSTS = ["*"]
    with ExitStack() as opened:

        def phone_at(event: Event, table: int) -> BrowserContext:
            _card, access = new_card(event, table)
            return opened.enter_context(phone_with(live_server, browser, access))

        yield phone_at


def sign(phone: BrowserContext, sheet: Sheet) -> None:
    page = phone.new_page()
    page.goto(reverse("table:signing", args=["open", 1, sheet.table.number]))
    checks = page.get_by_role("button", name="I have checked it: it is correct")
    for left in range(4, 0, -1):
        expect(checks).to_have_count(left)
        checks.first.tap()
    for left in range(4, 0, -1):
        expect(page.get_by_placeholder("Personal code")).to_have_count(left)
        page.get_by_placeholder("Personal code").first.fill(CODE)
        page.get_by_role("button", name="Sign", exact=True).first.tap()
    expect(page.get_by_text("You may leave; the referee signs last.")).to_be_visible()
    sheet.refresh_from_db()
    sign_as_referee(ACTOR, sheet, seen=sheet.version)


def test_eight_players_from_registration_to_the_file(organizer: Page, phones: Callable) -> None:
    make_event(organizer)
    register_and_draw(organizer)
    event = Event.objects.get()
    tables = [played(seed) for seed in SEEDS]
    kinds = {hand for table in tables for hand in map(kind_of, table.hands)}
    assert kinds == {"drawn", "aborted", "own draw", "discard", "robbed", "bound", "false", "false and win"}
    sheets = list(Sheet.objects.order_by("table__number"))
    for sheet, table, offline in zip(sheets, tables, (OFFLINE, range(0)), strict=True):
        phone = phones(event, sheet.table.number)
        play(phone, sheet, table, offline)
        for letter in "ESWN":
            give_code(at(sheet, letter))
        sign(phone, sheet)
    organizer.goto("/e/open/desk/roles/")
    organizer.get_by_label("Username").fill("organizer")
    organizer.get_by_label("Role", exact=True).select_option("Chief referee")
    press(organizer, "Give the role")
    organizer.goto("/e/open/desk/sessions/1/confirm/")
    press(organizer, "Confirm 2 sheets")
    confirm(organizer, "Release the results")
    organizer.goto("/e/open/standings/")
    expect(organizer.locator("main")).to_contain_text("Mados")
    event = Event.objects.get()
    document = event_document(event)
    text = "".join(texts_of(paper_of(event, Choice("results", "en", view=LIVE))))
    for table in tables:
        for gain in IMJ.session_scores(hands_of(table)).values():
            assert printed(gain) in text
    assert_sheets_as_played(event, tables)
    document["event"]["id"] = "again"
    exported = dump(document)
    import_event(ACTOR, document=read_event(exported))
    assert dump(event_document(Event.objects.get(slug="again"))) == exported


def paper_of(event: Event, choice: Choice) -> bytes:
    return make_paper(event, choice, total=lambda _units: None, step=lambda: None).data


def assert_sheets_as_played(event: Event, tables: list[Played]) -> None:
    """Read the filled score sheets back, as PDF and as a workbook: every hand, the seats in turn, the mados held."""
    sheets = Choice("filled-sheets", "en", sessions=[1], codes=False)
    pages = pypdf.PdfReader(io.BytesIO(paper_of(event, sheets))).pages
    lines = [line for page in pages for line in lines_of(page)]
    assert hands_in(lines) == [row for table in tables for row in rows_of(table)]
    book = load_workbook(io.BytesIO(paper_of(event, replace(sheets, ending="xlsx"))))
    for number, table in enumerate(tables, 1):
        rows = [[printed(cell) for cell in row if cell is not None] for row in book[f"1-{number}"].values]
        cells = [row for row in rows if row]
        assert hands_in(cells) == rows_of(table)
        held = [printed(20_000 + gain) for gain in IMJ.session_scores(hands_of(table)).values()]
        assert ["Mados held", *held] in cells
        assert ["Mados held", *held] in lines
        for period, order in table.orders.items():
            assert [f"Period {period} · {TURN}: {' '.join(order)}"] in cells
            places = [str(order.index(seat) + 1) for seat in "ESWN"]
            assert [f"Period {period} · {TURN}", *places] in lines


def hands_in(lines: list[list[str]]) -> list[list[str]]:
    """Return the lines with hands: from the number to the mados of four players."""
    return [line for line in lines if len(line) >= 14 and line[0].isdecimal()]


def lines_of(page: pypdf.PageObject) -> list[list[str]]:
    """Return the texts of a page line by line, from the left."""
    lines: list[list[Run]] = []
    for run in sorted(runs_of(page), key=lambda run: -run.baseline):
        if not lines or lines[-1][0].baseline - run.baseline > 2:
            lines.append([])
        lines[-1].append(run)
    return [[run.text.strip() for run in sorted(line, key=lambda run: run.start)] for line in lines]


def rows_of(table: Played) -> list[list[str]]:
    """Return the texts of every hand on the sheet."""
    rows = []
    for (hand, gains, held), (_period, number, dealer) in zip(
        IMJ.running_totals(hands_of(table)), table.places, strict=True
    ):
        fans = "–" if hand.points is None else "½" if hand.points == 1 else str(hand.points // 2)
        notes = ["K"] if hand.robbed else []
        notes += [f"B {hand.bound}"] if hand.bound else []
        notes += [f"F {seat}" for seat in sorted(hand.false_wins, key="ESWN".index)]
        notes += ["*"] if hand.aborted else []
        figures = [printed(mados) for seat in "ESWN" for mados in (gains[seat], held[seat])]
        named = [hand.winner or "–", hand.discarder or "–", fans, *filter(None, [" ".join(notes)])]
        rows.append([str(hand.no), str(number), dealer, *named, *figures])
    return rows


def printed(value: object) -> str:
    return str(value).replace("-", "−")


def kind_of(hand: PlayedHand) -> str:
    if hand.winner is None:
        return "false" if hand.false_wins else "aborted" if hand.aborted else "drawn"
    if hand.false_wins:
        return "false and win"
    if hand.robbed or hand.bound:
        return "robbed" if hand.robbed else "bound"
    return "discard" if hand.discarder else "own draw"
