"""What drawing again before the start would change, and why it cannot be done now."""

from collections.abc import Collection
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.draw_release.selectors.played import against_taking_back
from scoring.sheets.selectors.people.substitution import Substitution, substitutions
from tournament.draws.models.draws import Draw
from tournament.draws.selectors.draws import drawable_entries, filler_entries
from tournament.events.models.entries import Entry


def against_drawing_again(draw: Draw) -> str:
    """Why everything cannot be drawn again now, as a sentence; empty if it can."""
    if draw.from_session > 1:
        return _("Play has begun: only the remaining sessions can be drawn anew.")
    return against_taking_back(draw) if draw.state == Draw.State.RELEASED else ""


def areas_of(draw: Draw) -> dict[str, str] | None:
    """Group -> its area as the draw had it; None for a draw without areas."""
    return {group: area for area in draw.areas for group in area.split(" / ")} or None


@dataclass(frozen=True)
class Again:
    """What is now and what would be: players, tables, how many seats fillers must take, who is drawn newly.

    ``fillers`` is how many the event has; ``lost`` are those who play another's number at the released tables and are
    no reserves lined up by their team: they are free again.
    """

    players: tuple[int, int]
    tables: tuple[int, int]
    seats_left: tuple[int, int]
    fillers: int
    entered: list[Entry]
    lost: list[Substitution]


def effect_of(draw: Draw, without: Collection[int]) -> Again:
    """What drawing again without these numbers would change."""
    listed = set(draw.numbers.values_list("entry", flat=True))
    drawn = [entry for entry in drawable_entries(draw.event) if entry.number not in without]
    counts = (draw.players, len(drawn))
    taken = substitutions(draw.event, 1) if draw.state == Draw.State.RELEASED else []
    reserve = Entry.Kind.RESERVE
    return Again(
        players=counts,
        tables=(-(-counts[0] // 4), -(-counts[1] // 4)),
        seats_left=(-counts[0] % 4, -counts[1] % 4),
        fillers=len(filler_entries(draw.event)),
        entered=[entry for entry in drawn if entry.pk not in listed],
        lost=[one for one in taken if one.sitting.entry is None or one.sitting.entry.kind != reserve],
    )
