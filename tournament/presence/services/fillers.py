"""Fillers recruited in the hall: a name is enough."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, PUBLIC, ActionContext, Done, action
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.presence.models.presence import Arrival
from tournament.presence.services.calls import CHOOSERS
from tournament.registration.selectors.entries import values_of
from tournament.registration.services.checks import check_entry, check_texts
from tournament.registration.services.entries import next_number
from tournament.registration.services.persons import person_for


@action("filler.add", summary=_("Add a filler"), roles=CHOOSERS, subject="event")
def add_filler(context: ActionContext, event: Event, *, name: str, session: int) -> Done:
    """Add a volunteer to the pool of fillers, checked in for ``session``; the answer holds the number."""
    filler = new_filler(context, event, name, session)
    answer = {"number": filler.number}
    return Done(answer, f"entry:{filler.number}", None, values_of(filler), (PUBLIC, LIVE))


def new_filler(context: ActionContext, event: Event, name: str, session: int) -> Entry:
    """Create a filler of this name, checked in for ``session``, with the next free number; the event is locked."""
    filler = Entry(event=event, number=next_number(event), name=name, kind=Entry.Kind.FILLER)
    check_texts(filler, "")
    filler.person = person_for(context, event, filler, "")
    check_entry(filler)
    filler.save()
    now = timezone.now().replace(microsecond=0)
    Arrival.objects.create(entry=filler, session=session, at=now, by=context.actor.name[:150])
    return filler
