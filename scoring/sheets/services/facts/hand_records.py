"""Record the tiles or the fans of a won hand, as advice in addition to the declared points (3.9.1.4)."""

from collections.abc import Mapping
from typing import Any, cast

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import ActionContext, Done, action
from common.actions.errors import Refused
from scoring.fans.rules import RULE_SETS
from scoring.fans.rules.recorded import as_played, calculated
from scoring.game.rules.seats import Seat
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.hand_records import HandRecord
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.loading import facts_of
from scoring.sheets.selectors.facts.records import SheetFacts
from scoring.sheets.selectors.facts.slots import Slot, as_document, record_value
from scoring.sheets.services.facts.writing import (
    REFEREES,
    UNLOCKED,
    VersionNote,
    begin,
    conclude,
    end,
    guard,
    merge,
    unchanged,
)
from scoring.tiles.rules.errors import HandError
from tournament.people.models.accounts import Role

RECORDERS = [*REFEREES, Role.Name.ORGANIZER]


@action(
    "sheet.record_fans",
    summary=gettext_lazy("Record a won hand with its tiles or fans"),
    roles=RECORDERS,
    subject="sheet",
    states=UNLOCKED,
)
def record_fans(context: ActionContext, sheet: Sheet, *, seen: int, no: int, record: Mapping[str, Any]) -> Done:
    """Record the tiles or the fans of the win in hand ``no``.

    ``record``: ``{"tiles": {…}}`` (as ``score_hands`` takes it; seat, round and self-drawn come from the sheet) or
    ``{"fans": [{"id", "count"}, …]}``. Declared points, signatures and settlements do not change. Refused for a hand
    without winner and for impossible tiles or fans. The answer has ``calculated``: the points, None for tiles that do
    not win.
    """
    guard(context, sheet, seen)
    hand = Hand.objects.current().filter(sheet=sheet, no=no, result=Hand.Result.WON).first()
    if hand is None:
        raise Refused(_("Nobody won hand %(no)s.") % {"no": no}, where="no")
    row = _calculated_record(sheet, hand, record, facts_of(sheet))
    slot: Slot = ("record", no)
    before, after = merge(sheet, {slot: record_value(row)}, seen)
    if not after:
        return unchanged(sheet)
    end(context, sheet, HandRecord.objects.current().filter(sheet=sheet, no=no))
    begin(context, sheet, row)
    answer = {"calculated": row.calculated}
    note = VersionNote("sheet.record_fans", as_document(before), as_document(after), answer=answer)
    return conclude(context, sheet, note, recounts=False)


@action(
    "sheet.drop_record",
    summary=gettext_lazy("Remove the tiles or fans of a hand from the sheet"),
    roles=RECORDERS,
    subject="sheet",
    states=UNLOCKED,
)
def drop_record(context: ActionContext, sheet: Sheet, *, seen: int, no: int) -> Done:
    """Remove the tiles or fans of hand ``no``; earlier versions of the sheet keep them."""
    guard(context, sheet, seen)
    slot: Slot = ("record", no)
    before, after = merge(sheet, {slot: None}, seen)
    if not after:
        return unchanged(sheet)
    end(context, sheet, HandRecord.objects.current().filter(sheet=sheet, no=no))
    return conclude(context, sheet, VersionNote("sheet.drop_record", before=as_document(before)), recounts=False)


def follow_hands(context: ActionContext, sheet: Sheet, facts: SheetFacts) -> None:
    """Recalculate recorded tiles whose winner's seat or way of winning differs from ``facts``.

    The new records hold from the sheet's next version on.
    """
    if HandRecord not in facts.kinds:
        return
    hands = {(hand.no, hand.winner): hand for hand in facts.hands}
    for old in HandRecord.objects.current().filter(sheet=sheet):
        hand = hands.get((old.no, old.winner))
        if hand is None or "tiles" not in old.record:
            continue
        row = _calculated_record(sheet, hand, old.record, facts)
        if row.record != old.record:
            end(context, sheet, [old])
            begin(context, sheet, row)


def _calculated_record(sheet: Sheet, hand: Hand, record: Mapping[str, Any], facts: SheetFacts) -> HandRecord:
    complete = _complete(hand, record, facts)
    return HandRecord(
        game=hand.game, no=hand.no, winner=hand.winner, record=complete, calculated=_calculated(sheet, complete)
    )


def _complete(hand: Hand, record: Mapping[str, Any], facts: SheetFacts) -> dict[str, Any]:
    if "tiles" not in record:
        return {"fans": [dict(fan) for fan in record["fans"]]}
    winner, discarder = cast(Seat, hand.winner), cast(Seat | None, hand.discarder or None)
    return {"tiles": as_played(record["tiles"], facts.course.deals[hand.no], winner, discarder)}


def _calculated(sheet: Sheet, record: Mapping[str, Any]) -> int | None:
    try:
        return calculated(record, RULE_SETS[sheet.table.session.event.rules])
    except HandError as error:
        if error.where == "fans":
            raise Refused(_("These fans cannot be combined."), where="fans") from None
        raise Refused(_("These tiles cannot be a hand: %(error)s") % {"error": error}, where="tiles") from None
