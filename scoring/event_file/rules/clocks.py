"""What is wrong with clocks, announcements, moved tables and exchanged seats of an event file."""

from collections.abc import Iterator
from typing import Any

from scoring.event_file.rules.problem import Problem, Steps, twice
from scoring.game.rules.seats import HANDS_PER_SESSION, places_fault

TEXTS = ("zh", "en", "ja")
# Where somebody sits: the table's place in the session's list, and the seat.
Place = tuple[int, str]
# (from hand, who, exchanged) of a seat, the chart's line first.
Line = tuple[int, Any, bool]


def announcement_problems(document: dict[str, Any]) -> Iterator[Problem]:
    """Numbers that stand twice, an announcement without a text, one that ends before it begins."""
    rows = [(("announcements", index), row) for index, row in enumerate(document.get("announcements", []))]
    yield from twice(((*path, "number"), row["number"]) for path, row in rows)
    for path, row in rows:
        if not any(name in row for name in TEXTS):
            yield Problem(path, "announcement-without-text", {})
        if row.get("until", row["from"] + "z") <= row["from"]:
            yield Problem((*path, "until"), "ends-before-it-begins", {})


def clock_problems(session: dict[str, Any], path: Steps) -> Iterator[Problem]:
    """A clock that ends before it starts, or whose length or stops cannot be."""
    clock, here = session.get("clock"), (*path, "clock")
    if clock is None:
        return
    started = clock.get("started")
    if ("minutes" in clock) != (started is not None):
        yield Problem((*here, "minutes"), "clock-minutes", {})
    if "ended" in clock and (started is None or clock["ended"] < started):
        yield Problem((*here, "ended"), "clock-ends-early", {})
    stops = clock.get("stops", [])
    for index, stop in enumerate(stops):
        if started is None or stop["since"] < started or stop.get("until", stop["since"]) < stop["since"]:
            yield Problem((*here, "stops", index), "stop-outside", {})
    if sum("until" not in stop for stop in stops) > 1:
        yield Problem((*here, "stops"), "stops-open", {})


def room_problems(session: dict[str, Any], path: Steps) -> Iterator[Problem]:
    """Two tables in one place, rounds that cannot be seated so, one order of extra minutes twice."""
    standing: dict[int, Steps] = {}
    moved = {table["moved"]["to"] for table in session["tables"] if "to" in table.get("moved", {})}
    for index, table in enumerate(session["tables"]):
        here = (*path, "tables", index)
        to = table.get("moved", {}).get("to")
        at = to or table["number"]
        if standing.setdefault(at, here) != here and (to or at in moved):
            yield Problem(here, "table-taken", {"value": at, "first": standing[at]})
        rounds = [((*here, "rounds", at, "round"), row["round"]) for at, row in enumerate(table.get("rounds", []))]
        yield from twice(rounds)
        for (*where, _key), row in zip((step for step, _no in rounds), table.get("rounds", []), strict=True):
            if fault := places_fault(row["round"], row["places"], table["seats"]):
                yield Problem((*where, "places"), f"round-{fault}", {"value": row["places"]})
        extra = enumerate(table.get("extra_time", []))
        yield from twice(((*here, "extra_time", at, "order"), row["order"]) for at, row in extra)


def exchanged_numbers(session: dict[str, Any]) -> set[int]:
    """The numbers of those whom a repair of seats put somewhere."""
    persons = (person for table in session["tables"] for person in table.get("persons", []))
    return {person["number"] for person in persons if person.get("exchanged") and "number" in person}


def exchange_problems(session: dict[str, Any], path: Steps) -> Iterator[Problem]:
    """Somebody exchanged who sits on two seats in one hand, or whose former seat nobody took over by the exchange."""
    seats = _lines(session)
    for number in sorted(exchanged_numbers(session)):
        here = {place: lines for place, lines in seats.items() if any(line[1] == number for line in lines)}
        for hand in range(1, HANDS_PER_SESSION + 1):
            if sum(_sitting(lines, hand) == number for lines in here.values()) > 1:
                yield Problem((*path, "tables"), "exchanged-twice", {"value": number, "hand": hand})
                break
        if any(_left_behind(lines, number) for place, lines in here.items() if place != _last(here, number)):
            yield Problem((*path, "tables"), "exchanged-half", {"value": number})


def _lines(session: dict[str, Any]) -> dict[Place, list[Line]]:
    found: dict[Place, list[Line]] = {}
    for index, table in enumerate(session["tables"]):
        for seat, number in table["seats"].items():
            found[index, seat] = [(0, number, False)]
        for person in sorted(table.get("persons", []), key=lambda person: person["from_hand"]):
            line = (person["from_hand"], person.get("number", person.get("name")), person.get("exchanged", False))
            found.setdefault((index, person["seat"]), []).append(line)
    return found


def _sitting(lines: list[Line], hand: int) -> Any:
    return next((who for begins, who, _exchanged in reversed(lines) if begins <= hand), None)


def _last(here: dict[Place, list[Line]], number: int) -> Place:
    """Where the number sat down last."""
    return max(here, key=lambda place: max(begins for begins, who, _exchanged in here[place] if who == number))


def _left_behind(lines: list[Line], number: int) -> bool:
    """Whether the seat that the number left was not taken over by an exchange."""
    last = max(at for at, line in enumerate(lines) if line[1] == number)
    return last + 1 == len(lines) or not lines[last + 1][2]
