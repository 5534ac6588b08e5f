"""An event's draws in the shape of the event file."""

from datetime import UTC, datetime
from typing import Any

from tournament.draws.models.draws import Draw
from tournament.draws.selectors.draws import frozen_lines, numbers_of, seat_wishes
from tournament.events.models.events import Event

#: Draws that are only begun stay behind: their secret is nobody's business, and elsewhere the list is frozen anew.
BEGUN = (Draw.State.FROZEN, Draw.State.OFFERED)
#: The keys of a draw in the file that are columns of the same name, and those that are called otherwise.
COLUMNS = (
    "version", "state", "lots", "areas", "players", "sessions", "follows", "left", "list_hash", "terms", "commitment",
    "public_value", "seed", "engine", "method", "chosen_by", "choice_reason", "approved_by", "released_by", "reason",
    "chart", "quality", "changes",
)  # fmt: skip
RENAMED = {"rule": "scheme", "offered": "options"}
MOMENTS = {"frozen": "frozen_at", "made": "made_at", "approved": "approved_at", "released": "released_at"}
MOMENTS |= {"ended": "ended_at"}


def draw_documents(event: Event) -> list[dict[str, Any]]:
    """The draws that have a chart, and those that were put away."""
    return [_draw(draw) for draw in event.draws.exclude(state__in=BEGUN)]


def wish_documents(event: Event) -> list[dict[str, Any]]:
    """What the organizer wants of the next draw."""
    wishes = [
        {"player": wish.entry.number, "table": wish.table, "apart": wish.other and wish.other.number}
        for wish in seat_wishes(event)
    ]
    return [{key: value for key, value in wish.items() if value} for wish in wishes]


def _draw(draw: Draw) -> dict[str, Any]:
    numbers = numbers_of(draw)
    drawn = bool(draw.chart)
    found = {name: getattr(draw, name) for name in COLUMNS}
    found |= {key: getattr(draw, name) for key, name in RENAMED.items()}
    found |= {key: _moment(getattr(draw, name)) for key, name in MOMENTS.items()}
    found |= {
        "secret": draw.secret if drawn else "",
        "candidates": draw.candidates,
        "from_session": draw.from_session if draw.follows else None,
        "list": [line.as_record() for line in frozen_lines(draw, numbers)],
        "holders": [
            {"number": line.number, "player": line.entry.number, "drawn_by": line.drawn_by} for line in numbers
        ],
    }
    found["holders"] = [{key: value for key, value in one.items() if value} for one in found["holders"]]
    found["offered"] = [{name: one[name] for name in ("method", "quality")} for one in draw.options]
    found["plans" if draw.rests_on_plans else "start"] = draw.start
    said = {key: value for key, value in found.items() if value not in (None, "", [], {})}
    return said | {"candidate": draw.candidate}


def _moment(time: datetime | None) -> str | None:
    return f"{time.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}" if time else None
