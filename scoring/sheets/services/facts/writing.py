"""The steps of every write on a sheet: check the caller, replace facts, write the new version with its results.

The action holds the row lock of the sheet meanwhile.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from common.actions.engine import LIVE, PUBLIC, ActionContext, Answer, Done
from common.actions.errors import Conflict, Forbidden, Refused
from common.actions.models.ledgers import Ledger
from common.actions.permissions import BEARER
from scoring.game.rules.game import Game
from scoring.game.rules.games import game_of
from scoring.sheets.models.fact_rows import Fact
from scoring.sheets.models.facts import Adjustment, Forfeit, Settlement, Signature
from scoring.sheets.models.session_penalties import SessionPenalty
from scoring.sheets.models.sheets import Sheet, SheetVersion
from scoring.sheets.selectors.codes.table_codes import holds_pen
from scoring.sheets.selectors.facts.records import SheetFacts
from scoring.sheets.selectors.facts.slots import Values, as_document, hand_slots, last_change, slots_now_and_then
from scoring.sheets.services.facts.counting import recount, recount_facts
from tournament.events.services.closed import refuse_if_closed
from tournament.people.models.accounts import Role

#: Officials, and the phone that opened the table's card.
WRITERS = [Role.Name.ORGANIZER, Role.Name.CHIEF_REFEREE, Role.Name.REFEREE, Role.Name.SCOREKEEPER, BEARER]
#: Officials who enter papers at the Desk.
TYPISTS = [Role.Name.ORGANIZER, Role.Name.CHIEF_REFEREE, Role.Name.REFEREE, Role.Name.SCOREKEEPER]
REFEREES = [Role.Name.CHIEF_REFEREE, Role.Name.REFEREE]
#: A signed sheet is locked.
UNLOCKED: dict[str, Answer] = {
    Sheet.State.OPEN: Answer.SAFE,
    Sheet.State.CHECKED: Answer.SAFE,
    Sheet.State.SIGNED: Answer.REFUSED,
    Sheet.State.CONFIRMED: Answer.REFUSED,
}


@dataclass(frozen=True)
class VersionNote:
    """The name of the action that makes a new version of a sheet, and what that changes.

    ``before`` and ``after`` go to the audit log. ``details`` stay with the version: data that is no fact of the sheet.
    ``answer`` is added to the version and state for the caller.
    """

    action: str
    before: Any = None
    after: Any = None
    details: Mapping[str, Any] = field(default_factory=dict)
    answer: Mapping[str, Any] = field(default_factory=dict)


def guard(context: ActionContext, sheet: Sheet, seen: int) -> None:
    """Raise Forbidden for a phone that does not hold the pen, Refused for a version that the sheet never had."""
    if not holds_pen(context.actor):
        raise Forbidden(
            _("Another device is writing for this table now. To continue, choose “Write with this device”.")
        )
    if not 0 <= seen <= sheet.version:
        raise Refused(_("This page does not belong to this sheet. Reload the page."))


def merge(sheet: Sheet, wanted: Values, seen: int, facts: SheetFacts | None = None) -> tuple[Values, Values]:
    """Return (values before, values after) by slot for the ``wanted`` values that differ from the sheet.

    A value of None means that the slot is empty. Raise Conflict if another person changed such a slot since ``seen``.
    ``facts``: the current facts of the sheet if the action has read them; only for hands.
    """
    if facts is not None and seen == sheet.version:  # no concurrent write
        now = then = hand_slots(facts.hands)
    else:
        now, then = slots_now_and_then(sheet, {kind for kind, _name in wanted}, seen)
    differing = {slot for slot, value in wanted.items() if now.get(slot) != value}
    foreign = {slot for slot in differing if now.get(slot) != then.get(slot)}
    if foreign:
        author = last_change(sheet, seen)
        raise Conflict(
            _("%(name)s changed the same value in the meantime. Compare both and choose one.")
            % {"name": author.by_name if author and author.by_name else _("Another person")},
            theirs=as_document({slot: now.get(slot) for slot in foreign}),
            yours=as_document({slot: wanted[slot] for slot in foreign}),
            version=sheet.version,
        )
    return {slot: now.get(slot) for slot in differing}, {slot: wanted[slot] for slot in differing}


def _in_units(sheet: Sheet, values: Any) -> Any:
    """Return values for the audit log, with the points of hands as people write them where they are fans (IMJ 30.2)."""
    game = game_of(sheet.table.session.event.rules)
    if not game.in_mados or not isinstance(values, Mapping) or not isinstance(values.get("hand"), Mapping):
        return values
    return {**values, "hand": {no: _in_fans(hand, game) for no, hand in values["hand"].items()}}


def _in_fans(hand: Any, game: Game) -> Any:
    if not isinstance(hand, Mapping) or "points" not in hand:
        return hand
    return {("fans" if key == "points" else key): value for key, value in hand.items()} | {
        "fans": game.declared(hand["points"])
    }


def end(_context: ActionContext, sheet: Sheet, facts: Iterable[Fact]) -> None:
    """End the facts with the sheet's next version."""
    for fact in facts:
        fact.valid_until_version = sheet.version + 1
        fact.save(update_fields=["valid_until_version"])


def begin(_context: ActionContext, sheet: Sheet, fact: Fact) -> None:
    """Store a new fact that holds from the sheet's next version on."""
    fact.sheet, fact.valid_from_version = sheet, sheet.version + 1
    fact.save()


def unsettle(context: ActionContext, sheet: Sheet, facts: SheetFacts | None = None) -> None:
    """End every signature and settlement because the facts under them change, and open the sheet.

    ``facts``: the facts of the sheet before the write, if the action has read them.
    """
    for model in (Signature, Settlement):
        if facts is None or model in facts.kinds:
            end(context, sheet, model.objects.current().filter(sheet=sheet))
    sheet.state = Sheet.State.OPEN


def conclude(
    context: ActionContext,
    sheet: Sheet,
    note: VersionNote,
    *,
    was: str = "",
    recounts: bool = True,
    facts: SheetFacts | None = None,
) -> Done:
    """Write the sheet's next version with its author and its results; return the result of the action.

    ``was``: the state before, if the action changed it. ``recounts``: False if the action writes the results of many
    sheets at once. ``facts``: the current facts of the sheet, if the action has read them. The public version rises
    when results of a released session begin or cease to count, and when the last table of a session ends or opens.
    Refused if a result would begin to count in a closed event.
    """
    if sheet.state in Sheet.COUNTED and was and was not in Sheet.COUNTED:
        refuse_if_closed(sheet.table.session.event)
    sheet.version += 1
    sheet.save(update_fields=["version", "state"])
    SheetVersion.objects.create(
        sheet=sheet,
        number=sheet.version,
        at=timezone.now(),
        action=note.action,
        by_ref=context.actor.ref,
        by_name=context.actor.name,
        device=context.actor.device[:200],
        reason=context.reason,
        state=sheet.state,
        details=dict(note.details),
    )
    if facts is not None:
        recount_facts(context, sheet.table.session.event, [facts])
    elif recounts:
        recount(context, sheet.table.session.event, Sheet.objects.filter(pk=sheet.pk))
    was = was or sheet.state
    counted = sheet.table.session.released_at is not None and {was, sheet.state} & set(Sheet.COUNTED)
    public = counted or _ends_or_opens_session(sheet, was)
    return Done(
        answer_of(sheet) | dict(note.answer),
        audit_name(sheet),
        _in_units(sheet, note.before),
        _in_units(sheet, note.after),
        (PUBLIC, LIVE) if public else (LIVE,),
    )


def _ends_or_opens_session(sheet: Sheet, was: str) -> bool:
    """Whether this sheet is the last of its session to end, or the first to open again: the next seats change."""
    if (was == Sheet.State.OPEN) == (sheet.state == Sheet.State.OPEN):
        return False
    session = sheet.table.session
    # Serialise tables that end at the same time so that the later one sees the other; the action locks this row anyway.
    list(Ledger.objects.select_for_update().filter(event=session.event_id).values_list("pk"))
    return not Sheet.objects.filter(table__session=session, state=Sheet.State.OPEN).exclude(pk=sheet.pk).exists()


def unchanged(sheet: Sheet) -> Done:
    """Return the result of an action that changes nothing."""
    return Done(answer_of(sheet), audit_name(sheet), changed=False)


def answer_of(sheet: Sheet) -> dict[str, Any]:
    """Return version and state for the caller."""
    return {"version": sheet.version, "state": sheet.state}


def refuse_if_owned(penalties: Iterable[Adjustment | Forfeit | SessionPenalty]) -> None:
    """Raise Refused for a penalty that belongs to a foul: the foul must be cancelled instead."""
    owners = [penalty.foul.number for penalty in penalties if penalty.foul is not None]
    if owners:
        raise Refused(_("This belongs to foul %(number)d. Cancel the foul instead.") % {"number": min(owners)})


def audit_name(sheet: Sheet) -> str:
    """Return the name of the sheet in the audit log: by session and table."""
    return f"sheet:{sheet.table.session.number}/{sheet.table.number}"
