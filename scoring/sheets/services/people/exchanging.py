"""Repair wrong seats found late: players who sat on each other's seats, and a table that moved."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import CALLS, LIVE, PUBLIC, ActionContext, Answer, Done, action
from common.actions.errors import Refused
from common.i18n.wording import one_line
from scoring.game.rules.game import Game
from scoring.game.rules.games import game_of
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.credits import Sitter
from scoring.sheets.rules.seat_repairs import exchange as exchange_sitters
from scoring.sheets.selectors.facts.loading import sheet_facts
from scoring.sheets.selectors.facts.records import SheetFacts
from scoring.sheets.selectors.facts.slots import changed_since
from scoring.sheets.selectors.people.persons import persons_of
from scoring.sheets.services.facts.counting import recount
from scoring.sheets.services.facts.hand_numbers import check_hand_number
from scoring.sheets.services.facts.writing import REFEREES, VersionNote, conclude, unsettle
from scoring.sheets.services.people.seat_changes import tell_seats_changed
from tournament.events.models.stages import Session
from tournament.events.models.tables import Sitting
from tournament.people.models.accounts import Role

REPAIRERS = [Role.Name.ORGANIZER, *REFEREES]
STATES = {"unreleased": Answer.ASKS, "released": Answer.REFUSED}
FAULTS = {
    "same-player": gettext_lazy("The same player sits on both seats."),
    "no-number": gettext_lazy("Somebody without a number sits there. Change the persons of the sheet instead."),
    "left": gettext_lazy(
        "Somebody left one of these seats during the session. Change the persons of the sheet instead."
    ),
    "later": gettext_lazy("These seats were exchanged from a later hand on. Undo that first."),
}


@dataclass(frozen=True)
class SeatExchange:
    """Two seats, at one table or two, whose players sat on each other's seats from hand ``first_hand`` on.

    ``back``: the hand from which they sit on their own seats again; None: not in this session.
    """

    table: int
    seat: str
    other_table: int
    other_seat: str
    first_hand: int = 1
    back: int | None = None


@action(
    "seats.exchange",
    summary=gettext_lazy("Record that two players sat on each other's seats"),
    roles=REPAIRERS,
    subject="session",
    states=STATES,
)
def exchange_seats(
    context: ActionContext,
    session: Session,
    *,
    exchange: SeatExchange,
    seen: Mapping[str, int] | None = None,
) -> Done:
    """Record that the players of two seats sat on each other's seats.

    Hands keep their columns; `scoring.sheets.rules.credits` says whose results they are. ``seen``: table -> the version
    of its sheet that the page showed. Either both sheets change or none.
    """
    table, seat = exchange.table, exchange.seat
    other_table, other_seat = exchange.other_table, exchange.other_seat
    _check_hands(game_of(session.event.rules), exchange.first_hand, exchange.back)
    if (table, seat) == (other_table, other_seat):
        raise Refused(_("Choose two seats."), where="other_seat")
    facts = _locked(session, {table, other_table}, seen or {})
    sitters = _sitters(facts[table], seat, "seat")
    other_sitters = _sitters(facts[other_table], other_seat, "other_seat")
    if seat in facts[table].forfeited or other_seat in facts[other_table].forfeited:
        raise Refused(_("One of these seats is forfeited. Undo that first."))
    try:
        sitters, other_sitters = exchange_sitters(sitters, other_sitters, exchange.first_hand, exchange.back)
    except ValueError as fault:
        raise Refused(FAULTS[str(fault)]) from None
    before = {number: persons_of(facts[number].sheet) for number in facts}
    _write_sitters(facts[table], seat, sitters)
    _write_sitters(facts[other_table], other_seat, other_sitters)
    return _conclude(context, session, facts, before, "seats.exchange")


@action(
    "seats.exchange_back",
    summary=gettext_lazy("Undo exchanged seats"),
    roles=REPAIRERS,
    subject="session",
    states=STATES,
)
def take_exchange_back(
    context: ActionContext, session: Session, *, table: int, seat: str, seen: Mapping[str, int] | None = None
) -> Done:
    """Seat by the chart again all players who were exchanged with this seat, directly or through others."""
    linked = _linked(session, table, seat)
    facts = _locked(session, {number for number, _seat in linked} | {table}, seen or {})
    before = {number: persons_of(facts[number].sheet) for number in facts}
    for number, letter in linked:
        Sitting.objects.filter(table=facts[number].sheet.table, seat=letter, exchanged=True).delete()
    if not linked:
        return Done({"session": session.number}, f"session:{session.number}", changed=False)
    return _conclude(context, session, facts, before, "seats.exchange_back")


@action(
    "table.move",
    summary=gettext_lazy("Move a running table"),
    roles=REPAIRERS,
    subject="session",
    states=STATES,
)
def move_table(_context: ActionContext, session: Session, *, table: int, to: int | None, room: str = "") -> Done:
    """Move a table to the position of table ``to``, in ``room``; None and no room move it back.

    Chart and sheet keep its number. Its phones stay valid, and a card at the new position opens it too.
    """
    moved = session.tables.filter(number=table).first()
    if moved is None:
        raise Refused(_("There is no table %(number)d in this session.") % {"number": table}, where="table")
    to = None if to == table else to
    room = one_line(room, 60)
    taken = session.tables.exclude(pk=moved.pk)
    if to is not None and (taken.filter(moved_to=to) or taken.filter(number=to, moved_to=None)).exists():
        raise Refused(_("Table %(number)d is already used in this session.") % {"number": to}, where="to")
    before = {"table": table, "to_table": moved.moved_to, "room": moved.room}
    moved.moved_to, moved.room = to, room
    moved.save(update_fields=["moved_to", "room"])
    after = {"table": table, "to_table": to, "room": room}
    raises = (PUBLIC, LIVE, CALLS)
    return Done({"table": table}, f"session:{session.number}", before, after, raises, changed=before != after)


def _check_hands(game: Game, first_hand: int, back: int | None) -> None:
    check_hand_number(game, first_hand, "first_hand", least=1)
    last = game.terms.last_hand
    if back is not None and not first_hand < back <= last:
        message = _("The hand from which they sit correctly again must be a later one, up to hand %(last)d.")
        raise Refused(message % {"last": last}, where="back")


def _locked(session: Session, numbers: set[int], seen: Mapping[str, int]) -> dict[int, SheetFacts]:
    """Lock the sheets of these tables in the order of their ids and return their facts by table number.

    Refused for a signed sheet, and for one that changed since the version in ``seen``.
    """
    sheets = Sheet.objects.filter(table__session=session, table__number__in=numbers)
    locked = [sheet.pk for sheet in sheets.select_for_update(of=("self",)).order_by("pk")]
    by_number = {facts.sheet.table.number: facts for facts in sheet_facts(Sheet.objects.filter(pk__in=locked))}
    for number in sorted(numbers):
        if number not in by_number:
            raise Refused(_("There is no table %(number)d in this session.") % {"number": number}, where="table")
        sheet = by_number[number].sheet
        if sheet.state in Sheet.COUNTED:
            raise Refused(_("The sheet of table %(table)d is signed: reopen it first.") % {"table": number})
        if changed_since(sheet, seen.get(str(number), sheet.version)):
            raise Refused(_("The sheet has changed in the meantime. Check it again first."))
    return by_number


def _sitters(facts: SheetFacts, seat: str, where: str) -> list[Sitter]:
    rows = {str(letter): sitters for letter, sitters in facts.sitters.items()}.get(seat)
    if rows is None:
        raise Refused(_("This seat has no player."), where=where)
    return rows


def _write_sitters(facts: SheetFacts, seat: str, sitters: list[Sitter]) -> None:
    """Store the sitters of one seat; the chart's row does not change."""
    table = facts.sheet.table
    wanted = {sitter.from_hand: sitter for sitter in sitters if sitter.from_hand}
    Sitting.objects.filter(table=table, seat=seat, from_hand__gt=0).exclude(from_hand__in=wanted).delete()
    for hand, sitter in wanted.items():
        stored = Sitting.objects.filter(table=table, seat=seat, from_hand=hand).first()
        row = stored or Sitting(table=table, seat=seat, from_hand=hand)
        if stored is None or sitter.exchanged:
            row.entry_id = sitter.entry
            row.exchanged = sitter.exchanged
            row.save()


def _linked(session: Session, table: int, seat: str) -> set[tuple[int, str]]:
    """Return (table, seat) of the seats that exchanged players with this one, directly or through others."""
    rows = Sitting.objects.filter(table__session=session, entry__isnull=False).select_related("table")
    people: dict[tuple[int, str], set[int | None]] = {}
    exchanged = set()
    for row in rows:
        position = (row.table.number, row.seat)
        people.setdefault(position, set()).add(row.entry_id)
        if row.exchanged:
            exchanged.add(position)
    linked = set()
    pending = {(table, seat)} & exchanged
    while pending:
        position = pending.pop()
        linked.add(position)
        pending |= {other for other in exchanged - linked if people[other] & people[position]}
    return linked


def _conclude(
    context: ActionContext, session: Session, facts: dict[int, SheetFacts], before: dict[int, Any], name: str
) -> Done:
    """Write a new version of every sheet, with its sitters before and after."""
    after = {number: persons_of(facts[number].sheet) for number in facts}
    sheets = sorted((table_facts.sheet for table_facts in facts.values()), key=lambda sheet: sheet.pk)
    tell_seats_changed(context, [table_facts.sheet for table_facts in facts.values()])
    for sheet in sheets:
        number = sheet.table.number
        unsettle(context, sheet)
        details = {
            "persons_before": before[number],
            "persons": after[number],
            "before": _audit_lines({number: before[number]}),
            "after": _audit_lines({number: after[number]}),
        }
        conclude(context, sheet, VersionNote(name, details=details), recounts=False)
    # Count all sheets together: one by one, a player would have results at two tables in between.
    recount(context, session.event, Sheet.objects.filter(pk__in=[sheet.pk for sheet in sheets]))
    answer = {"session": session.number, "tables": sorted(facts)}
    subject = f"session:{session.number}"
    # The public pages show who sits where.
    return Done(answer, subject, _audit_lines(before), _audit_lines(after), (PUBLIC, LIVE), changed=before != after)


def _audit_lines(persons: Mapping[int, list[dict[str, Any]]]) -> dict[str, list[str]]:
    """Return lines of table, seat, first hand and sitter for the audit log: "3 E5: 12"."""
    lines = [
        f"{number} {row['seat']}{row['from_hand'] or ''}: {row['plays']}"
        for number, rows in sorted(persons.items())
        for row in rows
    ]
    return {"persons": lines}
