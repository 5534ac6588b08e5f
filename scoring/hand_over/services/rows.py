"""Write the rows of a document of a hand-over, numbered as this installation numbers them."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import CASCADE, SET_NULL, Field, ForeignKey, Model
from django.utils.translation import gettext as _

from common.actions.engine import ActionContext
from common.actions.errors import Refused
from scoring.hand_over.models import ForeignRow
from scoring.hand_over.selectors.decoding import Decoder
from scoring.hand_over.selectors.encoding import OWN_COLUMNS, columns_of
from scoring.hand_over.selectors.graph import models_in_order, paths, relations_to, rows_of
from scoring.hand_over.selectors.installations import Identity, identity_in
from tournament.events.models.events import Event

#: Rows that one statement inserts.
BATCH = 500


def write_tables(_context: ActionContext, event: Event, tables: list[dict[str, Any]], decoder: Decoder) -> None:
    """Replace the rows of the event by those of the document; a row that is known keeps its number here."""
    here = {model: set(rows_of(model, event).values_list("pk", flat=True)) for model in models_in_order()}
    own_columns = {model: _own_columns(model, event) for model in here}
    decoder.know(here, event)
    for model in reversed(models_in_order()):
        if model is not Event:
            rows = rows_of(model, event).order_by()
            rows._raw_delete(rows.db)  # nothing that refers to them may go with them
    by_label = {table["model"]: table for table in tables}
    for model in models_in_order():
        written = _write_table(event, model, by_label[model._meta.label_lower], decoder, own_columns[model])
        _forget(model, here[model] - written)


def _own_columns(model: type[Model], event: Event) -> dict[int, dict[str, Any]]:
    """Return, by number, the columns of the rows here that do not travel."""
    names = sorted(OWN_COLUMNS.get(model._meta.label_lower, ())) if model is not Event else []
    rows = rows_of(model, event).values("pk", *names) if names else []
    return {row["pk"]: {name: row[name] for name in names} for row in rows}


def _write_table(
    event: Event,
    model: type[Model],
    table: dict[str, Any],
    decoder: Decoder,
    own_columns: Mapping[int, Mapping[str, Any]],
) -> set[int]:
    """Write the rows of a table and return their numbers."""
    columns = {column.name: column for column in columns_of(model)}
    if set(table["columns"]) != set(columns):
        raise KeyError(table["model"])
    chosen = [columns[name] for name in table["columns"]]
    within = [column for column in chosen if isinstance(column, ForeignKey) and column.remote_field.model is model]
    rows, identities = [], [identity_in(line[0]) for line in table["rows"]]
    for identity, line in zip(identities, table["rows"], strict=True):
        number = decoder.local.get((table["model"], identity))
        plain = zip(chosen, line[1:], strict=True)
        values = {column.attname: decoder.value(column, each) for column, each in plain if column not in within}
        rows.append(model(pk=number, **values, **own_columns.get(number or 0, {})))
    _insert(event, model, rows)
    _note_new(event, model, zip(rows, identities, strict=True), decoder)
    for column in within:
        _link(rows, column, [line[table["columns"].index(column.name) + 1] for line in table["rows"]], decoder)
    return {row.pk for row in rows}


def _link(rows: list[Model], column: "Field[Any, Any]", identities: list[str | None], decoder: Decoder) -> None:
    """Set the references of rows to others of their table, now that all have their numbers."""
    for row, identity in zip(rows, identities, strict=True):
        if identity is not None:
            number = decoder.value(column, identity)
            type(row)._base_manager.filter(pk=row.pk).update(**{column.attname: number})


def _insert(event: Event, model: type[Model], rows: list[Model]) -> None:
    if model is Event:
        [row] = rows
        names = [column.name for column in columns_of(Event)]
        row.pk = event.pk
        Event.objects.bulk_update([row], names)  # type: ignore[list-item]
        return
    for group in ([row for row in rows if row.pk], [row for row in rows if not row.pk]):
        model._base_manager.bulk_create(group, batch_size=BATCH)


def _note_new(event: Event, model: type[Model], rows: Iterator[tuple[Model, Identity]], decoder: Decoder) -> None:
    """Store the identities of rows that were not known."""
    label = model._meta.label_lower
    new = [(row, identity) for row, identity in rows if (label, identity) not in decoder.local]
    decoder.local |= {(label, identity): row.pk for row, identity in new}
    ForeignRow.objects.bulk_create(
        (
            ForeignRow(
                event=event, model=label, local=row.pk, installation=identity.installation, foreign=identity.number
            )
            for row, identity in new
        ),
        batch_size=BATCH,
    )


def _forget(model: type[Model], numbers: set[int]) -> None:
    """Delete what rests on rows that are no longer there, and does not travel: codes of players who were removed."""
    if not numbers:
        return
    ForeignRow.objects.filter(model=model._meta.label_lower, local__in=numbers).delete()
    for relation in relations_to(model):
        child: Any = relation.related_model
        if child in paths():
            continue
        resting = child._base_manager.filter(**{f"{relation.field.name}__in": numbers})
        if relation.on_delete is CASCADE:
            resting.delete()
        elif relation.on_delete is SET_NULL:
            resting.update(**{relation.field.name: None})
        elif resting.exists():
            raise Refused(_("%(kind)s here depend on something that was removed there.") % {"kind": child._meta.label})
