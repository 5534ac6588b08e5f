"""Enter how a round was really seated, if not by A4."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import ActionContext, Done, action
from common.actions.errors import Refused
from scoring.game.rules.course import TableSeating
from scoring.sheets.models.facts import RoundSeating
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.loading import facts_of, sheet_facts
from scoring.sheets.selectors.facts.records import SheetFacts
from scoring.sheets.selectors.facts.slots import changed_since
from scoring.sheets.services.facts.hand_records import follow_hands
from scoring.sheets.services.facts.penalties import WITH_REASON
from scoring.sheets.services.facts.writing import VersionNote, begin, conclude, end, guard, unchanged, unsettle
from scoring.sheets.services.people.exchanging import REPAIRERS


@action(
    "sheet.seat_round",
    summary=gettext_lazy("Enter the real seating of a round"),
    roles=REPAIRERS,
    subject="sheet",
    states=WITH_REASON,
)
def seat_round(context: ActionContext, sheet: Sheet, *, seen: int, round_no: int, places: str) -> Done:
    """Record who sat East, South, West and North in a round; winds and dealer follow.

    ``places``: the four starting seats in that order ("SENW"). The seats of A4 end an earlier entry. Hands do not
    change, because they are written by player.
    """
    guard(context, sheet, seen)
    if changed_since(sheet, seen):
        raise Refused(_("The sheet has changed in the meantime. Check it again first."))
    facts = sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0]
    if facts.game.terms.periods > 1:
        raise Refused(
            _("In this game seats stay the same for a whole period: enter the seats of the period."), where="round_no"
        )
    if not 1 <= round_no <= facts.game.terms.rounds:
        raise Refused(_("A session has four rounds."), where="round_no")
    _check_seats(round_no, places, facts)
    current = next((row for row in facts.rounds if row.round_no == round_no), None)
    planned = "".join(facts.game.course((), TableSeating(facts.seats)).order(round_no))
    was = current.seats if current else planned
    if places == was:
        return unchanged(sheet)
    end(context, sheet, [current] if current else [])
    if places != planned:
        begin(context, sheet, RoundSeating(round_no=round_no, seats=places))
    follow_hands(context, sheet, facts_of(sheet))
    unsettle(context, sheet)
    before, after = {"round": round_no, "places": was}, {"round": round_no, "places": places}
    return conclude(context, sheet, VersionNote("sheet.seat_round", before=before, after=after))


def _check_seats(round_no: int, places: str, facts: SheetFacts) -> None:
    fault = facts.game.seat_order_fault(round_no, places, facts.seats)
    if fault == "not-four":
        raise Refused(_("Name each of the four starting seats once."), where="places")
    if fault:
        raise Refused(_("At a table of three the empty seat keeps its place."), where="places")
