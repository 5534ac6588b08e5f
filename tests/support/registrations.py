"""The list of 136 players, and an untidy workbook with the same people."""

import csv
import io
from datetime import date

from openpyxl import Workbook

from tests.support.paths import DATA

LIST = DATA / "registrations_136.csv"
#: Spellings of the countries in the list.
SPELLED = {
    "NL": "Holland", "FR": "法国", "DK": "DEN", "IT": "Italy", "DE": "GER", "ES": "スペイン",
    "HU": "hun", "AT": "Österreich", "SE": "瑞典", "CN": "中国", "JP": "日本",
}  # fmt: skip


def listed() -> list[dict[str, str]]:
    """Return the rows of the list."""
    with LIST.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def ugly_workbook() -> bytes:
    """Write the same people with names in one column, merged cells, numbers as figures, totals and remarks."""
    book = Workbook()
    book.active.title = "说明 Info"
    book.active.append(["Team list, as of", date(2026, 11, 20)])
    sheet = book.create_sheet("报名表")
    sheet["A1"] = "第三届公开赛报名表 / Registrations of the Open"
    sheet.merge_cells("A1:F1")
    sheet["A2"] = "* please check the spelling of your names"
    heads = ["序号", "姓名 Name", "国家/地区", "EMA number", "参赛队", "团体 Group"]
    for column, head in enumerate(heads, start=1):
        sheet.cell(4, column, head)
    row, blocks = 5, {5: {}, 6: {}}
    for at, person in enumerate(listed()):
        if at in (40, 90):
            row = _interruption(sheet, row, heads, at)
        sheet.cell(row, 1, f"=ROW()-{row - at - 1}")
        sheet.cell(row, 2, written(person, at))
        sheet.cell(row, 3, SPELLED[person["country"]])
        if person["federation_number"]:
            number = int(person["federation_number"])
            sheet.cell(row, 4, float(number) if at % 2 else number)
        for column, name in ((5, "team"), (6, "group")):
            first, last = blocks[column].get(person[name], (row, row))
            if at in (40, 90) or first == row:
                first = row
                sheet.cell(row, column, person[name])
            blocks[column][person[name]] = (first, row)
            if first < row:
                merged = [
                    cells for cells in sheet.merged_cells.ranges if (cells.min_col, cells.min_row) == (column, first)
                ]
                for cells in merged:
                    sheet.merged_cells.remove(cells)
                sheet.merge_cells(start_row=first, end_row=row, start_column=column, end_column=column)
        row += 1
    sheet.cell(row + 1, 1, "合计 Total")
    sheet.cell(row + 1, 2, "=COUNTA(B5:B200)")
    sheet.cell(row + 2, 1, "备注: 名单以组委会公布为准")
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _interruption(sheet, row: int, heads: list[str], at: int) -> int:
    """Return a subtotal, an empty row and repeated headings, as on the next page of a printout."""
    sheet.cell(row, 1, "小计")
    sheet.cell(row, 2, at)
    for column, head in enumerate(heads, start=1):
        sheet.cell(row + 2, column, head)
    return row + 3


def written(person: dict[str, str], at: int) -> str:
    """Return the name in one cell, in varying forms."""
    family, given = person["family_name"], person["given_name"]
    if person["country"] == "CN":
        return family + given
    if person["country"] == "JP":
        return f"{family}\u3000{given}"
    plain = " ".join(reversed(family.split(", ")))
    return (f"{plain} {given}", f"{given} {plain}", f"{plain}, {given}", f"{family}, {given}")[at % 4]
