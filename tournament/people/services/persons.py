"""Lock the persons that an action reads and writes, and refuse numbers that another write has just given."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from common.actions.engine import ActionContext
from common.actions.errors import Refused, WrongState
from tournament.people.models.persons import Person


def lock_person(_context: ActionContext, person: Person) -> Person:
    """Lock the row that stands for ``person``, read it again, and return it.

    An event locks one person at a time, and merging locks two in the order of their keys: so none waits for the
    other in a circle. Raises WrongState if the person was merged or separated while this waited.
    """
    kept = person.kept
    list(Person.objects.select_for_update().filter(pk=kept.pk).values_list("pk"))
    kept.refresh_from_db()
    merged_into = Person.objects.values_list("merged_into", flat=True).get(pk=person.pk)
    if kept.merged_into_id is not None or (merged_into or person.pk) != kept.pk:
        raise WrongState(_("This person was just merged with another, or separated. Reload the page."))
    return kept


def lock_persons(_context: ActionContext, *persons: Person) -> None:
    """Lock the rows of these persons in the order of their keys; the caller reads them again."""
    keys = {person.pk for person in persons}
    list(Person.objects.select_for_update().filter(pk__in=keys).order_by("pk").values_list("pk"))


@contextmanager
def refusing_taken_numbers(_context: ActionContext, where: str = "") -> Iterator[None]:
    """Raise Refused, at the field ``where``, if another write has given a number meanwhile that is written here."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError:
        message = _("Somebody else has just given this number to a person. Nothing was changed: please try again.")
        raise Refused(message, where=where) from None
