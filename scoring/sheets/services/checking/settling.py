"""Settle a contradiction on a sheet: the hands count, the signed totals stay, or the sheet is signed again."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import ActionContext, Answer, Done, action
from common.actions.errors import Refused
from common.i18n.wording import one_line
from scoring.sheets.models.facts import Settlement, SignedTotal, StatedTablePoints
from scoring.sheets.models.results import Comparison
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.checking.signatures import disputed_hands
from scoring.sheets.selectors.facts.loading import sheet_facts
from scoring.sheets.selectors.facts.slots import changed_since
from scoring.sheets.selectors.paper.second_entries import waits_for
from scoring.sheets.services.checking.corrections import begin_corrections, end_corrections
from scoring.sheets.services.facts.writing import VersionNote, begin, conclude, end, unsettle
from tournament.events.services.closed import refuse_if_closed
from tournament.people.models.accounts import Role


@action(
    "sheet.settle",
    summary=gettext_lazy("Resolve a discrepancy on a sheet"),
    roles=[Role.Name.CHIEF_REFEREE],
    subject="sheet",
    states=dict.fromkeys(Sheet.State.values, Answer.ASKS),
)
def settle(context: ActionContext, sheet: Sheet, *, seen: int, way: str, order_changes: bool) -> Done:
    """Settle the sheet's contradiction in one of the three ways of Settlement.Way, with a reason (rulings: Scores).

    - "take-hands": signed totals and stated table points end; hands and penalties give the result.
    - "keep-totals": the totals stay and the contradiction is settled; stated table points end.
    - "sign-again": signatures and table points end, and the totals if there are hands; the sheet is open.

    The first two replace missing signatures: an open or checked sheet becomes signed, unless a hand is disputed or the
    second entry is missing. ``order_changes`` is the value that the page showed (`Comparison.order_changes`). Refused
    if it differs now, or if a fact changed since ``seen``.

    "take-hands" and "sign-again" correct public results as reopening does: with a note, and not in a closed event.
    """
    contradiction = _contradiction(sheet, seen, order_changes)
    if way not in Settlement.Way.values:
        raise Refused(_("Choose how to resolve it."), where="way")
    if way == Settlement.Way.TAKE_HANDS and not _has_hands(sheet):
        raise Refused(_("No hands are entered, so the hands cannot count."), where="way")
    if way != Settlement.Way.KEEP_TOTALS:
        _begin_correction(context, sheet)
    was = sheet.state
    counts = was not in Sheet.COUNTED and way != Settlement.Way.SIGN_AGAIN and not _still_open(sheet)
    before = {"kinds": contradiction.kinds, "difference": contradiction.difference}
    end(context, sheet, Settlement.objects.current().filter(sheet=sheet))
    end(context, sheet, StatedTablePoints.objects.current().filter(sheet=sheet))
    if way == Settlement.Way.SIGN_AGAIN:
        unsettle(context, sheet)
    if way != Settlement.Way.KEEP_TOTALS and _has_hands(sheet):
        end(context, sheet, SignedTotal.objects.current().filter(sheet=sheet))
    begin(context, sheet, Settlement(way=way, reason=one_line(context.reason), name=context.actor.name))
    if counts:
        sheet.state = Sheet.State.SIGNED
    after = {"way": way, "order_changes": order_changes}
    done = conclude(context, sheet, VersionNote("sheet.settle", before=before, after=after), was=was)
    end_corrections(context, Sheet.objects.filter(pk=sheet.pk, table__session__released_at__isnull=False))
    return done


def _contradiction(sheet: Sheet, seen: int, order_changes: bool) -> Comparison:
    """Return the contradiction; Refused if there is none or the page showed another one."""
    contradiction = Comparison.objects.filter(sheet=sheet, contradicts=True).first()
    if contradiction is None:
        raise Refused(_("This sheet has no discrepancies."))
    if changed_since(sheet, seen) or contradiction.order_changes != order_changes:
        raise Refused(_("The sheet has changed in the meantime. Check it again first."))
    return contradiction


def _still_open(sheet: Sheet) -> bool:
    """Whether a dispute or the second entry must be decided before the sheet counts."""
    return bool(disputed_hands(sheet) or waits_for(sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0]))


def _begin_correction(context: ActionContext, sheet: Sheet) -> None:
    session = sheet.table.session
    refuse_if_closed(session.event)
    if session.released_at:
        begin_corrections(context, Sheet.objects.filter(pk=sheet.pk))


def _has_hands(sheet: Sheet) -> bool:
    return sheet.hand_set.current().exists()
