"""Check the draws of an event file."""

import json
from collections.abc import Iterator
from typing import Any

from scoring.event_file.rules.problem import Problem, Steps, column, rows_in, twice, unknown
from tournament.draws.rules.count_draw import seating_faults

CURRENT = {"draft", "approved", "released"}


def draw_problems(document: dict[str, Any]) -> Iterator[Problem]:
    """Find repeated versions, two current draws, unknown players, lists with gaps, and charts with a player twice.

    A chart that does not follow from its seed is imported nevertheless: pages show it, and everybody can check it.
    """
    draws = rows_in(document, "draws")
    yield from twice(column(draws, "version"))
    current = [path for path, draw in draws if draw["state"] in CURRENT]
    for path in current[1:]:
        yield Problem((*path, "state"), "draws-standing", {"first": current[0]})
    players = {player["number"] for player in document["players"]}
    for path, draw in draws:
        yield from _draw(draw, path, players)
    yield from _session_draws(document, players)
    yield from _wishes(document, players)


def _session_draws(document: dict[str, Any], players: set[int]) -> Iterator[Problem]:
    """Find draws of one session with a version twice, two in force, unknown players, and parts that are not lists."""
    drawn = rows_in(document, "session_draws")
    yield from twice(((*path, "version"), (draw["session"], draw["version"])) for path, draw in drawn)
    yield from twice(((*path, "state"), draw["session"]) for path, draw in drawn if draw["state"] == "released")
    for path, draw in drawn:
        seats = [((*path, "tables", at), number) for at, four in enumerate(draw["tables"]) for number in four if number]
        yield from unknown(seats, players, "unknown-player")
        yield from twice(seats)
        if not _is_list(draw["parts"]):
            yield Problem((*path, "parts"), "not-json", {})


def _is_list(text: str) -> bool:
    try:
        return isinstance(json.loads(text), list)
    except ValueError:
        return False


def _draw(draw: dict[str, Any], path: Steps, players: set[int]) -> Iterator[Problem]:
    holders = rows_in(draw, "holders", path)
    yield from unknown(column(holders, "player"), players, "unknown-player")
    yield from twice(column(holders, "player"))
    yield from twice(column(holders, "number"))
    if "chart" not in draw:
        if draw["state"] in {*CURRENT, "replaced", "retracted"}:
            yield Problem((*path, "state"), "draw-without-chart", {"value": draw["state"]})
        return
    numbers = sorted(holder.get("number", 0) for _here, holder in holders)
    late = sum("late" in change for change in draw.get("changes", []))
    listed = sorted(line["number"] for line in draw.get("list", []))
    if numbers != list(range(1, draw["players"] + 1)) or listed != numbers[: len(numbers) - late]:
        yield Problem((*path, "holders"), "draw-list", {"players": draw["players"]})
    else:
        faults = seating_faults({**draw, "fillers": -draw["players"] % 4})
        if faults:
            yield Problem((*path, "chart"), "draw-chart", {"value": faults[0]})
    if "quality" not in draw:
        yield Problem((*path, "chart"), "draw-without-figures", {})


def _wishes(document: dict[str, Any], players: set[int]) -> Iterator[Problem]:
    wishes = rows_in(document, "seat_wishes")
    for key in ("player", "apart"):
        yield from unknown(column(wishes, key), players, "unknown-player")
    for path, wish in wishes:
        if ("table" in wish) == ("apart" in wish) or wish.get("apart") == wish["player"]:
            yield Problem(path, "wish-of-one-kind", {})
    yield from twice(column(wishes, "table"))
    own = (((*path, "player"), wish["player"]) for path, wish in wishes if "table" in wish)
    yield from twice(own)
    pairs = (((*path, "apart"), (wish["player"], wish["apart"])) for path, wish in wishes if "apart" in wish)
    yield from twice(pairs)
