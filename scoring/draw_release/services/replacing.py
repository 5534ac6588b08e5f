"""Give a player's number to somebody else for the whole event, before the number plays."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import LIVE, PUBLIC, ActionContext, Done, action
from common.actions.errors import Refused
from scoring.draw_release.selectors.replacing import against_replacement, successors
from tournament.draws.models.draws import SeatWish
from tournament.draws.selectors.draws import current_draw
from tournament.draws.services.people import put_on_chart
from tournament.draws.services.shared import DRAWERS
from tournament.events.models.entries import Entry, Lot
from tournament.events.models.events import Event
from tournament.events.models.stages import StageEntry
from tournament.events.models.tables import Sitting
from tournament.events.services.closed import refuse_if_closed
from tournament.presence.models.line_ups import LineUp
from tournament.presence.services.withdrawals import take_out
from tournament.registration.services.checks import check_entry, check_texts
from tournament.registration.services.entries import next_number
from tournament.registration.services.persons import person_for


@action(
    "entry.replace",
    summary=gettext_lazy("Give a player's number to somebody else for the whole event"),
    roles=DRAWERS,
    subject="event",
)
def replace_player(context: ActionContext, event: Event, *, holder: Entry, by: Entry | None, **names: Any) -> Done:
    """Let ``by``, or with None a new person with these ``names``, play the number of ``holder`` from the beginning.

    The number, the team and the seats of the chart stay; ``holder`` gets another number and is withdrawn. The names are
    columns of Entry. Refused without a reason, or once something is written for the number.
    """
    refuse_if_closed(event)
    holder = _holder_of(event, holder)
    against = against_replacement(holder)
    if against:
        raise Refused(against)
    if not context.reason:
        raise Refused(_("Please give a reason; it is kept with the change."), where="reason")
    if by is not None and by not in successors(holder):
        raise Refused(_("%(name)s cannot take over this number.") % {"name": by.name}, where="by")
    number, before = holder.number, {"name": holder.name}
    raises: tuple[str, ...] = ()
    if holder.status == Entry.Status.ENTERED:
        raises = take_out(context, holder, 1)
    successor = _enter(context, event, holder, names) if by is None else _exchange(holder, by)
    _hand_over(context, holder, successor)
    answer = {"number": number, "name": successor.name, "was": before["name"]}
    return Done(answer, f"entry:{number}", before, {"name": successor.name}, (PUBLIC, LIVE, *raises))


def _holder_of(event: Event, holder: Entry) -> Entry:
    """Read the entry again under the event's lock."""
    fresh = event.entries.select_related("team", "group").filter(pk=holder.pk).first()
    if fresh is None:
        raise Refused(_("This does not belong to this event."))
    fresh.event = event
    return fresh


def _enter(context: ActionContext, event: Event, holder: Entry, names: dict[str, Any]) -> Entry:
    """Register a new player under the holder's number; the holder gets the next free number."""
    number = holder.number
    successor = Entry(event=event, number=number, team=holder.team, group=holder.group, **names)
    check_texts(successor, "")
    holder.number = next_number(event)
    holder.save(update_fields=["number"])
    successor.person = person_for(context, event, successor, "")
    check_entry(successor)
    successor.save()
    return successor


def _exchange(holder: Entry, by: Entry) -> Entry:
    """Exchange the numbers; ``by`` becomes a player of the team, and the holder of a reserve's place the reserve."""
    number, other = holder.number, by.number
    holder.number = next_number(holder.event)
    if by.kind == Entry.Kind.RESERVE:
        holder.kind = Entry.Kind.RESERVE
    holder.save(update_fields=["number", "kind"])
    by.number, by.kind, by.team, by.group = number, Entry.Kind.PLAYER, holder.team, holder.group
    by.save(update_fields=["number", "kind", "team", "group"])
    holder.number = other
    holder.save(update_fields=["number"])
    return by


def _hand_over(context: ActionContext, holder: Entry, successor: Entry) -> None:
    """Give the holder's place on the chart, seats, lot, stages and wishes to the successor."""
    draw = current_draw(holder.event)
    line = draw.numbers.select_related("entry").filter(entry=holder).first() if draw else None
    if draw is not None and line is not None:
        put_on_chart(context, draw, line, successor)
    Sitting.objects.filter(entry=holder, table__session__event=holder.event).update(entry=successor)
    Lot.objects.filter(entry=successor).delete()
    Lot.objects.filter(entry=holder).update(entry=successor)
    StageEntry.objects.filter(entry=successor).delete()
    StageEntry.objects.filter(entry=holder).update(entry=successor)
    LineUp.objects.filter(by=successor).delete()
    LineUp.objects.filter(holder=holder).update(holder=successor)
    SeatWish.objects.filter(entry=holder).update(entry=successor)
    SeatWish.objects.filter(other=holder).update(other=successor)
