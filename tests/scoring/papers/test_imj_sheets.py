"""The score sheets and the table of results of the International Mahjong Rules, read back."""

import re
from dataclasses import replace
from io import BytesIO

import pytest
from django.utils import timezone
from openpyxl import load_workbook

from common.actions.permissions import system_actor
from scoring.event_file.services.importing import import_event
from scoring.papers.exports.making import make_paper
from scoring.papers.exports.papers import LIVE, Choice
from scoring.papers.exports.score_sheets.head import Sheets
from scoring.papers.exports.score_sheets.imj_sheet import marks
from scoring.papers.exports.score_sheets.labels import BILINGUAL, Labels
from scoring.papers.exports.score_sheets.sheet import score_sheets_pdf
from scoring.papers.exports.score_sheets.workbook import score_sheets_workbook
from scoring.papers.selectors.score_sheets import score_sheets
from scoring.settings.models.imj import ImjSettings
from scoring.sheets.models.facts import Adjustment
from scoring.sheets.models.rulings import Ruling
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.sheet_lines import HandLine
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


@pytest.mark.parametrize("language", ["en", BILINGUAL])
def test_long_attachment_rules_are_printed_to_their_end(language: str) -> None:
    sheets = order(language, filled=False)
    rule = "A player who has called a win may not take it back, as the others have seen the tiles. "
    rules = {"en": f"{rule * 6}Signed, the jury", "zh": f"{'报和之后不得撤消，各人均须遵守。' * 30}以上"}
    ImjSettings.objects.filter(event=sheets.event).update(attachment_rules=rules)
    sheets = replace(sheets, event=Event.objects.get())
    assert len(rules["en"]) > 450
    data = score_sheets_pdf(sheets)
    assert_clear(data)
    text = " ".join(texts_of(data)[0].split())
    assert "Signed, the jury" in text
    assert "…" not in text


def test_a_period_has_its_pages_with_every_hand_and_the_mados_held() -> None:
    table = played(5)
    first = sum(place[0] == 1 for place in table.places)
    second = len(table.hands) - first
    texts = texts_of(score_sheets_pdf(order()))
    of_table = texts[: -(-first // 24) + -(-second // 24)]
    assert len(texts) == len(of_table) + 2
    assert str(table.totals["E"]).replace("-", "−") in of_table[-1]
    assert "Period 2 (2)" in of_table[-1]
    assert "Period 2 ·" in of_table[-2]
    assert "Period 1" in of_table[0]


def test_the_columns_have_the_signs_by_which_winners_are_written() -> None:
    head = texts_of(score_sheets_pdf(order()))[0].split("Period 1")[0]
    for number, sign in enumerate("ESWN", 1):
        assert re.search(rf"\b{sign}\b.*\b{number}\b", head, re.DOTALL)


def test_a_hand_names_its_penalties() -> None:
    line = HandLine(1, "won", "E", {}, robbed=True, adjustments=(Adjustment(seat="S", points=-500),))
    assert marks(line, Labels("en")) == "K S −500"


def test_filled_sheets_name_rulings_and_penalties_on_the_last_page_of_a_table() -> None:
    import_event(system_actor("test"), document=imj_document())
    sheet = Sheet.objects.get(table__number=1, table__session__number=1)
    event = Event.objects.get()
    ruling = {"decision": "The claim for a kong stands", "article": "IMJ 33", "by": "陈裁判", "at": timezone.now()}
    Ruling.objects.create(event=event, sheet=sheet, number=1, game="imj", hand_no=3, **ruling)
    Adjustment.objects.create(sheet=sheet, seat="S", points=-500, reason="Talked to a spectator", valid_from_version=1)
    filled = Sheets(event, "en", score_sheets(event, 1, tables=[1], filled=True), True, lambda _sheet: "")
    data = score_sheets_pdf(filled)
    assert_clear(data)
    *others, last = [" ".join(text.split()) for text in texts_of(data)]
    remarks = ("S −500", "Talked to a spectator", "Hand 3 · The claim for a kong stands · IMJ 33 · 陈裁判")
    for text in remarks:
        assert text in last
        assert not any(text in page for page in others)
    page = load_workbook(BytesIO(score_sheets_workbook(filled)))["1-1"]
    written = [str(cell.value) for row in page.iter_rows() for cell in row]
    assert written.count("; ".join(remarks)) == 1
    area = page.print_area.split("$")
    assert int(area[-1]) == page.max_row


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


@pytest.mark.parametrize("language", ["en", "zh-hans", "ja"])
def test_the_table_of_results_has_mados_and_no_table_points(language: str) -> None:
    import_event(system_actor("test"), document=imj_document())
    choice = Choice("results", language, view=LIVE)
    data = make_paper(Event.objects.get(), choice, total=lambda _units: None, step=lambda: None).data
    shown = assert_clear(data)
    table = played(5)
    for total in table.totals.values():
        assert f"{total - 20_000}".replace("-", "−") in shown
    for words in {"en": ("Table points", "TP"), "zh-hans": ("标准分",), "ja": ("標準点",)}[language]:
        assert words not in shown


def test_the_workbook_of_results_has_no_column_of_table_points() -> None:
    import_event(system_actor("test"), document=imj_document())
    choice = Choice("results", "en", view=LIVE, ending="xlsx")
    data = make_paper(Event.objects.get(), choice, total=lambda _units: None, step=lambda: None).data
    rows = [[cell.value for cell in row] for row in load_workbook(BytesIO(data)).worksheets[0].iter_rows()]
    headings = next(row for row in rows if row[0] == "No.")
    assert headings[3:5] == ["Individual: Mados won or lost", "Individual: Rank"]
    assert [heading.split(": ")[1] for heading in headings[9:]] == ["Mados", "Total"]
    first = next(row for row in rows if row[0] == 1)
    assert (first[3], first[9], first[10]) == tuple([played(5).totals["E"] - 20_000] * 3)
