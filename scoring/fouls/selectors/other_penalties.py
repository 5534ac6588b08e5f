"""Penalties on sheets without a foul, typed or from a file; the record of fouls lists them too (A6)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.fouls.rules.catalogue import DEAD_HAND, FORFEIT, LATE, POINTS
from scoring.fouls.rules.catalogue import Foul as CatalogueEntry
from scoring.fouls.rules.proposing import Penalty, recorded_as
from scoring.fouls.selectors.fouls import has_penalties_of_3_11, penalties_without_foul, regime_of
from scoring.fouls.selectors.labels import translated
from scoring.fouls.selectors.late import ARTICLE
from scoring.sheets.models.facts import Forfeit
from scoring.sheets.models.session_penalties import SessionPenalty
from scoring.sheets.rules.entering import EACH, NOBODY
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting

#: (session, entry) -> table and seat from hand 1 on.
SeatsOfEntries = Mapping[tuple[int, int | None], tuple[int, str]]


@dataclass(frozen=True)
class OtherPenalty:
    """A penalty without a foul: ``session`` and ``table`` are numbers (0: none).

    ``kind`` is the most likely entry of the catalogue, empty if none fits.
    """

    entry: Entry | None
    name: str
    session: int
    penalty: Penalty
    article: str = ""
    reason: str = ""
    kind: str = ""
    table: int = 0
    seat: str = ""
    hand_no: int = 0
    paid_to: Entry | None = None

    def nature(self, kinds: Mapping[str, CatalogueEntry]) -> str:
        """Return the name of the catalogue entry, else the reason that was given."""
        return translated(kinds[self.kind].name) if self.kind else self.reason or _("Penalty")


def seats_of_entries(event: Event) -> SeatsOfEntries:
    """Return table number and seat of each entry in each session, by the chart or as a substitute from hand 1 on."""
    rows = Sitting.objects.filter(table__session__event=event, from_hand__lte=1, exchanged=False)
    seats = rows.values_list("table__session", "entry", "table__number", "seat")
    return {(session, entry): (table, seat) for session, entry, table, seat in seats}


def other_penalties(event: Event, seats: SeatsOfEntries) -> list[OtherPenalty]:
    """Return the event's penalties that follow from no foul, by session, table, hand and seat."""
    penalties = [*_in_hands(event), *_of_sessions(event, seats), *_forfeits(event)]
    return sorted(penalties, key=lambda other: (other.session, other.table, other.hand_no, "ESWN".find(other.seat)))


def _in_hands(event: Event) -> Iterator[OtherPenalty]:
    lines = penalties_without_foul(event)
    tables = {line["sheet"].table_id for line in lines}
    people: dict[tuple[int, str], list[Sitting]] = {}
    for sitting in Sitting.objects.filter(table__in=tables).select_related("entry__team").order_by("from_hand"):
        people.setdefault((sitting.table_id, sitting.seat), []).append(sitting)
    for line in lines:
        moved: dict[Any, int] = line["moved"]
        seat = min(moved, key=moved.__getitem__)
        table, hand_no = line["sheet"].table, line["hand_no"]
        sat = [sitting for sitting in people.get((table.pk, seat), []) if sitting.from_hand <= max(hand_no, 1)]
        known = _likely_kind(event, seat, line) if has_penalties_of_3_11(event) else None
        location: dict[str, Any] = {"table": table.number, "seat": seat, "hand_no": hand_no}
        yield OtherPenalty(
            sat[-1].entry if sat else None,
            sat[-1].name if sat else "",
            table.session.number,
            _penalty(seat, moved, line["dead"]),
            line["article"],
            line["reason"],
            known or "",
            **location,
        )


def _likely_kind(event: Event, seat: Any, line: Mapping[str, Any]) -> str | None:
    """Return the entry that the points most likely mean; None if the official's article or reason says otherwise.

    In events where false wins are paid to the others, points without a recipient mean one only if no reason is written.
    """
    known = recorded_as(seat, line["moved"], line["article"])
    if known is None or (known[1].payee == NOBODY and line["reason"] and regime_of(event).false_wins == "paid"):
        return None
    return known[0]


def _penalty(seat: str, moved: Mapping[str, int], dead: bool) -> Penalty:
    lost = -moved[seat]
    received = {other: points for other, points in moved.items() if other != seat and points}
    effects = ((POINTS,) if lost else ()) + ((DEAD_HAND,) if dead else ())
    if len(received) == 1 and lost in received.values():
        return Penalty(effects, lost, *received)
    if len(received) > 1 and len(set(received.values())) == 1 and lost == sum(received.values()):
        return Penalty(effects, next(iter(received.values())), EACH)
    return Penalty(effects, lost, NOBODY)


def _of_sessions(event: Event, seats: SeatsOfEntries) -> Iterator[OtherPenalty]:
    rows = SessionPenalty.objects.filter(session__event=event, foul=None)
    for row in rows.select_related("session", "entry__team", "paid_to"):
        table, seat = seats.get((row.session_id, row.entry_id), (0, ""))
        late = LATE if row.article == ARTICLE and has_penalties_of_3_11(event) else ""
        penalty = Penalty((POINTS,), -row.points)
        details: dict[str, Any] = {"kind": late, "table": table, "seat": seat, "paid_to": row.paid_to}
        yield OtherPenalty(row.entry, "", row.session.number, penalty, row.article, row.reason, **details)


def _forfeits(event: Event) -> Iterator[OtherPenalty]:
    rows = Forfeit.objects.current().filter(sheet__table__session__event=event, foul=None)
    chart = Sitting.objects.filter(table__sheet__in=rows.values("sheet"), from_hand=0).select_related("entry__team")
    holders = {(sitting.table_id, sitting.seat): sitting for sitting in chart}
    for row in rows.select_related("sheet__table__session"):
        table = row.sheet.table
        holder = holders.get((table.pk, row.seat))
        if holder is not None:
            location: dict[str, Any] = {"table": table.number, "seat": row.seat}
            yield OtherPenalty(
                holder.entry, holder.name, table.session.number, Penalty((FORFEIT,)), "", row.reason, **location
            )
