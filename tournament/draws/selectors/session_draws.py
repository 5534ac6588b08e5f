"""Released draws of one session by standings, and their records."""

from typing import Any

from tournament.draws.models.session_draws import SessionDraw
from tournament.events.models.events import Event


def released_session_draw(event: Event, session: int) -> SessionDraw | None:
    """Return the released draw of the session by standings; None if there is none."""
    return event.session_draws.filter(session=session, state=SessionDraw.State.RELEASED).first()


def session_draw_record(drawn: SessionDraw) -> dict[str, Any]:
    """Return the record for ``verify_round`` and the browser: for each stage what was drawn and the result.

    It holds ranks and points, so it is public only with the results that the draw rests on. ``earlier`` are the
    versions whose tables were drawn again after players left.
    """
    changed = {part["document"].get("version") for part in drawn.parts}
    earlier = drawn.event.session_draws.filter(session=drawn.session, version__in=changed - {None})
    return {
        "event": drawn.event.slug,
        "session": drawn.session,
        "version": drawn.version,
        "tables": drawn.tables,
        "parts": drawn.parts,
        "earlier": list(earlier.values("version", "tables")),
    }
