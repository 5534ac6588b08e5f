"""Check the event itself, its stages, hall and participants in an event file."""

from collections.abc import Iterator
from typing import Any

from scoring.event_file.rules.problem import Problem, Steps, column, twice, unknown
from scoring.standings.rules.knockout.rule import KnockOutError, rule_from
from tournament.events.rules.time_zones import is_zone
from tournament.people.rules import number_key


def event_problems(document: dict[str, Any]) -> Iterator[Problem]:
    """Find dates and registration periods that run backwards, values beyond the event, and wrong stages (3.5.4)."""
    event = document["event"]
    zone = event.get("time_zone", "UTC")
    if not is_zone(zone):
        yield Problem(("event", "time_zone"), "unknown-zone", {"value": zone})
    starts, ends = event.get("starts"), event.get("ends")
    if starts and ends and ends < starts:
        yield Problem(("event", "ends"), "ends-before-start", {"value": ends, "starts": starts})
    registration = event.get("settings", {}).get("registration", {})
    closes = registration.get("closes")
    if closes and closes <= registration.get("opens", closes):
        yield Problem(("event", "settings", "registration", "closes"), "closes-before-opening", {"value": closes})
    counted = event.get("settings", {}).get("standings", {}).get("team_sessions", 0)
    if counted > event["sessions"]:
        path = ("event", "settings", "standings", "team_sessions")
        yield Problem(path, "beyond-sessions", {"value": counted, "sessions": event["sessions"]})
    yield from _stages(document)
    yield from _hall(document)


def _hall(document: dict[str, Any]) -> Iterator[Problem]:
    """Find tables off the plan, and repeated tables and positions."""
    hall = document["event"].get("hall", {})
    tables = [(("event", "hall", "tables", index), table) for index, table in enumerate(hall.get("tables", []))]
    yield from twice(((*path, "number"), table["number"]) for path, table in tables)
    taken: dict[tuple[int, int], int] = {}
    for path, table in tables:
        position = (table["row"], table["column"])
        if table["row"] > hall["rows"] or table["column"] > hall["columns"]:
            yield Problem(path, "off-the-plan", {"value": table["number"]})
        elif taken.setdefault(position, table["number"]) != table["number"]:
            yield Problem(path, "place-twice", {"value": table["number"], "other": taken[position]})


def _knockout(described: dict[str, Any], path: Steps) -> Iterator[Problem]:
    try:
        rule_from(described)
    except KnockOutError as error:
        yield Problem((*path, error.figures["key"]), "stage-knockout", {"value": described.get(error.figures["key"])})


def _stages(document: dict[str, Any]) -> Iterator[Problem]:
    stages = document["event"].get("stages", [])
    paths: list[tuple[Steps, Any]] = [(("event", "stages", index), stage) for index, stage in enumerate(stages)]
    players = {player["number"] for player in document["players"]}
    expected = 1
    ordered = sorted(paths, key=lambda pair: pair[1]["number"])
    for number, (path, stage) in enumerate(ordered, start=1):
        if stage["number"] != number:
            yield Problem((*path, "number"), "stage-number", {"value": stage["number"], "expected": number})
        yield from _knockout(stage.get("knockout", {}), (*path, "knockout"))
        if stage.get("who") == "rest":
            continue  # a consolation runs beside the stage that follows it
        if stage["first_session"] != expected:
            value = stage["first_session"]
            yield Problem((*path, "first_session"), "stage-start", {"value": value, "expected": expected})
        if stage["last_session"] < stage["first_session"]:
            yield Problem((*path, "last_session"), "stage-backwards", {"value": stage["last_session"]})
        expected = stage["last_session"] + 1
    for path, stage in ordered:
        listed = [((*path, "players", index), player) for index, player in enumerate(stage.get("players", []))]
        yield from unknown(listed, players, "unknown-player")
        yield from twice(listed)
        began = [((*path, "entered", index), row["player"]) for index, row in enumerate(stage.get("entered", []))]
        yield from unknown(began, set(stage.get("players", [])), "unknown-player")
        yield from twice(began)
    if ordered and expected != document["event"]["sessions"] + 1:
        params = {"value": expected - 1, "sessions": document["event"]["sessions"]}
        yield Problem((*ordered[-1][0], "last_session"), "stages-end", params)


def entry_problems(document: dict[str, Any]) -> Iterator[Problem]:
    """Find repeated numbers, unknown groups and teams, and fillers in a team (rulings: Sessions, time, seats)."""
    for name, key in (("groups", "id"), ("teams", "id"), ("players", "number")):
        yield from twice(column(document, name, key))
    yield from twice(column(document, "players", "federation_number"), "federation-number-twice")
    yield from _numbers(document)
    yield from twice(column(document, "players", "lot"), "lot-twice")
    groups = {group["id"] for group in document.get("groups", [])}
    teams = {team["id"] for team in document.get("teams", [])}
    yield from unknown(column(document, "teams", "group"), groups, "unknown-group")
    yield from unknown(column(document, "players", "team"), teams, "unknown-team")
    yield from unknown(column(document, "players", "group"), groups, "unknown-group")
    yield from _check_ins(document)
    yield from _absences(document)
    for index, player in enumerate(document["players"]):
        if player.get("kind") == "filler":
            for key in ("team", "group"):
                if key in player:
                    yield Problem(("players", index, key), "filler-in-team", {"number": player["number"]})


def _numbers(document: dict[str, Any]) -> Iterator[Problem]:
    """Find players with two numbers of one federation, and numbers that two players have."""
    given = []
    for index, player in enumerate(document["players"]):
        path = ("players", index, "numbers")
        givers = [f"{number['kind']} {number.get('country', '')}".strip() for number in player.get("numbers", [])]
        yield from twice(((*path, row, "kind"), giver) for row, giver in enumerate(givers))
        for row, (giver, number) in enumerate(zip(givers, player.get("numbers", []), strict=True)):
            given.append(((*path, row, "number"), f"{giver} {number_key(number['number'])}"))
    yield from twice(given, "federation-number-twice")


def _check_ins(document: dict[str, Any]) -> Iterator[Problem]:
    """Find checked items and check-ins that are listed twice."""
    for index, player in enumerate(document["players"]):
        path, arrival = ("players", index, "arrival"), player.get("arrival", {})
        yield from twice(((*path, "marks", row), mark) for row, mark in enumerate(arrival.get("marks", [])))
        later = enumerate(arrival.get("later", []))
        yield from twice(((*path, "later", row, "session"), check_in["session"]) for row, check_in in later)


def _absences(document: dict[str, Any]) -> Iterator[Problem]:
    """Find periods of withdrawal that overlap, run backwards or contradict the status."""
    for index, player in enumerate(document["players"]):
        free: int | None = 1
        absences = enumerate(player.get("absences", []))
        rows = [(("players", index, "absences", position), row) for position, row in absences]
        for path, row in sorted(rows, key=lambda pair: pair[1]["from_session"]):
            first, until = row["from_session"], row.get("until_session")
            if first > document["event"]["sessions"]:
                params = {"value": first, "sessions": document["event"]["sessions"]}
                yield Problem((*path, "from_session"), "beyond-sessions", params)
            if free is None or first < free:
                yield Problem((*path, "from_session"), "absences-overlap", {"value": first})
            if until is not None and until <= first:
                yield Problem((*path, "until_session"), "absence-backwards", {"value": until})
            if until is None and player.get("status", "entered") == "entered":
                yield Problem(path, "absence-of-entered", {"number": player["number"]})
            free = until
