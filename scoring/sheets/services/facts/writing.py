"""Parts of every write on a sheet: who may now, replacing facts, and the new version with its results.

Under the sheet's row lock, which the action holds.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from common.actions.engine import LIVE, PUBLIC, Answer, Call, Done
from common.actions.errors import Conflict, Forbidden, Refused
from common.actions.models.heads import Head
from common.actions.permissions import BEARER
from scoring.sheets.models.facts import Adjustment, Fact, Forfeit, SessionPenalty, Settlement, Signature
from scoring.sheets.models.sheets import Sheet, SheetVersion
from scoring.sheets.selectors.codes.table_codes import holds_pen
from scoring.sheets.selectors.facts.records import SheetFacts
from scoring.sheets.selectors.facts.slots import Values, as_document, hand_slots, last_change, slots_now_and_then
from scoring.sheets.services.facts.counting import recount, recount_facts
from tournament.events.services.closed import refuse_if_closed
from tournament.people.models.accounts import Role

#: Who writes what was played: officials, and the phone that opened the table's card.
WRITERS = [Role.Name.ORGANIZER, Role.Name.CHIEF_REFEREE, Role.Name.REFEREE, Role.Name.SCOREKEEPER, BEARER]
#: Who types papers at the Desk.
TYPISTS = [Role.Name.ORGANIZER, Role.Name.CHIEF_REFEREE, Role.Name.REFEREE, Role.Name.SCOREKEEPER]
REFEREES = [Role.Name.CHIEF_REFEREE, Role.Name.REFEREE]
#: A sheet takes facts until it is signed; then it is locked.
UNLOCKED: dict[str, Answer] = {
    Sheet.State.OPEN: Answer.SAFE,
    Sheet.State.CHECKED: Answer.SAFE,
    Sheet.State.SIGNED: Answer.REFUSED,
    Sheet.State.CONFIRMED: Answer.REFUSED,
}


@dataclass(frozen=True)
class VersionNote:
    """What a new version of a sheet says of itself: the name of the action that made it, and what that changed.

    ``before`` and ``after`` go to the audit log. ``details`` are kept with the version: what is no fact of the sheet.
    ``answer`` goes to the caller, with version and state.
    """

    action: str
    before: Any = None
    after: Any = None
    details: Mapping[str, Any] = field(default_factory=dict)
    answer: Mapping[str, Any] = field(default_factory=dict)


def guard(call: Call, sheet: Sheet, seen: int) -> None:
    """Raise Forbidden for a phone without the pen, Refused for a version that the sheet never had."""
    if not holds_pen(call.actor):
        raise Forbidden(_("Another phone writes at this table now. Take the pen back to go on."))
    if not 0 <= seen <= sheet.version:
        raise Refused(_("This page is not of this sheet: load it again."))


def merge(
    sheet: Sheet, wanted: Values, seen: int, facts: SheetFacts | None = None
) -> tuple[Values, Values]:
    """What of the ``wanted`` values (None: nothing there) is new: (values before, values after), both by slot.

    Raises Conflict where somebody else changed the same since ``seen`` to something else; what is wanted and stands
    already is left out. ``facts``: those of the sheet now, where the action has them and wants hands.
    """
    if facts is not None and seen == sheet.version:  # nobody wrote meanwhile
        now = then = hand_slots(facts.hands)
    else:
        now, then = slots_now_and_then(sheet, {kind for kind, _name in wanted}, seen)
    differing = {slot for slot, value in wanted.items() if now.get(slot) != value}
    foreign = {slot for slot in differing if now.get(slot) != then.get(slot)}
    if foreign:
        author = last_change(sheet, seen)
        raise Conflict(
            _("%(name)s changed the same meanwhile: look at both and choose.")
            % {"name": author.by_name if author and author.by_name else _("Somebody else")},
            theirs=as_document({slot: now.get(slot) for slot in foreign}),
            yours=as_document({slot: wanted[slot] for slot in foreign}),
            version=sheet.version,
        )
    return {slot: now.get(slot) for slot in differing}, {slot: wanted[slot] for slot in differing}


def end(call: Call, sheet: Sheet, facts: Iterable[Fact]) -> None:
    """Let the facts hold no longer, from the sheet's next version on."""
    for fact in facts:
        fact.until = sheet.version + 1
        fact.save(update_fields=["until"])


def begin(call: Call, sheet: Sheet, fact: Fact) -> None:
    """Let the fact hold from the sheet's next version on."""
    fact.sheet, fact.since = sheet, sheet.version + 1
    fact.save()


def unsettle(call: Call, sheet: Sheet, facts: SheetFacts | None = None) -> None:
    """End every signature and settlement: what they stood for has changed. The sheet is open again.

    ``facts``: those of the sheet before, where the action has them.
    """
    for kind in (Signature, Settlement):
        if facts is None or kind in facts.kinds:
            end(call, sheet, kind.objects.current().filter(sheet=sheet))
    sheet.state = Sheet.State.OPEN


def conclude(
    call: Call,
    sheet: Sheet,
    note: VersionNote,
    *,
    was: str = "",
    recounts: bool = True,
    facts: SheetFacts | None = None,
) -> Done:
    """Write the sheet's next version with its author and its results; what the action returns.

    ``was``: the state before, where the action changed it. ``recounts``: False where the action writes the results of
    many sheets at once. ``facts``: those of the sheet now, where the action has them. The public version rises where
    results of a released session begin or cease to count, and where a session begins or ends at its last table.
    Refused where a result would begin to count in a closed event.
    """
    if sheet.state in Sheet.COUNTED and was and was not in Sheet.COUNTED:
        refuse_if_closed(call, sheet.table.session.event)
    sheet.version += 1
    sheet.save(update_fields=["version", "state"])
    SheetVersion.objects.create(
        sheet=sheet,
        number=sheet.version,
        at=timezone.now(),
        action=note.action,
        by_ref=call.actor.ref,
        by_name=call.actor.name,
        device=call.actor.device[:200],
        reason=call.reason,
        state=sheet.state,
        details=dict(note.details),
    )
    if facts is not None:
        recount_facts(call, sheet.table.session.event, [facts])
    elif recounts:
        recount(call, sheet.table.session.event, Sheet.objects.filter(pk=sheet.pk))
    was = was or sheet.state
    counted = sheet.table.session.released_at is not None and {was, sheet.state} & set(Sheet.COUNTED)
    seen_by_all = counted or _turns_the_session(sheet, was)
    return Done(
        answer_of(sheet) | dict(note.answer),
        about(call, sheet),
        note.before,
        note.after,
        (PUBLIC, LIVE) if seen_by_all else (LIVE,),
    )


def _turns_the_session(sheet: Sheet, was: str) -> bool:
    """Whether with this sheet its session is played at every table, or no longer is: phones name another next seat."""
    if (was == Sheet.State.OPEN) == (sheet.state == Sheet.State.OPEN):
        return False
    session = sheet.table.session
    # Of two tables that end at the same time the later one knows of the other; the write would lock the head anyway.
    list(Head.objects.select_for_update().filter(event=session.event_id).values_list("pk"))
    return not Sheet.objects.filter(table__session=session, state=Sheet.State.OPEN).exclude(pk=sheet.pk).exists()


def unchanged(call: Call, sheet: Sheet) -> Done:
    """What an action returns where everything stood so already."""
    return Done(answer_of(sheet), about(call, sheet), changed=False)


def answer_of(sheet: Sheet) -> dict[str, Any]:
    """Version and state, for the caller."""
    return {"version": sheet.version, "state": sheet.state}


def refuse_if_owned(penalties: Iterable[Adjustment | Forfeit | SessionPenalty]) -> None:
    """Raise Refused for a penalty that follows from a foul: the foul must be cancelled instead."""
    owners = [one.foul.number for one in penalties if one.foul is not None]
    if owners:
        raise Refused(_("This belongs to foul %(number)d: cancel that.") % {"number": min(owners)})


def one_line(call: Call) -> str:
    """The reason as it stands on a sheet: in one line."""
    return " ".join(call.reason.split())[:200]


def about(call: Call, sheet: Sheet) -> str:
    """How the audit names the sheet: by session and table."""
    return f"sheet:{sheet.table.session.number}/{sheet.table.number}"
