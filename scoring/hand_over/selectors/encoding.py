"""Rows as plain data that any installation can read: values as JSON, references as identities."""

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from django.db.models import Field, ForeignKey, Model, Q, QuerySet

from scoring.hand_over.models import ForeignRow
from scoring.hand_over.selectors.graph import models_in_order, rows_of
from scoring.hand_over.selectors.installations import FOREIGN_ACCOUNT, Identity, own_installation
from tournament.events.models.entries import Entry, Team
from tournament.events.models.events import Event
from tournament.people.models.numbers import PersonNumber
from tournament.people.models.persons import Person, PrivateData

#: Columns that an installation fills by itself: keys, and what opens a screen of its own hall.
OWN_COLUMNS = {
    "tournament.event": {"ledger"},
    "tournament.person": {"search"},
    "tournament.privatedata": {"person", "delete_after", "keep_until"},
    "scoring.screen": {"token_hash", "code_hash", "opened_since"},
}
#: Kinds of actors who are rows of the event -> their model.
ACTORS: dict[str, type[Model]] = {"player": Entry, "leader": Team}


def columns_of(model: type[Model]) -> list["Field[Any, Any]"]:
    """Return the columns of a model that travel, without its key."""
    left_out = OWN_COLUMNS.get(model._meta.label_lower, set())
    return [field for field in model._meta.concrete_fields if not field.primary_key and field.name not in left_out]


def shape() -> str:
    """Return a digest of the models and columns that travel: equal where two programs can read each other's files."""
    models: list[type[Model]] = [*models_in_order(), Person, PersonNumber, PrivateData]
    parts = [
        [model._meta.label_lower, *(f"{field.name} {type(field).__name__}" for field in columns_of(model))]
        for model in models
    ]
    return hashlib.sha256(json.dumps(sorted(parts)).encode()).hexdigest()[:16]


class Encoder:
    """Encodes rows of an event, which it knows by their numbers here, for another installation."""

    def __init__(self, event: Event) -> None:
        self.own = own_installation()
        self._foreign = {
            (row.model, row.local): Identity(row.installation.hex, row.foreign)
            for row in ForeignRow.objects.filter(Q(event=event) | Q(event=None, model=Person._meta.label_lower))
        }

    def identity(self, model: type[Model], number: int) -> str:
        """Return the identity of a row here."""
        return str(self._foreign.get((model._meta.label_lower, number)) or Identity(self.own, number))

    def table(self, rows: Iterable[Model], model: type[Model]) -> dict[str, Any]:
        """Return rows as a table: the model, its columns, and per row its identity and its values."""
        columns = columns_of(model)
        encoded = [[self.identity(model, row.pk), *self._values(row, columns)] for row in rows]
        return {"model": model._meta.label_lower, "columns": [column.name for column in columns], "rows": encoded}

    def actor(self, ref: str) -> str:
        """Return the reference of an actor for other installations."""
        kind, _colon, number = ref.partition(":")
        if kind == "account" and number:
            return f"{self.own}:{ref}"
        if kind in ACTORS and number.isdecimal():
            return f"{kind}:{self.identity(ACTORS[kind], int(number))}"
        return ref

    def person(self, row: Person) -> dict[str, Any]:
        """Return a person with its private data, as columns with values, and its numbers if it has any."""
        private = PrivateData.objects.filter(person=row).first()
        numbers = [[number.kind, number.country, number.number] for number in row.numbers.all()]
        values = {"person": self._named(row), "private": self._named(private) if private else None}
        return values | ({"numbers": numbers} if numbers else {})

    def _named(self, row: Model) -> dict[str, Any]:
        columns = columns_of(type(row))
        return dict(zip([column.name for column in columns], self._values(row, columns), strict=True))

    def _values(self, row: Model, columns: Iterable["Field[Any, Any]"]) -> list[Any]:
        return [self._value(row, column) for column in columns]

    def _value(self, row: Model, column: "Field[Any, Any]") -> Any:
        value = getattr(row, column.attname)
        if value is None:
            return None
        if isinstance(column, ForeignKey):
            return self.identity(column.remote_field.model, value)
        if column.name.endswith("_ref"):
            return self.actor(value)
        return value if isinstance(value, bool | int | float | str | list | dict) else column.value_to_string(row)


def tables_of(event: Event, encoder: Encoder) -> list[dict[str, Any]]:
    """Return every table of the event, parents first."""
    return [encoder.table(rows_of(model, event), model) for model in models_in_order()]


def persons_of(event: Event) -> QuerySet[Person]:
    """Return everyone who is or was registered in the event, and the persons into whom they were merged."""
    entered = Entry.every.filter(event=event).values("person")
    return Person.objects.filter(Q(pk__in=entered) | Q(merged_from__in=entered)).distinct().order_by("pk")


def digest(values: Any) -> str:
    """Return the SHA-256 of plain data."""
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()


def local_actor(ref: str, own: str) -> str:
    """Return the reference of an account as stored here: without the installation if it is this one."""
    match = FOREIGN_ACCOUNT.fullmatch(ref)
    return match[2] if match and match[1] == own else ref
