"""Write the tables and sheets of an event file; imported sheets are confirmed."""

from collections.abc import Iterator
from typing import Any

from scoring.game.rules.games import game_of
from scoring.sheets.models.facts import (
    Adjustment,
    Forfeit,
    Hand,
    RoundSeating,
    Settlement,
    SignedTotal,
    StatedTablePoints,
)
from scoring.sheets.models.hand_records import HandRecord
from scoring.sheets.models.session_penalties import SessionPenalty
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.documents import points_in
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.events.models.tables import Sitting, Table

#: The version of all imported facts.
FIRST_VERSION = 1


def write_sheets(event: Event, document: dict[str, Any], entries: dict[int, Entry]) -> None:
    """Write the tables, sittings, sheets and facts of a checked event file; ``entries`` by number."""
    sessions = {session.number: session for session in event.sessions.all()}
    for described in document["sessions"]:
        session = sessions[described["number"]]
        _write_penalties(session, described, entries)
        _write_tables(session, described["tables"], entries)


def _write_penalties(session: Session, described: dict[str, Any], entries: dict[int, Entry]) -> None:
    SessionPenalty.objects.bulk_create(
        SessionPenalty(
            session=session,
            entry=entries[penalty["number"]],
            paid_to=entries[penalty["to"]] if "to" in penalty else None,
            order=penalty.get("order", order),
            points=penalty["points"],
            article=penalty.get("article", ""),
            reason=penalty.get("reason", ""),
        )
        for order, penalty in enumerate(described.get("penalties", []))
    )


def _write_tables(session: Session, described: list[dict[str, Any]], entries: dict[int, Entry]) -> None:
    tables = Table.objects.bulk_create(_new_table(session, table) for table in described)
    pairs = list(zip(tables, described, strict=True))
    Sitting.objects.bulk_create(row for table, facts in pairs for row in _sittings(table, facts, entries))
    sheets = Sheet.objects.bulk_create(_new_sheet(table, facts) for table, facts in pairs)
    written = list(zip(sheets, described, strict=True))
    Hand.objects.bulk_create(row for sheet, facts in written for row in _hands(sheet, facts))
    HandRecord.objects.bulk_create(row for sheet, facts in written for row in _records(sheet, facts))
    SignedTotal.objects.bulk_create(row for sheet, facts in written for row in _totals(sheet, facts))
    StatedTablePoints.objects.bulk_create(row for sheet, facts in written for row in _stated(sheet, facts))
    Adjustment.objects.bulk_create(row for sheet, facts in written for row in _adjustments(sheet, facts))
    Settlement.objects.bulk_create(row for sheet, facts in written for row in _settlements(sheet, facts))
    RoundSeating.objects.bulk_create(row for sheet, facts in written for row in _rounds(sheet, facts))
    Forfeit.objects.bulk_create(row for sheet, facts in written for row in _forfeits(sheet, facts))


def _new_table(session: Session, facts: dict[str, Any]) -> Table:
    moved = facts.get("moved", {})
    return Table(session=session, number=facts["number"], moved_to=moved.get("to"), room=moved.get("room", ""))


def _sittings(table: Table, facts: dict[str, Any], entries: dict[int, Entry]) -> Iterator[Sitting]:
    for seat, number in facts["seats"].items():
        yield Sitting(table=table, seat=seat, entry=entries[number])
    for person in facts.get("persons", []):
        entry = entries[person["number"]] if "number" in person else None
        name = person.get("name", "")
        exchanged = person.get("exchanged", False)
        seat_fields = {"table": table, "seat": person["seat"], "from_hand": person["from_hand"]}
        yield Sitting(**seat_fields, entry=entry, name=name, exchanged=exchanged)


def _new_sheet(table: Table, facts: dict[str, Any]) -> Sheet:
    filled = facts.get("hands") or facts.get("totals")
    state = facts.get("state", Sheet.State.CONFIRMED if filled else Sheet.State.OPEN)
    return Sheet(table=table, version=FIRST_VERSION, state=state)


def _game(sheet: Sheet) -> str:
    return game_of(sheet.table.session.event.rules).key


def _hands(sheet: Sheet, facts: dict[str, Any]) -> Iterator[Hand]:
    for hand in facts.get("hands", []):
        winner = hand["winner"] or ""
        result = Hand.Result.WON if winner else Hand.Result.ABORTED if hand.get("aborted") else Hand.Result.DRAWN
        yield Hand(
            sheet=sheet,
            game=_game(sheet),
            valid_from_version=FIRST_VERSION,
            no=hand["no"],
            result=result,
            winner=winner,
            discarder=hand.get("discarder") or "",
            points=points_in(hand),
            robbed=hand.get("robbed", False),
            bound=hand.get("bound") or "",
            false_wins="".join(hand.get("false_wins", [])),
            disputed=hand.get("disputed", False),
        )


def _records(sheet: Sheet, facts: dict[str, Any]) -> Iterator[HandRecord]:
    for hand in facts.get("hands", []):
        recorded = dict(hand.get("recorded", {}))
        if recorded:
            points = recorded.pop("calculated")
            of_hand = {"no": hand["no"], "winner": hand["winner"], "record": recorded, "calculated": points}
            yield HandRecord(sheet=sheet, game=_game(sheet), valid_from_version=FIRST_VERSION, **of_hand)


def _totals(sheet: Sheet, facts: dict[str, Any]) -> Iterator[SignedTotal]:
    for seat, points in facts.get("totals", {}).items():
        yield SignedTotal(sheet=sheet, valid_from_version=FIRST_VERSION, seat=seat, points=points)


def _stated(sheet: Sheet, facts: dict[str, Any]) -> Iterator[StatedTablePoints]:
    for seat, text in facts.get("table_points", {}).items():
        yield StatedTablePoints(sheet=sheet, valid_from_version=FIRST_VERSION, seat=seat, text=text)


def _adjustments(sheet: Sheet, facts: dict[str, Any]) -> Iterator[Adjustment]:
    for hand in facts.get("hands", []):
        summed = [{"seat": seat, "points": points} for seat, points in hand.get("adjustments", {}).items()]
        for penalty in hand.get("penalties", summed):
            yield Adjustment(sheet=sheet, valid_from_version=FIRST_VERSION, hand_no=hand["no"], **penalty)
    for order, penalty in enumerate(facts.get("penalties", [])):
        columns = {"order": order, **penalty}
        yield Adjustment(sheet=sheet, valid_from_version=FIRST_VERSION, hand_no=columns.pop("hand", 0), **columns)


def _settlements(sheet: Sheet, facts: dict[str, Any]) -> Iterator[Settlement]:
    if "settled" in facts:
        yield Settlement(sheet=sheet, valid_from_version=FIRST_VERSION, **facts["settled"])


def _rounds(sheet: Sheet, facts: dict[str, Any]) -> Iterator[RoundSeating]:
    rows = [(row["round"], row["places"]) for row in facts.get("rounds", [])]
    rows += [(row["period"], row["places"]) for row in facts.get("periods", [])]
    for number, places in rows:
        yield RoundSeating(sheet=sheet, valid_from_version=FIRST_VERSION, round_no=number, seats=places)


def _forfeits(sheet: Sheet, facts: dict[str, Any]) -> Iterator[Forfeit]:
    for forfeit in facts.get("forfeits", []):
        yield Forfeit(
            sheet=sheet, valid_from_version=FIRST_VERSION, seat=forfeit["seat"], reason=forfeit.get("reason", "")
        )
