"""The organizer's wishes for the next draw, entered before the list is frozen: fixed tables, pairs kept apart."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import ActionContext, Done, action
from common.actions.errors import Refused
from tournament.draws.models.draws import SeatWish
from tournament.draws.selectors.draws import current_draw
from tournament.draws.services.shared import DRAWERS
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event


@action("draw.wish", summary=gettext_lazy("Add a wish: a table, or a pair kept apart"), roles=DRAWERS, subject="event")
def add_wish(
    _context: ActionContext, event: Event, *, entry: Entry, table: int | None = None, other: Entry | None = None
) -> Done:
    """Wish that ``entry`` sits at ``table`` in every session, or never meets ``other``; part of the next list."""
    _check_wish(event, entry, table, other)
    wish = SeatWish.objects.create(event=event, entry=entry, table=table, other=other)
    return Done({"wish": wish.pk}, f"entry:{entry.number}", None, _audited_values(wish))


@action("draw.unwish", summary=gettext_lazy("Withdraw a wish about seats"), roles=DRAWERS, subject="event")
def remove_wish(_context: ActionContext, event: Event, *, wish: int) -> Done:
    """Remove the wish with this id, before the list is frozen."""
    _refuse_frozen(event)
    row = event.seat_wishes.select_related("entry", "other").filter(pk=wish).first()
    if row is None:
        raise Refused(_("This wish no longer exists."))
    audited = _audited_values(row)
    row.delete()
    return Done({}, f"entry:{row.entry.number}", audited, None)


def _check_wish(event: Event, entry: Entry, table: int | None, other: Entry | None) -> None:
    _refuse_frozen(event)
    for participant in filter(None, [entry, other]):
        if participant.event_id != event.pk or participant.kind != Entry.Kind.PLAYER:
            raise Refused(_("%(name)s is not a player of this event.") % {"name": participant.name}, where="entry")
    if (table is None) == (other is None):
        raise Refused(_("Enter a table, or the other player."), where="table")
    if other is not None:
        if other.pk == entry.pk:
            raise Refused(_("Choose two different players."), where="other")
        pairs = event.seat_wishes.filter(entry__in=[entry, other], other__in=[entry, other])
        if pairs.exists():
            raise Refused(_("These two are already kept apart."), where="other")
    elif event.seat_wishes.filter(entry=entry, other=None).exists():
        raise Refused(_("%(name)s already has a table.") % {"name": entry.name}, where="entry")
    elif event.seat_wishes.filter(table=table).exists():
        raise Refused(_("Another player already has this table; only one player can have it."), where="table")


def _refuse_frozen(event: Event) -> None:
    if current_draw(event):
        raise Refused(_("The list is frozen. Wishes must be entered before that. Discard or withdraw the draw first."))


def _audited_values(wish: SeatWish) -> dict[str, int | None]:
    other = wish.other.number if wish.other else None
    return {"number": wish.entry.number, "table": wish.table, "apart": other}
