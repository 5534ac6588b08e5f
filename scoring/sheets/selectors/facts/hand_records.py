"""The won hands of a sheet with what was recorded of them beside their points."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.game.rules.seats import Seat
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.hand_records import HandRecord
from scoring.sheets.models.sheets import Sheet
from tournament.events.models.events import Event


@dataclass(frozen=True, slots=True)
class WonHand:
    """A won hand as it stands on the sheet; ``record``: what is recorded of this very win, None: nothing.

    ``calculated``: the points of the record, None where nothing is recorded or the tiles do not win.
    """

    no: int
    winner: Seat
    discarder: Seat | None
    points: int
    record: Mapping[str, Any] | None
    calculated: int | None

    @property
    def difference(self) -> int | None:
        """Declared minus calculated points; None where there is nothing to compare."""
        return None if self.calculated is None else self.points - self.calculated

    @property
    def differs(self) -> bool:
        """Whether the record says something else than what was declared: other points, or no win at all."""
        return self.record is not None and self.difference != 0


def won_hands(sheet: Sheet) -> list[WonHand]:
    """Every won hand of the sheet, in order; two queries."""
    records = {(row.no, row.winner): row for row in HandRecord.objects.current().filter(sheet=sheet)}
    hands = Hand.objects.current().filter(sheet=sheet, result=Hand.Result.WON)
    return [_won(hand, records.get((hand.no, hand.winner))) for hand in hands]


def records_of(event: Event) -> dict[tuple[int, int, str], HandRecord]:
    """Everything recorded in an event by sheet, hand and winner; one query."""
    rows = HandRecord.objects.current().filter(sheet__table__session__event=event)
    return {(row.sheet_id, row.no, row.winner): row for row in rows}


def _won(hand: Hand, row: HandRecord | None) -> WonHand:
    return WonHand(
        no=hand.no,
        winner=hand.winner,  # type: ignore[arg-type]
        discarder=hand.discarder or None,  # type: ignore[arg-type]
        points=hand.points or 0,
        record=row.record if row else None,
        calculated=row.calculated if row else None,
    )
