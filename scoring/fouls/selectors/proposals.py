"""Fouls that an event's record lets one guess: points in hands without a foul, and points that only totals hold."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.fouls.rules.catalogue import fouls
from scoring.fouls.rules.missing import missing_fouls
from scoring.fouls.rules.proposing import Penalty, recorded_as
from scoring.fouls.selectors.fouls import unexplained
from scoring.fouls.selectors.labels import penalty_words, said
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.checking.findings import contradictions_shown
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting


@dataclass
class Proposal:
    """A table with what is proposed there: per foul its name, who, and the penalty; ``form`` is the page's."""

    sheet: Sheet
    found: list[tuple[str, str, str]]
    hand_no: int = 0
    order: int = 0
    cause: str = ""
    form: Any = None


def recorded_points(event: Event) -> list[Proposal]:
    """Points in the hands of the event that no foul stands for and that fit an entry, by session and table."""
    lines = unexplained(event)
    people = _people(event, {line["sheet"].table_id for line in lines})
    proposals = []
    for line in lines:
        seat = min(line["moved"], key=lambda one: line["moved"][one])
        known = recorded_as(seat, line["moved"])
        if known is not None:
            found = [_words(known[0], people.get((line["sheet"].table_id, seat), ""), known[1])]
            proposals.append(Proposal(line["sheet"], found, line["hand_no"], line["order"]))
    return sorted(proposals, key=lambda one: (*_place(one.sheet), one.hand_no, one.order))


def missing_in_totals(event: Event) -> list[Proposal]:
    """The tables of which fouls explain how the signed totals differ from the hands, by session and table."""
    proposals = []
    for one in contradictions_shown(event):
        known = missing_fouls(one.difference)
        if known:
            people = {sitting.seat: str(sitting.entry or sitting.name) for sitting in one.sheet.table.sittings.all()}
            found = [_words(code, people.get(seat, ""), penalty) for code, seat, penalty in known]
            proposals.append(Proposal(one.sheet, found))
    return proposals


def _words(code: str, who: str, penalty: Penalty) -> tuple[str, str, str]:
    return said(fouls()[code].name), who, penalty_words(penalty)


def _place(sheet: Sheet) -> tuple[int, int]:
    return sheet.table.session.number, sheet.table.number


def _people(event: Event, tables: set[int]) -> Mapping[tuple[int, str], str]:
    """Table and seat -> who sits there by the chart."""
    rows = Sitting.objects.filter(table__in=tables, from_hand=0).select_related("entry")
    return {(row.table_id, row.seat): str(row.entry or row.name) for row in rows}
