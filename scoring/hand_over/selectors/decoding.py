"""Plain values of a document of a hand-over as values of columns here: each row has its own number here."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Field, ForeignKey, Model

from scoring.hand_over.models import ForeignRow
from scoring.hand_over.selectors.encoding import ACTORS, local_actor
from scoring.hand_over.selectors.installations import Identity, identity_in
from tournament.events.models.events import Event


class Decoder:
    """Knows the number here of each identity, and turns plain values into those of columns."""

    def __init__(self, own: str) -> None:
        self.own = own
        self.local: dict[tuple[str, Identity], int] = {}

    def know(self, numbers: Mapping[type[Model], Iterable[int]], event: Event | None) -> None:
        """Know the rows with these numbers as made here, and all of the event (None: persons) from elsewhere."""
        for model, made_here in numbers.items():
            label = model._meta.label_lower
            self.local |= {(label, Identity(self.own, number)): number for number in made_here}
        for row in ForeignRow.objects.filter(event=event).iterator():
            self.local[row.model, Identity(row.installation.hex, row.foreign)] = row.local

    def number(self, model: type[Model], text: str) -> int:
        """Return the number here of an identity; KeyError if the row is not known."""
        return self.local[model._meta.label_lower, identity_in(text)]

    def value(self, column: "Field[Any, Any]", plain: Any) -> Any:
        """Return the value of a column."""
        if plain is None:
            return None
        if isinstance(column, ForeignKey):
            return self.number(column.remote_field.model, plain)
        if column.name.endswith("_ref"):
            return self._actor(plain)
        return column.to_python(plain)

    def _actor(self, ref: str) -> str:
        kind, _colon, identity = ref.partition(":")
        if kind not in ACTORS or ":" not in identity:
            return local_actor(ref, self.own)
        return f"{kind}:{self.local.get((ACTORS[kind]._meta.label_lower, identity_in(identity)), 0)}"
