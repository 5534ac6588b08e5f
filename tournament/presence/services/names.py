"""Correct a name at the check-in, as it is printed."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, PUBLIC, ActionContext, Done, action
from common.actions.errors import Refused
from common.actions.merging import fields_to_write
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.people.services.persons import lock_person
from tournament.presence.models.presence import CheckedItems
from tournament.presence.selectors.names import CORRECTION, PRINTED, name_confirmed, printed_names
from tournament.presence.services.calls import CHECKERS
from tournament.registration.services.checks import check_texts
from tournament.registration.services.persons import write_person


@action(CORRECTION, summary=_("Correct a name at the check-in"), roles=CHECKERS, subject="event")
def correct_name(
    context: ActionContext,
    event: Event,
    *,
    entry: Entry,
    base: Mapping[str, str],
    names: Mapping[str, str],
    confirmed: bool = True,
) -> Done:
    """Save the ``names`` (by column, see PRINTED) of an entry and its person, and whether they are ``confirmed``.

    ``base`` holds the names that the form showed; raises Conflict if another person changed the same name meanwhile.
    """
    rows = event.entries.select_for_update(of=("self",)).select_related("person__merged_into")
    row = rows.filter(pk=entry.pk).first()
    if row is None:
        raise Refused(_("This does not belong to this event."))
    person = lock_person(context, row.person)
    before = printed_names(row) | {"name_confirmed": name_confirmed(row)}
    for column in fields_to_write(base, {column: names[column] for column in PRINTED}, printed_names(row)):
        setattr(row, column, names[column])
    check_texts(row, "")
    write_person(context, row, person.federation_number or "")
    row.save(update_fields=PRINTED)
    CheckedItems.objects.update_or_create(entry=row, defaults={"name_confirmed": confirmed})
    after = printed_names(row) | {"name_confirmed": confirmed}
    changed = [column for column in after if after[column] != before[column]]
    return Done(
        {"number": row.number},
        f"entry:{row.number}",
        {column: before[column] for column in changed},
        {column: after[column] for column in changed},
        (LIVE, PUBLIC),
        changed=bool(changed),
    )
