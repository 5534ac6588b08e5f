"""Whatever two phones of a table and an official do in turn, no hand is lost or replaced unseen."""

import os
import re
from collections.abc import Callable
from contextlib import ExitStack, suppress

import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import settings as examples
from hypothesis import strategies as st
from playwright.sync_api import Browser, BrowserContext, Locator, expect

from common.actions.errors import Conflict
from scoring.sheets.models.codes import TableCode, TablePhone
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.sheets import Sheet, SheetVersion
from tests.browser.at_table import answer, fill, opened, page_of, phone_with
from tests.browser.table.conflicts import KEEP, REMOVE, REPLACE, TAKE, by_official, stopped, take_pen, written
from tests.support.sheets import new_card, sheet_at
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db(transaction=True)
#: The buttons that take the pen: in the note, and in the alert of queued hands.
OFFERED = f"form[data-at=pen]:visible, [data-at=stopped] button:has-text('{TAKE}')"


@pytest.fixture
def sheet(event: Event) -> Sheet:
    """The open sheet of session 3."""
    return Sheet.objects.get(table__session__number=3)


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
