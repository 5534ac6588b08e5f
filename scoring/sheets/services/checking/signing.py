"""Checking and signing: the four stand for the sheet, then the referee; signed means locked (rulings: Signatures)."""

from collections.abc import Collection, Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import Answer, Call, Done, action
from common.actions.errors import Refused, Unusual
from common.actions.permissions import BEARER
from scoring.game.rules.seats import hand_numbers
from scoring.sheets.models.codes import CodeTries, PlayerCode
from scoring.sheets.models.facts import Signature
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.checking.signatures import sitter_now
from scoring.sheets.selectors.codes.table_codes import player_code_digest
from scoring.sheets.selectors.facts.records import SheetFacts, sheet_facts
from scoring.sheets.selectors.facts.slots import changed_since
from scoring.sheets.selectors.labels import questions, second_entry_wanted
from scoring.sheets.selectors.paper.second_entries import waits_for
from scoring.sheets.services.codes.code_tries import try_code
from scoring.sheets.services.facts.writing import (
    REFEREES,
    TYPISTS,
    UNLOCKED,
    VersionNote,
    about,
    answer_of,
    begin,
    conclude,
    guard,
)
from tournament.people.models.accounts import Role

#: Players sign what all four have checked.
WHEN_CHECKED: dict[str, Answer] = {
    **dict.fromkeys(Sheet.State.values, Answer.REFUSED),
    Sheet.State.CHECKED: Answer.SAFE,
}


@action(
    "sheet.check",
    summary=gettext_lazy("Say for a player that the sheet is right"),
    roles=[Role.Name.CHIEF_REFEREE, Role.Name.REFEREE, Role.Name.SCOREKEEPER, BEARER],
    subject="sheet",
    states=UNLOCKED,
)
def check_sheet(
    call: Call, sheet: Sheet, *, seen: int, seats: Collection[str], acknowledged: Collection[str] = ()
) -> Done:
    """The players on these starting seats looked at the sheet as it is and agree; once all did, it is checked.

    Refused if a fact changed since ``seen``, or a hand is disputed. Asked: "short" (fewer hands than the session has).
    """
    facts = _to_stand_for(call, sheet, seen)
    _check_seats(facts, seats)
    _ask_short(facts, acknowledged)
    have = _signers(sheet, Signature.Step.CHECK)
    for seat in facts.played_seats:
        if seat in seats and seat not in have:
            _put(call, sheet, facts, Signature.Step.CHECK, seat, Signature.How.PHONE)
    return _concluded(call, sheet, facts, "sheet.check", {"checked": sorted(seats)})


@action(
    "sheet.sign",
    summary=gettext_lazy("Sign as a player with the personal code"),
    roles=[Role.Name.CHIEF_REFEREE, Role.Name.REFEREE, Role.Name.SCOREKEEPER, BEARER],
    subject="sheet",
    states=WHEN_CHECKED,
)
def sign_sheet(call: Call, sheet: Sheet, *, seen: int, seat: str, code: str) -> Done:
    """Sign for the player on ``seat``, who types the own number; all four and the referee make the sheet signed.

    The answer says ``signed``, and if not the free ``tries`` left and ``next_at``, from when the next one is (ISO time;
    a wrong number is kept as a try, so this is no error). Refused: a player without a number, or who has to wait.
    """
    facts = _to_stand_for(call, sheet, seen)
    _check_seats(facts, [seat])
    sitting = sitter_now(facts, seat)
    known = PlayerCode.objects.select_for_update().filter(entry=sitting.entry_id).first() if sitting.entry_id else None
    digest = player_code_digest(known.entry_id, code) if known else ""
    tried = try_code(call, known, digest, CodeTries.Use.SIGNING)
    if not tried.right:
        answer = answer_of(sheet) | {"signed": False} | tried.answer
        return Done(answer, about(call, sheet), after={"seat": seat, "tries": tried.left}, raises=())
    if seat not in _signers(sheet, Signature.Step.SIGN):
        _put(call, sheet, facts, Signature.Step.SIGN, seat, Signature.How.CODE)
    return _concluded(call, sheet, facts, "sheet.sign", {"signed": [seat]}, {"signed": True})


@action(
    "sheet.sign_referee",
    summary=gettext_lazy("Sign as the referee"),
    roles=REFEREES,
    subject="sheet",
    states=WHEN_CHECKED,
)
def sign_as_referee(call: Call, sheet: Sheet, *, seen: int) -> Done:
    """Sign a checked sheet as the referee; with the four players' signatures it is signed."""
    facts = _to_stand_for(call, sheet, seen)
    if Signature.Signer.REFEREE not in _signers(sheet, Signature.Step.SIGN):
        _put(call, sheet, facts, Signature.Step.SIGN, Signature.Signer.REFEREE, Signature.How.ACCOUNT)
    return _concluded(call, sheet, facts, "sheet.sign_referee", {"signed": ["referee"]})


@action(
    "sheet.sign_on_paper",
    summary=gettext_lazy("Note that the sheet is signed on paper"),
    roles=TYPISTS,
    subject="sheet",
    states=UNLOCKED,
)
def sign_on_paper(
    call: Call,
    sheet: Sheet,
    *,
    seen: int,
    seats: Collection[str] | None = None,
    referee: str | None = None,
    acknowledged: Collection[str] = (),
) -> Done:
    """The paper bears the signatures of these starting seats (None: all) and of the ``referee`` (the name as it reads).

    Each stands for checking, too. With all of them the sheet is signed. Refused and asked as `check_sheet`.
    """
    facts = _to_stand_for(call, sheet, seen)
    chosen = facts.played_seats if seats is None else seats
    _check_seats(facts, chosen)
    _ask_short(facts, acknowledged)
    for step in (Signature.Step.CHECK, Signature.Step.SIGN):
        have = _signers(sheet, step)
        for seat in facts.played_seats:
            if seat in chosen and seat not in have:
                _put(call, sheet, facts, step, seat, Signature.How.PAPER)
    if referee is not None and Signature.Signer.REFEREE not in _signers(sheet, Signature.Step.SIGN):
        begin(
            call,
            sheet,
            Signature(
                step=Signature.Step.SIGN,
                signer=Signature.Signer.REFEREE,
                how=Signature.How.PAPER,
                name=referee.strip()[:200],
            ),
        )
    after = {"signed": [*sorted(chosen), *(["referee"] if referee is not None else [])]}
    return _concluded(call, sheet, facts, "sheet.sign_on_paper", after)


def _to_stand_for(call: Call, sheet: Sheet, seen: int) -> SheetFacts:
    """The facts, if they are those that were seen and nothing on them is open."""
    guard(call, sheet, seen)
    if changed_since(sheet, seen):
        raise Refused(_("The sheet has changed meanwhile: look at it again first."))
    facts = sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0]
    if not facts.hands and not facts.totals:
        raise Refused(_("Nothing is entered on this sheet yet."))
    if disputed := [hand.no for hand in facts.hands if hand.disputed]:
        raise Refused(_("Hand %(no)s is disputed: the referee decides first.") % {"no": disputed[0]})
    if waits := waits_for(facts):
        raise Refused(second_entry_wanted(waits))
    return facts


def _check_seats(facts: SheetFacts, seats: Iterable[str]) -> None:
    if not set(seats) <= set(facts.played_seats):
        raise Refused(_("Nobody plays on this seat."), where="seat")


def _ask_short(facts: SheetFacts, acknowledged: Collection[str]) -> None:
    due = len(hand_numbers(facts.played_seats))
    if facts.hands and len(facts.hands) < due and "short" not in acknowledged:
        raise Unusual(questions(["short"], played=len(facts.hands), due=due))


def _signers(sheet: Sheet, step: str) -> set[str]:
    return set(Signature.objects.current().filter(sheet=sheet, step=step).values_list("signer", flat=True))


def _put(call: Call, sheet: Sheet, facts: SheetFacts, step: str, signer: str, how: str) -> None:
    if signer in facts.seats:
        sitting = sitter_now(facts, signer)
        name = sitting.entry.name if sitting.entry else sitting.name
    else:
        name = call.actor.name
    begin(call, sheet, Signature(step=step, signer=signer, how=how, name=name))


def _concluded(
    call: Call,
    sheet: Sheet,
    facts: SheetFacts,
    name: str,
    after: dict[str, Any],
    answer: dict[str, Any] | None = None,
) -> Done:
    """The new version, in the state that the signatures make."""
    was, seats = sheet.state, set(facts.played_seats)
    if seats <= _signers(sheet, Signature.Step.CHECK):
        sheet.state = Sheet.State.CHECKED
    if seats | {Signature.Signer.REFEREE} <= _signers(sheet, Signature.Step.SIGN):
        sheet.state = Sheet.State.SIGNED
    return conclude(call, sheet, VersionNote(name, after=after, answer=answer or {}), was=was)
