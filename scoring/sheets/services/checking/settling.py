"""Settling what contradicts on a sheet: the hands count, the signed totals stay, or the sheet is signed again."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import Answer, Call, Done, action
from common.actions.errors import Refused
from scoring.sheets.models.facts import Settlement, SignedTotal, StatedTablePoints
from scoring.sheets.models.results import Comparison
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.checking.signatures import disputed_hands
from scoring.sheets.selectors.facts.records import sheet_facts
from scoring.sheets.selectors.facts.slots import changed_since
from scoring.sheets.selectors.paper.second_entries import waits_for
from scoring.sheets.services.checking.corrections import begin_corrections, end_corrections
from scoring.sheets.services.facts.writing import VersionNote, begin, conclude, end, one_line, unsettle
from tournament.events.services.closed import refuse_if_closed
from tournament.people.models.accounts import Role


@action(
    "sheet.settle",
    summary=gettext_lazy("Settle a contradiction on a sheet"),
    roles=[Role.Name.CHIEF_REFEREE],
    subject="sheet",
    states=dict.fromkeys(Sheet.State.values, Answer.ASKS),
)
def settle(call: Call, sheet: Sheet, *, seen: int, way: str, order_changes: bool) -> Done:
    """Settle the sheet's contradiction in one of the three ways (Settlement.Way), with a reason (rulings: Scores).

    "take-hands": the signed totals and stated table points end, hands and penalties make the result. "keep-totals": the
    totals stay and the contradiction is settled, stated table points end. Either way the decision stands for missing
    signatures: an open or checked sheet is signed, unless a hand is disputed or the second entry is still awaited.
    "sign-again": signatures and table points end, and the totals where there are hands; the sheet is open.
    ``order_changes`` is what the caller was told (`Comparison.order_changes`): refused if it is not so, or a fact
    changed since ``seen``.

    What is public is corrected by the first and the third way as by reopening: with a note, and not in a closed event.
    """
    found = _contradiction(sheet, seen, order_changes)
    if way not in Settlement.Way.values:
        raise Refused(_("Choose how it is settled."), where="way")
    if way == Settlement.Way.TAKE_HANDS and not _has_hands(sheet):
        raise Refused(_("No hands are entered that could count."), where="way")
    if way != Settlement.Way.KEEP_TOTALS:
        _begin_correction(call, sheet)
    was = sheet.state
    counts = was not in Sheet.COUNTED and way != Settlement.Way.SIGN_AGAIN and not _still_open(sheet)
    before = {"kinds": found.kinds, "difference": found.difference}
    end(call, sheet, Settlement.objects.current().filter(sheet=sheet))
    end(call, sheet, StatedTablePoints.objects.current().filter(sheet=sheet))
    if way == Settlement.Way.SIGN_AGAIN:
        unsettle(call, sheet)
    if way != Settlement.Way.KEEP_TOTALS and _has_hands(sheet):
        end(call, sheet, SignedTotal.objects.current().filter(sheet=sheet))
    begin(call, sheet, Settlement(way=way, reason=one_line(call), name=call.actor.name))
    if counts:
        sheet.state = Sheet.State.SIGNED
    after = {"way": way, "order_changes": order_changes}
    done = conclude(call, sheet, VersionNote("sheet.settle", before=before, after=after), was=was)
    end_corrections(call, Sheet.objects.filter(pk=sheet.pk, table__session__released_at__isnull=False))
    return done


def _contradiction(sheet: Sheet, seen: int, order_changes: bool) -> Comparison:
    """What contradicts, as the caller was told it does."""
    found = Comparison.objects.filter(sheet=sheet, contradicts=True).first()
    if found is None:
        raise Refused(_("Nothing contradicts on this sheet."))
    if changed_since(sheet, seen) or found.order_changes != order_changes:
        raise Refused(_("The sheet has changed meanwhile: look at it again first."))
    return found


def _still_open(sheet: Sheet) -> bool:
    """Whether something else has to be decided before the sheet counts."""
    return bool(disputed_hands(sheet) or waits_for(sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0]))


def _begin_correction(call: Call, sheet: Sheet) -> None:
    session = sheet.table.session
    refuse_if_closed(call, session.event)
    if session.released_at:
        begin_corrections(call, Sheet.objects.filter(pk=sheet.pk))


def _has_hands(sheet: Sheet) -> bool:
    return sheet.hand_set.current().exists()
