"""Check and sign a sheet: the four players, then the referee; a signed sheet is locked (rulings: Signatures)."""

from collections.abc import Collection, Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import ActionContext, Answer, Done, action
from common.actions.errors import Refused, Unusual
from common.actions.permissions import BEARER
from scoring.sheets.models.codes import CodeTries, PlayerCode
from scoring.sheets.models.facts import Signature
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.checking.signatures import sitter_now
from scoring.sheets.selectors.codes.table_codes import player_code_digest
from scoring.sheets.selectors.corrections import was_reopened
from scoring.sheets.selectors.facts.loading import sheet_facts
from scoring.sheets.selectors.facts.records import SheetFacts
from scoring.sheets.selectors.facts.slots import changed_since
from scoring.sheets.selectors.labels import questions, second_entry_wanted
from scoring.sheets.selectors.paper.second_entries import waits_for
from scoring.sheets.services.codes.code_tries import try_code
from scoring.sheets.services.facts.writing import (
    REFEREES,
    TYPISTS,
    UNLOCKED,
    VersionNote,
    answer_of,
    audit_name,
    begin,
    conclude,
    guard,
)
from tournament.people.models.accounts import Role

#: Players sign only after all four have checked.
WHEN_CHECKED: dict[str, Answer] = {
    **dict.fromkeys(Sheet.State.values, Answer.REFUSED),
    Sheet.State.CHECKED: Answer.SAFE,
}


@action(
    "sheet.check",
    summary=gettext_lazy("Confirm for a player that the sheet is right"),
    roles=[Role.Name.CHIEF_REFEREE, Role.Name.REFEREE, Role.Name.SCOREKEEPER, BEARER],
    subject="sheet",
    states=UNLOCKED,
)
def check_sheet(
    context: ActionContext, sheet: Sheet, *, seen: int, seats: Collection[str], acknowledged: Collection[str] = ()
) -> Done:
    """Note that the players on these starting seats agree with the sheet; it is checked when all do.

    Refused if a fact changed since ``seen``, or a hand is disputed. Asks "short" (fewer hands than the session has),
    or "early-end" where their number is open.
    """
    facts = _facts_to_sign(context, sheet, seen)
    _check_seats(facts, seats)
    _ask_if_short(facts, acknowledged)
    signers = _signers(sheet, Signature.Step.CHECK)
    for seat in facts.played_seats:
        if seat in seats and seat not in signers:
            _put_signature(context, sheet, facts, Signature.Step.CHECK, seat, Signature.How.PHONE)
    return _conclude_signatures(context, sheet, facts, "sheet.check", {"checked": sorted(seats)})


@action(
    "sheet.sign",
    summary=gettext_lazy("Sign as a player with the personal code"),
    roles=[Role.Name.CHIEF_REFEREE, Role.Name.REFEREE, Role.Name.SCOREKEEPER, BEARER],
    subject="sheet",
    states=WHEN_CHECKED,
)
def sign_sheet(context: ActionContext, sheet: Sheet, *, seen: int, seat: str, code: str) -> Done:
    """Sign for the player on ``seat`` with the player's personal code; four players and the referee make it signed.

    The answer has ``signed``. A wrong code is not an error, because the try is stored: the answer then has ``tries``
    (free tries left) and ``next_at`` (ISO time of the next one). Refused for a player without code, or during a wait.
    """
    facts = _facts_to_sign(context, sheet, seen)
    _check_seats(facts, [seat])
    sitting = sitter_now(facts, seat)
    stored = PlayerCode.objects.select_for_update().filter(entry=sitting.entry_id).first() if sitting.entry_id else None
    digest = player_code_digest(stored.entry_id, code) if stored else ""
    tried = try_code(context, stored, digest, CodeTries.Use.SIGNING)
    if not tried.right:
        answer = answer_of(sheet) | {"signed": False} | tried.answer
        return Done(answer, audit_name(sheet), after={"seat": seat, "tries": tried.left}, raises=())
    if seat not in _signers(sheet, Signature.Step.SIGN):
        _put_signature(context, sheet, facts, Signature.Step.SIGN, seat, Signature.How.CODE)
    return _conclude_signatures(context, sheet, facts, "sheet.sign", {"signed": [seat]}, {"signed": True})


@action(
    "sheet.sign_referee",
    summary=gettext_lazy("Sign as the referee"),
    roles=REFEREES,
    subject="sheet",
    states=WHEN_CHECKED,
)
def sign_as_referee(context: ActionContext, sheet: Sheet, *, seen: int) -> Done:
    """Sign a checked sheet as the referee; with the four players' signatures it is signed."""
    facts = _facts_to_sign(context, sheet, seen)
    if Signature.Signer.REFEREE not in _signers(sheet, Signature.Step.SIGN):
        _put_signature(context, sheet, facts, Signature.Step.SIGN, Signature.Signer.REFEREE, Signature.How.ACCOUNT)
    return _conclude_signatures(context, sheet, facts, "sheet.sign_referee", {"signed": ["referee"]})


@action(
    "sheet.sign_corrected",
    summary=gettext_lazy("Sign a corrected sheet instead of the players"),
    roles=REFEREES,
    subject="sheet",
    states={**UNLOCKED, Sheet.State.OPEN: Answer.ASKS, Sheet.State.CHECKED: Answer.ASKS},
)
def sign_corrected(context: ActionContext, sheet: Sheet, *, seen: int) -> Done:
    """Sign a reopened sheet as the referee, with a reason; the players, who may have left, need not sign again.

    Refused for a sheet that was never reopened, or if a fact changed since ``seen``.
    """
    if not was_reopened(sheet):
        raise Refused(_("Only a reopened sheet can be signed without the players."))
    facts = _facts_to_sign(context, sheet, seen)
    if Signature.Signer.REFEREE not in _signers(sheet, Signature.Step.SIGN):
        _put_signature(context, sheet, facts, Signature.Step.SIGN, Signature.Signer.REFEREE, Signature.How.ACCOUNT)
    was, sheet.state = sheet.state, Sheet.State.SIGNED
    note = VersionNote("sheet.sign_corrected", after={"signed": ["referee"]})
    return conclude(context, sheet, note, was=was)


@action(
    "sheet.sign_on_paper",
    summary=gettext_lazy("Record that the sheet is signed on paper"),
    roles=TYPISTS,
    subject="sheet",
    states=UNLOCKED,
)
def sign_on_paper(
    context: ActionContext,
    sheet: Sheet,
    *,
    seen: int,
    seats: Collection[str] | None = None,
    referee: str | None = None,
    acknowledged: Collection[str] = (),
) -> Done:
    """Note the signatures on the paper: of these starting seats (None: all) and of the ``referee`` (name on the paper).

    A signature includes checking. With all of them the sheet is signed. Refuses and asks like `check_sheet`.
    """
    return note_paper_signatures(context, sheet, seen=seen, seats=seats, referee=referee, acknowledged=acknowledged)


def note_paper_signatures(
    context: ActionContext,
    sheet: Sheet,
    *,
    seen: int,
    seats: Collection[str] | None = None,
    referee: str | None,
    acknowledged: Collection[str],
) -> Done:
    """Do what `sign_on_paper` does, for an action that also writes the sheet."""
    facts = _facts_to_sign(context, sheet, seen)
    chosen = facts.played_seats if seats is None else seats
    _check_seats(facts, chosen)
    _ask_if_short(facts, acknowledged)
    for step in (Signature.Step.CHECK, Signature.Step.SIGN):
        signers = _signers(sheet, step)
        for seat in facts.played_seats:
            if seat in chosen and seat not in signers:
                _put_signature(context, sheet, facts, step, seat, Signature.How.PAPER)
    if referee is not None and Signature.Signer.REFEREE not in _signers(sheet, Signature.Step.SIGN):
        begin(
            context,
            sheet,
            Signature(
                step=Signature.Step.SIGN,
                signer=Signature.Signer.REFEREE,
                how=Signature.How.PAPER,
                name=referee.strip()[:200],
            ),
        )
    after = {"signed": [*sorted(chosen), *(["referee"] if referee is not None else [])]}
    return _conclude_signatures(context, sheet, facts, "sheet.sign_on_paper", after)


def _facts_to_sign(context: ActionContext, sheet: Sheet, seen: int) -> SheetFacts:
    """Return the facts; Refused if they changed since ``seen`` or are not ready for signatures."""
    guard(context, sheet, seen)
    if changed_since(sheet, seen):
        raise Refused(_("The sheet has changed in the meantime. Check it again first."))
    facts = sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0]
    if not facts.hands and not facts.totals:
        raise Refused(_("Nothing is entered on this sheet yet."))
    disputed = [hand.no for hand in facts.hands if hand.disputed]
    if disputed:
        raise Refused(_("Hand %(no)s is disputed. The referee must decide first.") % {"no": disputed[0]})
    missing = waits_for(facts)
    if missing:
        raise Refused(second_entry_wanted(missing))
    return facts


def _check_seats(facts: SheetFacts, seats: Iterable[str]) -> None:
    if not set(seats) <= set(facts.played_seats):
        raise Refused(_("This seat has no player."), where="seat")


def _ask_if_short(facts: SheetFacts, acknowledged: Collection[str]) -> None:
    due = len(facts.course.due)
    if facts.game.terms.periods > 1:
        if facts.hands and not facts.course.over and "early-end" not in acknowledged:
            raise Unusual(questions(["early-end"]))
        return
    if facts.hands and len(facts.hands) < due and "short" not in acknowledged:
        raise Unusual(questions(["short"], played=len(facts.hands), due=due))


def _signers(sheet: Sheet, step: str) -> set[str]:
    return set(Signature.objects.current().filter(sheet=sheet, step=step).values_list("signer", flat=True))


def _put_signature(context: ActionContext, sheet: Sheet, facts: SheetFacts, step: str, signer: str, how: str) -> None:
    if signer in facts.seats:
        sitting = sitter_now(facts, signer)
        name = sitting.entry.name if sitting.entry else sitting.name
    else:
        name = context.actor.name
    begin(context, sheet, Signature(step=step, signer=signer, how=how, name=name))


def _conclude_signatures(
    context: ActionContext,
    sheet: Sheet,
    facts: SheetFacts,
    name: str,
    after: dict[str, Any],
    answer: dict[str, Any] | None = None,
) -> Done:
    """Write the new version, in the state that follows from the signatures."""
    was, seats = sheet.state, set(facts.played_seats)
    if seats <= _signers(sheet, Signature.Step.CHECK):
        sheet.state = Sheet.State.CHECKED
    if seats | {Signature.Signer.REFEREE} <= _signers(sheet, Signature.Step.SIGN):
        sheet.state = Sheet.State.SIGNED
    return conclude(context, sheet, VersionNote(name, after=after, answer=answer or {}), was=was)
