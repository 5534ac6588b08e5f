"""Fillers who turn up in the hall: a name is enough."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, PUBLIC, Call, Done, action
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.people.services.accounts import lock_people
from tournament.presence.models.presence import Arrival
from tournament.presence.services.calls import CHOOSERS
from tournament.registration.selectors.entries import values_of
from tournament.registration.services.entries import check_entry, check_texts, next_number, person_for


@action("filler.add", summary=_("Take somebody in as a filler"), roles=CHOOSERS, subject="event")
def add_filler(call: Call, event: Event, *, name: str) -> Done:
    """Put somebody who is willing to sit into the fillers' pool, as here; the answer holds the number."""
    filler = new_filler(call, event, name)
    answer = {"number": filler.number}
    return Done(answer, f"entry:{filler.number}", None, values_of(filler), (PUBLIC, LIVE))


def new_filler(call: Call, event: Event, name: str) -> Entry:
    """Write a filler of this name who is here, with the next free number; the event is locked."""
    lock_people(call)
    filler = Entry(event=event, number=next_number(call, event), name=name, kind=Entry.Kind.FILLER)
    check_texts(call, filler, "")
    filler.person = person_for(call, event, filler, "")
    check_entry(call, filler)
    filler.save()
    here = timezone.now().replace(microsecond=0)
    Arrival.objects.create(entry=filler, arrived_at=here, by=call.actor.name[:150])
    return filler
