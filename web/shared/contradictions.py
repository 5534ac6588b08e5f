"""Presenter of a sheet that does not add up, for officials."""

from scoring.sheets.rules.comparison import TABLE_POINTS
from scoring.sheets.selectors.checking.findings import cause_text, kinds_text
from scoring.sheets.selectors.facts.table_sheet import TableSheet
from web.shared.labels.game_words import total_text
from web.shared.table_rows import sitters_text


def contradiction_of(sheet: TableSheet) -> dict[str, object] | None:
    """Return the template context of the contradiction, with one row a seat; None if the sheet adds up."""
    comparison = sheet.comparison
    if comparison is None or not comparison.contradicts:
        return None
    in_points = sheet.game.gives_table_points
    by_hands = sheet.points_by_hands if in_points else {}
    stated = sheet.facts.stated if TABLE_POINTS in comparison.kinds else {}
    rows = [
        {
            "seat": line.seat,
            "name": sitters_text(line.people),
            "hands": total_text(sheet.game, sheet.hands_sum.get(line.seat)),
            "totals": total_text(sheet.game, sheet.totals.get(line.seat)),
            "difference": comparison.difference.get(line.seat),
            "points": line.points if in_points else None,
            "points_by_hands": by_hands.get(line.seat),
            "stated": stated.get(line.seat),
        }
        for line in sheet.lines
    ]
    return {
        "kinds": kinds_text(comparison),
        "cause": cause_text(comparison),
        "order_changes": comparison.order_changes,
        "by_hands": bool(sheet.hands_sum),
        "rows": rows,
    }
