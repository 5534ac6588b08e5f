"""The effect of a redraw before the start, and why it may be impossible."""

from collections.abc import Collection
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.draw_release.selectors.played import against_draw_retraction
from scoring.sheets.selectors.people.substitution import Substitution, substitutions
from tournament.draws.models.draws import Draw
from tournament.draws.selectors.draws import drawable_entries, filler_entries
from tournament.events.models.entries import Entry


def against_redraw_before_start(draw: Draw) -> str:
    """Return why the whole draw cannot be redrawn now, as a sentence; empty if it can."""
    if draw.from_session > 1:
        return _("Play has begun. Only the remaining sessions can be drawn again.")
    return against_draw_retraction(draw) if draw.state == Draw.State.RELEASED else ""


def areas_of(draw: Draw) -> dict[str, str] | None:
    """Return the area of each group in the draw; None for a draw without areas."""
    return {group: area for area in draw.areas for group in area.split(" / ")} or None


@dataclass(frozen=True)
class RedrawEffect:
    """Counts before and after a redraw: players, tables, and seats that fillers must take.

    ``fillers``: the count of the event's fillers; ``entered``: players who are drawn for the first time. ``lost``:
    substitutions at the released tables that end, except reserves lined up by their team.
    """

    players: tuple[int, int]
    tables: tuple[int, int]
    seats_left: tuple[int, int]
    fillers: int
    entered: list[Entry]
    lost: list[Substitution]


def redraw_effect(draw: Draw, without: Collection[int]) -> RedrawEffect:
    """Return the effect of a redraw without the players of these numbers."""
    listed = set(draw.numbers.values_list("entry", flat=True))
    drawn = [entry for entry in drawable_entries(draw.event) if entry.number not in without]
    counts = (draw.players, len(drawn))
    taken = substitutions(draw.event, 1) if draw.state == Draw.State.RELEASED else []
    reserve = Entry.Kind.RESERVE
    return RedrawEffect(
        players=counts,
        tables=(-(-counts[0] // 4), -(-counts[1] // 4)),
        seats_left=(-counts[0] % 4, -counts[1] % 4),
        fillers=len(filler_entries(draw.event)),
        entered=[entry for entry in drawn if entry.pk not in listed],
        lost=[row for row in taken if row.sitting.entry is None or row.sitting.entry.kind != reserve],
    )
