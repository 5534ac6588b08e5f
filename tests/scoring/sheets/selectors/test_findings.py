"""Every likely cause in words."""

import re

import pytest

from scoring.sheets.models.results import Comparison
from scoring.sheets.selectors.checking.findings import CAUSES, CAUSES_WITHOUT, cause_text
from tests.support.paths import ROOT

FULL = {"seat": "E", "other": "S", "points": -20, "hand_no": 3}


def text(**cause: object) -> str:
    return cause_text(Comparison(cause=cause))


@pytest.mark.parametrize("code", CAUSES)
def test_every_cause_is_said_in_full(code):
    assert not re.search(r"%|None|\(\)|  ", text(code=code, **FULL))


def test_every_code_of_the_rules_has_its_words():
    root = ROOT / "scoring" / "sheets" / "rules"
    source = (root / "causes.py").read_text() + (root / "comparison.py").read_text()
    codes = set(re.findall(r"(?:Cause|_located)\(\s*\"([a-z-]+)\"", source))
    assert len(codes) > 10
    assert codes <= CAUSES.keys()


@pytest.mark.parametrize(("code", "absent"), CAUSES_WITHOUT)
def test_what_a_cause_lacks_is_not_spoken_of(code, absent):
    """A self-drawn win is not won from anybody, and a penalty of nobody known has no seat."""
    said = text(code=code, **{name: value for name, value in FULL.items() if name != absent})
    assert {"seat": "East", "other": "South"}[absent] not in said
    assert not re.search(r"%|None|  | :| ,", said)


def test_figures_have_a_true_minus_and_hands_their_numbers():
    assert text(code="false-win-in-totals", seat="W", points=-30) == (
        "a false win of West (−30) stands only in the totals"
    )
    assert text(code="hand-twice-recorded", candidates=[4, 11]) == "a hand was recorded twice (hand 4, 11)"
    assert text(code="hand-not-recorded", seat="N", points=12, candidates=[9], hand_no=9) == (
        "a hand was left out: North won +12 self-drawn (hand 9)"
    )
