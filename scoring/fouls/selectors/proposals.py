"""Propose fouls from an event's sheets: penalty points without a foul, and points that only totals contain."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.fouls.rules.catalogue import fouls
from scoring.fouls.rules.missing import missing_fouls
from scoring.fouls.rules.proposing import Penalty, recorded_as
from scoring.fouls.selectors.fouls import has_penalties_of_3_11, penalties_without_foul
from scoring.fouls.selectors.labels import penalty_words, translated
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.checking.findings import contradictions_shown
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting


@dataclass
class Proposal:
    """A table and the fouls proposed for it: name, player and penalty of each; the page sets ``form``."""

    sheet: Sheet
    fouls: list[tuple[str, str, str]]
    hand_no: int = 0
    order: int = 0
    cause: str = ""
    form: Any = None


def recorded_points(event: Event) -> list[Proposal]:
    """Return penalty points in hands that have no foul and match an entry of 3.11, by session and table."""
    if not has_penalties_of_3_11(event):
        return []
    lines = penalties_without_foul(event)
    people = _people({line["sheet"].table_id for line in lines})
    proposals = []
    for line in lines:
        moved: dict[Any, int] = line["moved"]
        seat = min(moved, key=moved.__getitem__)
        known = recorded_as(seat, moved, line["article"])
        if known is not None:
            foul_lines = [_foul_line(known[0], people.get((line["sheet"].table_id, seat), ""), known[1])]
            proposals.append(Proposal(line["sheet"], foul_lines, line["hand_no"], line["order"]))
    return sorted(proposals, key=lambda proposal: (*_table_key(proposal.sheet), proposal.hand_no, proposal.order))


def missing_in_totals(event: Event) -> list[Proposal]:
    """Return the tables whose signed totals differ from the hands as fouls would explain, by session and table."""
    if not has_penalties_of_3_11(event):
        return []
    proposals = []
    rows = list(contradictions_shown(event))
    people = _people({contradiction.sheet.table_id for contradiction in rows})
    for contradiction in rows:
        missing = missing_fouls(contradiction.difference)
        if missing:
            sheet = contradiction.sheet
            names = [people.get((sheet.table_id, seat), "") for _code, seat, _penalty in missing]
            foul_lines = [
                _foul_line(code, name, penalty) for name, (code, _seat, penalty) in zip(names, missing, strict=True)
            ]
            proposals.append(Proposal(sheet, foul_lines))
    return proposals


def _foul_line(code: str, player: str, penalty: Penalty) -> tuple[str, str, str]:
    return translated(fouls()[code].name), player, penalty_words(penalty)


def _table_key(sheet: Sheet) -> tuple[int, int]:
    return sheet.table.session.number, sheet.table.number


def _people(tables: set[int]) -> Mapping[tuple[int, str], str]:
    """Return the names of the players by table id and seat, by the chart."""
    rows = Sitting.objects.filter(table__in=tables, from_hand=0).select_related("entry")
    return {(row.table_id, row.seat): str(row.entry or row.name) for row in rows}
