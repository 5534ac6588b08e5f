"""Write, correct and remove single hands of a sheet."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import ActionContext, Done, action
from common.actions.errors import Refused, Unusual
from scoring.game.rules.course import Course
from scoring.game.rules.hands import Hand as PlayedHand
from scoring.game.rules.seats import SEATS
from scoring.settings.selectors import replays_aborted
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.loading import facts_of
from scoring.sheets.selectors.facts.records import SheetFacts
from scoring.sheets.selectors.facts.slots import Slot, as_document
from scoring.sheets.selectors.labels import FIELDS, deal_text, questions, refusal
from scoring.sheets.services.facts.hand_records import follow_hands
from scoring.sheets.services.facts.writing import (
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


@dataclass(frozen=True)
class HandFacts:
    """What is entered of hand ``no``; seats are starting seats.

    A winner without discarder is a self-drawn win. No winner is a drawn hand, or one that the referee ended
    (``aborted``). ``points`` and the last three fields: as in the rules' `Hand`.
    """

    no: int
    winner: str | None = None
    discarder: str | None = None
    points: int | None = None
    aborted: bool = False
    robbed: bool = False
    bound: str | None = None
    false_wins: Sequence[str] = ()

    @property
    def value(self) -> dict[str, Any]:
        """The hand as the value of its slot, without empty fields."""
        value: dict[str, Any] = {"no": self.no, "winner": self.winner or None}
        value |= {"discarder": self.discarder} if self.discarder else {}
        value |= {"points": self.points} if self.points is not None else {}
        value |= {"aborted": True} if self.aborted else {}
        value |= {"robbed": True} if self.robbed else {}
        value |= {"bound": self.bound} if self.bound else {}
        return value | ({"false_wins": sorted(self.false_wins, key=SEATS.index)} if self.false_wins else {})


@action(
    "sheet.hand",
    summary=gettext_lazy("Write or correct a hand"),
    roles=WRITERS,
    subject="sheet",
    states=UNLOCKED,
    preconditions=["seen"],
)
def record_hand(
    context: ActionContext,
    sheet: Sheet,
    *,
    seen: int,
    hand: HandFacts,
    acknowledged: Collection[str] = (),
) -> Done:
    """Write or replace a hand.

    Refused at its field for an impossible hand (3.4.8, 3.9.1). Asks "over-88" and "gap". Ends checks and settlements.
    """
    guard(context, sheet, seen)
    value = hand.value
    facts = facts_of(sheet)
    check_hand(facts, value, facts.course)
    refuse_cut_off(facts, value)
    slot: Slot = ("hand", hand.no)
    before, after = merge(sheet, {slot: value}, seen, facts)
    if not after:
        return unchanged(sheet)
    ask(facts, [value], acknowledged)
    write_hand(context, sheet, facts, hand.no, value)
    follow_hands(context, sheet, facts)
    unsettle(context, sheet, facts)
    facts.settlement = None
    note = VersionNote("sheet.hand", before=as_document(before), after=as_document(after))
    return conclude(context, sheet, note, facts=facts)


@action(
    "sheet.remove_hand",
    summary=gettext_lazy("Remove a hand from the sheet"),
    roles=WRITERS,
    subject="sheet",
    states=UNLOCKED,
    preconditions=["seen"],
)
def remove_hand(context: ActionContext, sheet: Sheet, *, seen: int, no: int) -> Done:
    """Remove hand ``no`` (undo); earlier versions keep it, and its penalties stay."""
    guard(context, sheet, seen)
    slot: Slot = ("hand", no)
    facts = facts_of(sheet)
    before, after = merge(sheet, {slot: None}, seen, facts)
    if not after:
        return unchanged(sheet)
    left = [hand for hand in facts.played_hands() if hand.no != no]
    _refuse_cut_off(facts.game.course(left, facts.seating), "others-follow")
    end(context, sheet, [hand for hand in facts.hands if hand.no == no])
    unsettle(context, sheet)
    return conclude(context, sheet, VersionNote("sheet.remove_hand", before=as_document(before), after=None))


def check_hand(facts: SheetFacts, value: dict[str, Any], course: Course) -> None:
    """Raise Refused, with the field, for a hand that is impossible in this course of the table."""
    hand = played(value)
    if hand.aborted and replays_aborted(facts.sheet.table.session.event):
        raise Refused(_("Aborted hands are replayed here: enter the result of the replayed hand."), where="aborted")
    for code in facts.game.faults(hand, course, facts.dead(hand.no)):
        raise Refused(refusal(code, no=hand.no), where=FIELDS[code])


def refuse_cut_off(facts: SheetFacts, value: dict[str, Any]) -> None:
    """Raise Refused if a later hand would have no place once this one is written."""
    _refuse_cut_off(_course_with(facts, [value]), "cuts-off")


def _refuse_cut_off(course: Course, code: str) -> None:
    """Raise Refused if a written hand would have no place in this course of the table."""
    no = min(set(course.written) - set(course.deals), default=0)
    if no:
        raise Refused(refusal(code, no=no), where=FIELDS[code])


def ask(facts: SheetFacts, values: list[dict[str, Any]], acknowledged: Collection[str]) -> None:
    """Raise Unusual for values of hands that are probably mistakes and not ``acknowledged``."""
    course = _course_with(facts, values)
    numbers_by_code: dict[str, list[int]] = {}
    for value in sorted(values, key=lambda value: value["no"]):
        for code in facts.game.questions(played(value), course):
            if code not in acknowledged:
                numbers_by_code.setdefault(code, []).append(value["no"])
    sentences = {} if "deals-change" in acknowledged else _changed_deals(facts, course)
    if numbers_by_code or sentences:
        for code, numbers in numbers_by_code.items():
            # One gap makes every later hand too early, so only the first is named.
            named = numbers[:1] if code == "gap" else numbers
            sentences |= questions([code], no=", ".join(map(str, named)))
        raise Unusual(sentences, where="no" if list(sentences) == ["gap"] else "points")


def _changed_deals(facts: SheetFacts, course: Course) -> dict[str, str]:
    """Return the question about the later deals that get another dealer or round; empty if none does."""
    if facts.game.terms.periods == 1:
        return {}
    before = facts.course
    changed = facts.game.changed_deals(before, course)
    if not changed:
        return {}
    changes = "; ".join(f"{no}: {deal_text(before.deals[no])} → {deal_text(course.deals[no])}" for no in changed)
    return questions(["deals-change"], changes=changes)


def _course_with(facts: SheetFacts, values: Sequence[dict[str, Any]]) -> Course:
    """Return the course of the table once these hands are written."""
    hands = {hand.no: hand for hand in facts.played_hands()} | {value["no"]: played(value) for value in values}
    return facts.game.course(hands.values(), facts.seating)


def played(value: dict[str, Any]) -> PlayedHand:
    """Return the value of a hand as the rules take it; the rules refuse unknown seats."""
    return PlayedHand(
        no=value["no"],
        winner=value["winner"],
        discarder=value.get("discarder"),
        points=value.get("points"),
        aborted=value.get("aborted", False),
        robbed=value.get("robbed", False),
        bound=value.get("bound"),
        false_wins=tuple(value.get("false_wins", ())),
    )


def write_hand(
    context: ActionContext,
    sheet: Sheet,
    facts: SheetFacts,
    no: int,
    value: dict[str, Any] | None,
    *,
    disputed: bool | None = None,
) -> None:
    """Replace hand ``no``, in ``facts`` too; None removes it.

    ``disputed``: None keeps the dispute of the old hand.
    """
    old = [hand for hand in facts.hands if hand.no == no]
    end(context, sheet, old)
    facts.hands = [hand for hand in facts.hands if hand.no != no]
    if value is None:
        return
    winner = value["winner"] or ""
    result = Hand.Result.WON if winner else Hand.Result.ABORTED if value.get("aborted") else Hand.Result.DRAWN
    hand = Hand(
        game=facts.game.key,
        no=no,
        result=result,
        winner=winner,
        discarder=value.get("discarder") or "",
        points=value.get("points"),
        robbed=value.get("robbed", False),
        bound=value.get("bound") or "",
        false_wins="".join(value.get("false_wins", ())),
        disputed=any(hand.disputed for hand in old) if disputed is None else disputed,
    )
    begin(context, sheet, hand)
    facts.hands.append(hand)
