"""Enter the seats of a period as they were chosen at the table (IMJ 8, 10.3)."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import ActionContext, Done, action
from common.actions.errors import Refused
from scoring.sheets.models.facts import RoundSeating
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.loading import facts_of
from scoring.sheets.selectors.facts.records import SheetFacts
from scoring.sheets.selectors.facts.slots import changed_since
from scoring.sheets.services.facts.writing import (
    UNLOCKED,
    WRITERS,
    VersionNote,
    begin,
    conclude,
    end,
    guard,
    unchanged,
    unsettle,
)


@action(
    "sheet.seat_period",
    summary=gettext_lazy("Enter the seats of a period"),
    roles=WRITERS,
    subject="sheet",
    states=UNLOCKED,
)
def seat_period(context: ActionContext, sheet: Sheet, *, seen: int, period: int, places: str) -> Done:
    """Record the order of the seats of a period, from its starter on; dealers, rounds and seat numbers follow.

    ``places``: the four starting seats in turn, the starter first ("SWNE"). Refused for other games, and where a fact
    has changed since ``seen``.
    """
    guard(context, sheet, seen)
    if changed_since(sheet, seen):
        raise Refused(_("The sheet has changed in the meantime. Check it again first."))
    facts = facts_of(sheet)
    _check(facts, period, places)
    current = next((row for row in facts.rounds if row.round_no == period), None)
    if current and current.seats == places:
        return unchanged(sheet)
    end(context, sheet, [current] if current else [])
    begin(context, sheet, RoundSeating(round_no=period, seats=places))
    unsettle(context, sheet)
    before = {"period": period, "turn": current.seats} if current else None
    note = VersionNote("sheet.seat_period", before=before, after={"period": period, "turn": places})
    return conclude(context, sheet, note)


def _check(facts: SheetFacts, period: int, places: str) -> None:
    if facts.game.terms.periods == 1:
        raise Refused(_("The seats of this game follow from the draw."), where="period")
    fault = facts.game.seat_order_fault(period, places, facts.seats)
    if fault == "no-period":
        raise Refused(_("There are two periods."), where="period")
    if fault:
        raise Refused(_("Name each of the four starting seats once."), where="places")
