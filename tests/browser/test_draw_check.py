"""The scripts that check a draw in the spectator's browser: known hashes, the engine's charts, every tampering."""

import json
import random
from copy import deepcopy
from dataclasses import asdict
from hashlib import sha256

import pytest
from playwright.sync_api import Page

from tests.support.draws import drawn, planned
from tournament.rules.derive_draw import unfounded
from tournament.rules.draw_records import (
    ListLine,
    described_plans,
    digest,
    drawn_again,
    list_text,
    mixed_seed,
    terms_text,
)
from tournament.selectors.draws import draw_record

STEPS = """([record, shown]) => drawSteps(record, shown).map(([name, holds]) => {
  try { return [name, holds()]; } catch { return [name, false]; }
})"""


@pytest.fixture
def checking(live_server, page: Page) -> Page:
    """The public page of a released draw."""
    drawn(planned("checked", 16, 3))
    page.goto("/e/checked/draw/")
    return page


def a_record(players: int, sessions: int, rule: str, candidate: int) -> dict:
    """A record of a list with uneven teams, countries and wishes, names that need quotes and more than 16 bits."""
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
    list_hash, terms = digest(list_text(lines)), terms_text(players, sessions, rule, 2)
    seed = mixed_seed("密", "骰子 3", list_hash, terms)
    found = asdict(drawn_again(lines, sessions, seed, [], rule=rule, candidate=candidate))
    found |= {"list": [line.as_record() for line in lines], "list_hash": list_hash, "terms": terms, "secret": "密"}
    found |= {"commitment": digest("密"), "public_value": "骰子 3", "changes": [], "rule": rule, "candidate": candidate}
    found |= {"plans": described_plans(players, sessions, rule, candidate)}
    return json.loads(json.dumps(found))


def steps(page: Page, record: dict) -> dict[str, bool | None]:
    shown = {"commitment": record["commitment"], "listHash": record["list_hash"]}
    return dict(page.evaluate(STEPS, [record, shown]))


def test_the_hash_is_sha_256(checking: Page) -> None:
    vectors = ["", "abc", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "密值|骰子 𠮷"]
    vectors += ["a" * length for length in (55, 56, 63, 64, 65, 1000)]
    hashes = checking.evaluate("texts => texts.map(drawHash)", vectors)
    assert hashes == [sha256(text.encode()).hexdigest() for text in vectors]


def test_the_browser_draws_what_the_engine_drew(checking: Page) -> None:
    sizes = [(16, 5, "apart", 0), (23, 7, "apart", 1), (44, 12, "apart", 0), (30, 8, "areas", 1), (9, 2, "apart", 1)]
    for players, sessions, rule, candidate in sizes:
        record = a_record(players, sessions, rule, candidate)
        found = steps(checking, record)
        assert {name for name, holds in found.items() if not holds} == set(), players
        assert unfounded(record) == []


def test_every_tampering_is_found_by_both_programs(checking: Page) -> None:
    good = a_record(18, 3, "apart", 1)
    changes = {
        "chart": lambda found: found["chart"][1][0].reverse(),
        "list_hash": lambda found: found["list"][4].update(team="队0"),
        "seed": lambda found: found.update(public_value="骰子 4"),
        "commitment": lambda found: found.update(secret="蜜"),
        "terms": lambda found: found.update(sessions=2),
        "plans": lambda found: found["plans"][0]["positions"][0][0].reverse(),
    }
    names = {"list_hash": "list"}
    for code, change in changes.items():
        found = deepcopy(good)
        change(found)
        assert code in unfounded(found), code
        assert steps(checking, found)[names.get(code, code)] is False, code
    figures = deepcopy(good)
    figures["quality"]["table_repeats"] += 1
    assert steps(checking, figures)["figures"] is False


def test_a_page_shows_the_record_that_it_checks(checking: Page) -> None:
    record = checking.request.get("/e/checked/draw/record.json").json()
    draw = drawn(planned("other", 16, 3))
    shown = {"commitment": draw.commitment, "listHash": draw.list_hash}
    assert dict(checking.evaluate(STEPS, [record, shown]))["page"] is False
    assert draw_record(draw)["commitment"] == draw.commitment
