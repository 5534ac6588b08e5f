"""Every likely cause has a sentence."""

import re

import pytest

from scoring.sheets.models.results import Comparison
from scoring.sheets.selectors.checking.findings import CAUSES, CAUSES_WITHOUT, cause_text
from tests.support.paths import ROOT

FULL = {"seat": "E", "other": "S", "points": -20, "hand_no": 3}


def text(**cause: object) -> str:
    return cause_text(Comparison(cause=cause))


@pytest.mark.parametrize("code", CAUSES)
def test_every_cause_has_a_full_sentence(code):
    assert not re.search(r"%|None|\(\)|  ", text(code=code, **FULL))


def test_every_code_of_the_rules_has_a_label():
    modules = [*(ROOT / "scoring/game/rules").rglob("*.py"), ROOT / "scoring/sheets/rules/comparison.py"]
    source = "".join(module.read_text() for module in modules)
    codes = set(re.findall(r"(?:Cause|located)\(\s*\"([a-z-]+)\"", source))
    assert len(codes) > 10
    assert codes <= CAUSES.keys()


@pytest.mark.parametrize(("code", "absent"), CAUSES_WITHOUT)
def test_missing_parts_of_a_cause_are_not_mentioned(code, absent):
    """A self-drawn win has no discarder, and a penalty of an unknown player has no seat."""
    shown = text(code=code, **{name: value for name, value in FULL.items() if name != absent})
    assert {"seat": "East", "other": "South"}[absent] not in shown
    assert not re.search(r"%|None|  | :| ,", shown)


def test_figures_have_a_true_minus_and_hands_their_numbers():
    assert text(code="false-win-in-totals", seat="W", points=-30) == ("a false win of West (−30) is only in the totals")
    assert text(code="hand-twice-recorded", candidates=[4, 11]) == "a hand was recorded twice (hand 4, 11)"
    assert text(code="hand-not-recorded", seat="N", points=12, candidates=[9], hand_no=9) == (
        "a hand was left out: North won +12 self-drawn (hand 9)"
    )
