"""What does not add up on a sheet, as officials see it."""

from scoring.sheets.rules.comparison import TABLE_POINTS
from scoring.sheets.selectors.checking.findings import cause_text, kinds_text
from scoring.sheets.selectors.facts.table_sheet import TableSheet
from web.shared.table_rows import shown


def contradiction_of(sheet: TableSheet) -> dict[str, object] | None:
    """What contradicts and why, for officials; None where nothing does."""
    found = sheet.comparison
    if found is None or not found.contradicts:
        return None
    by_hands = sheet.points_by_hands
    stated = sheet.facts.stated if TABLE_POINTS in found.kinds else {}
    rows = [
        {
            "seat": line.seat,
            "name": shown(line.holder),
            "hands": sheet.hands_sum.get(line.seat),
            "totals": sheet.totals.get(line.seat),
            "difference": found.difference.get(line.seat),
            "points": line.points,
            "points_by_hands": by_hands.get(line.seat),
            "stated": stated.get(line.seat),
        }
        for line in sheet.lines
    ]
    return {
        "kinds": kinds_text(found),
        "cause": cause_text(found),
        "order_changes": found.order_changes,
        "by_hands": bool(by_hands),
        "rows": rows,
    }
