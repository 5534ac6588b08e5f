"""The score sheets of the International Mahjong Rules, read back."""

from io import BytesIO

import pytest
from openpyxl import load_workbook

from common.actions.permissions import system_actor
from scoring.event_file.services.importing import import_event
from scoring.papers.exports.score_sheets.head import Sheets
from scoring.papers.exports.score_sheets.labels import BILINGUAL
from scoring.papers.exports.score_sheets.sheet import score_sheets_pdf
from scoring.papers.exports.score_sheets.workbook import score_sheets_workbook
from scoring.papers.selectors.score_sheets import score_sheets
from tests.scoring.game.rules.imj.tables import played
from tests.support.imj import imj_document
from tests.support.pdf_reading import assert_clear, texts_of
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db


def order(language: str = "en", *, filled: bool = True) -> Sheets:
    import_event(system_actor("test"), document=imj_document())
    event = Event.objects.get()
    return Sheets(event, language, score_sheets(event, 1, filled=filled), filled, lambda _sheet: "https://x.test/t")


@pytest.mark.parametrize("language", ["en", "zh-hans", "ja", BILINGUAL])
@pytest.mark.parametrize("filled", [True, False])
def test_pages_have_no_texts_that_overlap(language: str, filled: bool) -> None:
    assert assert_clear(score_sheets_pdf(order(language, filled=filled)))


def test_a_period_has_its_pages_with_every_hand_and_the_mados_held() -> None:
    table = played(5)
    first = sum(place[0] == 1 for place in table.places)
    second = len(table.hands) - first
    texts = texts_of(score_sheets_pdf(order()))
    of_table = texts[: -(-first // 24) + -(-second // 24)]
    assert len(texts) == len(of_table) + 2
    assert str(table.totals["E"]).replace("-", "−") in of_table[-1]
    assert "Period 2" in of_table[-1]
    assert "Period 1" in of_table[0]


def test_an_empty_sheet_has_a_page_for_each_period() -> None:
    assert len(texts_of(score_sheets_pdf(order(filled=False)))) == 4


def test_the_workbook_has_every_hand() -> None:
    table = played(5)
    book = load_workbook(BytesIO(score_sheets_workbook(order())))
    page = book["1-1"]
    numbers = [row[0].value for row in page.iter_rows(min_row=5) if isinstance(row[0].value, int)]
    assert numbers == [hand.no for hand in table.hands]
    values = {cell.value for row in page.iter_rows() for cell in row}
    assert set(table.totals.values()) <= values
