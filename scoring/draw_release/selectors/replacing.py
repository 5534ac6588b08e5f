"""Who can take over a player's number for the whole event, and why it may be impossible."""

from django.utils.translation import gettext as _

from scoring.draw_release.selectors.played import has_begun
from tournament.draws.models.draws import Draw
from tournament.draws.selectors.draws import current_draw, since_frozen
from tournament.events.models.entries import Entry
from tournament.events.models.tables import Sitting


def against_replacement(holder: Entry) -> str:
    """Return why nobody can take over the number of ``holder`` for the whole event; empty if somebody can."""
    if holder.kind != Entry.Kind.PLAYER or holder.status == Entry.Status.DISQUALIFIED:
        return _("%(name)s is not a player of this event.") % {"name": holder.name}
    if has_begun(holder):
        return _("Number %(number)d has begun to play.") % {"number": holder.number}
    draw = current_draw(holder.event)
    if draw is None or draw.state not in (Draw.State.FROZEN, Draw.State.OFFERED):
        return ""
    if draw.numbers.filter(entry=holder).exists():
        return _("The list is frozen. First finish the draw or discard it.")
    return ""


def successors(holder: Entry) -> list[Entry]:
    """Return who can take over the number for the whole event: reserves of the team, fillers, players not drawn.

    People with a seat of their own are left out.
    """
    event = holder.event
    seated = Sitting.objects.filter(table__session__event=event, entry__isnull=False).values("entry")
    others = event.entries.filter(status=Entry.Status.ENTERED).exclude(pk__in=seated).exclude(pk=holder.pk)
    others = others.exclude(kind=Entry.Kind.PLAYER).select_related("team").order_by("number")
    reserves = [entry for entry in others if entry.kind == Entry.Kind.RESERVE and entry.team_id == holder.team_id]
    fillers = [entry for entry in others if entry.kind == Entry.Kind.FILLER]
    draw = current_draw(event)
    return reserves + fillers + (since_frozen(draw).entered if draw else [])
