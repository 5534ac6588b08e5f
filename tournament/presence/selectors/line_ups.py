"""Line-ups of reserves (3.5.3)."""

from django.db.models import F, QuerySet

from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.presence.models.line_ups import LineUp
from tournament.presence.selectors.presence import plays_in


def of_one_team(reserve: Entry, holder: Entry) -> bool:
    """Return whether ``reserve`` is a reserve and ``holder`` a player of the same team."""
    same_team = reserve.team_id is not None and reserve.team_id == holder.team_id
    return same_team and reserve.kind == Entry.Kind.RESERVE and holder.kind == Entry.Kind.PLAYER


def is_playable(line_up: LineUp) -> bool:
    """Return whether a line-up (with session and entries) can still be played: same team, and not withdrawn."""
    return of_one_team(line_up.by, line_up.holder) and plays_in(line_up.by, line_up.session.number)


def line_ups_waiting(event: Event) -> QuerySet[LineUp]:
    """Return the valid line-ups for sessions without tables, with both entries."""
    rows = LineUp.objects.filter(session__event=event, session__tables=None, by__team=F("holder__team"))
    kinds = {"by__kind": Entry.Kind.RESERVE, "holder__kind": Entry.Kind.PLAYER}
    return rows.filter(**kinds, by__merged_into=None, holder__merged_into=None).select_related("holder", "by")
