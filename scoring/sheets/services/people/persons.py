"""Who really sits at a table: a filler from hand k on, somebody back on the own seat, a forfeited seat."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import Call, Done, action
from common.actions.errors import Refused
from scoring.game.rules.seats import HANDS_PER_SESSION
from scoring.sheets.models.facts import Forfeit
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.records import SheetFacts, sheet_facts
from scoring.sheets.selectors.facts.slots import changed_since
from scoring.sheets.selectors.people.persons import persons_of
from scoring.sheets.services.facts.penalties import WITH_REASON
from scoring.sheets.services.facts.writing import (
    VersionNote,
    begin,
    conclude,
    end,
    guard,
    one_line,
    refuse_if_owned,
    unchanged,
    unsettle,
)
from scoring.sheets.services.people.seat_changes import tell_seats_changed
from scoring.sheets.services.people.substituting import CHOOSERS
from tournament.events.models.entries import Entry
from tournament.events.models.tables import Sitting
from tournament.presence.selectors.presence import plays_in


@action(
    "sheet.seat_person",
    summary=gettext_lazy("Let somebody else sit at a table from a hand on"),
    roles=CHOOSERS,
    subject="sheet",
    states=WITH_REASON,
)
def seat_person(
    call: Call, sheet: Sheet, *, seen: int, seat: str, from_hand: int, entry: Entry | None = None, name: str = ""
) -> Done:
    """From hand ``from_hand`` (1 to 16) on ``seat`` is taken by an ``entry`` or by somebody called ``name``.

    A filler, a reserve of the holder's team, or the holder who comes back. Hands stay as they are: the seat keeps its
    column, the sheet names both. What the session brings to whom: `scoring.sheets.rules.credits`.
    """
    guard(call, sheet, seen)
    facts = _unchanged_facts(sheet, seen)
    people = sorted((one for one in facts.sittings if one.seat == seat), key=lambda one: one.from_hand)
    if not people:
        raise Refused(_("Nobody plays on this seat."), where="seat")
    if not 1 <= from_hand <= HANDS_PER_SESSION:
        raise Refused(_("A session has 16 hands."), where="from_hand")
    name = name.strip()[:200]
    if (entry is None) == (not name):
        raise Refused(_("Choose a person or write a name."), where="name")
    if entry is not None:
        _check_entry(sheet, people[0], entry)
    before = next((one for one in people if one.from_hand == from_hand), None)
    # Somebody who goes before the exchange could not have sat on the other seat from that hand on.
    _refuse_exchanged(next((one for one in people if one.exchanged and one.from_hand >= from_hand), None))
    persons = persons_of(sheet)
    sitting = before or Sitting(table=sheet.table, seat=seat, from_hand=from_hand)
    was = _called(before)
    if (sitting.entry_id, sitting.name) == (entry and entry.pk, name) and before:
        return unchanged(call, sheet)
    sitting.entry, sitting.name = entry, name
    _refuse_twice([one for one in people if one.from_hand != from_hand] + [sitting])
    sitting.save()
    tell_seats_changed(call, [sheet])
    return _concluded(call, sheet, "sheet.seat_person", seat, from_hand, was, _called(sitting), persons)


@action(
    "sheet.unseat_person",
    summary=gettext_lazy("Take back that somebody else sits at a table from a hand on"),
    roles=CHOOSERS,
    subject="sheet",
    states=WITH_REASON,
)
def unseat_person(call: Call, sheet: Sheet, *, seen: int, seat: str, from_hand: int) -> Done:
    """Take the change of persons on ``seat`` at ``from_hand`` back."""
    guard(call, sheet, seen)
    _unchanged_facts(sheet, seen)
    sitting = Sitting.objects.filter(table=sheet.table, seat=seat, from_hand=from_hand).select_related("entry").first()
    if sitting is None or not from_hand:
        return unchanged(call, sheet)
    _refuse_exchanged(sitting)
    was, persons = _called(sitting), persons_of(sheet)
    _refuse_twice(Sitting.objects.filter(table=sheet.table, seat=seat).exclude(pk=sitting.pk))
    sitting.delete()
    tell_seats_changed(call, [sheet])
    return _concluded(call, sheet, "sheet.unseat_person", seat, from_hand, was, None, persons)


@action(
    "sheet.forfeit",
    summary=gettext_lazy("Note that a player forfeits the session"),
    roles=CHOOSERS,
    subject="sheet",
    states=WITH_REASON,
)
def forfeit(call: Call, sheet: Sheet, *, seen: int, seat: str) -> Done:
    """The holder of ``seat`` gets 0 table points and 0 points for the session (3.11.2.1), with the action's reason.

    If nobody else sits there, three play: refused once a hand names that seat.
    """
    guard(call, sheet, seen)
    _unchanged_facts(sheet, seen)
    if not put_forfeit(call, sheet, seat):
        return unchanged(call, sheet)
    return conclude(call, sheet, VersionNote("sheet.forfeit", after={"seat": seat}))


def put_forfeit(call: Call, sheet: Sheet, seat: str) -> bool:
    """Write that the holder of the seat forfeits, on a locked sheet that the caller concludes; False if it stands."""
    facts = sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0]
    if seat not in facts.seats:
        raise Refused(_("Nobody plays on this seat."), where="seat")
    if seat in facts.forfeited:
        return False
    if any(one.seat == seat and one.exchanged for one in facts.sittings):
        raise Refused(_("These seats were exchanged: take that back first."), where="seat")
    replaced = any(one.seat == seat and one.from_hand for one in facts.sittings)
    if not replaced and any(seat in (hand.winner, hand.discarder) for hand in facts.hands):
        raise Refused(_("This seat stands in a hand already: say first who sits there."), where="seat")
    begin(call, sheet, Forfeit(seat=seat, reason=one_line(call)))
    unsettle(call, sheet)
    return True


@action(
    "sheet.unforfeit",
    summary=gettext_lazy("Take a forfeit back"),
    roles=CHOOSERS,
    subject="sheet",
    states=WITH_REASON,
)
def unforfeit(call: Call, sheet: Sheet, *, seen: int, seat: str) -> Done:
    """The holder of ``seat`` plays the session after all."""
    guard(call, sheet, seen)
    _unchanged_facts(sheet, seen)
    rows = list(Forfeit.objects.current().filter(sheet=sheet, seat=seat))
    if not rows:
        return unchanged(call, sheet)
    refuse_if_owned(rows)
    end(call, sheet, rows)
    unsettle(call, sheet)
    return conclude(call, sheet, VersionNote("sheet.unforfeit", before={"seat": seat}))


def _unchanged_facts(sheet: Sheet, seen: int) -> SheetFacts:
    """The facts, if nobody changed the sheet since ``seen``: who sits where bears on every hand."""
    if changed_since(sheet, seen):
        raise Refused(_("The sheet has changed meanwhile: look at it again first."))
    return sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0]


def _check_entry(sheet: Sheet, chart: Sitting, entry: Entry) -> None:
    session = sheet.table.session
    holder = chart.entry
    mine = holder is not None and entry.kind == Entry.Kind.RESERVE and entry.team_id is not None
    same_team = mine and holder is not None and entry.team_id == holder.team_id
    if entry.event_id != session.event_id or not (same_team or entry.kind == Entry.Kind.FILLER or entry == holder):
        raise Refused(
            _("%(name)s is neither a reserve of the team nor a filler.") % {"name": entry.name}, where="entry"
        )
    if not plays_in(entry, session.number):
        message = _("%(name)s is out of the event in session %(number)d.")
        raise Refused(message % {"name": entry.name, "number": session.number}, where="entry")
    elsewhere = Sitting.objects.filter(table__session=session, entry=entry)
    elsewhere = elsewhere.exclude(table=sheet.table_id, seat=chart.seat).select_related("table")
    if taken := elsewhere.first():
        message = _("%(name)s sits at table %(table)d in this session already.")
        raise Refused(message % {"name": entry.name, "table": taken.table.number}, where="entry")


def _called(sitting: Sitting | None) -> int | str | None:
    """The number of an entry, the name of somebody without one."""
    if sitting is None:
        return None
    return sitting.entry.number if sitting.entry else sitting.name


def _refuse_twice(people: Iterable[Sitting]) -> None:
    """Raise Refused where somebody would take the seat from somebody who is the same."""
    rows = sorted(people, key=lambda one: one.from_hand)
    for one, following in zip(rows, rows[1:], strict=False):
        if (one.entry_id, one.name) == (following.entry_id, following.name):
            raise Refused(
                _("The same person sits there from another hand on: take that back first."), where="from_hand"
            )


def _refuse_exchanged(sitting: Sitting | None) -> None:
    """Raise Refused for a player whom a repair of seats put here: the other seat belongs to it."""
    if sitting is not None and sitting.exchanged:
        raise Refused(_("These seats were exchanged: take that back first."), where="from_hand")


def _concluded(
    call: Call, sheet: Sheet, name: str, seat: str, from_hand: int, was: Any, now: Any, persons: list[dict[str, Any]]
) -> Done:
    unsettle(call, sheet)
    place = {"seat": seat, "from_hand": from_hand}
    before, after = {**place, "plays": was}, {**place, "plays": now}
    details = {"before": before, "after": after, "persons_before": persons, "persons": persons_of(sheet)}
    return conclude(call, sheet, VersionNote(name, before=before, after=after, details=details))
