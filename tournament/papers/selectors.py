"""What the papers of an event need to know: the address in their QR codes, and what changed since they were made."""

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

#: Characters of a part's digest that are kept; a thousand parts stand in one row.
KEPT = 12
#: The part of a paper that is made as a whole.
WHOLE = 0

#: Part (a player's or table's number, WHOLE) -> digest of what stands on it.
Parts = Mapping[int, str]


def address_of(event: Event) -> str:
    """The address in the event's QR codes; empty while none is chosen."""
    found = PaperAddress.objects.filter(event=event).values_list("address", flat=True).first()
    return found or ""


def printed_of(event: Event) -> dict[str, Printed]:
    """Kind of paper -> when it was last made, by whom, and what each part said."""
    return {one.paper: one for one in event.printed.all()}


def changed_parts(parts: Parts, printed: Printed | None) -> list[int]:
    """The numbers of the parts that are new or say something else since they were made; all if they never were."""
    before = printed.parts if printed else {}
    return sorted(number for number, said in parts.items() if before.get(str(number)) != said)


def player_parts(event: Event, seating: Seating, address: str) -> Parts:
    """What stands on each player's card."""
    return {way.player.number: digest(address, _way(seating, way)) for way in seating.ways if way.player.number}


def table_parts(event: Event, seating: Seating, address: str) -> Parts:
    """What stands on each table's paper."""
    return {
        table: digest([[seat_said(seating, seat) for seat in seats] for _session, seats in sorted(sessions.items())])
        for table, sessions in seating.by_table.items()
    }


def table_card_parts(event: Event, seating: Seating, address: str) -> Parts:
    """What stands on each table's card, its code apart: that is another each time."""
    return {table: digest(address) for table in seating.by_table}


def whole_parts(event: Event, seating: Seating, address: str) -> Parts:
    """What stands in a list of all seats."""
    return {WHOLE: digest([seat_said(seating, seat) for seat in seating.seats])} if seating.seats else {}


def chart_parts(event: Event, seating: Seating, address: str) -> Parts:
    """What stands in the chart, which has numbers only."""
    seats = [
        [seat.session, seat.table, seat.wind, *([] if seating.empty(seat) else [seat.planned.number])]
        for seat in seating.seats
    ]
    return {WHOLE: digest(seats)} if seats else {}


def oath_players(event: Event) -> list[Player]:
    """Who signs an oath: everybody who is not out of the event, by number."""
    entered = entries_of(event).filter(status=Entry.Status.ENTERED)
    return [
        Player(
            one.number, one.name, one.latin_name, one.country, one.kind,
            one.team.number if one.team else None, one.team.name if one.team else "",
        )
        for one in entered
    ]  # fmt: skip


def _way(seating: Seating, way: PlayerWay) -> list[Any]:
    seats = [[session, str(seating.starts.get(session)), seat.table, seat.wind] for session, seat in way.seats.items()]
    return [list(way.player), sorted(seats)]


def seat_said(seating: Seating, seat: PublicSeat) -> list[Any]:
    """What a paper says of a seat, as plain data."""
    person = [] if seating.empty(seat) else [seat.sitter.number, seat.sitter.name, seat.sitter.team_name]
    return [seat.session, seat.table, seat.wind, person, str(seating.starts.get(seat.session))]


def digest(*content: Any) -> str:
    """What is kept of what stands on a part: the same for the same plain data."""
    return hashlib.sha256(json.dumps(content, ensure_ascii=False).encode()).hexdigest()[:KEPT]
