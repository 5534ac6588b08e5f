"""The scripts that verify a draw in a browser: known hashes, the engine's charts, every tampering."""

import random
from copy import deepcopy
from hashlib import sha256

import pytest
from playwright.sync_api import Page

from scoring.draw_release.services.remaining import redraw_remaining
from scoring.draw_release.services.replacing import replace_player
from tests.support.draws import ACTOR, current, drawn, planned
from tests.tournament.draws.rules.draw_lists import record_of
from tournament.draws.rules.records import ListLine
from tournament.draws.rules.verify_draw import faults
from tournament.draws.selectors.draws import draw_record
from tournament.draws.services.drawing import swap_players
from tournament.draws.services.people import add_late
from tournament.presence.services.withdrawals import withdraw

STEPS = """([record, shown]) => drawSteps(record, shown).map(([name, holds]) => {
  try { return [name, holds()]; } catch { return [name, false]; }
})"""
#: Texts with a line that begins with closing punctuation.
LONELY = """heads => heads.map(head => head.firstChild).filter(text => {
  const range = document.createRange();
  const top = at => (range.setStart(text, at), range.setEnd(text, at + 1), range.getBoundingClientRect().top);
  return [...text.data].some((sign, at) => "：。、，".includes(sign) && at && top(at) > top(at - 1) + 2);
}).map(text => text.data)"""


@pytest.fixture
def checking(live_server, page: Page) -> Page:
    """Return the public page of a released draw."""
    drawn(planned("checked", 16, 3))
    page.goto("/e/checked/draw/")
    return page


def make_record(players: int, sessions: int, rule: str, candidate: int) -> dict:
    """Return a draw record of a list with uneven teams, countries, wishes, quoted names and characters beyond 16 bits;
    the second candidate has manual changes.
    """
    rng = random.Random(f"{players} {candidate}")
    lines = [
        ListLine(
            number,
            rng.choice(['王 "伟"', "=1,2", "𠮷 Zoë"]),
            f"队{number // 4}" if rng.random() < 0.9 else "",
            f"C{rng.randrange(4)}" if rng.random() < 0.9 else "",
            ["欧洲", "𠮷", "ﾃ", "a"][number % 4] if rule == "areas" else rng.choice(["", "x"]),
            (1,) if number == 4 else (),
            1 if number == 6 else None,
        )
        for number in range(1, players + 1)
    ]
    changes = [{"session": 1, "numbers": [2, 3]}, {"session": None, "numbers": [1, 5]}] if candidate else []
    return record_of(lines, sessions, rule=rule, candidate=candidate, changes=changes, secret="密")


def pooled_record(rule: str) -> dict:
    """Return the record of a draw in pools of 24 players in teams of four, with a country each."""
    lines = [ListLine(at, f"P{at}", f"队{(at - 1) // 4}", "ABCDE"[at * at % 5], "") for at in range(1, 25)]
    return record_of(lines, 2, rule=rule, candidate=1)


def steps(page: Page, record: dict, published: dict | None = None) -> dict[str, bool | None]:
    """Return the browser's verdict on a record on the page of its draw or of the ``published`` one."""
    of = published or record
    shown = {"commitment": of["commitment"], "listHash": of["list_hash"]}
    return dict(page.evaluate(STEPS, [record, shown]))


@pytest.mark.parametrize(("language", "unchanged"), [("zh-hans", "无"), ("ja", "なし")])
def test_figures_and_verdict_fit_a_phone(checking: Page, language: str, unchanged: str) -> None:
    """On the narrowest phone, in the languages with the widest headings, the verdict is within the table's edge."""
    checking.set_viewport_size({"width": 360, "height": 740})
    checking.context.add_cookies([{"name": "django_language", "value": language, "url": checking.url}])
    checking.reload()
    assert checking.locator("dd").get_by_text(unchanged, exact=True).count() == 1
    table = checking.locator("#figures-title + .table-box")
    assert table.evaluate("box => box.scrollWidth - box.clientWidth") == 0
    checking.set_viewport_size({"width": 320, "height": 740})
    assert table.locator("tbody th").evaluate_all(LONELY) == []


def test_script_hash_is_sha_256(checking: Page) -> None:
    vectors = ["", "abc", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "密值|骰子 𠮷"]
    vectors += ["a" * length for length in (55, 56, 63, 64, 65, 1000)]
    hashes = checking.evaluate("texts => texts.map(drawHash)", vectors)
    assert hashes == [sha256(text.encode()).hexdigest() for text in vectors]


def test_browser_draws_the_chart_of_the_engine(checking: Page) -> None:
    sizes = [(16, 5, "apart", 0), (23, 7, "apart", 1), (44, 12, "apart", 0), (30, 8, "areas", 1), (9, 2, "apart", 1)]
    for players, sessions, rule, candidate in sizes:
        record = make_record(players, sessions, rule, candidate)
        verdict = steps(checking, record)
        assert {name for name, holds in verdict.items() if not holds} == set(), players
        assert wrong(record) == []


def tampered(good: dict) -> list[dict]:
    """Return copies of the record, each with one number changed, in every part of it."""
    copies = []

    def put(change) -> None:
        copies.append(deepcopy(good))
        change(copies[-1])

    for name in ("seed", "secret", "public_value", "commitment", "list_hash", "list", "terms"):
        for at in (0, len(good[name]) // 2, len(good[name]) - 2):
            text = good[name][:at] + ("1" if good[name][at] != "1" else "2") + good[name][at + 1 :]
            put(lambda copy, name=name, text=text: copy.update({name: text}))
    for name in ("sessions", "players", "fillers", "candidate"):
        put(lambda copy, name=name: copy.update({name: copy[name] + 1}))
    for name in good["quality"]:
        put(lambda copy, name=name: copy["quality"].update({name: (good["quality"][name] or 0) + 1}))
    for name in ("chart", "start"):
        for session in range(good["sessions"]):
            put(lambda copy, name=name, session=session: copy[name][session][0].reverse())
            put(lambda copy, name=name, session=session: copy[name][session][-1].__setitem__(1, 1))
    put(lambda copy: copy["changes"][0].update(numbers=[2, 4]))
    put(lambda copy: copy["changes"].pop())
    return copies


def wrong(record: dict) -> list:
    """Return the Python program's faults of a record; an unreadable record is a fault."""
    try:
        return list(faults(record))
    except (LookupError, TypeError, ValueError, StopIteration) as error:
        return [error]


def test_both_programs_find_every_tampering(checking: Page) -> None:
    good = make_record(18, 3, "apart", 1)
    assert (wrong(good), set(steps(checking, good, good).values())) == ([], {True})
    records = tampered(good)
    assert len(records) > 40
    for record in records:
        assert wrong(record)
        assert False in steps(checking, record, good).values()


def test_record_of_another_draw_is_rejected(checking: Page) -> None:
    record = checking.request.get("/e/checked/draw/record.json").json()
    draw = drawn(planned("other", 16, 3))
    shown = {"commitment": draw.commitment, "listHash": draw.list_hash}
    assert dict(checking.evaluate(STEPS, [record, shown]))["page"] is False
    assert draw_record(draw)["commitment"] == draw.commitment


def test_manual_changes_are_verified(checking: Page) -> None:
    event = planned("hand", 24, 5, fillers=3)
    draw = drawn(event, "draft")
    for number in (50, 51):
        entry = event.entries.get(number=1)
        entry.pk, entry.number, entry.name, entry.team = None, number, f'新人 "{number}", 乙', None
        entry.save()
    swap_players(ACTOR, draw, session=2, number=1, other=9)
    replace_player(ACTOR, event, holder=event.entries.get(number=4), by=event.entries.get(number=50), reason="病")
    add_late(ACTOR, current(event), entry=event.entries.get(number=51), reason="飞机")
    swap_players(ACTOR, current(event), session=1, number=25, other=9)
    record = draw_record(current(event))
    assert (wrong(record), set(steps(checking, record).values())) == ([], {True})
    for session in range(5):
        other = deepcopy(record)
        other["chart"][session][0].reverse()
        assert steps(checking, other)["chart"] is False


def test_redrawn_sessions_are_verified_without_their_figures(checking: Page) -> None:
    event = planned("anew", 24, 5, fillers=3)
    draw = drawn(event)
    for number in (5, 6, 20, 21):
        withdraw(ACTOR, event.entries.get(number=number), session=3, reason="回家")
    redraw_remaining(ACTOR, draw, session=3, reason="四人退出")
    record = draw_record(current(event))
    verdict = steps(checking, record)
    assert wrong(record) == []
    assert {name for name, holds in verdict.items() if holds is not True} == {"figures"}
    assert verdict["figures"] is None
    record["chart"][3][0][0] = 5
    assert steps(checking, record)["seats"] is False


@pytest.mark.parametrize("rule", ["pools-lot-2-2-2", "pools-snake-3-3", "pools-plain-2-2-2", "teams-lot-2-2-2"])
def test_a_draw_in_pools_is_repeated_and_exchanged_pools_are_found(checking: Page, rule: str) -> None:
    record = pooled_record(rule)
    assert set(steps(checking, record).values()) == {True}
    other = deepcopy(record)
    for session in other["chart"]:
        session[0][0], session[-1][3] = session[-1][3], session[0][0]
    assert steps(checking, other, record)["chart"] is False
