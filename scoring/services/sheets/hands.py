"""Hands on a sheet: written and corrected one by one, taken away, marked as disputed."""

from collections.abc import Collection
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions import Call, Done, action
from common.errors import Refused, Unusual
from scoring.models import Hand, Sheet
from scoring.rules.entering import questions_of_hand, refusals
from scoring.rules.hands import Hand as PlayedHand
from scoring.selectors.records import SheetFacts, facts_for_hands
from scoring.selectors.sheet_slots import Slot, as_document
from scoring.selectors.sheet_words import FIELDS, questions, refusal
from scoring.services.sheets.writing import (
    REFEREES,
    UNLOCKED,
    WRITERS,
    begin,
    conclude,
    end,
    guard,
    merge,
    unchanged,
    unsettle,
)
from tournament.models import PlaySettings


@action(
    "sheet.hand",
    summary=gettext_lazy("Write or correct a hand"),
    roles=WRITERS,
    subject="sheet",
    states=UNLOCKED,
)
def record_hand(
    call: Call,
    sheet: Sheet,
    *,
    seen: int,
    no: int,
    winner: str | None = None,
    discarder: str | None = None,
    points: int | None = None,
    aborted: bool = False,
    acknowledged: Collection[str] = (),
) -> Done:
    """Write hand ``no`` (1 to 16), new or in place of what stands there; seats are starting seats.

    A winner without discarder is self-drawn, no winner a drawn hand, or one the referee ended (``aborted``). Refused:
    what cannot be (3.4.8, 3.9.1), beside its field. Asked: "over-88", "gap". Checks and settlements end.
    """
    guard(call, sheet, seen)
    value: dict[str, Any] = {"no": no, "winner": winner or None}
    value |= {"discarder": discarder} if discarder else {}
    value |= {"points": points} if points is not None else {}
    value |= {"aborted": True} if aborted else {}
    facts = facts_for_hands(sheet)
    check_hand(call, facts, value)
    slot: Slot = ("hand", no)
    before, after = merge(call, sheet, {slot: value}, seen)
    if not after:
        return unchanged(call, sheet)
    ask(call, facts, [value], acknowledged)
    write_hand(call, sheet, facts, no, value)
    unsettle(call, sheet)
    return conclude(call, sheet, "sheet.hand", before=as_document(before), after=as_document(after))


@action(
    "sheet.remove_hand",
    summary=gettext_lazy("Take a hand off the sheet"),
    roles=WRITERS,
    subject="sheet",
    states=UNLOCKED,
)
def remove_hand(call: Call, sheet: Sheet, *, seen: int, no: int) -> Done:
    """Take hand ``no`` off again (undo); its trace stays in the versions, its penalties stand."""
    guard(call, sheet, seen)
    slot: Slot = ("hand", no)
    before, after = merge(call, sheet, {slot: None}, seen)
    if not after:
        return unchanged(call, sheet)
    end(call, sheet, Hand.objects.current().filter(sheet=sheet, no=no))
    unsettle(call, sheet)
    return conclude(call, sheet, "sheet.remove_hand", before=as_document(before), after=None)


@action(
    "sheet.dispute_hand",
    summary=gettext_lazy("Mark a hand as disputed"),
    roles=WRITERS,
    subject="sheet",
    states=UNLOCKED,
)
def dispute_hand(call: Call, sheet: Sheet, *, seen: int, no: int) -> Done:
    """Mark hand ``no`` as disputed: play goes on, signing waits for the referee (3.9.1.4)."""
    return _mark(call, sheet, seen, no, disputed=True)


@action(
    "sheet.decide_hand",
    summary=gettext_lazy("Say that a hand is disputed no more"),
    roles=REFEREES,
    subject="sheet",
    states=UNLOCKED,
)
def decide_hand(call: Call, sheet: Sheet, *, seen: int, no: int) -> Done:
    """Take the mark of a disputed hand away: it stands as written (corrected before, if need be)."""
    return _mark(call, sheet, seen, no, disputed=False)


def _mark(call: Call, sheet: Sheet, seen: int, no: int, *, disputed: bool) -> Done:
    guard(call, sheet, seen)
    hand = Hand.objects.current().filter(sheet=sheet, no=no).first()
    if hand is None:
        raise Refused(_("Hand %(no)s is not entered.") % {"no": no}, where="no")
    if hand.disputed == disputed:
        return unchanged(call, sheet)
    end(call, sheet, [hand])
    hand.pk, hand.until, hand.disputed = None, None, disputed
    hand._state.adding = True
    begin(call, sheet, hand)
    unsettle(call, sheet)
    words = {"no": no, "disputed": disputed}
    name = "sheet.dispute_hand" if disputed else "sheet.decide_hand"
    return conclude(call, sheet, name, before=words | {"disputed": not disputed}, after=words)


def check_hand(call: Call, facts: SheetFacts, value: dict[str, Any]) -> None:
    """Raise Refused, beside its field, for a hand that cannot be at this table."""
    hand = played(call, value)
    if hand.aborted and replays(call, facts.sheet):
        raise Refused(_("Aborted hands are replayed here: enter what the replayed hand gave."), where="aborted")
    for code in refusals(hand, facts.played_seats, facts.dead(hand.no)):
        raise Refused(refusal(code, no=hand.no), where=FIELDS[code])


def replays(call: Call, sheet: Sheet) -> bool:
    """Whether the event has aborted hands replayed (3.11.6.7)."""
    return sheet.table.session.event.play_settings.aborted_hand == PlaySettings.AbortedHand.REPLAYED


def ask(call: Call, facts: SheetFacts, values: list[dict[str, Any]], acknowledged: Collection[str]) -> None:
    """Raise Unusual for what is seldom meant in these hands and not acknowledged."""
    recorded = {hand.no for hand in facts.hands} | {value["no"] for value in values}
    for value in values:
        codes = questions_of_hand(played(call, value), recorded, facts.played_seats)
        if open_ones := [code for code in codes if code not in acknowledged]:
            raise Unusual(questions(open_ones, no=value["no"]), where="points" if "over-88" in open_ones else "no")


def played(call: Call, value: dict[str, Any]) -> PlayedHand:
    """A hand's value as the rules know it; seats that are none are found there."""
    return PlayedHand(
        no=value["no"],
        winner=value["winner"],
        discarder=value.get("discarder"),
        points=value.get("points"),
        aborted=value.get("aborted", False),
    )


def write_hand(call: Call, sheet: Sheet, facts: SheetFacts, no: int, value: dict[str, Any] | None) -> None:
    """Put the hand in place of the current one of that number (None: only take it away); a dispute stays."""
    old = [hand for hand in facts.hands if hand.no == no]
    end(call, sheet, old)
    if value is None:
        return
    winner = value["winner"] or ""
    result = Hand.Result.WON if winner else Hand.Result.ABORTED if value.get("aborted") else Hand.Result.DRAWN
    begin(
        call,
        sheet,
        Hand(
            no=no,
            result=result,
            winner=winner,
            discarder=value.get("discarder") or "",
            points=value.get("points"),
            disputed=any(hand.disputed for hand in old),
        ),
    )
