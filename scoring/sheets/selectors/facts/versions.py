"""The versions of a sheet with their authors and changes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from scoring.sheets.models.fact_rows import Fact
from scoring.sheets.models.facts import (
    Adjustment,
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
from scoring.sheets.selectors.facts.loading import sheet_facts
from scoring.sheets.selectors.facts.records import SheetFacts
from scoring.sheets.selectors.facts.slots import hand_value, record_value
from scoring.sheets.selectors.people.persons import sittings_at


@dataclass(frozen=True, slots=True)
class Change:
    """A fact that a version began, ended or replaced, with its values as plain data (None: no fact).

    ``kind``: "hand", "total", "stated", "penalty", "forfeit", "record", "round", "signature" or "settlement".
    ``name``: the number of a hand or round, a seat, hand-order-seat of a penalty, or step-signer of a signature.
    """

    kind: str
    name: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class VersionLine:
    """A version; ``made``: its author, time, device and reason (None: it came with an event file)."""

    number: int
    made: SheetVersion | None
    changes: Sequence[Change]


def versions(sheet: Sheet) -> list[VersionLine]:
    """Return the versions of the sheet, newest first, with one query for each kind of fact."""
    before: dict[int, dict[tuple[str, str], Any]] = {}
    after: dict[int, dict[tuple[str, str], Any]] = {}
    for model, (kind, name, value) in _FACTS.items():
        for row in model.objects.filter(sheet=sheet):
            slot = (kind, name(row))
            after.setdefault(row.valid_from_version, {})[slot] = value(row)
            if row.valid_until_version is not None:
                before.setdefault(row.valid_until_version, {})[slot] = value(row)
    made = {version.number: version for version in sheet.versions.all()}
    numbers = sorted({*made, *after, *before}, reverse=True)
    return [VersionLine(no, made.get(no), _changes(before.get(no, {}), after.get(no, {}))) for no in numbers]


def side_by_side(sheet: Sheet, earlier: int, later: int) -> list[Change]:
    """Return the facts of two versions, with the value at each."""
    by_version: dict[int, dict[tuple[str, str], Any]] = {earlier: {}, later: {}}
    for model, (kind, name, value) in _FACTS.items():
        for version, values in by_version.items():
            values |= {(kind, name(row)): value(row) for row in model.objects.at(version).filter(sheet=sheet)}
    return _changes(by_version[earlier], by_version[later])


def facts_at(sheet: Sheet, version: int) -> SheetFacts:
    """Return the sheet's facts and sitters at a version; the penalties of its session are the current ones."""
    facts = sheet_facts(Sheet.objects.filter(pk=sheet.pk), version)[0]
    facts.sittings = sittings_at(sheet, version)
    return facts


def changed_by_others(sheet: Sheet, no: int, seen: int, version: int) -> bool:
    """Return whether others changed the sheet after version ``seen``, up to the version that has a writer's hand.

    ``no`` is the number of that hand. A single new version is the writer's own if it changed the hand.
    """
    if version != seen + 1:
        return version > seen
    of_hand = Hand.objects.filter(Q(valid_from_version=version) | Q(valid_until_version=version))
    return not of_hand.filter(sheet=sheet, no=no).exists()


def _changes(before: dict[tuple[str, str], Any], after: dict[tuple[str, str], Any]) -> list[Change]:
    slots = sorted(before.keys() | after.keys(), key=lambda slot: (slot[0], slot[1].rjust(5)))
    return [Change(*slot, before.get(slot), after.get(slot)) for slot in slots]


def _hand(hand: Hand) -> dict[str, Any]:
    return hand_value(hand) | ({"disputed": True} if hand.disputed else {})


def _penalty(row: Adjustment) -> dict[str, Any]:
    values = {"seat": row.seat, "points": row.points, "article": row.article, "reason": row.reason, "dead": row.dead}
    return {key: value for key, value in values.items() if value != "" and value is not False}


_FACTS: dict[type[Fact], Any] = {
    Hand: ("hand", lambda row: str(row.no), _hand),
    SignedTotal: ("total", lambda row: row.seat, lambda row: row.points),
    StatedTablePoints: ("stated", lambda row: row.seat, lambda row: row.text),
    Adjustment: ("penalty", lambda row: f"{row.hand_no}-{row.order}-{row.seat}", _penalty),
    RoundSeating: ("round", lambda row: str(row.round_no), lambda row: row.seats),
    Forfeit: ("forfeit", lambda row: row.seat, lambda row: row.reason),
    HandRecord: ("record", lambda row: str(row.no), record_value),
    Signature: ("signature", lambda row: f"{row.step}-{row.signer}", lambda row: {"name": row.name, "how": row.how}),
    Settlement: ("settlement", lambda _row: "", lambda row: {"way": row.way, "reason": row.reason, "name": row.name}),
}
