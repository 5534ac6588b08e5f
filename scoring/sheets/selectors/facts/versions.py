"""Every version of a sheet side by side: who, when, from where, why, and what changed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring.sheets.models.facts import (
    Adjustment,
    Fact,
    Forfeit,
    Hand,
    RoundSeating,
    Settlement,
    Signature,
    SignedTotal,
    StatedTablePoints,
)
from scoring.sheets.models.hand_records import HandRecord
from scoring.sheets.models.sheets import Sheet, SheetVersion
from scoring.sheets.selectors.facts.records import SheetFacts, sheet_facts
from scoring.sheets.selectors.facts.slots import hand_value, record_value
from scoring.sheets.selectors.people.persons import sittings_at


@dataclass(frozen=True, slots=True)
class Change:
    """A fact that a version ended, began or both: ``kind`` ("hand", "total", "stated", "penalty", "forfeit",
    "record", "round", "signature", "settlement"), its ``name`` (a hand, a round, a seat, hand and order of a penalty,
    who signed), and the values before and after as plain data (None: nothing)."""

    kind: str
    name: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class VersionLine:
    """A version: ``made`` says who, when, from where and why (None: it came with an event file)."""

    number: int
    made: SheetVersion | None
    changes: Sequence[Change]


def versions(sheet: Sheet) -> list[VersionLine]:
    """All versions of the sheet, the newest first; a query for each kind of fact."""
    before: dict[int, dict[tuple[str, str], Any]] = {}
    after: dict[int, dict[tuple[str, str], Any]] = {}
    for model, (kind, name, value) in _FACTS.items():
        for row in model.objects.filter(sheet=sheet):
            slot = (kind, name(row))
            after.setdefault(row.since, {})[slot] = value(row)
            if row.until is not None:
                before.setdefault(row.until, {})[slot] = value(row)
    made = {version.number: version for version in sheet.versions.all()}
    numbers = sorted({*made, *after, *before}, reverse=True)
    return [VersionLine(no, made.get(no), _changes(before.get(no, {}), after.get(no, {}))) for no in numbers]


def side_by_side(sheet: Sheet, earlier: int, later: int) -> list[Change]:
    """Every fact that holds at one of two versions, with its value at each."""
    found: dict[int, dict[tuple[str, str], Any]] = {earlier: {}, later: {}}
    for model, (kind, name, value) in _FACTS.items():
        for version, values in found.items():
            values |= {(kind, name(row)): value(row) for row in model.objects.at(version).filter(sheet=sheet)}
    return _changes(found[earlier], found[later])


def facts_at(sheet: Sheet, version: int) -> SheetFacts:
    """The sheet's facts as they were at a version, with who sat there then; its session's penalties are today's."""
    facts = sheet_facts(Sheet.objects.filter(pk=sheet.pk), version)[0]
    facts.sittings = sittings_at(sheet, version)
    return facts


def _changes(before: dict[tuple[str, str], Any], after: dict[tuple[str, str], Any]) -> list[Change]:
    slots = sorted(before.keys() | after.keys(), key=lambda slot: (slot[0], slot[1].rjust(5)))
    return [Change(*slot, before.get(slot), after.get(slot)) for slot in slots]


def _hand(hand: Hand) -> dict[str, Any]:
    return hand_value(hand) | ({"disputed": True} if hand.disputed else {})


def _penalty(row: Adjustment) -> dict[str, Any]:
    found = {"seat": row.seat, "points": row.points, "article": row.article, "reason": row.reason, "dead": row.dead}
    return {key: value for key, value in found.items() if value != "" and value is not False}


_FACTS: dict[type[Fact], Any] = {
    Hand: ("hand", lambda row: str(row.no), _hand),
    SignedTotal: ("total", lambda row: row.seat, lambda row: row.points),
    StatedTablePoints: ("stated", lambda row: row.seat, lambda row: row.text),
    Adjustment: ("penalty", lambda row: f"{row.hand_no}-{row.order}-{row.seat}", _penalty),
    RoundSeating: ("round", lambda row: str(row.round_no), lambda row: row.places),
    Forfeit: ("forfeit", lambda row: row.seat, lambda row: row.reason),
    HandRecord: ("record", lambda row: str(row.no), record_value),
    Signature: ("signature", lambda row: f"{row.step}-{row.signer}", lambda row: {"name": row.name, "how": row.how}),
    Settlement: ("settlement", lambda row: "", lambda row: {"way": row.way, "reason": row.reason, "name": row.name}),
}
