"""Check clocks, announcements, moved tables and exchanged seats of an event file."""

from collections.abc import Iterator
from typing import Any

from scoring.event_file.rules.problem import Problem, Steps, column, rows_in, twice
from scoring.game.rules.game import Game

#: The keys of an announcement that are not a text in a language.
NOT_TEXTS = {"number", "from", "until", "taken_back"}
# A seat: the index of the table in the session's list, and its wind.
SeatKey = tuple[int, str]
# A person on a seat (from hand, number or name, exchanged); the chart's player comes first.
Line = tuple[int, Any, bool]


def announcement_problems(document: dict[str, Any]) -> Iterator[Problem]:
    """Find repeated numbers, announcements without a text, and those that end before they begin."""
    rows = rows_in(document, "announcements")
    yield from twice(column(rows, "number"))
    for path, row in rows:
        if not row.keys() - NOT_TEXTS:
            yield Problem(path, "announcement-without-text", {})
        if row.get("until", row["from"] + "z") <= row["from"]:
            yield Problem((*path, "until"), "ends-before-it-begins", {})


def clock_problems(session: dict[str, Any], path: Steps) -> Iterator[Problem]:
    """Find a clock that ends before it starts, or whose length or stops are impossible."""
    clock, here = session.get("clock"), (*path, "clock")
    if clock is None:
        return
    started = clock.get("started")
    if ("minutes" in clock) != (started is not None):
        yield Problem((*here, "minutes"), "clock-minutes", {})
    if "ended" in clock and (started is None or clock["ended"] < started):
        yield Problem((*here, "ended"), "clock-ends-early", {})
    stops = rows_in(clock, "stops", here)
    for stop_path, stop in stops:
        if started is None or stop["since"] < started or stop.get("until", stop["since"]) < stop["since"]:
            yield Problem(stop_path, "stop-outside", {})
    if sum("until" not in stop for _path, stop in stops) > 1:
        yield Problem((*here, "stops"), "stops-open", {})


def room_problems(session: dict[str, Any], path: Steps, game: Game) -> Iterator[Problem]:
    """Find two tables at one position, impossible seats of rounds, and repeated orders of extra minutes."""
    taken: dict[int, Steps] = {}
    moved = {table["moved"]["to"] for table in session["tables"] if "to" in table.get("moved", {})}
    for here, table in rows_in(session, "tables", path):
        to = table.get("moved", {}).get("to")
        position = to or table["number"]
        if taken.setdefault(position, here) != here and (to or position in moved):
            yield Problem(here, "table-taken", {"value": position, "first": taken[position]})
        rounds = rows_in(table, "rounds", here)
        yield from twice(column(rounds, "round"))
        for where, row in rounds:
            fault = game.seat_order_fault(row["round"], row["places"], table["seats"])
            if fault:
                yield Problem((*where, "places"), f"round-{fault}", {"value": row["places"]})
        yield from twice(column(rows_in(table, "extra_time", here), "order"))


def exchanged_numbers(session: dict[str, Any]) -> set[int]:
    """Return the numbers of the players that a repair of seats placed."""
    persons = (person for table in session["tables"] for person in table.get("persons", []))
    return {person["number"] for person in persons if person.get("exchanged") and "number" in person}


def exchange_problems(session: dict[str, Any], path: Steps, game: Game) -> Iterator[Problem]:
    """Find exchanged players on two seats in one hand, and exchanged players whose former seat was not taken over."""
    seats = _lines(session)
    for number in sorted(exchanged_numbers(session)):
        own = {seat_key: lines for seat_key, lines in seats.items() if any(line[1] == number for line in lines)}
        for hand in range(1, game.terms.last_hand + 1):
            if sum(_sitting(lines, hand) == number for lines in own.values()) > 1:
                yield Problem((*path, "tables"), "exchanged-twice", {"value": number, "hand": hand})
                break
        if any(_left_behind(lines, number) for seat_key, lines in own.items() if seat_key != _last(own, number)):
            yield Problem((*path, "tables"), "exchanged-half", {"value": number})


def _lines(session: dict[str, Any]) -> dict[SeatKey, list[Line]]:
    seats: dict[SeatKey, list[Line]] = {}
    for index, table in enumerate(session["tables"]):
        for seat, number in table["seats"].items():
            seats[index, seat] = [(0, number, False)]
        for person in sorted(table.get("persons", []), key=lambda person: person["from_hand"]):
            line = (person["from_hand"], person.get("number", person.get("name")), person.get("exchanged", False))
            seats.setdefault((index, person["seat"]), []).append(line)
    return seats


def _sitting(lines: list[Line], hand: int) -> Any:
    return next((person for from_hand, person, _exchanged in reversed(lines) if from_hand <= hand), None)


def _last(seats: dict[SeatKey, list[Line]], number: int) -> SeatKey:
    """Return the seat where the player sat down last."""

    def last_hand(seat_key: SeatKey) -> int:
        return max(from_hand for from_hand, person, _exchanged in seats[seat_key] if person == number)

    return max(seats, key=last_hand)


def _left_behind(lines: list[Line], number: int) -> bool:
    """Whether the seat that the player left was not taken over by an exchange."""
    last = max(index for index, line in enumerate(lines) if line[1] == number)
    return last + 1 == len(lines) or not lines[last + 1][2]
