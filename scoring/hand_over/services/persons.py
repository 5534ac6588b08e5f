"""Write the persons of a document of a hand-over, without undoing what was changed here meanwhile."""

from dataclasses import dataclass
from typing import Any

from common.actions.engine import ActionContext
from scoring.hand_over.models import ForeignRow
from scoring.hand_over.selectors.decoding import Decoder
from scoring.hand_over.selectors.encoding import Encoder, columns_of, digest
from scoring.hand_over.selectors.installations import identity_in
from tournament.events.models.events import Event
from tournament.people.models.numbers import PersonNumber
from tournament.people.models.persons import Person, PrivateData
from tournament.people.rules import FederationNumber, number_key
from tournament.people.selectors import holder_of
from tournament.people.services.numbers import new_number
from tournament.people.services.persons import refusing_taken_numbers
from tournament.registration.services.persons import merged_otherwise

LABEL = Person._meta.label_lower


@dataclass
class _Arrival:
    """A person of the document with its row here; ``new``: the row was made for it; ``known``: it came from there.

    ``doubted``: another person here has its federation number.
    """

    document: dict[str, Any]
    row: Person
    new: bool
    known: ForeignRow | None
    doubted: bool

    @property
    def values(self) -> dict[str, Any]:
        return {name: self.document[name] for name in ("person", "private", "numbers") if name in self.document}


def write_persons(
    context: ActionContext, event: Event, decoder: Decoder, persons: list[dict[str, Any]], known: set[int]
) -> tuple[list[str], list[str]]:
    """Create the persons that are new here, and change those that were changed there only.

    A person is recognized by its identity, if it is one of ``known`` (those of the event here) or came from elsewhere,
    else by its federation number, unless both places know the day of birth and it differs. Returns the names of those
    that were changed in both places and stay as they are here, and of those whose number another person has here: they
    come without it.
    """
    decoder.know({Person: known}, None)
    arrivals = [_arrival(decoder, document) for document in persons]
    encoder, left = Encoder(event), []
    for arrival in arrivals:
        here = digest(encoder.person(arrival.row))
        if arrival.new or _may_change(arrival, here):
            into = arrival.row.merged_into_id
            _write(context, arrival, decoder)
            if arrival.row.merged_into_id != into:
                concerned = (arrival.row.pk, arrival.row.merged_into_id, into)
                merged_otherwise(context, [pk for pk in concerned if pk is not None])
        elif arrival.document["changed"]:
            left.append(arrival.row.name)
    for arrival in arrivals:
        if arrival.known:
            arrival.known.sent = digest(arrival.values)
            arrival.known.kept = digest(encoder.person(Person.objects.get(pk=arrival.row.pk)))
            arrival.known.save()
    return left, [arrival.row.name for arrival in arrivals if arrival.doubted]


def _arrival(decoder: Decoder, document: dict[str, Any]) -> _Arrival:
    """Find the person here, or make a row for it."""
    identity = identity_in(document["id"])
    number = document["person"]["federation_number"]
    person = Person.objects.filter(pk=decoder.local.get((LABEL, identity), 0)).first()
    holder = None if person else holder_of(number or "")
    doubted = holder is not None and _has_another_birth(holder, document)
    same = person or (None if doubted else holder)
    row = same or Person.objects.create(name=document["person"]["name"])
    decoder.local[LABEL, identity] = row.pk
    if identity.installation == decoder.own and person:
        return _Arrival(document, row, False, None, False)
    known, _made = ForeignRow.objects.update_or_create(
        model=LABEL, installation=identity.installation, foreign=identity.number, defaults={"local": row.pk}
    )
    return _Arrival(document, row, same is None, known, doubted)


def _has_another_birth(holder: Person, document: dict[str, Any]) -> bool:
    """Whether both places know the day of birth, and it differs. Names do not count: scripts and spellings differ."""
    here = PrivateData.objects.filter(person=holder.kept).values_list("birth_date", flat=True).first()
    there = document["private"]["birth_date"] if document["private"] else ""
    return bool(here and there and here != there)


def _may_change(arrival: _Arrival, here: str) -> bool:
    """Whether the row may become as it is there: it is still as that installation knew it, or sent it, last time."""
    if arrival.document["sent"]:
        return bool(arrival.document["changed"]) and here == arrival.document["sent"]
    return arrival.known is not None and here == arrival.known.kept


def _write(context: ActionContext, arrival: _Arrival, decoder: Decoder) -> None:
    row, values = arrival.row, arrival.document["person"]
    number = values["federation_number"]
    if number and Person.objects.filter(federation_number=number).exclude(pk=row.pk).exists():
        values = values | {"federation_number": row.federation_number}
    for column in columns_of(Person):
        setattr(row, column.attname, decoder.value(column, values[column.name]))
    with refusing_taken_numbers(context):
        row.save()
    _write_numbers(row, arrival.document.get("numbers", []))
    private = arrival.document["private"]
    if private is None:
        PrivateData.objects.filter(person=row).delete()
        return
    data = PrivateData.objects.filter(person=row).first() or PrivateData(person=row)
    for column in columns_of(PrivateData):
        setattr(data, column.attname, decoder.value(column, private[column.name]))
    data.save()


def _write_numbers(row: Person, numbers: list[list[str]]) -> None:
    """Replace the numbers of a person, but for those that another person has here."""
    row.numbers.all().delete()
    for kind, country, number in numbers:
        if not PersonNumber.objects.filter(kind=kind, country=country, key=number_key(number)).exists():
            new_number(row, FederationNumber(kind, number, country)).save()
