"""Persons who are one: merging them, and taking it back."""

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from common.actions import LIVE, PUBLIC, Call, Done, action
from common.errors import Refused
from tournament.models import Event, Person, Role
from tournament.services.accounts import lock_people


@action("person.merge", summary=_("Merge two persons"), roles=[Role.Name.ORGANIZER], subject="event")
def merge_persons(call: Call, event: Event, *, kept: Person, merged: Person) -> Done:
    """Point ``merged`` to ``kept``; every entry keeps its person, and undoing clears the pointer (design: merging).

    One of them is in the event. Two federation numbers are two persons.
    """
    lock_people(call)
    kept, merged = _fresh(kept), _fresh(merged)
    if kept == merged or kept.merged_into or merged.merged_into or merged.merged_from.exists():
        raise Refused(_("One of them was merged already. Load the page again."))
    if kept.federation_number and merged.federation_number:
        raise Refused(_("Both have a federation number: these are two persons."))
    if not event.entries.filter(Q(person__in=(kept, merged)) | Q(person__merged_into__in=(kept, merged))).exists():
        raise Refused(_("This is not of this event."))
    events = [set(person.entries.values_list("event", "event__name")) for person in (kept, merged)]
    if both := events[0] & events[1]:
        facts = {"event": next(iter(both))[1]}
        raise Refused(
            _("Both are registered in %(event)s, and one person takes part once: withdraw one there.") % facts
        )
    if merged.federation_number:
        # The number stays with its person, who is therefore the one kept.
        kept, merged = merged, kept
        if merged.merged_from.exists():
            raise Refused(_("One of them was merged already. Load the page again."))
    merged.merged_into = kept
    merged.save(update_fields=["merged_into"])
    return _done(kept, merged, {"merged_into": None}, {"merged_into": kept.pk})


@action(
    "person.unmerge", summary=_("Take the merging of two persons back"), roles=[Role.Name.ORGANIZER], subject="event"
)
def unmerge_person(call: Call, event: Event, *, merged: Person) -> Done:
    """Clear the pointer of a merged person of the event."""
    lock_people(call)
    merged = _fresh(merged)
    kept = merged.merged_into
    if kept is None:
        raise Refused(_("They are two persons already."))
    if not event.entries.filter(Q(person__in=(kept, merged)) | Q(person__merged_into=kept)).exists():
        raise Refused(_("This is not of this event."))
    merged.merged_into = None
    merged.save(update_fields=["merged_into"])
    return _done(kept, merged, {"merged_into": kept.pk}, {"merged_into": None})


def _fresh(person: Person) -> Person:
    return Person.objects.select_related("merged_into").get(pk=person.pk)


def _done(kept: Person, merged: Person, before: dict, after: dict) -> Done:
    return Done({"kept": kept.pk, "merged": merged.pk}, f"person:{merged.pk}", before, after, raises=(LIVE, PUBLIC))
