"""The score sheet on paper, read back."""

import re
from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from io import BytesIO

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import get_current_timezone
from openpyxl import load_workbook
from pypdf import PageObject, PdfReader

from common.actions.permissions import system_actor
from common.files.json_files import dump
from common.paper import mm
from scoring.event_file.selectors.reading import read_event
from scoring.event_file.services.importing import import_event
from scoring.papers.exports.score_sheets.head import Sheets
from scoring.papers.exports.score_sheets.labels import BILINGUAL
from scoring.papers.exports.score_sheets.papers import filled_sheets
from scoring.papers.exports.score_sheets.sheet import score_sheets_pdf
from scoring.papers.exports.score_sheets.texts import times
from scoring.papers.exports.score_sheets.workbook import FIRST, NUMBER, REMARKS, SEATING, score_sheets_workbook
from scoring.papers.selectors.score_sheets import score_sheets
from scoring.sheets.models.facts import RoundSeating, Signature
from scoring.sheets.models.sheets import Sheet
from tests.support.events import chinese_document
from tests.support.pdf_reading import assert_clear, texts_of
from tournament.events.models.events import Event
from tournament.events.models.settings import PlaySettings
from tournament.papers.exports.kinds import part_of
from tournament.papers.exports.order import Order
from tournament.people.models.accounts import Account
from tournament.seating.selectors.seating import seating_of

pytestmark = pytest.mark.django_db
LANGUAGES = ["en", "zh-hans", "ja", BILINGUAL]


@pytest.fixture
def event() -> Event:
    document = chinese_document()
    first = document["sessions"][0]["tables"][0]
    first["persons"] = [{"seat": "N", "from_hand": 3, "name": "陪打王"}]
    import_event(system_actor("test"), document=read_event(dump(document)))
    return Event.objects.get()


def order(event: Event, language: str, *, filled: bool, session: int = 1) -> Sheets:
    sheets = score_sheets(event, session, filled=filled)
    return Sheets(event, language, sheets, filled, lambda sheet: f"http://hall/{sheet.session}/{sheet.table}/")


def pages(data: bytes) -> list[str]:
    assert_clear(data)
    return texts_of(data)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_filled_sheet_shows_its_hands_and_totals(event: Event, language: str) -> None:
    first, second = pages(score_sheets_pdf(order(event, language, filled=True)))
    words = first.split()
    for text in ("选手1", "选手6", "陪打王", "44", "−28", "27", "−53", "43", "−43"):
        assert any(text in word for word in words), text
    assert "〓" not in first
    assert "选手3" in second
    # The line of the first hand has points, winner and discarder.
    wind = {"en": "E", "ja": "東"}.get(language, "东")
    assert wind in first
    assert "20" in words


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_empty_sheet_has_names_and_no_result(event: Event, language: str) -> None:
    first = pages(score_sheets_pdf(order(event, language, filled=False)))[0]
    assert "选手1" in first
    assert "−53" not in first.split()


@pytest.mark.parametrize("filled", [False, True])
@pytest.mark.parametrize(
    ("rule", "phrases"),
    [
        ("stop", ["The running hand stops and is void", "立即终止，本盘作废"]),
        ("finish", ["The running hand is finished", "打完本盘"]),
    ],
)
def test_the_sheet_prints_the_rule_for_the_running_hand(
    event: Event, rule: str, phrases: list[str], *, filled: bool
) -> None:
    """Rule 3.5.6: players read on their sheet what the event decided for the hand in progress at the gong."""
    PlaySettings.objects.filter(event=event).update(at_time=rule)
    event = Event.objects.get()
    for page in pages(score_sheets_pdf(order(event, BILINGUAL, filled=filled))):
        assert all(words in page for words in phrases)
    notes = load_workbook(BytesIO(score_sheets_workbook(order(event, BILINGUAL, filled=filled)))).worksheets[0]
    written = " ".join(str(cell.value) for row in notes.iter_rows() for cell in row if cell.value)
    assert all(words in written for words in phrases)


def test_the_same_sheets_give_the_same_bytes(event: Event) -> None:
    assert score_sheets_pdf(order(event, "en", filled=True)) == score_sheets_pdf(order(event, "en", filled=True))


def test_a_session_without_a_chart_gives_the_empty_form(event: Event) -> None:
    order = Sheets(event, "en", [], False, lambda sheet: "")
    [page] = pages(score_sheets_pdf(order))
    for text in (event.name, "Session", "Table", "Date", "From", "To", "Mahjong score sheet"):
        assert text in page
    book = load_workbook(BytesIO(score_sheets_workbook(order)))
    assert book.sheetnames == ["Mahjong score sheet"]
    heads = [book.worksheets[0].cell(row, 1).value for row in (1, 2)]
    assert heads == [event.name, "Session ________ · Table ________ · Date ________"]


def test_the_filled_workbook_contains_figures(event: Event) -> None:
    book = load_workbook(BytesIO(score_sheets_workbook(order(event, "en", filled=True))))
    assert book.sheetnames == ["1-1", "1-2"]
    page = book["1-1"]
    assert [page.cell(NUMBER, column).value for column in (5, 7, 9, 11)] == [1, 2, 5, 6]
    assert [page.cell(FIRST, column).value for column in range(1, 13)] == [
        1, "E", "S", 20, 44, 44, -28, -28, -8, -8, -8, -8,
    ]  # fmt: skip
    assert page.cell(FIRST + 2, 13).value == "N −10"
    assert [page.cell(REMARKS + 1, column).value for column in (5, 7, 9, 11)] == [27, -53, 43, -43]
    sheet = score_sheets(event, 1, filled=True)[0]
    lines = {line.no: line for line in sheet.hands if line.winner}
    assert [page.cell(FIRST + no - 1, 3).value == "–" for no in lines] == [
        not hand.discarder for hand in lines.values()
    ]
    stated = [Fraction(sheet.points[seat], 12) for seat in "ESWN"]
    assert [page.cell(REMARKS + 2, column).value for column in (5, 7, 9, 11)] == stated == [2, 0, 4, 1]


def test_a_sheet_shows_the_real_winds_and_dealers_of_a_round(event: Event) -> None:
    """Seats were not changed after round 1: the first sheet has the real winds and dealers, the second the plan."""
    sheet = Sheet.objects.get(table__session__number=1, table__number=1)
    RoundSeating.objects.create(sheet=sheet, valid_from_version=sheet.version, round_no=2, seats="ESWN")
    data = score_sheets_pdf(order(event, "en", filled=True))
    first, second = pages(data)
    assert ("E · E · N · W" in first, "E · E · N · W" in second) == (True, False)
    assert "E · S · N · W" in second
    book = load_workbook(BytesIO(score_sheets_workbook(order(event, "en", filled=True))))
    assert [book[name].cell(SEATING, 5).value for name in ("1-1", "1-2")] == ["E E N W", "E S N W"]
    # The remark is in one cell over the columns of all four.
    assert book["1-1"].cell(REMARKS, 5).value == "Real seating in round 2, East to North: E S W N."
    assert f"E{REMARKS}:M{REMARKS}" in book["1-1"].merged_cells
    real, planned = (dealers(page) for page in PdfReader(BytesIO(data)).pages)
    assert (planned, real) == ("ESWNSENWWNSENWES", "ESWNESWNWNSENWES")


def dealers(page: PageObject) -> str:
    """Return the seats with the dealer's mark, hand by hand, from the small squares of the page's form."""
    drawn = [form_object.get_object() for form_object in page["/Resources"]["/XObject"].values()]  # type: ignore[index]
    [form] = [form_object for form_object in drawn if form_object.get("/Subtype") == "/Form"]
    rectangles = re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re", form.get_data())
    squares = [(float(x), float(y)) for x, y, width, height in rectangles if abs(abs(float(width)) - 1.6 * mm) < 0.01]
    columns = sorted({x for x, _y in squares})
    return "".join("ESWN"[columns.index(x)] for x, _y in sorted(squares, key=lambda square: -square[1]))


def test_the_empty_workbook_sums_typed_points(event: Event) -> None:
    page = load_workbook(BytesIO(score_sheets_workbook(order(event, "en", filled=False))))["1-1"]
    assert page.cell(FIRST + 1, 6).value == f'=IF(E{FIRST + 1}="","",SUM(E${FIRST}:E{FIRST + 1}))'
    assert str(page.cell(REMARKS + 1, 5).value).endswith(f"SUM(E{FIRST}:E{REMARKS - 1}))")


def test_queries_do_not_grow_with_the_tables_of_a_session(event: Event) -> None:
    counts = []
    for tables in ([1], [1, 2]):
        with CaptureQueriesContext(connection) as queries:
            assert len(score_sheets(event, 1, tables=tables, filled=True)) == len(tables)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_filled_sheet_names_the_chief_referee_of_the_list_and_no_user_name(event: Event) -> None:
    account = Account.objects.create_user("hall-desk-7", password="not used here 12345")
    for sheet in Sheet.objects.filter(table__session__number=1):
        signature = {"step": "sign", "how": "account", "name": str(account), "valid_from_version": sheet.version}
        Signature.objects.create(sheet=sheet, signer="chief-referee", **signature)
        Signature.objects.create(sheet=sheet, signer="referee", **signature)
    parts = frozenset(part_of(1, table) for table in (1, 2))
    order = Order(event, "en", timezone.now(), seating=seating_of(event), parts=parts)
    assert not any("hall-desk-7" in page for page in pages(filled_sheets(order)))
    Account.objects.filter(pk=account.pk).update(name="hall-desk-7")
    assert all("hall-desk-7" in page for page in pages(filled_sheets(order)))
    event.officials.create(order=1, name="副手", function="Deputy chief referee")
    event.officials.create(order=2, name="黄药师", function="Chief referee 裁判长")
    event.officials.create(order=3, name="郭靖", function="Referee", tables="1")
    first, second = pages(filled_sheets(order))
    assert [first.count("黄药师"), second.count("黄药师")] == [1, 1]
    assert "副手" not in first
    book = load_workbook(BytesIO(filled_sheets(replace(order, ending="xlsx"))))
    written = [str(cell.value) for row in book["1-1"].iter_rows() for cell in row]
    assert written.count("黄药师") == 1


def test_a_sheet_ends_when_the_timetable_says(event: Event) -> None:
    PlaySettings.objects.filter(event=event).update(session_minutes=100, break_minutes=10)
    starts = datetime(2026, 5, 1, 9, 0, tzinfo=get_current_timezone())
    event.sessions.filter(number=1).update(starts=starts)
    event = Event.objects.get()
    [from_to] = {tuple(times(sheet)[1:]) for sheet in score_sheets(event, 1)}
    assert from_to == (
        date_format(starts, "TIME_FORMAT"),
        date_format(starts.replace(hour=10, minute=50), "TIME_FORMAT"),
    )
