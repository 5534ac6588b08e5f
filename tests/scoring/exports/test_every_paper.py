"""Every kind of paper with long names, in three languages: nothing cut off, outside its cell or without a sign."""

import io
import zipfile
from collections.abc import Iterator
from typing import Any

import openpyxl
import pytest
from django.utils import timezone, translation
from openpyxl.utils import get_column_letter

from common.errors import Refused
from common.permissions import system_actor
from common.workbooks.writing import LINE
from scoring.exports.appeal_papers import appeal_paper, receipt_paper
from scoring.exports.papers import BLANK, LIVE, PAPERS, Choice, make_paper
from scoring.exports.score_sheet_words import BILINGUAL
from scoring.services.event_import import import_event
from tests.support.event_generator import make_event
from tests.support.pdf_reading import assert_clear
from tournament.exports.kinds import Kind, Of
from tournament.exports.order import Order
from tournament.models import Event
from tournament.services.papers import set_address

ACTOR = system_actor("测试")
NAMES = [
    "María del Carmen Fernández-Villaverde y Núñez de Balboa",
    "Їжакевич Ґалаґан",
    "Константин Константинопольский-Рождественский",
    "阿卜杜热合曼·买买提艾力·吐尔逊江",
    "ジャン・フランソワ・ド・ラ・ロシュフコー",
    "Wolfeschlegelsteinhausenbergerdorff Maximilian-Friedrich",
    "Nguyễn Thị Phương Thảo Quỳnh Trang",
    "司徒𠮷祥",
]
UNITS = [
    "Associazione Sportiva Dilettantistica Mahjong Città di Castello",
    "四川省成都市武侯区中国麻将文化传播与竞技运动协会第一代表队",
    "Федерация спортивного маджонга Санкт-Петербурга и области",
    "日本麻雀段位審査会・日本健康麻将協会 合同選抜チーム壱",
]
EVENT = "第二十三届中国国际麻将公开赛（四川·成都）– 23rd China International Mahjong Open & Asia-Pacific Qualifier"
SESSIONS = 12
#: How much of a text's room may be missing for one that is shown smaller, by which nobody is kept from reading it.
SMALLER = 1.4


@pytest.fixture
def event(db: None) -> Event:
    return long_names()


def long_names() -> Event:
    """Eight players in twelve sessions, with everything that happens, and long names everywhere."""
    document = make_event(23, players=8, sessions=SESSIONS, stages=False)
    document["event"] |= {"id": "names", "name": EVENT, "sessions": SESSIONS}
    document.pop("draws", None)
    document["sessions"] = document["sessions"][:SESSIONS]
    for session in document["sessions"]:
        session["starts"] = f"2024-02-{session['number']:02}T09:30:00Z"
    for player in document["players"]:
        player["name"] = NAMES[player["number"] % len(NAMES)]
        if player["number"] % 8 == 3:
            player |= {"latin_name": "Abdurahman Mamat'ali Tursunjan"}
    for unit in [*document["teams"], *document["groups"]]:
        unit["name"] = f"{UNITS[unit['id'] % len(UNITS)]} {unit['id']}"
    officials = [
        {"name": NAMES[0], "function": "Chief referee"},
        {"name": NAMES[5], "function": "裁判员", "tables": "1-9"},
    ]
    document["event"]["officials"] = officials
    import_event(ACTOR, document=document)
    event = Event.objects.select_related("head").get(slug="names")
    set_address(ACTOR, event, address="http://mahjong-open.chengdu.example.org:8000")
    return event


def choices(kind: Kind, language: str) -> Iterator[Choice]:
    """Every way of making a kind that looks different."""
    sessions = [2] if kind.of is Of.SHEETS else []
    for ending in kind.endings:
        for size in kind.sizes if ending == "pdf" else kind.sizes[:1]:
            yield Choice(kind.name, language, size=size, ending=ending, sessions=sessions, view=LIVE)
        if kind.blank:
            yield Choice(kind.name, language, ending=ending, which=BLANK)
        if kind.bilingual and language == "zh-hans":
            yield Choice(kind.name, BILINGUAL, ending=ending, sessions=sessions)


def made(event: Event, kind: Kind, choice: Choice) -> bytes:
    """The file; empty if the event has nothing to show on it."""
    try:
        return make_paper(event, choice, total=lambda _units: None, step=lambda: None).data
    except Refused:
        assert kind.lacks(event), choice
        return b""


def assert_whole(data: bytes, what: object) -> None:
    """Every text of a PDF is whole, in its cell, in letters that its faces have."""
    for text in assert_clear(data):
        assert not {"…", "〓"} & set(text), (what, text)


def assert_shown(data: bytes, what: object) -> None:
    """Every text of a workbook has room in its cell: by its signs alone, whatever words it is broken into."""
    for page in openpyxl.load_workbook(io.BytesIO(data)).worksheets:
        assert page.print_area, (what, page.title)
        spans = {(one.min_row, one.min_col): one for one in page.merged_cells.ranges}
        for row in page.iter_rows():
            for cell in row:
                if isinstance(cell.value, str) and cell.data_type == "s":
                    across, high = room(page, cell, spans.get((cell.row, cell.column)))
                    assert length(cell.value) <= across * high, (what, page.title, cell.coordinate, cell.value)


def room(page: Any, cell: Any, span: Any) -> tuple[float, int]:
    """How many signs a cell is wide, and how many lines high."""
    columns = range(span.min_col, span.max_col + 1) if span else [cell.column]
    rows = range(span.min_row, span.max_row + 1) if span else [cell.row]
    across = sum(page.column_dimensions[get_column_letter(at)].width for at in columns)
    if cell.alignment.wrap_text:
        return across, sum(max(1, int((page.row_dimensions[at].height or LINE) / 13)) for at in rows)
    for at in range(max(columns) + 1, page.max_column + 1):  # it goes on over cells where nothing stands
        if page.cell(cell.row, at).value is not None:
            break
        across += page.column_dimensions[get_column_letter(at)].width
    return across * (SMALLER if cell.alignment.shrink_to_fit else 1), 1


def length(text: str) -> int:
    """How many signs wide a text is, the longest of its lines times their number."""
    lines = text.splitlines() or [""]
    return max(sum(2 if ord(sign) >= 0x2E80 else 1 for sign in line) for line in lines) * len(lines)


def read_back(data: bytes, ending: str, what: object) -> None:
    """A file of any kind, and those within it."""
    if ending == "zip":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for name in archive.namelist():
                read_back(archive.read(name), name.rpartition(".")[2], (what, name))
    elif ending == "pdf":
        assert_whole(data, what)
    elif ending == "xlsx":
        assert_shown(data, what)


@pytest.mark.parametrize("language", ["zh-hans", "en", "ja"])
def test_every_text_is_whole_in_its_cell_and_has_its_letters(event: Event, language: str) -> None:
    for kind in PAPERS.values():
        for choice in choices(kind, language):
            if data := made(event, kind, choice):
                read_back(data, choice.ending, choice)


@pytest.mark.parametrize("language", ["zh-hans", "en", "ja"])
def test_appeals_and_receipts_are_whole(event: Event, language: str) -> None:
    order, appeals = Order(event, language, timezone.now()), list(event.appeals.all())
    assert any(appeal.paid_at for appeal in appeals)
    with translation.override(language):
        for appeal in appeals:
            assert_whole(appeal_paper(order, appeal, reads=True), appeal.number)
            if appeal.paid_at:
                assert_whole(receipt_paper(order, appeal), appeal.number)
