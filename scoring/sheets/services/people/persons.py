"""Change who sits at a table: a filler from a later hand on, the return of a holder, a forfeited seat."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import ActionContext, Done, action
from common.actions.errors import Refused
from common.i18n.wording import one_line
from scoring.sheets.models.facts import Forfeit
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.loading import sheet_facts
from scoring.sheets.selectors.facts.records import SheetFacts
from scoring.sheets.selectors.facts.slots import changed_since
from scoring.sheets.selectors.people.persons import persons_of
from scoring.sheets.services.facts.hand_numbers import check_hand_number
from scoring.sheets.services.facts.penalties import WITH_REASON
from scoring.sheets.services.facts.writing import (
    VersionNote,
    begin,
    conclude,
    end,
    guard,
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
    summary=gettext_lazy("Seat another person at a table from a hand on"),
    roles=CHOOSERS,
    subject="sheet",
    states=WITH_REASON,
)
def seat_person(
    context: ActionContext,
    sheet: Sheet,
    *,
    seen: int,
    seat: str,
    from_hand: int,
    entry: Entry | None = None,
    name: str = "",
) -> Done:
    """Seat an ``entry``, or somebody called ``name``, on ``seat`` from hand ``from_hand`` on.

    The entry is a filler, a reserve of the holder's team, or the returning holder. Hands do not change: the seat keeps
    its column, and the sheet names both. `scoring.sheets.rules.credits` says who gets the result.
    """
    guard(context, sheet, seen)
    facts = _unchanged_facts(sheet, seen)
    sittings = sorted((row for row in facts.sittings if row.seat == seat), key=lambda row: row.from_hand)
    if not sittings:
        raise Refused(_("This seat has no player."), where="seat")
    check_hand_number(facts.game, from_hand, "from_hand", least=1)
    name = one_line(name)
    if (entry is None) == (not name):
        raise Refused(_("Choose a person or write a name."), where="name")
    if entry is not None:
        _check_entry(sheet, sittings[0], entry)
    before = next((row for row in sittings if row.from_hand == from_hand), None)
    # A player who leaves before an exchange cannot take part in it.
    _refuse_exchanged(next((row for row in sittings if row.exchanged and row.from_hand >= from_hand), None))
    persons = persons_of(sheet)
    sitting = before or Sitting(table=sheet.table, seat=seat, from_hand=from_hand)
    was = _number_or_name(before)
    if (sitting.entry_id, sitting.name) == (entry and entry.pk, name) and before:
        return unchanged(sheet)
    sitting.entry, sitting.name = entry, name
    _refuse_repeated([row for row in sittings if row.from_hand != from_hand] + [sitting])
    sitting.save()
    tell_seats_changed(context, [sheet])
    return _conclude(context, sheet, "sheet.seat_person", seat, from_hand, was, _number_or_name(sitting), persons)


@action(
    "sheet.unseat_person",
    summary=gettext_lazy("Undo that another person sits at a table from a hand on"),
    roles=CHOOSERS,
    subject="sheet",
    states=WITH_REASON,
)
def unseat_person(context: ActionContext, sheet: Sheet, *, seen: int, seat: str, from_hand: int) -> Done:
    """Undo the change of persons on ``seat`` at hand ``from_hand``."""
    guard(context, sheet, seen)
    _unchanged_facts(sheet, seen)
    sitting = Sitting.objects.filter(table=sheet.table, seat=seat, from_hand=from_hand).select_related("entry").first()
    if sitting is None or not from_hand:
        return unchanged(sheet)
    _refuse_exchanged(sitting)
    was, persons = _number_or_name(sitting), persons_of(sheet)
    _refuse_repeated(Sitting.objects.filter(table=sheet.table, seat=seat).exclude(pk=sitting.pk))
    sitting.delete()
    tell_seats_changed(context, [sheet])
    return _conclude(context, sheet, "sheet.unseat_person", seat, from_hand, was, None, persons)


@action(
    "sheet.forfeit",
    summary=gettext_lazy("Record that a player forfeits a session"),
    roles=CHOOSERS,
    subject="sheet",
    states=WITH_REASON,
)
def forfeit(context: ActionContext, sheet: Sheet, *, seen: int, seat: str) -> Done:
    """Give the holder of ``seat`` 0 table points and 0 points for the session (3.11.2.1), with the action's reason.

    Without a substitute on the seat three people play: refused once a hand names that seat.
    """
    guard(context, sheet, seen)
    _unchanged_facts(sheet, seen)
    if not put_forfeit(context, sheet, seat, reason=one_line(context.reason)):
        return unchanged(sheet)
    return conclude(context, sheet, VersionNote("sheet.forfeit", after={"seat": seat}))


def put_forfeit(context: ActionContext, sheet: Sheet, seat: str, *, reason: str = "", foul: int | None = None) -> bool:
    """Write the forfeit of the seat's holder on a locked sheet that the caller concludes; False if it is there.

    ``foul``: the id of the foul behind it.
    """
    facts = sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0]
    if seat not in facts.seats:
        raise Refused(_("This seat has no player."), where="seat")
    if seat in facts.forfeited:
        return False
    if any(row.seat == seat and row.exchanged for row in facts.sittings):
        raise Refused(_("These seats were exchanged. Undo that first."), where="seat")
    replaced = any(row.seat == seat and row.from_hand for row in facts.sittings)
    if not replaced and any(seat in (hand.winner, hand.discarder) for hand in facts.hands):
        raise Refused(_("This seat is already used in a hand. First enter who sits there."), where="seat")
    begin(context, sheet, Forfeit(seat=seat, reason=reason, foul_id=foul))
    unsettle(context, sheet)
    return True


@action(
    "sheet.unforfeit",
    summary=gettext_lazy("Undo a forfeit"),
    roles=CHOOSERS,
    subject="sheet",
    states=WITH_REASON,
)
def unforfeit(context: ActionContext, sheet: Sheet, *, seen: int, seat: str) -> Done:
    """Undo the forfeit of the holder of ``seat``."""
    guard(context, sheet, seen)
    _unchanged_facts(sheet, seen)
    rows = list(Forfeit.objects.current().filter(sheet=sheet, seat=seat))
    if not rows:
        return unchanged(sheet)
    refuse_if_owned(rows)
    end(context, sheet, rows)
    unsettle(context, sheet)
    return conclude(context, sheet, VersionNote("sheet.unforfeit", before={"seat": seat}))


def _unchanged_facts(sheet: Sheet, seen: int) -> SheetFacts:
    """Return the facts; Refused if the sheet changed since ``seen``, because sitters affect every hand."""
    if changed_since(sheet, seen):
        raise Refused(_("The sheet has changed in the meantime. Check it again first."))
    return sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0]


def _check_entry(sheet: Sheet, chart: Sitting, entry: Entry) -> None:
    session = sheet.table.session
    holder = chart.entry
    reserve = holder is not None and entry.kind == Entry.Kind.RESERVE and entry.team_id is not None
    same_team = reserve and holder is not None and entry.team_id == holder.team_id
    if entry.event_id != session.event_id or not (same_team or entry.kind == Entry.Kind.FILLER or entry == holder):
        raise Refused(
            _("%(name)s is neither a reserve of the team nor a filler.") % {"name": entry.name}, where="entry"
        )
    if not plays_in(entry, session.number):
        message = _("%(name)s is out of the event in session %(number)d.")
        raise Refused(message % {"name": entry.name, "number": session.number}, where="entry")
    elsewhere = Sitting.objects.filter(table__session=session, entry=entry)
    elsewhere = elsewhere.exclude(table=sheet.table_id, seat=chart.seat).select_related("table")
    taken = elsewhere.first()
    if taken:
        message = _("%(name)s already sits at table %(table)d in this session.")
        raise Refused(message % {"name": entry.name, "table": taken.table.number}, where="entry")


def _number_or_name(sitting: Sitting | None) -> int | str | None:
    """Return the number of the sitter, or the name of a person without one."""
    if sitting is None:
        return None
    return sitting.entry.number if sitting.entry else sitting.name


def _refuse_repeated(sittings: Iterable[Sitting]) -> None:
    """Raise Refused if a person would take the seat from the same person."""
    rows = sorted(sittings, key=lambda row: row.from_hand)
    for earlier, later in zip(rows, rows[1:], strict=False):
        if (earlier.entry_id, earlier.name) == (later.entry_id, later.name):
            raise Refused(_("The same person sits there from another hand on. Undo that first."), where="from_hand")


def _refuse_exchanged(sitting: Sitting | None) -> None:
    """Raise Refused for a sitter from an exchange of seats: it concerns the other seat too."""
    if sitting is not None and sitting.exchanged:
        raise Refused(_("These seats were exchanged. Undo that first."), where="from_hand")


def _conclude(
    context: ActionContext,
    sheet: Sheet,
    name: str,
    seat: str,
    from_hand: int,
    was: Any,
    now: Any,
    persons: list[dict[str, Any]],
) -> Done:
    unsettle(context, sheet)
    position = {"seat": seat, "from_hand": from_hand}
    before, after = {**position, "plays": was}, {**position, "plays": now}
    details = {"before": before, "after": after, "persons_before": persons, "persons": persons_of(sheet)}
    return conclude(context, sheet, VersionNote(name, before=before, after=after, details=details))
