"""What is wrong with the event itself, its stages, and who takes part."""

from collections.abc import Iterator
from typing import Any

from scoring.rules.event_file.problem import Problem, Steps, column, twice, unknown


def event_problems(document: dict[str, Any]) -> Iterator[Problem]:
    """Dates that run backwards, a setting beyond the event, stages that do not cover its sessions (3.5.4)."""
    event = document["event"]
    starts, ends = event.get("starts"), event.get("ends")
    if starts and ends and ends < starts:
        yield Problem(("event", "ends"), "ends-before-start", {"value": ends, "starts": starts})
    counted = event.get("settings", {}).get("standings", {}).get("team_sessions", 0)
    if counted > event["sessions"]:
        path = ("event", "settings", "standings", "team_sessions")
        yield Problem(path, "beyond-sessions", {"value": counted, "sessions": event["sessions"]})
    yield from _stages(document)


def _stages(document: dict[str, Any]) -> Iterator[Problem]:
    stages = document["event"].get("stages", [])
    paths: list[tuple[Steps, Any]] = [(("event", "stages", index), stage) for index, stage in enumerate(stages)]
    players = {player["number"] for player in document["players"]}
    expected = 1
    ordered = sorted(paths, key=lambda pair: pair[1]["number"])
    for number, (path, stage) in enumerate(ordered, start=1):
        if stage["number"] != number:
            yield Problem((*path, "number"), "stage-number", {"value": stage["number"], "expected": number})
        if stage["first_session"] != expected:
            value = stage["first_session"]
            yield Problem((*path, "first_session"), "stage-start", {"value": value, "expected": expected})
        if stage["last_session"] < stage["first_session"]:
            yield Problem((*path, "last_session"), "stage-backwards", {"value": stage["last_session"]})
        expected = stage["last_session"] + 1
        listed = [((*path, "players", index), player) for index, player in enumerate(stage.get("players", []))]
        yield from unknown(listed, players, "unknown-player")
        yield from twice(listed)
    if ordered and expected != document["event"]["sessions"] + 1:
        params = {"value": expected - 1, "sessions": document["event"]["sessions"]}
        yield Problem((*ordered[-1][0], "last_session"), "stages-end", params)


def entry_problems(document: dict[str, Any]) -> Iterator[Problem]:
    """Numbers given twice, groups and teams that do not exist, fillers in a team (rulings: Sessions, time, seats)."""
    for name, key in (("groups", "id"), ("teams", "id"), ("players", "number")):
        yield from twice(column(document, name, key))
    yield from twice(column(document, "players", "federation_number"), "federation-number-twice")
    yield from twice(column(document, "players", "lot"), "lot-twice")
    groups = {group["id"] for group in document.get("groups", [])}
    teams = {team["id"] for team in document.get("teams", [])}
    yield from unknown(column(document, "teams", "group"), groups, "unknown-group")
    yield from unknown(column(document, "players", "team"), teams, "unknown-team")
    yield from unknown(column(document, "players", "group"), groups, "unknown-group")
    for index, player in enumerate(document["players"]):
        if player.get("kind") == "filler":
            for key in ("team", "group"):
                if key in player:
                    yield Problem(("players", index, key), "filler-in-team", {"number": player["number"]})
