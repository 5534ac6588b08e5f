"""Wrong seats found late: players on each other's seats, a round seated otherwise than by A4, a table that moved."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import CALLS, LIVE, PUBLIC, Answer, Call, Done, action
from common.actions.errors import Refused
from scoring.game.rules.seats import HANDS_PER_SESSION, ROUNDS, places_fault, sitting
from scoring.sheets.models.facts import RoundSeating
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.credits import Sitter
from scoring.sheets.rules.seat_repairs import exchange
from scoring.sheets.selectors.facts.records import SheetFacts, facts_of, sheet_facts
from scoring.sheets.selectors.facts.slots import changed_since
from scoring.sheets.selectors.people.persons import persons_of
from scoring.sheets.services.facts.counting import recount
from scoring.sheets.services.facts.hand_records import follow_hands
from scoring.sheets.services.facts.penalties import WITH_REASON
from scoring.sheets.services.facts.writing import (
    REFEREES,
    VersionNote,
    begin,
    conclude,
    end,
    guard,
    unchanged,
    unsettle,
)
from scoring.sheets.services.people.seat_changes import tell_seats_changed
from tournament.events.models.stages import Session
from tournament.events.models.tables import Sitting
from tournament.people.models.accounts import Role

REPAIRERS = [Role.Name.ORGANIZER, *REFEREES]
STATES = {"unreleased": Answer.ASKS, "released": Answer.REFUSED}
FAULTS = {
    "same-player": gettext_lazy("The same player sits on both seats."),
    "no-number": gettext_lazy("Somebody without a number sits there: change the persons of the sheet instead."),
    "left": gettext_lazy(
        "Somebody left one of these seats during the session: change the persons of the sheet instead."
    ),
    "later": gettext_lazy("These seats were exchanged from a later hand on: take that back first."),
}


@action(
    "seats.exchange",
    summary=gettext_lazy("Enter that two players sat on each other's seats"),
    roles=REPAIRERS,
    subject="session",
    states=STATES,
)
def exchange_seats(
    call: Call,
    session: Session,
    *,
    table: int,
    seat: str,
    other_table: int,
    other_seat: str,
    since: int = 1,
    back: int | None = None,
    seen: Mapping[str, int] | None = None,
) -> Done:
    """The players of two seats, at one table or two, sat on each other's since hand ``since``.

    From hand ``back`` on they sit right again; None: it stays so. Hands stand in their columns; whose they are says
    `scoring.sheets.rules.credits`. ``seen``: table -> the version of its sheet that the page showed. Both sheets or
    none.
    """
    _check_hands(since, back)
    if (table, seat) == (other_table, other_seat):
        raise Refused(_("Choose two seats."), where="other_seat")
    facts = _locked(session, {table, other_table}, seen or {})
    rows = _sitters(facts[table], seat, "seat"), _sitters(facts[other_table], other_seat, "other_seat")
    if seat in facts[table].forfeited or other_seat in facts[other_table].forfeited:
        raise Refused(_("One of these seats is forfeited: take that back first."))
    try:
        found = exchange(*rows, since, back)
    except ValueError as fault:
        raise Refused(FAULTS[str(fault)]) from None
    before = {number: persons_of(facts[number].sheet) for number in facts}
    _write(call, facts[table], seat, found[0])
    _write(call, facts[other_table], other_seat, found[1])
    return _concluded(call, session, facts, before, "seats.exchange")


@action(
    "seats.exchange_back",
    summary=gettext_lazy("Take exchanged seats back"),
    roles=REPAIRERS,
    subject="session",
    states=STATES,
)
def take_exchange_back(
    call: Call, session: Session, *, table: int, seat: str, seen: Mapping[str, int] | None = None
) -> Done:
    """Everybody who was exchanged with this seat, directly or through others, sits by the chart again."""
    places = _linked(session, table, seat)
    facts = _locked(session, {number for number, _seat in places} | {table}, seen or {})
    before = {number: persons_of(facts[number].sheet) for number in facts}
    for number, letter in places:
        Sitting.objects.filter(table=facts[number].sheet.table, seat=letter, exchanged=True).delete()
    if not places:
        return Done({"session": session.number}, f"session:{session.number}", changed=False)
    return _concluded(call, session, facts, before, "seats.exchange_back")


@action(
    "sheet.seat_round",
    summary=gettext_lazy("Enter how a round was really seated"),
    roles=REPAIRERS,
    subject="sheet",
    states=WITH_REASON,
)
def seat_round(call: Call, sheet: Sheet, *, seen: int, round_no: int, places: str) -> Done:
    """In the round those who started on ``places`` ("SENW") sat East, South, West, North; the winds and dealer follow.

    The places of A4 end an earlier entry. Hands stand as they are written: by player.
    """
    guard(call, sheet, seen)
    if changed_since(sheet, seen):
        raise Refused(_("The sheet has changed meanwhile: look at it again first."))
    facts = sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0]
    if not 1 <= round_no <= ROUNDS:
        raise Refused(_("A session has four rounds."), where="round_no")
    _check_places(round_no, places, facts)
    now = next((row for row in facts.rounds if row.round_no == round_no), None)
    planned = "".join(sitting(round_no))
    was = now.places if now else planned
    if places == was:
        return unchanged(call, sheet)
    end(call, sheet, [now] if now else [])
    if places != planned:
        begin(call, sheet, RoundSeating(round_no=round_no, places=places))
    follow_hands(call, sheet, facts_of(sheet))
    unsettle(call, sheet)
    before, after = {"round": round_no, "places": was}, {"round": round_no, "places": places}
    return conclude(call, sheet, VersionNote("sheet.seat_round", before=before, after=after))


@action(
    "table.move",
    summary=gettext_lazy("Move a running table"),
    roles=REPAIRERS,
    subject="session",
    states=STATES,
)
def move_table(call: Call, session: Session, *, table: int, to: int | None, room: str = "") -> Done:
    """The table goes on where table ``to`` stands, in ``room``; None and no room: it is back where it belongs.

    Its number on chart and sheet stays. Its phones go on, and so does a card that lies at the new place.
    """
    found = session.tables.filter(number=table).first()
    if found is None:
        raise Refused(_("There is no table %(number)d in this session.") % {"number": table}, where="table")
    to, room = (None if to == table else to), " ".join(room.split())[:60]
    taken = session.tables.exclude(pk=found.pk)
    if to is not None and (taken.filter(moved_to=to) or taken.filter(number=to, moved_to=None)).exists():
        raise Refused(_("Table %(number)d is taken in this session.") % {"number": to}, where="to")
    before = {"table": table, "to_table": found.moved_to, "room": found.room}
    found.moved_to, found.room = to, room
    found.save(update_fields=["moved_to", "room"])
    after = {"table": table, "to_table": to, "room": room}
    raises = (PUBLIC, LIVE, CALLS)
    return Done({"table": table}, f"session:{session.number}", before, after, raises, changed=before != after)


def _check_hands(since: int, back: int | None) -> None:
    if not 1 <= since <= HANDS_PER_SESSION:
        raise Refused(_("A session has 16 hands."), where="since")
    if back is not None and not since < back <= HANDS_PER_SESSION:
        raise Refused(_("They sit right again from a later hand on, 16 at most."), where="back")


def _check_places(round_no: int, places: str, facts: SheetFacts) -> None:
    fault = places_fault(round_no, places, facts.seats)
    if fault == "not-four":
        raise Refused(_("Name each of the four starting seats once."), where="places")
    if fault:
        raise Refused(_("At a table of three the empty seat keeps its place."), where="places")


def _locked(session: Session, numbers: set[int], seen: Mapping[str, int]) -> dict[int, SheetFacts]:
    """The facts of these tables by number, their sheets locked by id; none signed, none changed since it was seen."""
    sheets = Sheet.objects.filter(table__session=session, table__number__in=numbers)
    locked = [sheet.pk for sheet in sheets.select_for_update(of=("self",)).order_by("pk")]
    found = {facts.sheet.table.number: facts for facts in sheet_facts(Sheet.objects.filter(pk__in=locked))}
    for number in sorted(numbers):
        if number not in found:
            raise Refused(_("There is no table %(number)d in this session.") % {"number": number}, where="table")
        sheet = found[number].sheet
        if sheet.state in Sheet.COUNTED:
            raise Refused(_("The sheet of table %(table)d is signed: reopen it first.") % {"table": number})
        if changed_since(sheet, seen.get(str(number), sheet.version)):
            raise Refused(_("The sheet has changed meanwhile: look at it again first."))
    return found


def _sitters(facts: SheetFacts, seat: str, where: str) -> list[Sitter]:
    rows = {str(letter): sitters for letter, sitters in facts.sitters.items()}.get(seat)
    if rows is None:
        raise Refused(_("Nobody plays on this seat."), where=where)
    return rows


def _write(call: Call, facts: SheetFacts, seat: str, sitters: list[Sitter]) -> None:
    """Store the sitters of one seat: the chart's row stays as it is."""
    table = facts.sheet.table
    wanted = {one.from_hand: one for one in sitters if one.from_hand}
    Sitting.objects.filter(table=table, seat=seat, from_hand__gt=0).exclude(from_hand__in=wanted).delete()
    for hand, one in wanted.items():
        columns = {"entry_id": one.entry, "exchanged": one.exchanged}
        known = Sitting.objects.filter(table=table, seat=seat, from_hand=hand).first()
        row = known or Sitting(table=table, seat=seat, from_hand=hand)
        if known is None or one.exchanged:
            for name, value in columns.items():
                setattr(row, name, value)
            row.save()


def _linked(session: Session, table: int, seat: str) -> set[tuple[int, str]]:
    """The places that exchanged their players with this one, directly or through others."""
    rows = Sitting.objects.filter(table__session=session, entry__isnull=False).select_related("table")
    people: dict[tuple[int, str], set[int | None]] = {}
    exchanged = set()
    for row in rows:
        place = (row.table.number, row.seat)
        people.setdefault(place, set()).add(row.entry_id)
        if row.exchanged:
            exchanged.add(place)
    found, open_ones = set(), {(table, seat)} & exchanged
    while open_ones:
        place = open_ones.pop()
        found.add(place)
        open_ones |= {other for other in exchanged - found if people[other] & people[place]}
    return found


def _concluded(call: Call, session: Session, facts: dict[int, SheetFacts], before: dict[int, Any], name: str) -> Done:
    """A new version of every sheet, each with who sat there before and after."""
    after = {number: persons_of(facts[number].sheet) for number in facts}
    tell_seats_changed(call, [one.sheet for one in facts.values()])
    for number in sorted(facts, key=lambda number: facts[number].sheet.pk):
        sheet = facts[number].sheet
        unsettle(call, sheet)
        words = [_words({number: found[number]}) for found in (before, after)]
        details = {"persons_before": before[number], "persons": after[number], "before": words[0], "after": words[1]}
        conclude(call, sheet, VersionNote(name, details=details), recounts=False)
    # Together: for a moment a player would have a result at both tables.
    recount(call, session.event, Sheet.objects.filter(pk__in=[one.sheet.pk for one in facts.values()]))
    answer = {"session": session.number, "tables": sorted(facts)}
    # The public sees who sits where.
    about = f"session:{session.number}"
    return Done(answer, about, _words(before), _words(after), (PUBLIC, LIVE), changed=before != after)


def _words(persons: Mapping[int, list[dict[str, Any]]]) -> dict[str, list[str]]:
    """Table, seat, hand and who sits there from it on, as the audit keeps it: "3 E5: 12"."""
    lines = [
        f"{number} {row['seat']}{row['from_hand'] or ''}: {row['plays']}"
        for number, rows in sorted(persons.items())
        for row in rows
    ]
    return {"persons": lines}
