"""The limits of a workbook: it is stopped in time, and its process has no more memory than it may have."""

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
    """A workbook whose first sheet holds what is given instead of its own rows."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(workbook())) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            data = source.read(name)
            target.writestr(name, SHEET.format(rows) if name == "xl/worksheets/sheet1.xml" else data)
    return out.getvalue()


def test_a_workbook_is_read() -> None:
    [sheet] = read_workbook(workbook(2))
    assert sheet["rows"] == [["王伟 0", "0", "1.5"], ["王伟 1", "1", "1.5"]]


def test_one_that_takes_too_long_is_stopped() -> None:
    # A million empty rows: small when packed, no row too many, and slow.
    slow = with_sheet('<row><c t="inlineStr"><is><t></t></is></c></row>' * 1_000_000)
    assert len(slow) < 1_000_000
    with pytest.raises(WorkbookError) as error:
        read_workbook(slow, seconds=1)
    assert (error.value.code, error.value.figures) == ("too_slow", {"seconds": 1})


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ("<row r='20001'><c t='inlineStr'><is><t>A</t></is></c></row>", "too_many_rows"),
        ("<row r='1'><c r='XFD1' t='inlineStr'><is><t>A</t></is></c></row>", "too_many_columns"),
        ("<row r='1'><c", "broken_workbook"),
    ],
)
def test_what_is_more_than_a_list(rows: str, code: str) -> None:
    with pytest.raises(WorkbookError) as error:
        read_workbook(with_sheet(rows))
    assert error.value.code == code
