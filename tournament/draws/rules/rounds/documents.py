"""The JSON documents of ``draw_round``: what is drawn, and the result."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from common.numbers import fraction_in
from tournament.draws.rules.rounds.types import METHODS, Demands, Entry, Method, Numbering, Round, RoundError, Task

ENTRY_KEYS = {
    "number", "rank", "table_points", "competition_points", "team", "country", "place_before", "floats", "name",
}  # fmt: skip
KEYS = {"entries", "played", "frozen", "apart"}
#: Methods that change their tables to keep pairs apart unless the caller says otherwise.
AVOIDING: tuple[Method, ...] = ("swiss", "lots")


def default_demands(method: Method) -> Demands:
    """Return what holds without options: Swiss and lots avoid rematches and kin, the strict methods allow them."""
    return Demands() if method in AVOIDING else Demands("allow", "allow", "allow")


def task_from(
    document: Any,
    method: Method,
    seed: str,
    *,
    demands: Demands | None = None,
    bracket: int | None = None,
    numbering: Numbering = "top",
) -> Task:
    """Return the task that a document states; RoundError with code "document" names the place and the fault.

    ``bracket`` replaces the document's ``frozen``.
    """
    assert method in METHODS
    _object(document, KEYS, ["entries"], "")
    entries = tuple(_entry(value, f"entries/{at}") for at, value in enumerate(_list(document["entries"], "entries")))
    numbers = [entry.number for entry in entries]
    for at, number in enumerate(numbers):
        if number in numbers[:at]:
            raise _fault(f"entries/{at}/number", f"{number} is listed twice")
    frozen = document.get("frozen")
    if frozen is not None:
        _whole(frozen, "frozen", 1)
    return Task(
        entries=entries,
        method=method,
        seed=seed,
        demands=demands or default_demands(method),
        played=_played(document.get("played", [])),
        apart=_apart(document.get("apart", []), set(numbers)),
        bracket=frozen if bracket is None else bracket,
        numbering=numbering,
    )


def _fault(where: str, message: str) -> RoundError:
    return RoundError("document", where=where or "the document", message=message)


def _list(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise _fault(where, "must be a list")
    return value


def _object(value: Any, keys: set[str], needed: Sequence[str], where: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise _fault(where, "must be an object")
    unknown = sorted(set(value) - keys)
    missing = [key for key in needed if key not in value]
    if unknown:
        raise _fault(where, f"unknown key {unknown[0]}")
    if missing:
        raise _fault(where, f"{missing[0]} is missing")
    return value


def _whole(value: Any, where: str, least: int, most: int | None = None) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < least or (most is not None and value > most):
        limit = f"from {least} to {most}" if most is not None else f"of {least} or more"
        raise _fault(where, f"must be a whole number {limit}")
    return value


def _points(value: Any, where: str) -> Fraction:
    points = fraction_in(value)
    if points is None:
        raise _fault(where, "must be a number or a fraction as text, such as 7/3")
    return points


def _name(value: Any, where: str) -> str:
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise _fault(where, "must be text or a number")
    return str(value)


def _entry(value: Any, where: str) -> Entry:
    _object(value, ENTRY_KEYS, ["number", "rank"], where)
    score = value.get("competition_points", 0)
    if isinstance(score, bool) or not isinstance(score, int):
        raise _fault(f"{where}/competition_points", "must be a whole number")
    place = value.get("place_before")
    return Entry(
        number=_whole(value["number"], f"{where}/number", 1),
        rank=_whole(value["rank"], f"{where}/rank", 1, 2000),
        table_points=_points(value.get("table_points", 0), f"{where}/table_points"),
        competition_points=score,
        team=_name(value.get("team"), f"{where}/team"),
        country=_name(value.get("country"), f"{where}/country"),
        place_before=None if place is None else _whole(place, f"{where}/place_before", 1, 4),
        floats=_whole(value.get("floats", 0), f"{where}/floats", 0, 99),
    )


def _played(value: Any) -> tuple[tuple[tuple[int, ...], ...], ...]:
    sessions = []
    for at, session in enumerate(_list(value, "played")):
        tables = []
        for table, four in enumerate(_list(session, f"played/{at}")):
            where = f"played/{at}/{table}"
            if len(_list(four, where)) != 4:
                raise _fault(where, "must hold four numbers")
            tables.append(tuple(_whole(number, where, 1) for number in four))
        everybody = [number for four in tables for number in four]
        if len(set(everybody)) < len(everybody):
            raise _fault(f"played/{at}", "a number sits at two tables")
        sessions.append(tuple(tables))
    return tuple(sessions)


def _apart(value: Any, numbers: set[int]) -> frozenset[tuple[int, int]]:
    pairs = set()
    for at, pair in enumerate(_list(value, "apart")):
        where = f"apart/{at}"
        if len(_list(pair, where)) != 2:
            raise _fault(where, "must be a pair of two numbers")
        first, second = sorted(_whole(number, where, 1) for number in pair)
        if first == second:
            raise _fault(where, "must be a pair of two numbers")
        if not {first, second} <= numbers:
            raise _fault(where, f"{first} and {second} must be listed in entries")
        pairs.add((first, second))
    return frozenset(pairs)


def as_document(task: Task, drawn: Round) -> dict[str, Any]:
    """Return the result as JSON: tables, vector with bounds, the rule, and what proves the bounds of the spread."""
    return {
        "method": drawn.method,
        "version": drawn.version,
        "seed": drawn.seed,
        "tables": [list(four) for four in drawn.tables],
        "vector": [{"what": part.what, "value": part.value, "bound": part.bound} for part in drawn.vector],
        "proved": drawn.proved,
        "pattern_distance": drawn.pattern_distance,
        "demands": asdict(task.demands),
        "bracket": task.bracket,
        "order": list(drawn.order),
        "numbers": task.numbering,
        "certificates": [
            {
                "numbers": list(certificate.numbers), "scale": certificate.scale, "window": certificate.window,
                "duals": list(certificate.duals),
                "prices": dict(certificate.prices), "bound": certificate.bound,
            } for certificate in drawn.certificates
        ],
    }  # fmt: skip
