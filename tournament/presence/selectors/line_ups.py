"""Which reserve is lined up for which number of the team (3.5.3)."""

from django.db.models import F, QuerySet

from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.presence.models.line_ups import LineUp
from tournament.presence.selectors.presence import plays_in


def of_one_team(reserve: Entry, holder: Entry) -> bool:
    """Whether ``reserve`` is a reserve, and ``holder`` a player, of one team."""
    together = reserve.team_id is not None and reserve.team_id == holder.team_id
    return together and reserve.kind == Entry.Kind.RESERVE and holder.kind == Entry.Kind.PLAYER


def fits(line_up: LineUp) -> bool:
    """Whether a line-up (with its session and both entries) still can be played: one team, and in the event then."""
    return of_one_team(line_up.by, line_up.holder) and plays_in(line_up.by, line_up.session.number)


def line_ups_waiting(event: Event) -> QuerySet[LineUp]:
    """The line-ups for sessions that have no tables yet, with both entries, as long as both are of one team."""
    rows = LineUp.objects.filter(session__event=event, session__tables=None, by__team=F("holder__team"))
    kinds = {"by__kind": Entry.Kind.RESERVE, "holder__kind": Entry.Kind.PLAYER}
    return rows.filter(**kinds, by__merged_into=None, holder__merged_into=None).select_related("holder", "by")
