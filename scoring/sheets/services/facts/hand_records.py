"""A won hand recorded with its tiles or with its list of fans: advice beside the declared points (3.9.1.4)."""

from collections.abc import Mapping
from typing import Any, cast

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import Call, Done, action
from common.actions.errors import Refused
from scoring.fans.rules import RULE_SETS, HandError
from scoring.fans.rules.recorded import as_played, calculated
from scoring.game.rules.seats import Seat
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.hand_records import HandRecord
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.records import SheetFacts, facts_of
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
from tournament.people.models.accounts import Role

RECORDERS = [*REFEREES, Role.Name.ORGANIZER]


@action(
    "sheet.record_fans",
    summary=gettext_lazy("Record a won hand with its tiles or fans"),
    roles=RECORDERS,
    subject="sheet",
    states=UNLOCKED,
)
def record_fans(call: Call, sheet: Sheet, *, seen: int, no: int, record: Mapping[str, Any]) -> Done:
    """Keep what the win of hand ``no`` was made of: ``{"tiles": {…}}`` (as ``score_hands`` takes it; seat, round and
    self-drawn come from the sheet) or ``{"fans": [{"id", "count"}, …]}``.

    The declared points, signatures and settlements stay as they are. Refused: a hand that nobody won, tiles or fans
    that cannot be. The answer: ``calculated``, the points (None: the tiles do not win).
    """
    guard(call, sheet, seen)
    hand = Hand.objects.current().filter(sheet=sheet, no=no, result=Hand.Result.WON).first()
    if hand is None:
        raise Refused(_("Nobody won hand %(no)s.") % {"no": no}, where="no")
    row = _row(sheet, hand, record, facts_of(sheet))
    slot: Slot = ("record", no)
    before, after = merge(sheet, {slot: record_value(row)}, seen)
    if not after:
        return unchanged(call, sheet)
    end(call, sheet, HandRecord.objects.current().filter(sheet=sheet, no=no))
    begin(call, sheet, row)
    answer = {"calculated": row.calculated}
    note = VersionNote("sheet.record_fans", as_document(before), as_document(after), answer=answer)
    return conclude(call, sheet, note, recounts=False)


@action(
    "sheet.drop_record",
    summary=gettext_lazy("Take the tiles or fans of a hand off the sheet"),
    roles=RECORDERS,
    subject="sheet",
    states=UNLOCKED,
)
def drop_record(call: Call, sheet: Sheet, *, seen: int, no: int) -> Done:
    """Take what is recorded of hand ``no`` beside its points off again; its trace stays in the versions."""
    guard(call, sheet, seen)
    slot: Slot = ("record", no)
    before, after = merge(sheet, {slot: None}, seen)
    if not after:
        return unchanged(call, sheet)
    end(call, sheet, HandRecord.objects.current().filter(sheet=sheet, no=no))
    return conclude(call, sheet, VersionNote("sheet.drop_record", before=as_document(before)), recounts=False)


def follow_hands(call: Call, sheet: Sheet, facts: SheetFacts) -> None:
    """Calculate recorded tiles anew, from the sheet's next version on, where ``facts`` now say another seat of the
    winner, or another way of winning, than the record does.
    """
    if HandRecord not in facts.kinds:
        return
    hands = {(hand.no, hand.winner): hand for hand in facts.hands}
    for old in HandRecord.objects.current().filter(sheet=sheet):
        hand = hands.get((old.no, old.winner))
        if hand is None or "tiles" not in old.record:
            continue
        row = _row(sheet, hand, old.record, facts)
        if row.record != old.record:
            end(call, sheet, [old])
            begin(call, sheet, row)


def _row(sheet: Sheet, hand: Hand, record: Mapping[str, Any], facts: SheetFacts) -> HandRecord:
    """The record of a win, complete and calculated; Refused for what cannot be."""
    complete = _complete(hand, record, facts)
    return HandRecord(no=hand.no, winner=hand.winner, record=complete, calculated=_calculated(sheet, complete))


def _complete(hand: Hand, record: Mapping[str, Any], facts: SheetFacts) -> dict[str, Any]:
    if "tiles" not in record:
        return {"fans": [dict(one) for one in record["fans"]]}
    winner, discarder = cast(Seat, hand.winner), cast(Seat | None, hand.discarder or None)
    return {"tiles": as_played(record["tiles"], hand.no, winner, discarder, facts.real_places)}


def _calculated(sheet: Sheet, record: Mapping[str, Any]) -> int | None:
    try:
        return calculated(record, RULE_SETS[sheet.table.session.event.rules])
    except HandError as error:
        if error.where == "fans":
            raise Refused(_("These fans cannot stand together."), where="fans") from None
        raise Refused(_("These tiles cannot be a hand: %(error)s") % {"error": error}, where="tiles") from None
