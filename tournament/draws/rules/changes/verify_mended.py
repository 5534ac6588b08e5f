"""Check the tables of a session that were changed after players had left its released draw.

As ``verify_round``, only with Python's standard library. A part of a record holds ``stage``, ``document`` and
``result``. The document of a changed part has the tables ``before``, the ``version`` of their draw, who is ``gone`` and
who has ``come``; if tables were drawn again, also what was drawn and its result.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

#: Numbers from here on stand for an empty seat.
EMPTY = 100_000

Part = Mapping[str, Any]


def drawn_parts(record: Mapping[str, Any]) -> Iterator[Part]:
    """Yield the parts that a solver drew or dealt to pools, also those inside a changed part."""
    for part in record["parts"]:
        inner = part["document"] if "result" in part["document"] else part
        if "vector" in inner["result"] or inner["result"].get("method") == "pools":
            yield inner


def record_faults(record: Mapping[str, Any]) -> list[str]:
    """Return whether a record's parts make up its tables, and what is wrong with the changed ones."""
    wrong = []
    if [_seats(four) for part in record["parts"] for four in part["result"]["tables"]] != record["tables"]:
        wrong.append("the tables are not those of the parts")
    earlier = {draw["version"]: draw["tables"] for draw in record.get("earlier", [])}
    for part in record["parts"]:
        if "before" in part["document"]:
            wrong += mending_faults(part, earlier.get(part["document"]["version"], []))
    return wrong


def mending_faults(part: Part, released: Sequence[Sequence[int]]) -> list[str]:
    """Return what differs from the tables before beside the seats or tables of those who left.

    ``released``: all tables of the draw before, with 0 for an empty seat.
    """
    document, result, wrong = part["document"], part["result"], []
    before, gone, come = document["before"], document["gone"], document["come"]
    seated, count = [_seats(four) for four in before], len(before)
    if not any(list(released[first : first + count]) == seated for first in range(len(released) - count + 1)):
        wrong.append("the tables before are not those of the draw before")
    if result["method"] == "seat":
        instead = dict(zip(gone, come, strict=True))
        expected = [[instead.get(number, number) for number in four] for four in before]
    else:
        expected = _redrawn(before, set(gone), list(document.get("result", {}).get("tables", [])))
        inside = [number for four in before if _touched(four, gone) for number in four if number not in gone] + come
        again = [number for four in document.get("result", {}).get("tables", []) for number in four]
        if sorted(again) != sorted(inside):
            wrong.append("not the players of the touched tables were drawn again")
    if result["tables"] != expected:
        wrong.append("more than the seats or tables of those who left was changed")
    return wrong


def _redrawn(before: Sequence[Sequence[int]], gone: set[int], new: list[Any]) -> list[Any]:
    """Return the tables with new ones for those with a player who left; the last of these close if fewer are new."""
    tables: list[Any] = []
    for four in before:
        if not _touched(four, gone):
            tables.append(four)
        elif new:
            tables.append(new.pop(0))
    return tables


def _touched(four: Sequence[int], gone: Sequence[int] | set[int]) -> bool:
    return any(number in gone for number in four)


def _seats(four: Sequence[int]) -> list[int]:
    return [number if number < EMPTY else 0 for number in four]
