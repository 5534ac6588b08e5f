"""An event's draws and seat wishes for the event file."""

import json
from datetime import UTC, datetime
from typing import Any

from tournament.draws.models.draws import Draw
from tournament.draws.selectors.draws import frozen_lines, numbers_of, seat_wishes
from tournament.events.models.events import Event

#: Begun draws are left out: their secret must stay private, and an importing system freezes the list again.
BEGUN = (Draw.State.FROZEN, Draw.State.OFFERED)
#: The keys of a draw in the file that are columns of the same name; `RENAMED` and `MOMENTS` map other names.
COLUMNS = (
    "version", "state", "lots", "areas", "players", "sessions", "follows", "left", "list_hash", "terms", "commitment",
    "public_value", "seed", "engine", "method", "chosen_by", "choice_reason", "approved_by", "released_by", "reason",
    "chart", "quality", "changes",
)  # fmt: skip
RENAMED = {"rule": "scheme", "offered": "options"}
MOMENTS = {"frozen": "frozen_at", "made": "made_at", "approved": "approved_at", "released": "released_at"}
MOMENTS |= {"ended": "ended_at"}
SESSION_COLUMNS = ("session", "version", "state", "tables", "digest", "released_by", "reason")


def draw_documents(event: Event) -> list[dict[str, Any]]:
    """Return the draws that have a chart, and the discarded ones."""
    return [_draw(draw) for draw in event.draws.exclude(state__in=BEGUN)]


def session_draw_documents(event: Event) -> list[dict[str, Any]]:
    """Return the draws of single sessions; what was drawn is a text, so that its keys keep their order."""
    documents = []
    for drawn in event.session_draws.order_by("session", "version"):
        document: dict[str, Any] = {name: getattr(drawn, name) for name in SESSION_COLUMNS}
        document |= {"released": _moment(drawn.released_at), "ended": _moment(drawn.ended_at)}
        document["parts"] = json.dumps(drawn.parts, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        documents.append({key: value for key, value in document.items() if value not in (None, "")})
    return documents


def wish_documents(event: Event) -> list[dict[str, Any]]:
    """Return the organizer's wishes for the next draw."""
    wishes = [
        {"player": wish.entry.number, "table": wish.table, "apart": wish.other and wish.other.number}
        for wish in seat_wishes(event)
    ]
    return [{key: value for key, value in wish.items() if value} for wish in wishes]


def _draw(draw: Draw) -> dict[str, Any]:
    numbers = numbers_of(draw)
    drawn = bool(draw.chart)
    document = {name: getattr(draw, name) for name in COLUMNS}
    document |= {key: getattr(draw, name) for key, name in RENAMED.items()}
    document |= {key: _moment(getattr(draw, name)) for key, name in MOMENTS.items()}
    document |= {
        "secret": draw.secret if drawn else "",
        "candidates": draw.candidates,
        "from_session": draw.from_session if draw.follows else None,
        "list": [line.as_record() for line in frozen_lines(draw, numbers)],
        "holders": [
            {"number": line.number, "player": line.entry.number, "drawn_by": line.drawn_by} for line in numbers
        ],
    }
    document["holders"] = [{key: value for key, value in holder.items() if value} for holder in document["holders"]]
    document["offered"] = [{name: option[name] for name in ("method", "quality")} for option in draw.options]
    document["plans" if draw.rests_on_plans else "start"] = draw.start
    present = {key: value for key, value in document.items() if value not in (None, "", [], {})}
    return present | {"candidate": draw.candidate}


def _moment(time: datetime | None) -> str | None:
    return f"{time.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}" if time else None
