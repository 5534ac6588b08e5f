"""Mark a hand as disputed, and settle it by a ruling (3.9.1.4)."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import CALLS, ActionContext, Done, action
from common.actions.errors import Refused
from common.i18n.wording import one_line
from scoring.sheets.models.calls import RefereeCall
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.rulings import Ruling
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.loading import facts_of
from scoring.sheets.selectors.facts.slots import Slot, as_document, hand_value, slots_now_and_then
from scoring.sheets.services.facts.hand_records import follow_hands
from scoring.sheets.services.facts.hands import ask, check_hand, refuse_cut_off, write_hand
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


@action(
    "sheet.dispute_hand",
    summary=gettext_lazy("Mark a hand as disputed"),
    roles=WRITERS,
    subject="sheet",
    states=UNLOCKED,
)
def dispute_hand(context: ActionContext, sheet: Sheet, *, seen: int, no: int) -> Done:
    """Mark hand ``no`` as disputed and call a referee (3.9.1.4).

    Play goes on, signing waits for the ruling. Refused if the hand changed since ``seen``.
    """
    guard(context, sheet, seen)
    hand = _hand(sheet, no)
    if hand.disputed:
        return unchanged(sheet)
    _refuse_if_changed(sheet, no, seen)
    _mark(context, sheet, hand, disputed=True)
    put_call(context, sheet, RefereeCall.About.DISPUTE, no)
    before, after = {"no": no, "disputed": False}, {"no": no, "disputed": True}
    done = conclude(context, sheet, VersionNote("sheet.dispute_hand", before=before, after=after))
    return replace(done, raises=(*done.raises, CALLS))


@action(
    "sheet.decide_hand",
    summary=gettext_lazy("Rule on a disputed hand"),
    roles=REFEREES,
    subject="sheet",
    states=UNLOCKED,
)
def decide_hand(
    context: ActionContext,
    sheet: Sheet,
    *,
    seen: int,
    no: int,
    decision: str = "",
    article: str = "",
    value: dict[str, Any] | None = None,
    acknowledged: Collection[str] = (),
) -> Done:
    """Settle a disputed hand by a ruling (3.9.1.4), with its ``decision``, ``article`` and the action's reason.

    ``value`` is the corrected hand in the shape of `HandFacts.value`, with the same refusals and
    questions; None keeps the hand. The ruling is stored and answers the table's call about that hand. Refused, or a
    Conflict, if the hand changed since ``seen``.
    """
    guard(context, sheet, seen)
    hand = _hand(sheet, no)
    if not hand.disputed:
        return unchanged(sheet)
    before, after = _settle_hand(context, sheet, hand, seen, value, acknowledged)
    texts = {"decision": decision.strip()[:300], "article": one_line(article, 30)}
    ruling = Ruling(hand_no=no, version=sheet.version + 1, **texts)
    answer_dispute(context, sheet, no, ruling.decision)
    after |= {name: text for name, text in texts.items() if text}
    done = conclude(context, sheet, VersionNote("sheet.decide_hand", before=before, after=after))
    put_ruling(context, sheet, ruling)
    return replace(done, raises=(*done.raises, CALLS))


def _settle_hand(
    context: ActionContext,
    sheet: Sheet,
    hand: Hand,
    seen: int,
    value: dict[str, Any] | None,
    acknowledged: Collection[str],
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Write the settled hand; return the audit log's ``before`` and ``after``."""
    before: dict[str, Any] = {"no": hand.no, "disputed": True}
    after: dict[str, Any] = {"no": hand.no, "disputed": False}
    if value is None:
        _refuse_if_changed(sheet, hand.no, seen)
        _mark(context, sheet, hand, disputed=False)
        return before, after
    facts = facts_of(sheet)
    slot: Slot = ("hand", hand.no)
    check_hand(facts, value, facts.course)
    refuse_cut_off(facts, value)
    ask(facts, [value], acknowledged)
    merge(sheet, {slot: value}, seen)
    write_hand(context, sheet, facts, hand.no, value, disputed=False)
    follow_hands(context, sheet, facts)
    unsettle(context, sheet)
    return before | as_document({slot: hand_value(hand)}), after | as_document({slot: value})


def _refuse_if_changed(sheet: Sheet, no: int, seen: int) -> None:
    """Raise Refused if hand ``no`` changed since ``seen``: the caller decided about another value."""
    now, then = slots_now_and_then(sheet, ["hand"], seen)
    slot: Slot = ("hand", no)
    if now.get(slot) != then.get(slot):
        raise Refused(_("The sheet has changed in the meantime. Check it again first."))


def _hand(sheet: Sheet, no: int) -> Hand:
    hand = Hand.objects.current().filter(sheet=sheet, no=no).first()
    if hand is None:
        raise Refused(_("Hand %(no)s is not entered.") % {"no": no}, where="no")
    return hand


def _mark(context: ActionContext, sheet: Sheet, hand: Hand, *, disputed: bool) -> None:
    end(context, sheet, [hand])
    hand.pk, hand.valid_until_version, hand.disputed = None, None, disputed
    hand._state.adding = True
    begin(context, sheet, hand)
    unsettle(context, sheet)
