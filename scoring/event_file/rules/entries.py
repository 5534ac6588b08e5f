"""Check the event itself, its stages, hall and participants in an event file."""

from collections.abc import Iterator
from typing import Any

from scoring.event_file.rules.problem import Problem, Rows, Steps, column, rows_in, twice, unknown
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
    tables = rows_in(hall, "tables", ("event", "hall"))
    yield from twice(column(tables, "number"))
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
    stages = rows_in(document["event"], "stages", ("event",))
    players = {player["number"] for player in document["players"]}
    expected = 1
    ordered = sorted(stages, key=lambda row: row[1]["number"])
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
        listed = rows_in(stage, "players", path)
        yield from unknown(listed, players, "unknown-player")
        yield from twice(listed)
        began = [(here, row["player"]) for here, row in rows_in(stage, "entered", path)]
        yield from unknown(began, set(stage.get("players", [])), "unknown-player")
        yield from twice(began)
    if ordered and expected != document["event"]["sessions"] + 1:
        params = {"value": expected - 1, "sessions": document["event"]["sessions"]}
        yield Problem((*ordered[-1][0], "last_session"), "stages-end", params)


def entry_problems(document: dict[str, Any]) -> Iterator[Problem]:
    """Find repeated numbers, unknown groups and teams, and fillers in a team (rulings: Sessions, time, seats)."""
    groups, teams, players = (rows_in(document, name) for name in ("groups", "teams", "players"))
    group_ids, team_ids = column(groups, "id"), column(teams, "id")
    for values in (group_ids, team_ids, column(players, "number")):
        yield from twice(values)
    yield from twice(column(players, "federation_number"), "federation-number-twice")
    yield from _numbers(players)
    yield from twice(column(players, "lot"), "lot-twice")
    known_groups = {group for _path, group in group_ids}
    yield from unknown(column(teams, "group"), known_groups, "unknown-group")
    yield from unknown(column(players, "team"), {team for _path, team in team_ids}, "unknown-team")
    yield from unknown(column(players, "group"), known_groups, "unknown-group")
    yield from _check_ins(players)
    yield from _absences(players, document["event"]["sessions"])
    for path, player in players:
        if player.get("kind") == "filler":
            for key in ("team", "group"):
                if key in player:
                    yield Problem((*path, key), "filler-in-team", {"number": player["number"]})


def _numbers(players: Rows) -> Iterator[Problem]:
    """Find players with two numbers of one federation, and numbers that two players have."""
    given: list[tuple[Steps, str]] = []
    for player_path, player in players:
        givers: list[tuple[Steps, str]] = []
        for path, number in rows_in(player, "numbers", player_path):
            giver = f"{number['kind']} {number.get('country', '')}".strip()
            givers.append(((*path, "kind"), giver))
            given.append(((*path, "number"), f"{giver} {number_key(number['number'])}"))
        yield from twice(givers)
    yield from twice(given, "federation-number-twice")


def _check_ins(players: Rows) -> Iterator[Problem]:
    """Find checked items and check-ins that are listed twice."""
    for player_path, player in players:
        path, arrival = (*player_path, "arrival"), player.get("arrival", {})
        yield from twice(rows_in(arrival, "marks", path))
        yield from twice(column(rows_in(arrival, "later", path), "session"))


def _absences(players: Rows, sessions: int) -> Iterator[Problem]:
    """Find periods of withdrawal that overlap, run backwards or contradict the status."""
    for player_path, player in players:
        free: int | None = 1
        absences = rows_in(player, "absences", player_path)
        for path, row in sorted(absences, key=lambda row: row[1]["from_session"]):
            first, until = row["from_session"], row.get("until_session")
            if first > sessions:
                yield Problem((*path, "from_session"), "beyond-sessions", {"value": first, "sessions": sessions})
            if free is None or first < free:
                yield Problem((*path, "from_session"), "absences-overlap", {"value": first})
            if until is not None and until <= first:
                yield Problem((*path, "until_session"), "absence-backwards", {"value": until})
            if until is None and player.get("status", "entered") == "entered":
                yield Problem(path, "absence-of-entered", {"number": player["number"]})
            free = until
