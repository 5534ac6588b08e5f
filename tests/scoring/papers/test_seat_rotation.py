"""The procedure for seat rotation (A4): a paper of its own, and a page of the session pack."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from scoring.papers.exports.making import make_paper
from scoring.papers.exports.papers import PAPERS, Choice, Papers
from tests.support.events import small_event

pytestmark = pytest.mark.django_db
#: A4: who sits East, South, West and North in each round, as letters of the starting seats.
CHART = ["ABCD", "BADC", "CDBA", "DCAB"]


def texts(data: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(data)).pages]


def made(event, paper: str, language: str, **choice) -> bytes:
    chosen = Choice(paper=paper, language=language, **choice)
    return make_paper(event, chosen, total=lambda _units: None, step=lambda units=1: None).data


@pytest.mark.parametrize(
    ("language", "title", "winds"),
    [
        ("en", "Procedure for seat rotation", ["East", "South", "West", "North"]),
        ("zh-hans", "座位调换表", ["东", "南", "西", "北"]),
        ("ja", "席の交替表", ["東", "南", "西", "北"]),
    ],
)
def test_the_chart_and_the_words_are_those_of_appendix_4(language, title, winds) -> None:
    [page] = texts(made(small_event(), "seat-rotation", language))
    assert title in page
    cells = [f"{wind} ({letter})" for row in CHART for letter in row for wind in [winds["ABCD".index(letter)]]]
    at = -1
    for cell in cells:
        at = page.index(cell, at + 1)
    if language == "en":
        assert "Who starts South (B): round 1 South, round 2 East, round 3 West, round 4 North" in page
        # The words of A4 give North's rounds 3 and 4 the wrong way round; its chart is right.
        assert "Who starts North (D): round 1 North, round 2 West, round 3 South, round 4 East" in page


def test_rules_with_seats_by_dice_have_no_rotation() -> None:
    event = small_event()
    event.rules = "imj-0702"
    assert "dice" in Papers(event).missing(PAPERS["seat-rotation"])
