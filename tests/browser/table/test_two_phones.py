"""Two phones of one table: one replaces a hand of the other only after seeing both values."""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress

import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import settings as examples
from hypothesis import strategies as st
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from common.actions.errors import Conflict
from common.actions.permissions import system_actor
from scoring.sheets.models.codes import TableCode, TablePhone
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.sheets import Sheet, SheetVersion
from scoring.sheets.rules.codes import TableAccess
from scoring.sheets.services.facts.hands import HandFacts, record_hand
from tests.browser.at_table import answer, enter, fill, opened, page_of, phone_with
from tests.browser.conftest import SETTLED
from tests.support.sheets import new_card, sheet_at
from tests.support.workers import until
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db(transaction=True)

KEEP, REPLACE, REMOVE = "Keep the saved entry", "Use my entry", "Remove it"
TAKE = "Write with this device and send"
#: The buttons that take the pen: in the note, and in the alert of queued hands.
OFFERED = f"form[data-at=pen]:visible, [data-at=stopped] button:has-text('{TAKE}')"


@pytest.fixture
def sheet(event: Event) -> Sheet:
    """The open sheet of session 3."""
    return Sheet.objects.get(table__session__number=3)


@pytest.fixture
def access(sheet: Sheet) -> TableAccess:
    return new_card(sheet.table.session.event)[1]


@pytest.fixture
def phone(live_server, browser: Browser, access: TableAccess, settings) -> Iterator[BrowserContext]:
    """Yield the first phone, which holds the pen."""
    settings.ALLOWED_HOSTS = ["*"]
    with phone_with(live_server, browser, access) as context:
        yield context


@pytest.fixture
def other(live_server, browser: Browser, access: TableAccess, phone: BrowserContext) -> Iterator[BrowserContext]:
    """Yield the second phone, which joined after the first."""
    with phone_with(live_server, browser, access) as context:
        yield context


def written(sheet: Sheet) -> list[tuple[int, int | None]]:
    return list(Hand.objects.current().filter(sheet=sheet).order_by("no").values_list("no", "points"))


def by_official(sheet: Sheet, no: int, points: int) -> None:
    sheet.refresh_from_db()
    record_hand(system_actor("desk"), sheet, seen=sheet.version, hand=HandFacts(no=no, winner="N", points=points))


def stopped(page: Page) -> Locator:
    return page.locator("[data-at=stopped] .alert")


def choose(page: Page, button: str) -> None:
    page.evaluate(SETTLED)  # a press before the end of the animation does not count (js/deliberate.js)
    stopped(page).first.get_by_role("button", name=button).tap()


def take_pen(page: Page) -> None:
    page.evaluate(SETTLED)
    page.locator("form[data-at=pen]").get_by_role("button", name="Write with this device").tap()
    expect(page.locator("form[data-at=pen]")).to_be_hidden()


@pytest.mark.parametrize(("button", "points"), [(KEEP, 24), (REPLACE, 10)])
def test_taking_the_pen_replaces_no_unseen_hand(
    phone: BrowserContext, other: BrowserContext, sheet: Sheet, button: str, points: int
) -> None:
    first, second = opened(phone, sheet), opened(other, sheet)
    expect(second.locator("[data-at=save]")).to_be_hidden()
    phone.set_offline(True)
    enter(first, 0, None, 10)
    take_pen(second)
    enter(second, 1, None, 24)
    until(lambda: written(sheet) == [(1, 24)])
    phone.set_offline(False)
    expect(stopped(first)).to_contain_text("Another device is writing for this table now.")
    choose(first, TAKE)
    expect(stopped(first).locator("dt")).to_have_text(["Saved entry", "Your entry"])
    expect(stopped(first).locator("dd")).to_have_text(["选手4 self-drawn · 24 points", "选手2 self-drawn · 10 points"])
    assert written(sheet) == [(1, 24)]
    choose(first, button)
    expect(stopped(first)).to_have_count(0)
    expect(first.locator("[data-at=network]")).to_be_hidden()
    assert written(sheet) == [(1, points)]
    for page in (first, second):
        expect(page.locator("[data-at=past] li .num").last).to_have_text(str(points))


def test_conflict_is_shown_again_if_the_value_changes_meanwhile(phone: BrowserContext, sheet: Sheet) -> None:
    page = opened(phone, sheet)
    phone.set_offline(True)
    enter(page, 0, None, 10)
    by_official(sheet, 1, 20)
    phone.set_offline(False)
    expect(stopped(page)).to_contain_text("20 points")
    by_official(sheet, 1, 30)
    expect(page.locator("[data-at=past] li").first).to_contain_text("30")  # the list is new, the question is not
    choose(page, REPLACE)
    expect(stopped(page)).to_contain_text("30 points")
    assert written(sheet) == [(1, 30)]
    choose(page, REPLACE)
    expect(stopped(page)).to_have_count(0)
    until(lambda: written(sheet) == [(1, 10)])


def test_open_form_is_compared_with_the_version_it_showed(phone: BrowserContext, sheet: Sheet) -> None:
    page = opened(phone, sheet)
    enter(page, 0, None, 10)
    until(lambda: written(sheet) == [(1, 10)])
    page.get_by_role("button", name="Change hand 1").tap()
    by_official(sheet, 1, 20)
    expect(page.locator("[data-at=past] li").first).to_contain_text("20")
    for key in ("clear", "1", "1"):
        page.locator(f'[data-key="{key}"]').tap()
    page.locator("[data-at=save]").tap()
    expect(stopped(page)).to_contain_text("20 points")
    assert written(sheet) == [(1, 20)]
    # The same for a new hand: a draft of hand 2 does not become hand 3.
    fill(page, 1, None, 12)
    by_official(sheet, 2, 21)
    expect(page.locator("[data-at=past] li")).to_have_count(2)
    expect(page.locator("[data-at=save]")).to_have_text("Save hand 2")
    page.locator("[data-at=save]").tap()
    expect(stopped(page)).to_have_count(2)
    assert written(sheet) == [(1, 20), (2, 21)]


def test_draft_survives_the_loss_of_the_pen(phone: BrowserContext, other: BrowserContext, sheet: Sheet) -> None:
    first, second = opened(phone, sheet), opened(other, sheet)
    fill(first, 0, None, 10)
    take_pen(second)
    expect(first.locator("form[data-at=pen]")).to_be_visible()
    enter(second, 1, None, 24)
    until(lambda: written(sheet) == [(1, 24)])
    take_pen(first)
    expect(first.locator("#points")).to_have_value("10")
    first.locator("[data-at=save]").tap()
    expect(stopped(first)).to_contain_text("24 points")
    assert written(sheet) == [(1, 24)]


@pytest.mark.parametrize("told", [True, False])
def test_two_tabs_of_one_phone_replace_no_unseen_hand(phone: BrowserContext, sheet: Sheet, told: bool) -> None:
    if not told:
        phone.add_init_script("delete globalThis.BroadcastChannel;")
    pages = opened(phone, sheet), opened(phone, sheet)
    phone.set_offline(True)
    enter(pages[0], 0, None, 10)
    if told:
        expect(pages[1].locator("[data-at=save]")).to_have_text("Save hand 2")
    enter(pages[1], 1, None, 11)
    phone.set_offline(False)
    until(lambda: len(written(sheet)) == (2 if told else 1))
    if told:
        assert written(sheet) == [(1, 10), (2, 11)]
    else:
        expect(stopped(pages[1]).locator("dd")).to_have_text(
            ["选手2 self-drawn · 10 points", "选手4 self-drawn · 11 points"]
        )
        assert written(sheet) == [(1, 10)]


def test_queued_hand_is_sent_with_a_new_card(phone: BrowserContext, sheet: Sheet) -> None:
    page = opened(phone, sheet)
    phone.set_offline(True)
    enter(page, 0, None, 10)
    TableCode.objects.all().delete()
    phone.set_offline(False)
    expect(stopped(page)).to_contain_text("This device has no valid card of table 1")
    expect(stopped(page)).to_contain_text("选手2 self-drawn · 10 points")
    _card, access = new_card(sheet.table.session.event)
    by_official(sheet, 1, 20)
    page.goto(f"/t/{access.token}/")
    expect(stopped(page)).to_contain_text("20 points")
    assert written(sheet) == [(1, 20)]


# Any interleaving


class Player:
    """A phone of the property test, with its player's input, what it showed, and the choices made."""

    def __init__(self, context: BrowserContext, sheet: Sheet, phone: TablePhone) -> None:
        self.context, self.sheet, self.phone, self.online = context, sheet, phone, True
        context.add_init_script(QUICK_POLLS)
        self.page = opened(context, sheet)
        session = context.new_cdp_session(self.page)
        session.send("Animation.enable")
        session.send("Animation.setPlaybackRate", {"playbackRate": 100})
        self.typed: set[int] = set()
        self.discarded: set[int] = set()
        #: Hand and points that the player saw and chose to replace or remove.
        self.replaced: set[tuple[int, int]] = set()

    def shown(self) -> dict[int, int]:
        """Return hand -> points in the list of the page."""
        lines = self.page.locator("[data-at=past] li:not(.at-none)").evaluate_all(
            "(all) => all.map((line) => [...line.querySelectorAll('.num')].map((part) => Number(part.textContent)))"
        )
        return dict(lines)

    def writes(self) -> bool:
        return self.page.locator("[data-at=save]").is_enabled()

    def sync(self) -> None:
        """Wait until the page knows the sheet and whether this phone writes."""
        if not self.online:
            return
        with self.page.expect_response(lambda response: "/state/" in response.url):
            pass
        mine = TableCode.objects.get(pk=self.phone.code_id).pen_id == self.phone.pk
        expect(self.page.locator(OFFERED)).to_have_count(0 if mine else 1)

    def save(self, points: int) -> None:
        self.page.locator("[data-at=save]").tap()
        question = self.page.locator(".at-ask")
        if question.count():
            question.get_by_role("button", name="Yes, save hand").tap()
        self.typed.add(points)

    def write(self, points: int) -> None:
        if self.writes():
            fill(self.page, 0, None, points)
            self.save(points)

    def change(self, points: int) -> None:
        change = self.page.locator("[data-at=past] li button").first
        if not self.writes() or not change.count():
            return
        change.tap()
        no = int(re.findall(r"\d+", self.page.locator("[data-at=save]").inner_text())[0])
        self.replaced.add((no, int(self.page.locator("#points").input_value())))
        for key in ("clear", *str(points)):
            self.page.locator(f'[data-key="{key}"]').tap()
        self.save(points)

    def undo(self) -> None:
        undo = self.page.locator("[data-at=undo] button")
        if not undo.is_visible():
            return
        undo.tap()
        text = self.page.locator(".at-ask").inner_text()
        no, points = re.findall(r"Hand (\d+).*?(\d+)\spoints", text, re.DOTALL)[0]
        self.replaced.add((int(no), int(points)))
        answer(self.page, f"Undo hand {no}")

    def take_pen(self) -> None:
        form = self.page.locator("form[data-at=pen]")
        if self.online and form.is_visible():
            take_pen(self.page)

    def offline(self) -> None:
        self.online = not self.online
        self.context.set_offline(not self.online)
        self.sync()

    def reload(self) -> None:
        if self.online:
            self.page.goto(page_of(self.sheet))
            self.sync()

    def choose(self, mine: bool) -> None:
        """Answer the first question, if the page shows one."""
        alert = stopped(self.page).first
        if not self.online or not alert.count():
            return
        buttons = alert.get_by_role("button").all_inner_texts()
        question = alert.get_attribute("data-about")
        if TAKE in buttons:
            self.press(alert, TAKE, question)
            return
        values = alert.locator("dd").all_inner_texts()
        no = int(re.findall(r"\d+", alert.locator(".alert-title").inner_text())[0])
        offered = [int(points[0]) if (points := re.findall(r"(\d+)\spoints", value)) else 0 for value in values]
        wanted = buttons[-1] if mine else buttons[0]
        if wanted in (REPLACE, REMOVE):
            self.replaced.add((no, offered[0]))
        elif wanted in (KEEP, "Delete mine"):
            self.discarded.add(offered[-1])
        self.press(alert, wanted, question)

    def press(self, alert: Locator, button: str, question: str | None) -> None:
        alert.get_by_role("button", name=button).tap()
        expect(self.page.locator(f'[data-about="{question}"]')).to_have_count(0)

    def settle(self) -> None:
        """Go online, answer every question, and wait until the queue is empty."""
        if not self.online:
            self.offline()
        self.reload()
        sign = self.page.locator("[data-at=network]")
        while True:
            self.take_pen()
            expect(sign).to_be_hidden()
            if not stopped(self.page).count():
                return
            self.choose(mine=False)


QUICK_POLLS = """
const later = setTimeout;
globalThis.setTimeout = (act, ms, ...more) => later(act, ms > 2500 ? ms / 10 : ms, ...more);
"""
STEPS = ("write", "change", "undo", "offline", "reload", "take_pen", "mine", "theirs", "official")
steps = st.lists(st.tuples(st.sampled_from("AB"), st.sampled_from(STEPS)), min_size=4, max_size=12)
TAKEN = [("A", "offline"), ("A", "write"), ("B", "take_pen"), ("B", "write"), ("A", "offline"), ("A", "mine")]


def official_writes(sheet: Sheet, points: int) -> None:
    with suppress(Conflict):  # a phone's hand was saved meanwhile
        by_official(sheet, 1, points)


@given(plan=steps)
@example(plan=[*TAKEN, ("A", "mine")])
@example(plan=[("A", "write"), ("A", "offline"), ("A", "undo"), ("B", "take_pen"), ("B", "change"), ("A", "offline")])
@examples(
    max_examples=int(os.environ.get("RANDOM_PHONES", "2")),
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize="RANDOM_PHONES" not in os.environ,
)
def _any_interleaving(start: Callable[[], tuple[Sheet, dict[str, Player]]], plan: list[tuple[str, str]]) -> None:
    sheet, players = start()
    acts: dict[str, Callable[[Player, int], None]] = {
        "write": Player.write,
        "change": Player.change,
        "undo": lambda player, _points: player.undo(),
        "offline": lambda player, _points: player.offline(),
        "reload": lambda player, _points: player.reload(),
        "take_pen": lambda player, _points: player.take_pen(),
        "mine": lambda player, _points: player.choose(mine=True),
        "theirs": lambda player, _points: player.choose(mine=False),
        "official": lambda _player, points: official_writes(sheet, points),
    }
    for points, (name, step) in enumerate(plan, start=10):
        acts[step](players[name], points)
        for player in players.values():
            player.sync()
    for player in players.values():
        player.settle()
    check(sheet, players)


def check(sheet: Sheet, players: dict[str, Player]) -> None:
    """No unseen hand was replaced, no hand was lost, and all pages show the sheet."""
    authors = dict(SheetVersion.objects.filter(sheet=sheet).values_list("number", "by_ref"))
    rows = Hand.objects.filter(sheet=sheet)
    by_ref = {f"phone:{player.phone.pk}": player for player in players.values()}
    for row in rows.exclude(valid_until_version=None):
        author = by_ref.get(authors[row.valid_until_version])
        if author and authors[row.valid_until_version] != authors[row.valid_from_version]:
            assert (row.no, row.points) in author.replaced
    typed = set().union(*(player.typed for player in players.values()))
    discarded = set().union(*(player.discarded for player in players.values()))
    assert typed <= discarded | set(rows.values_list("points", flat=True))
    for player in players.values():
        player.reload()
        assert player.shown() == dict(written(sheet))


def test_no_interleaving_of_two_phones_loses_or_replaces_an_unseen_hand(
    live_server, browser: Browser, sheet: Sheet, settings
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    session = sheet.table.session
    with ExitStack() as contexts:

        def start() -> tuple[Sheet, dict[str, Player]]:
            contexts.close()  # the contexts of the previous example
            number = session.tables.count() + 1
            one, (card, access) = sheet_at(session, number), new_card(session.event, number)
            phones = [contexts.enter_context(phone_with(live_server, browser, access)) for _phone in "AB"]
            made = card.phones.order_by("number")
            players = [Player(context, one, phone) for context, phone in zip(phones, made, strict=True)]
            return one, dict(zip("AB", players, strict=True))

        _any_interleaving(start=start)
