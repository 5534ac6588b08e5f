"""Checking a player in from the page that the QR code of the player's card opens, for officials (3.5.7.1)."""

from typing import Any

from common.actions.engine import may
from scoring.progress.selectors.progress import all_played, session_to_play
from tournament.presence.selectors.presence import arrival_of, plays_in
from tournament.presence.services.arrivals import arrive
from web.shared.viewer import ViewerContext


def check_in_context(reader: ViewerContext, number: int) -> dict[str, Any]:
    """Return the session to check the player in for, and the check-in if there is one; empty for everybody else.

    Empty after the last session too.
    """
    if not reader.roles or not may(reader.actor, arrive, reader.event.ledger) or all_played(reader.event):
        return {}
    session = session_to_play(reader.event)
    entry = reader.event.entries.filter(number=number).first()
    if entry is None or not plays_in(entry, session):
        return {}
    return {"check_in": {"session": session, "arrival": arrival_of(entry, session)}}
