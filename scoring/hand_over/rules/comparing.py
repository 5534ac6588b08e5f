"""Compare two states of an event, both as documents of the event file: table by table, hand by hand."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Document = Mapping[str, Any]
#: Lists of the event whose items have a number, by which they are compared one by one.
NUMBERED = {"players": "number", "teams": "id", "groups": "id"}
#: Keys of a table, a session and the event that name it, or whose values are compared apart.
OF_TABLE, OF_SESSION, OF_EVENT = {"number", "hands"}, {"number", "tables"}, {"format", "sessions", "event", *NUMBERED}


@dataclass(frozen=True)
class Difference:
    """Something that differs: its key in the event file, its number if it is one of many, and both values.

    A value is None where it is missing. The key of a hand is "hand".
    """

    key: str
    number: int
    here: Any
    there: Any


@dataclass(frozen=True)
class TableDifferences:
    """What differs at a table; ``only``: "here" or "there" if only one of both states has the table."""

    session: int
    table: int
    only: str
    differences: list[Difference]


@dataclass(frozen=True)
class Comparison:
    """All differences: of tables, of sessions (number -> differences), and of the rest of the event."""

    tables: list[TableDifferences]
    sessions: dict[int, list[Difference]]
    rest: list[Difference]

    def __bool__(self) -> bool:
        return bool(self.tables or self.sessions or self.rest)


def compared(here: Document, there: Document) -> Comparison:
    """Return the differences between the event here and the one in a file; empty if there are none."""
    tables, sessions = [], {}
    for number, ours, theirs in _pairs(here["sessions"], there["sessions"], "number"):
        own = list(_by_key(ours, theirs, OF_SESSION))
        if own:
            sessions[number] = own
        for table, our_table, their_table in _pairs(ours.get("tables", ()), theirs.get("tables", ()), "number"):
            only = "" if our_table and their_table else "here" if our_table else "there"
            differences = list(_of_table(our_table, their_table))
            if differences or only:
                tables.append(TableDifferences(number, table, only, differences))
    return Comparison(tables, sessions, list(_rest(here, there)))


def _of_table(ours: Document, theirs: Document) -> Iterator[Difference]:
    for number, our_hand, their_hand in _pairs(ours.get("hands", ()), theirs.get("hands", ()), "no"):
        if our_hand != their_hand:
            yield Difference("hand", number, our_hand or None, their_hand or None)
    yield from _by_key(ours, theirs, OF_TABLE)


def _rest(here: Document, there: Document) -> Iterator[Difference]:
    for name, key in NUMBERED.items():
        for number, ours, theirs in _pairs(here.get(name, ()), there.get(name, ()), key):
            if ours != theirs:
                yield Difference(name, number, ours or None, theirs or None)
    yield from _by_key(here["event"], there["event"], set())
    yield from _by_key(here, there, OF_EVENT)


def _by_key(ours: Document, theirs: Document, without: set[str]) -> Iterator[Difference]:
    for key in [*ours, *(key for key in theirs if key not in ours)]:
        if key not in without and ours.get(key) != theirs.get(key):
            yield Difference(key, 0, ours.get(key), theirs.get(key))


def _pairs(ours: Iterable[Document], theirs: Iterable[Document], key: str) -> Iterator[tuple[int, Document, Document]]:
    """Yield each number with the item of both lists that has it, in order; an empty item where one has none."""
    here, there = ({item[key]: item for item in items} for items in (ours, theirs))
    for number in sorted({*here, *there}):
        yield number, here.get(number, {}), there.get(number, {})
