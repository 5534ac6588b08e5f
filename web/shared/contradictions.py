"""Presenter of a sheet that does not add up, for officials."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.game.rules.seats import Seat
from scoring.sheets.models.results import Comparison
from scoring.sheets.rules.comparison import TABLE_POINTS
from scoring.sheets.selectors.checking.findings import cause_text, hand_named, kinds_text
from scoring.sheets.selectors.facts.records import SheetFacts
from scoring.sheets.selectors.facts.table_sheet import TableSheet
from scoring.sheets.selectors.hand_names import with_hand_name
from web.shared.labels.game_words import total_text
from web.shared.seats_now import seat_namer, seats_now


def contradiction_of(sheet: TableSheet) -> dict[str, object] | None:
    """Return the template context of the contradiction, with one row a seat; None if the sheet adds up."""
    comparison = sheet.comparison
    if comparison is None or not comparison.contradicts:
        return None
    in_points = sheet.game.gives_table_points
    by_hands = sheet.points_by_hands if in_points else {}
    stated = sheet.facts.stated if TABLE_POINTS in comparison.kinds else {}
    points = {line.seat: line.points for line in sheet.lines} if in_points else {}
    rows = [
        {
            "wind": wind,
            "name": people,
            "hands": total_text(sheet.game, sheet.hands_sum.get(seat)),
            "totals": total_text(sheet.game, sheet.totals.get(seat)),
            "difference": comparison.difference.get(seat),
            "points": points.get(seat),
            "points_by_hands": by_hands.get(seat),
            "stated": stated.get(seat),
        }
        for seat, wind, people in seats_of(sheet.facts, comparison)
    ]
    return {
        "kinds": kinds_text(comparison),
        "cause": cause_text(comparison, seat_namer(sheet.facts.sittings)),
        "order_changes": comparison.order_changes,
        "by_hands": bool(sheet.hands_sum),
        "winds": winds_text(sheet.facts, comparison),
        "rows": rows,
    }


def seats_of(facts: SheetFacts, comparison: Comparison) -> Iterator[tuple[Seat, Seat, str]]:
    """Yield starting seat, wind and everybody who sat there, East first.

    The wind is that of the hand that the likely cause names, else of the hand in play.
    """
    name_of = seat_namer(facts.sittings)
    for row in seats_now(facts, hand_named(comparison)):
        yield row.seat, row.wind, name_of(row.seat, ())


def winds_text(facts: SheetFacts, comparison: Comparison) -> str:
    """Return the hand whose winds `seats_of` gives as text."""
    no = facts.course.at(hand_named(comparison) or facts.course.in_play).no
    return with_hand_name(_("Winds of hand %(no)s") % {"no": no}, no, facts.sheet.table.session.event.rules)
