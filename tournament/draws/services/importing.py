"""Write the draws of an event file unchanged; part of importing an event."""

import json
from typing import Any

from django.utils.dateparse import parse_datetime

from common.actions.engine import ActionContext
from tournament.draws.models.draws import Draw, DrawNumber, SeatWish
from tournament.draws.models.session_draws import SessionDraw
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event

COLUMNS = (
    "version", "state", "lots", "areas", "players", "sessions", "follows", "from_session", "left", "list_hash", "terms",
    "secret", "commitment", "public_value", "seed", "engine", "method", "candidates", "candidate", "chosen_by",
    "choice_reason", "approved_by", "released_by", "reason", "chart", "quality", "changes", "start",
)  # fmt: skip
RENAMED = {"scheme": "rule", "options": "offered"}
MOMENTS = {"frozen_at": "frozen", "made_at": "made", "approved_at": "approved", "released_at": "released"}
MOMENTS |= {"ended_at": "ended"}


def write_draws(_context: ActionContext, event: Event, document: dict[str, Any], entries: dict[int, Entry]) -> None:
    """Write the draws of a checked event file, each with its list, and the wishes for the next one."""
    for described in document.get("draws", []):
        columns = {name: described[name] for name in COLUMNS if name in described}
        columns |= {name: described[key] for name, key in RENAMED.items() if key in described}
        if "plans" in described:
            columns["start"] = described["plans"]
        columns |= {name: parse_datetime(described[key]) for name, key in MOMENTS.items() if key in described}
        draw = Draw.objects.create(event=event, **columns)
        DrawNumber.objects.bulk_create(_lines(draw, described, entries))
    for described in document.get("session_draws", []):
        columns = {name: value for name, value in described.items() if name not in ("parts", "released", "ended")}
        moments = {"released_at": parse_datetime(described["released"])}
        moments["ended_at"] = parse_datetime(described.get("ended", ""))
        SessionDraw.objects.create(event=event, parts=json.loads(described["parts"]), **columns, **moments)
    SeatWish.objects.bulk_create(
        SeatWish(
            event=event,
            entry=entries[wish["player"]],
            table=wish.get("table"),
            other=entries[wish["apart"]] if "apart" in wish else None,
        )
        for wish in document.get("seat_wishes", [])
    )


def _lines(draw: Draw, described: dict[str, Any], entries: dict[int, Entry]) -> list[DrawNumber]:
    """Return the current lines: the frozen list, then late arrivals and substitutes."""
    lines = {line["number"]: line for line in described.get("list", [])}
    for change in described.get("changes", []):
        changed = change.get("late") or change.get("instead")
        if changed:
            lines[changed["number"]] = changed
    rows = []
    for holder in described.get("holders", []):
        entry, number = entries[holder["player"]], holder.get("number")
        # Before a lot is drawn the list has no line for it: take the values of the entry.
        named = {"name": entry.name, "team": entry.team.name if entry.team else "", "country": entry.country}
        line = {**named, "number": None, **lines.get(number, {})}
        rows.append(DrawNumber(draw=draw, entry=entry, drawn_by=holder.get("drawn_by", ""), **line))
    return rows
