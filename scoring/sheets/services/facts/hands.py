"""Hands on a sheet: written and corrected one by one, taken away, marked as disputed."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import CALLS, Call, Done, action
from common.actions.errors import Refused, Unusual
from scoring.game.rules.hands import Hand as PlayedHand
from scoring.sheets.models.calls import RefereeCall
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.rulings import Ruling
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.entering import questions_of_hand, refusals
from scoring.sheets.selectors.facts.records import SheetFacts, facts_of
from scoring.sheets.selectors.facts.slots import Slot, as_document, hand_value, slots_now_and_then
from scoring.sheets.selectors.labels import FIELDS, questions, refusal
from scoring.sheets.services.facts.hand_records import follow_hands
from scoring.sheets.services.facts.writing import (
    REFEREES,
    UNLOCKED,
    WRITERS,
    VersionNote,
    begin,
    conclude,
    end,
    guard,
    merge,
    unchanged,
    unsettle,
)
from scoring.sheets.services.referee_calls import answer_dispute, put_call
from scoring.sheets.services.rulings import put_ruling
from tournament.events.models.settings import PlaySettings


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
    facts = facts_of(sheet)
    check_hand(facts, value)
    slot: Slot = ("hand", no)
    before, after = merge(sheet, {slot: value}, seen, facts)
    if not after:
        return unchanged(call, sheet)
    ask(facts, [value], acknowledged)
    write_hand(call, sheet, facts, no, value)
    follow_hands(call, sheet, facts)
    unsettle(call, sheet, facts)
    facts.settlement = None
    note = VersionNote("sheet.hand", before=as_document(before), after=as_document(after))
    return conclude(call, sheet, note, facts=facts)


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
    before, after = merge(sheet, {slot: None}, seen)
    if not after:
        return unchanged(call, sheet)
    end(call, sheet, Hand.objects.current().filter(sheet=sheet, no=no))
    unsettle(call, sheet)
    return conclude(call, sheet, VersionNote("sheet.remove_hand", before=as_document(before), after=None))


@action(
    "sheet.dispute_hand",
    summary=gettext_lazy("Mark a hand as disputed"),
    roles=WRITERS,
    subject="sheet",
    states=UNLOCKED,
)
def dispute_hand(call: Call, sheet: Sheet, *, seen: int, no: int) -> Done:
    """Mark hand ``no`` as disputed: play goes on, signing waits for the referee, who is called (3.9.1.4).

    Refused where the hand was changed since ``seen``.
    """
    guard(call, sheet, seen)
    hand = _hand(sheet, no)
    if hand.disputed:
        return unchanged(call, sheet)
    _refuse_if_changed(sheet, no, seen)
    _mark(call, sheet, hand, disputed=True)
    put_call(call, sheet, RefereeCall.About.DISPUTE, no)
    words = {"no": no, "disputed": True}
    done = conclude(call, sheet, VersionNote("sheet.dispute_hand", before=words | {"disputed": False}, after=words))
    return replace(done, raises=(*done.raises, CALLS))


@action(
    "sheet.decide_hand",
    summary=gettext_lazy("Rule on a disputed hand"),
    roles=REFEREES,
    subject="sheet",
    states=UNLOCKED,
)
def decide_hand(
    call: Call,
    sheet: Sheet,
    *,
    seen: int,
    no: int,
    decision: str = "",
    article: str = "",
    value: dict[str, Any] | None = None,
    acknowledged: Collection[str] = (),
) -> Done:
    """Settle a disputed hand for good (3.9.1.4): what was decided, under which article; the reason is the action's.

    ``value`` is the hand as it is to stand, in the shape of :func:`record_hand`'s facts (None: as written), refused and
    asked like there. The ruling is kept; the table's call about that hand is answered with it. Refused or a Conflict
    where the hand was changed since ``seen``.
    """
    guard(call, sheet, seen)
    hand = _hand(sheet, no)
    if not hand.disputed:
        return unchanged(call, sheet)
    before, after = _settled_as(call, sheet, hand, seen, value, acknowledged)
    ruling = Ruling(hand_no=no, version=sheet.version + 1, decision=decision.strip()[:300], article=article.strip())
    answer_dispute(call, sheet, no, ruling.decision)
    said = {"decision": ruling.decision, "article": ruling.article}
    after |= {name: words for name, words in said.items() if words}
    done = conclude(call, sheet, VersionNote("sheet.decide_hand", before=before, after=after))
    put_ruling(call, sheet, ruling)
    return replace(done, raises=(*done.raises, CALLS))


def _settled_as(
    call: Call, sheet: Sheet, hand: Hand, seen: int, value: dict[str, Any] | None, acknowledged: Collection[str]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Write the hand as it stands from now on; what the audit keeps of before and after."""
    words: dict[str, Any] = {"no": hand.no}
    before: dict[str, Any] = words | {"disputed": True}
    if value is None:
        _refuse_if_changed(sheet, hand.no, seen)
        _mark(call, sheet, hand, disputed=False)
        return before, words | {"disputed": False}
    facts = facts_of(sheet)
    slot: Slot = ("hand", hand.no)
    check_hand(facts, value)
    ask(facts, [value], acknowledged)
    merge(sheet, {slot: value}, seen)
    write_hand(call, sheet, facts, hand.no, value, disputed=False)
    follow_hands(call, sheet, facts)
    unsettle(call, sheet)
    return before | as_document({slot: hand_value(hand)}), words | {"disputed": False} | as_document({slot: value})


def _refuse_if_changed(sheet: Sheet, no: int, seen: int) -> None:
    """Raise Refused if hand ``no`` was changed since ``seen``: the person speaks about another value."""
    now, then = slots_now_and_then(sheet, ["hand"], seen)
    slot: Slot = ("hand", no)
    if now.get(slot) != then.get(slot):
        raise Refused(_("The sheet has changed meanwhile: look at it again first."))


def _hand(sheet: Sheet, no: int) -> Hand:
    hand = Hand.objects.current().filter(sheet=sheet, no=no).first()
    if hand is None:
        raise Refused(_("Hand %(no)s is not entered.") % {"no": no}, where="no")
    return hand


def _mark(call: Call, sheet: Sheet, hand: Hand, *, disputed: bool) -> None:
    end(call, sheet, [hand])
    hand.pk, hand.until, hand.disputed = None, None, disputed
    hand._state.adding = True
    begin(call, sheet, hand)
    unsettle(call, sheet)


def check_hand(facts: SheetFacts, value: dict[str, Any]) -> None:
    """Raise Refused, beside its field, for a hand that cannot be at this table."""
    hand = played(value)
    if hand.aborted and replays(facts.sheet):
        raise Refused(_("Aborted hands are replayed here: enter what the replayed hand gave."), where="aborted")
    for code in refusals(hand, facts.played_seats, facts.dead(hand.no)):
        raise Refused(refusal(code, no=hand.no), where=FIELDS[code])


def replays(sheet: Sheet) -> bool:
    """Whether the event has aborted hands replayed (3.11.6.7)."""
    return sheet.table.session.event.play_settings.aborted_hand == PlaySettings.AbortedHand.REPLAYED


def ask(facts: SheetFacts, values: list[dict[str, Any]], acknowledged: Collection[str]) -> None:
    """Raise Unusual for what is seldom meant in these hands and not acknowledged."""
    recorded = {hand.no for hand in facts.hands} | {value["no"] for value in values}
    asked: dict[str, list[int]] = {}
    for value in sorted(values, key=lambda value: value["no"]):
        for code in questions_of_hand(played(value), recorded, facts.played_seats):
            if code not in acknowledged:
                asked.setdefault(code, []).append(value["no"])
    if asked:
        found: dict[str, str] = {}
        for code, numbers in asked.items():
            # Every hand after a gap comes too early for the same reason: the first says it.
            named = numbers[:1] if code == "gap" else numbers
            found |= questions([code], no=", ".join(map(str, named)))
        raise Unusual(found, where="points" if "over-88" in found else "no")


def played(value: dict[str, Any]) -> PlayedHand:
    """A hand's value as the rules know it; seats that are none are found there."""
    return PlayedHand(
        no=value["no"],
        winner=value["winner"],
        discarder=value.get("discarder"),
        points=value.get("points"),
        aborted=value.get("aborted", False),
    )


def write_hand(
    call: Call,
    sheet: Sheet,
    facts: SheetFacts,
    no: int,
    value: dict[str, Any] | None,
    *,
    disputed: bool | None = None,
) -> None:
    """Put the hand in place of the current one of that number (None: only take it away), in ``facts`` too.

    A dispute stays (``disputed`` None) unless a ruling settles it.
    """
    old = [hand for hand in facts.hands if hand.no == no]
    end(call, sheet, old)
    facts.hands = [hand for hand in facts.hands if hand.no != no]
    if value is None:
        return
    winner = value["winner"] or ""
    result = Hand.Result.WON if winner else Hand.Result.ABORTED if value.get("aborted") else Hand.Result.DRAWN
    hand = Hand(
        no=no,
        result=result,
        winner=winner,
        discarder=value.get("discarder") or "",
        points=value.get("points"),
        disputed=any(hand.disputed for hand in old) if disputed is None else disputed,
    )
    begin(call, sheet, hand)
    facts.hands.append(hand)
