"""The papers for the European federation, read back, and the settings behind them and the workbook."""

import io
from fractions import Fraction

import openpyxl
import pytest
from django.core.exceptions import ValidationError

from common.actions.errors import Refused
from scoring.event_file.selectors.document import event_document
from scoring.federation.selectors.view import federation_view
from scoring.papers.exports.making import make_paper
from scoring.papers.exports.papers import Choice
from scoring.setup.services.changing_settings import change_settings
from tests.support.action_examples import new_entry
from tests.support.cup import cup, taken_in
from tests.support.imj import ACTOR
from tests.support.pdf_reading import assert_clear, printed_in, texts_of
from tournament.events.models.events import Event, Official

pytestmark = pytest.mark.django_db
EMA = {"entry": "qualified", "country_codes": "CN=PRC, DE=GE"}


@pytest.fixture
def event() -> Event:
    document = cup()
    document["event"]["settings"] = {"federation": EMA}
    event = taken_in(document, release=2)
    Official.objects.create(event=event, order=99, name="OLSEN Kari", function="EMA observer")
    return event


def made(event: Event, paper: str, language: str = "en", **choice) -> bytes:
    return make_paper(event, Choice(paper, language, **choice), total=lambda _n: None, step=lambda: None).data


def text_of(event: Event, paper: str, language: str) -> str:
    data = made(event, paper, language)
    assert_clear(data)
    return " ".join(texts_of(data))


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["Request for certification", "Players had to qualify", "At least 16 players of member countries"]),
        ("zh-hans", ["认证申请", "成都", "参赛者须先获得资格"]),
        ("ja", ["公認申請書", "成都", "予選などで資格を得た選手のみ"]),
    ],
)
def test_the_request_says_what_is_missing(event, language, words):
    text = text_of(event, "certification-request", language)
    for word in [*words, "OLSEN Kari", "品局杯", "✗"]:
        assert word in text, word


@pytest.mark.parametrize(
    ("language", "word"), [("en", "Observer's report"), ("zh-hans", "观察员"), ("ja", "オブザーバー")]
)
def test_the_observers_report_has_the_facts_of_the_event(event, language, word):
    text = text_of(event, "observer-report", language)
    assert word in text
    assert "OLSEN Kari" in text


@pytest.mark.parametrize("language", ["en", "zh-hans", "ja"])
def test_the_observers_report_is_two_full_pages(event: Event, language: str) -> None:
    pages = printed_in(made(event, "observer-report", language))
    assert len(pages) == 2
    for page in pages:
        lines = [stroke for stroke in page.strokes if stroke.right - stroke.left > 300]
        assert len(lines) >= 15
        assert min(stroke.bottom for stroke in lines) < 90, "the last line to write on is at the foot of the page"


def test_the_workbook_has_the_computed_weight_and_the_letters_of_the_settings(event):
    weight = federation_view(event).weight
    assert (weight.days, weight.qualification, weight.total) == (2, 1, Fraction(7, 2))
    page = openpyxl.load_workbook(io.BytesIO(made(event, "federation", ending="xlsx")))["MCR template"]
    rows = list(page.iter_rows(min_row=2, values_only=True))
    assert {row[13] for row in rows} == {3.5}
    assert {row[11] for row in rows} == {"PRC"}
    assert rows[0][9] == "GE"


def test_up_to_three_substitutes_count_as_players(event):
    present = event.entries.filter(kind="filler").count()
    players = federation_view(event).tournament.players - present
    assert present == 1
    for counted in (2, 3, 3):
        new_entry(event, kind="filler")
        assert federation_view(event).tournament.players == players + counted


def test_the_settings_are_in_the_event_file(event):
    assert event_document(event)["event"]["settings"]["federation"] == EMA


@pytest.mark.parametrize("pairs", ["GB", "gb=eng", "GB=ENG TW=TPE", "GB=ENGL", "GB=ENG,"])
def test_letters_that_are_no_pairs_are_refused(event, pairs):
    with pytest.raises((Refused, ValidationError), match="GB=ENG"):
        change_settings(ACTOR, event, values={"federation": {"country_codes": pairs}}, reason="letters")
