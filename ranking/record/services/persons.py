"""Merge persons of the record, mark them as distinct, change their numbers, as a body (rulings: Classes and pins)."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from common.actions.engine import ActionContext, Done, action
from common.actions.errors import Refused
from ranking.bodies.models import Body
from ranking.bodies.services import COMMITTEE
from ranking.record.selectors.persons import is_of_body, is_possible_second, shared_event
from tournament.people.models.persons import Person
from tournament.people.services.accounts import lock_people
from tournament.registration.services.numbers import write_numbers
from tournament.registration.services.persons import (
    forget_distinct,
    join_persons,
    merge_done,
    merged_pair,
    note_distinct,
    separate_persons,
)


@action("person.join", summary=_("Merge two persons of the record"), roles=COMMITTEE, subject="body")
def join_records(context: ActionContext, body: Body, *, kept: Person, merged: Person) -> Done:
    """Point ``merged`` to ``kept``, so that their results count together; each result keeps its person.

    Refused for persons of another body, and if both have a result in one event: a person plays once in it.
    """
    lock_people(context)
    _check_of_body(body, kept, merged)
    event = shared_event(kept, merged)
    if event:
        raise Refused(_("Both have a result in %(event)s: these are two persons.") % {"event": event.name})
    kept, merged = join_persons(context, kept, merged)
    return merge_done(kept, merged, apart=False)


@action("person.split", summary=_("Undo the merging of two persons of the record"), roles=COMMITTEE, subject="body")
def split_records(context: ActionContext, body: Body, *, merged: Person) -> Done:
    """Clear the pointer of a merged person; its results count alone again."""
    lock_people(context)
    kept, merged = merged_pair(merged)
    _check_of_body(body, kept, merged)
    separate_persons(context, merged, kept)
    return merge_done(kept, merged, apart=True)


@action("person.apart", summary=_("Mark as two persons of the record"), roles=COMMITTEE, subject="body")
def mark_apart(context: ActionContext, body: Body, *, first: Person, second: Person) -> Done:
    """Mark two similar persons as distinct: nowhere are they offered for merging again."""
    lock_people(context)
    _check_of_body(body, first, second)
    return note_distinct(context, first, second)


@action("person.unapart", summary=_("Undo “two persons of the record”"), roles=COMMITTEE, subject="body")
def unmark_apart(context: ActionContext, body: Body, *, first: Person, second: Person) -> Done:
    """Remove the mark of two distinct persons; they are offered for merging again."""
    lock_people(context)
    _check_of_body(body, first, second)
    return forget_distinct(context, first, second)


@action("person.numbers", summary=_("Change a person's numbers"), roles=COMMITTEE, subject="body")
def set_numbers(
    context: ActionContext, body: Body, *, person: Person, numbers: Mapping[str, str], base: Mapping[str, str]
) -> Done:
    """Change the numbers of a kept person as `write_numbers`. Refused for persons of another body."""
    person = Person.objects.select_related("merged_into").get(pk=person.pk).kept
    if not is_of_body(body, person):
        raise Refused(_("This body is not responsible for these persons."))
    return write_numbers(context, person, numbers, base)


def _check_of_body(body: Body, first: Person, second: Person) -> None:
    """Raise Refused unless one person is the body's, and the other may be the same one."""
    if not any(is_of_body(body, person) for person in (first, second)) or not all(
        is_possible_second(body, person) for person in (first, second)
    ):
        raise Refused(_("This body is not responsible for these persons."))
