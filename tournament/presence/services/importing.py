"""Write arrivals, absences and line-ups of an event file; part of importing an event."""

from typing import Any

from django.utils.dateparse import parse_datetime

from common.actions.engine import ActionContext
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.presence.models.line_ups import LineUp
from tournament.presence.models.presence import Arrival, CheckedItems, Withdrawal


def write_presence(_context: ActionContext, event: Event, document: dict[str, Any], entries: dict[int, Entry]) -> None:
    """Write arrivals, absences and line-ups of a checked event file, after its sessions.

    ``entries``: by their number.
    """
    _write_arrivals(document["players"], entries)
    sessions = {session.number: session for session in event.sessions.all()}
    LineUp.objects.bulk_create(
        LineUp(session=sessions[session["number"]], holder=entries[row["number"]], by=entries[row["by"]])
        for session in document["sessions"]
        for row in session.get("line_ups", [])
    )


def _write_arrivals(players: list[dict[str, Any]], entries: dict[int, Entry]) -> None:
    """Write checked items, arrivals and absences."""
    arrived = [(entries[player["number"]], player["arrival"]) for player in players if player.get("arrival")]
    CheckedItems.objects.bulk_create(
        CheckedItems(entry=entry, **dict.fromkeys(arrival["marks"], True))
        for entry, arrival in arrived
        if arrival.get("marks")
    )
    Arrival.objects.bulk_create(
        Arrival(entry=entry, session=row["session"], at=parse_datetime(row.get("at", "")))
        for entry, arrival in arrived
        for row in [*_of_first(arrival), *arrival.get("later", [])]
    )
    Withdrawal.objects.bulk_create(
        Withdrawal(entry=entries[player["number"]], **absence)
        for player in players
        for absence in player.get("absences", [])
    )


def _of_first(arrival: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the check-in for session 1, which the file has as the key "at"."""
    return [{"session": 1, "at": arrival["at"]}] if "at" in arrival else []
