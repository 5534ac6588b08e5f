"""The penalties of a typed sheet: one line each, in the columns of the paper."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from common.i18n.wording import listed
from scoring.fouls.rules.catalogue import LATE, fouls
from scoring.sheets.models.facts import Adjustment
from scoring.sheets.models.session_penalties import SessionPenalty
from scoring.sheets.selectors.checking.signatures import sitter_now
from scoring.sheets.selectors.facts.records import SheetFacts
from web.shared.table_rows import sitter_name


@dataclass(frozen=True)
class PenaltyLine:
    """A penalty: its hand (0: between hands, None: of the session), who gets it, why, and the points by seat."""

    hand_no: int | None
    name: str
    why: str
    points: dict[str, int]
    late: bool = False


def penalty_lines(facts: SheetFacts) -> list[PenaltyLine]:
    """Return the penalties of the hands, of the table, then those of its players for the session (lateness)."""
    groups: dict[tuple[int, int], list[Adjustment]] = defaultdict(list)
    for row in facts.adjustments:
        groups[row.hand_no, row.order].append(row)
    lines = [_of_table(facts, rows) for _key, rows in sorted(groups.items())]
    session = (_of_session(facts, penalty) for penalty in facts.session_penalties)
    return lines + [line for line in session if line.points]


def points_by_seat(lines: list[PenaltyLine]) -> dict[str, int]:
    """Return seat -> the sum of the lines."""
    sums: dict[str, int] = defaultdict(int)
    for line in lines:
        for seat, points in line.points.items():
            sums[seat] += points
    return dict(sums)


def _of_table(facts: SheetFacts, rows: list[Adjustment]) -> PenaltyLine:
    offender = min(rows, key=lambda row: row.points)
    name = sitter_name(sitter_now(facts, offender.seat))
    why = listed(filter(None, (offender.article, offender.reason)))
    return PenaltyLine(offender.hand_no, name, why, {row.seat: row.points for row in rows})


def _of_session(facts: SheetFacts, penalty: SessionPenalty) -> PenaltyLine:
    points = {}
    for entry, moved in ((penalty.entry_id, penalty.points), (penalty.paid_to_id, -penalty.points)):
        seat: Any = next((row.seat for row in facts.sittings if entry and row.entry_id == entry), None)
        if seat:
            points[seat] = moved
    why = listed(filter(None, (penalty.article, penalty.reason)))
    return PenaltyLine(None, penalty.entry.name, why, points, late=penalty.article == fouls()[LATE].article)
