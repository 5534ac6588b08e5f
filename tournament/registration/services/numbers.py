"""Change the numbers that federations gave to a person."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_lazy as _

from common.actions.engine import ActionContext, Done, action
from common.actions.errors import Refused
from common.actions.merging import fields_to_write
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.people.models.accounts import Role
from tournament.people.models.numbers import PersonNumber
from tournament.people.models.persons import Person
from tournament.people.rules import FederationNumber, NumberKind, number_key
from tournament.people.selectors import numbers_of
from tournament.people.services.numbers import new_number
from tournament.people.services.persons import lock_person, refusing_taken_numbers
from tournament.registration.rules.cells import is_formula
from tournament.registration.rules.federation import federation_number, giver_key, giver_of, is_ema_number


@action("registration.numbers", summary=_("Change a player's numbers"), roles=[Role.Name.ORGANIZER], subject="event")
def set_entry_numbers(
    context: ActionContext, event: Event, *, entry: Entry, numbers: Mapping[str, str], base: Mapping[str, str]
) -> Done:
    """Change the numbers of an entry's person as `write_numbers`. Refused for an entry of another event."""
    row = event.entries.select_related("person__merged_into").filter(pk=entry.pk).first()
    if row is None:
        raise Refused(_("This does not belong to this event."))
    return write_numbers(context, row.person, numbers, base)


def write_numbers(context: ActionContext, person: Person, numbers: Mapping[str, str], base: Mapping[str, str]) -> Done:
    """Write ``numbers`` (`giver_key` -> number, empty: none) of a person, who is locked; return what an action answers.

    ``base`` holds the numbers that the form showed. Raises Conflict if another person changed the same number, and
    Refused, with the key, for what is not a number or another person's.
    """
    person = lock_person(context, person)
    rows = {giver_key(row.value): row for row in numbers_of([person]).get(person.pk, [])}
    current = {key: row.number for key, row in rows.items()}
    before = _texts(list(rows.values()))
    wanted = fields_to_write(base, dict(numbers), dict.fromkeys(base, "") | current)
    for key in sorted(wanted):
        with refusing_taken_numbers(context, key):
            _write_number(person, key, numbers[key].strip(), rows.get(key))
    after = _texts(numbers_of([person]).get(person.pk, []))
    target = f"person:{person.pk}"
    changed = before != after
    return Done({"person": person.pk}, target, {"numbers": before}, {"numbers": after}, (), changed=changed)


def _write_number(person: Person, key: str, typed: str, row: PersonNumber | None) -> None:
    text = _checked(person, key, typed)
    if row is None and text:
        kind, country = giver_of(key)
        new_number(person, FederationNumber(kind, text, country)).save()
    elif row is not None and text:
        _renumber(row, text)
    elif row is not None:
        row.delete()


def follow_number(_context: ActionContext, person: Person, before: str, after: str) -> None:
    """Correct a person's number of a known federation when the number that lists show was corrected.

    It follows only a number of the same form: an EMA number in place of an EMA number. A number that the person also
    has is a change of which one is shown.
    """
    rows = numbers_of([person]).get(person.pk, [])
    shown = next((row for row in rows if row.key == number_key(before)), None)
    if shown is None or not after or any(row.key == number_key(after) for row in rows):
        return
    if is_ema_number(before) == is_ema_number(after):
        _renumber(shown, after)


def _renumber(row: PersonNumber, text: str) -> None:
    row.number, row.key = text, number_key(text)
    row.save(update_fields=["number", "key"])


def _checked(person: Person, key: str, text: str) -> str:
    """Return the number as it is written. Raises Refused if it is none, or another person's."""
    if not text:
        return ""
    kind, country = giver_of(key)
    if kind == NumberKind.EMA:
        text, _restored = federation_number(text, person.country)
        if not is_ema_number(text):
            raise Refused(_("An EMA number has eight digits, such as 08010039."), where=key)
    if is_formula(text):
        raise Refused(_("A number cannot begin with this character."), where=key)
    if not number_key(text):
        raise Refused(_("A number has digits or letters."), where=key)
    holder = _holder(kind, country, text)
    if holder and holder.kept != person:
        message = _("%(name)s has this number. If they are one person, merge them.") % {"name": holder.kept.name}
        raise Refused(message, where=key)
    return text


def _holder(kind: str, country: str, text: str) -> Person | None:
    rows = PersonNumber.objects.filter(kind=kind, country=country, key=number_key(text))
    row = rows.select_related("person__merged_into").first()
    if row or kind == NumberKind.NATIONAL:
        return row.person if row else None
    return Person.objects.select_related("merged_into").filter(federation_number=text).first()


def _texts(rows: Sequence[PersonNumber]) -> list[str]:
    return [f"{giver_key(row.value)} {row.number}" for row in rows]
