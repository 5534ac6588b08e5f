"""Limits of a workbook: reading is stopped in time, and its process has bounded memory."""

import io
import zipfile

import pytest
from openpyxl import Workbook

from common.files.workbooks import WorkbookError, read_workbook

SHEET = (
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>{}</sheetData></worksheet>'
)


def workbook(rows: int = 1) -> bytes:
    book = Workbook(write_only=True)
    sheet = book.create_sheet()
    for number in range(rows):
        sheet.append([f"王伟 {number}", number, 1.5])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def with_sheet(rows: str) -> bytes:
    """Return a workbook whose first sheet holds the given rows in place of its own."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(workbook())) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            data = source.read(name)
            target.writestr(name, SHEET.format(rows) if name == "xl/worksheets/sheet1.xml" else data)
    return out.getvalue()


def test_workbook_is_read_as_texts() -> None:
    [sheet] = read_workbook(workbook(2))
    assert sheet["rows"] == [["王伟 0", "0", "1.5"], ["王伟 1", "1", "1.5"]]


def test_slow_workbook_is_stopped() -> None:
    # A million empty rows: small when packed, no row too many, and slow.
    slow = with_sheet('<row><c t="inlineStr"><is><t></t></is></c></row>' * 1_000_000)
    assert len(slow) < 1_000_000
    with pytest.raises(WorkbookError) as error:
        read_workbook(slow, seconds=1)
    assert (error.value.code, error.value.figures) == ("too_slow", {"seconds": 1})


def test_text_that_is_merged_over_many_rows_counts_in_each() -> None:
    """A text is in the file once, and would be millions of characters in the answer."""
    text = f"<c r='A1' t='inlineStr'><is><t>{'x' * 4_000}</t></is></c>"
    others = (f"<row r='{no}'><c r='B{no}' t='inlineStr'><is><t>y</t></is></c></row>" for no in range(2, 6_001))
    rows = f"<row r='1'>{text}</row>{''.join(others)}"
    large = with_sheet(f"{rows}</sheetData><mergeCells><mergeCell ref='A1:A6000'/></mergeCells><sheetData>")
    assert len(large) < 100_000
    with pytest.raises(WorkbookError) as error:
        read_workbook(large)
    assert (error.value.code, error.value.figures) == ("unpacks_too_large", {"most": 20})


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ("<row r='20001'><c t='inlineStr'><is><t>A</t></is></c></row>", "too_many_rows"),
        ("<row r='1'><c r='XFD1' t='inlineStr'><is><t>A</t></is></c></row>", "too_many_columns"),
        ("<row r='1'><c", "broken_workbook"),
    ],
)
def test_workbook_beyond_the_limits_is_refused(rows: str, code: str) -> None:
    with pytest.raises(WorkbookError) as error:
        read_workbook(with_sheet(rows))
    assert error.value.code == code
