"""Data of an event's papers: the address in QR codes, and the parts that changed since they were made."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.selectors.events import entries_of
from tournament.papers.models import PaperAddress, Printed
from tournament.seating.selectors.seating import PlayerWay, Seating
from tournament.seating.selectors.seats import Player, PublicSeat

#: Stored characters of a part's digest; one row holds a thousand parts.
KEPT = 12
#: The only part of a paper without parts.
WHOLE = 0

#: Part (a player's or table's number, WHOLE) -> digest of its contents.
Parts = Mapping[int, str]


def address_of(event: Event) -> str:
    """Return the address in the event's QR codes; empty if none is chosen."""
    address = PaperAddress.objects.filter(event=event).values_list("address", flat=True).first()
    return address or ""


def printed_of(event: Event) -> dict[str, Printed]:
    """Return kind of paper -> when and by whom it was last made, and digests of its parts."""
    return {printed.paper: printed for printed in event.printed.all()}


def changed_parts(parts: Parts, printed: Printed | None) -> list[int]:
    """Return the numbers of parts that are new or have changed since they were made; all if they never were."""
    before = printed.parts if printed else {}
    return sorted(number for number, part_digest in parts.items() if before.get(str(number)) != part_digest)


def player_parts(_event: Event, seating: Seating, address: str) -> Parts:
    """Return the digests of the players' cards."""
    return {way.player.number: digest(address, _way_content(seating, way)) for way in seating.ways if way.player.number}


def table_parts(_event: Event, seating: Seating, _address: str) -> Parts:
    """Return the digests of the tables' papers."""
    return {
        table: digest([[seat_content(seating, seat) for seat in seats] for _session, seats in sorted(sessions.items())])
        for table, sessions in seating.by_table.items()
    }


def table_card_parts(_event: Event, seating: Seating, address: str) -> Parts:
    """Return the digests of the tables' cards, without their codes, which differ each time."""
    return {table: digest(address) for table in seating.by_table}


def whole_parts(_event: Event, seating: Seating, _address: str) -> Parts:
    """Return the digest of a list of all seats."""
    return {WHOLE: digest([seat_content(seating, seat) for seat in seating.seats])} if seating.seats else {}


def chart_parts(_event: Event, seating: Seating, _address: str) -> Parts:
    """Return the digest of the chart, which contains numbers only."""
    seats = [
        [seat.session, seat.table, seat.wind, *([] if seating.empty(seat) else [seat.planned.number])]
        for seat in seating.seats
    ]
    return {WHOLE: digest(seats)} if seats else {}


def oath_players(event: Event) -> list[Player]:
    """Return the players who sign an oath: all entered ones, by number."""
    entered = entries_of(event).filter(status=Entry.Status.ENTERED)
    return [
        Player(
            entry.number, entry.name, entry.latin_name, entry.country, entry.kind,
            entry.team.number if entry.team else None, entry.team.name if entry.team else "",
        )
        for entry in entered
    ]  # fmt: skip


def _way_content(seating: Seating, way: PlayerWay) -> list[Any]:
    seats = [[session, str(seating.starts.get(session)), seat.table, seat.wind] for session, seat in way.seats.items()]
    return [list(way.player), sorted(seats)]


def seat_content(seating: Seating, seat: PublicSeat) -> list[Any]:
    """Return the contents of a seat on paper, as plain data."""
    person = [] if seating.empty(seat) else [seat.sitter.number, seat.sitter.name, seat.sitter.team_name]
    return [seat.session, seat.table, seat.wind, person, str(seating.starts.get(seat.session))]


def digest(*content: Any) -> str:
    """Return the digest of plain data, shortened for storage."""
    return hashlib.sha256(json.dumps(content, ensure_ascii=False).encode()).hexdigest()[:KEPT]
