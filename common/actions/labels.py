"""Labels of audit entries, declared by the rooms whose actions write them.

An entry keeps plain data: keys, codes and the subject ("foul:3"). Its labels are looked up first in the room that
declares the entry's action, then among those common to all rooms, then in the other rooms (for entries whose action no
longer exists). So two rooms may use one key with two meanings.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, TypeVar

from django.db.models import Field, Model
from django.utils.dateparse import parse_date
from django.utils.formats import date_format
from django.utils.functional import Promise

from common.actions.engine import REGISTRY, load_services
from common.actions.models.audit import AuditEntry

Label = str | Promise
#: How the value of a key is shown: its codes with their labels, or a function that gives the text.
ValueText = Mapping[str, Label] | Callable[[Any], str]
#: Gives, for the entries of a page, the names of the subjects of one kind by what the entries keep of them.
SubjectNames = Callable[[Iterable[AuditEntry]], Mapping[str, str]]
#: The room of the labels that all rooms share.
COMMON = "common"
T = TypeVar("T")


@dataclass(frozen=True)
class AuditLabels:
    """The labels of one room's audit entries.

    ``keys``: key of a value -> label. ``values``: key -> how its value is shown, if not as plain data.
    ``codes``: a code that means the same under every key of the room -> label.
    ``subjects``: kind of subject -> label, with ``%(name)s`` where the subject has a name.
    ``names``: kind of subject -> its names. ``references``: key whose value names a subject -> kind of that subject.
    ``actions``: name of a change that no action of its own makes -> label.
    """

    keys: Mapping[str, Label] = field(default_factory=dict)
    values: Mapping[str, ValueText] = field(default_factory=dict)
    codes: Mapping[str, Label] = field(default_factory=dict)
    subjects: Mapping[str, Label] = field(default_factory=dict)
    names: Mapping[str, SubjectNames] = field(default_factory=dict)
    references: Mapping[str, str] = field(default_factory=dict)
    actions: Mapping[str, Label] = field(default_factory=dict)


_DECLARED: dict[str, AuditLabels] = {}


def declare_labels(module: str, labels: AuditLabels) -> None:
    """Add ``labels`` to those of the room of ``module`` (its ``__name__``), or to the common ones (COMMON).

    Raises ValueError where the room declares the same key, kind or code with another label already.
    """
    room = _room(module)
    known = _DECLARED.get(room, AuditLabels())
    merged = {part.name: _merged(room, getattr(known, part.name), getattr(labels, part.name)) for part in fields(known)}
    _DECLARED[room] = AuditLabels(**merged)


def key_label(action: str, key: str) -> Label | None:
    """Return the label of a key in an entry of ``action``; None where no room declares one."""
    return _find(action, lambda room: room.keys, key)


def value_text(action: str, key: str) -> ValueText | None:
    """Return how the value of a key is shown in an entry of ``action``; None for plain data."""
    return _find(action, lambda room: room.values, key)


def code_label(action: str, code: str) -> Label | None:
    """Return the label of a code under any key in an entry of ``action``; None where it is not a code."""
    return _find(action, lambda room: room.codes, code)


def subject_label(action: str, kind: str) -> Label | None:
    """Return the label of a kind of subject, with ``%(name)s``; None where no room declares one."""
    return _find(action, lambda room: room.subjects, kind)


def reference_kind(action: str, key: str) -> str | None:
    """Return the kind of the subject that the value of a key names; None where it names none."""
    return _find(action, lambda room: room.references, key)


def action_label(action: str) -> Label:
    """Return the summary of the action; its name if none is declared."""
    declared = _find(action, lambda room: room.actions, action)
    return REGISTRY[action].summary if action in REGISTRY else declared or action


def subject_names(entries: Iterable[AuditEntry]) -> dict[str, str]:
    """Return the names of the subjects of ``entries``, and of those that their values refer to, by "kind:name"."""
    entries = list(entries)
    return {
        f"{kind}:{name}": text
        for room in _loaded_rooms()
        for kind, names in _DECLARED[room].names.items()
        for name, text in names(entries).items()
    }


def is_declared(action: str, part: str, name: str) -> bool:
    """Return whether the room of ``action`` or the common labels declare ``name`` in a part of AuditLabels."""
    rooms = _loaded_rooms()
    own = _room(REGISTRY[action].service.__module__)
    return any(name in getattr(_DECLARED[room], part) for room in rooms if room in (own, COMMON))


def column_labels(model: type[Model], *names: str) -> dict[str, Label]:
    """Return the labels of a model's columns (their verbose names) by column name."""
    return {name: model._meta.get_field(name).verbose_name for name in names}  # type: ignore[union-attr]


def column_values(model: type[Model]) -> dict[str, ValueText]:
    """Return how the values of a model's columns with choices, or with days, are shown."""
    columns = [column for column in model._meta.get_fields() if isinstance(column, Field)]
    values: dict[str, ValueText] = {}
    for column in columns:
        if column.choices:
            values[column.name] = column_choices(model, column.name)
        elif column.get_internal_type() == "DateField":
            values[column.name] = day_text
    return values


def column_choices(model: type[Model], name: str) -> dict[str, Label]:
    """Return the codes of a column with their labels."""
    return dict(model._meta.get_field(name).flatchoices)  # type: ignore[union-attr]


def day_text(value: Any) -> str:
    """Return an ISO 8601 day in the reader's date format, and any other value as text."""
    day = parse_date(value) if isinstance(value, str) else None
    return date_format(day) if day else str(value)


def _room(module: str) -> str:
    return ".".join(module.split(".")[:2])


def _merged(room: str, known: Mapping[str, T], more: Mapping[str, T]) -> dict[str, T]:
    for name in known.keys() & more.keys():
        if known[name] != more[name]:
            raise ValueError(f"{room} declares two labels for {name}")
    return {**known, **more}


@cache
def _loaded_rooms() -> tuple[str, ...]:
    load_services()
    return tuple(sorted(_DECLARED))


@cache
def _lookup(action: str) -> tuple[AuditLabels, ...]:
    """Return the labels of all rooms in the order in which an entry of ``action`` asks them."""
    rooms = _loaded_rooms()
    own = _room(REGISTRY[action].service.__module__) if action in REGISTRY else COMMON
    return tuple(_DECLARED[room] for room in dict.fromkeys([own, COMMON, *rooms]) if room in _DECLARED)


def _find(action: str, part: Callable[[AuditLabels], Mapping[str, T]], name: str) -> T | None:
    return next((part(room)[name] for room in _lookup(action) if name in part(room)), None)
