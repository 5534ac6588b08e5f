"""Whom a player met and will meet: the opponents of played and coming sessions."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from scoring.standings.selectors.player_record import SessionRecord
from tournament.seating.selectors.seats import PublicStop


@dataclass(slots=True)
class Meeting:
    """An opponent with the sessions in which both met or will meet, and how often the player scored more."""

    number: int
    name: str
    met: list[int] = field(default_factory=list)
    coming: list[int] = field(default_factory=list)
    better: int = 0
    worse: int = 0


def meetings(sessions: Sequence[SessionRecord], stops: Iterable[PublicStop]) -> list[Meeting]:
    """Return each opponent once, those met most often first, then by the next session; fillers are left out."""
    by_number: dict[int, Meeting] = {}
    played = {record.number for record in sessions if record.result}
    for record in sessions:
        if record.result:
            _add_met(by_number, record)
    for stop in stops:
        if stop.seat.session not in played:
            for seat in stop.others:
                if seat.sitter.number is not None and seat.sitter.kind != "filler":
                    _meeting(by_number, seat.sitter.number, seat.sitter.name).coming.append(stop.seat.session)
    return sorted(by_number.values(), key=lambda row: (-len(row.met), row.coming[:1] or [99], row.number))


def _add_met(by_number: dict[int, Meeting], record: SessionRecord) -> None:
    for opponent in record.opponents:
        if opponent.entry is None or opponent.entry.kind == "filler" or record.result is None:
            continue
        meeting = _meeting(by_number, opponent.entry.number, opponent.name)
        meeting.met.append(record.number)
        if opponent.result:
            own, other = record.result.competition_points, opponent.result.competition_points
            meeting.better += own > other
            meeting.worse += own < other


def _meeting(by_number: dict[int, Meeting], number: int, name: str) -> Meeting:
    return by_number.setdefault(number, Meeting(number, name))
