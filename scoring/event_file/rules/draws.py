"""Check the draws of an event file."""

import json
from collections.abc import Iterator
from typing import Any

from scoring.event_file.rules.problem import Problem, Steps, column, twice, unknown
from tournament.draws.rules.count_draw import seating_faults

CURRENT = {"draft", "approved", "released"}


def draw_problems(document: dict[str, Any]) -> Iterator[Problem]:
    """Find repeated versions, two current draws, unknown players, lists with gaps, and charts with a player twice.

    A chart that does not follow from its seed is imported nevertheless: pages show it, and everybody can check it.
    """
    yield from twice(column(document, "draws", "version"))
    current = [index for index, draw in enumerate(document.get("draws", [])) if draw["state"] in CURRENT]
    for index in current[1:]:
        yield Problem(("draws", index, "state"), "draws-standing", {"first": ("draws", current[0])})
    players = {player["number"] for player in document["players"]}
    for index, draw in enumerate(document.get("draws", [])):
        yield from _draw(draw, ("draws", index), players)
    yield from _session_draws(document, players)
    yield from _wishes(document, players)


def _session_draws(document: dict[str, Any], players: set[int]) -> Iterator[Problem]:
    """Find draws of one session with a version twice, two in force, unknown players, and parts that are not lists."""
    drawn = [(("session_draws", index), draw) for index, draw in enumerate(document.get("session_draws", []))]
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
    holders = [((*path, "holders", index), holder) for index, holder in enumerate(draw.get("holders", []))]
    yield from unknown((((*here, "player"), holder["player"]) for here, holder in holders), players, "unknown-player")
    yield from twice(((*here, "player"), holder["player"]) for here, holder in holders)
    yield from twice(((*here, "number"), holder.get("number")) for here, holder in holders)
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
    wishes = [(("seat_wishes", index), wish) for index, wish in enumerate(document.get("seat_wishes", []))]
    for key in ("player", "apart"):
        yield from unknown((((*path, key), wish.get(key)) for path, wish in wishes), players, "unknown-player")
    for path, wish in wishes:
        if ("table" in wish) == ("apart" in wish) or wish.get("apart") == wish["player"]:
            yield Problem(path, "wish-of-one-kind", {})
    yield from twice(((*path, "table"), wish.get("table")) for path, wish in wishes)
    own = (((*path, "player"), wish["player"]) for path, wish in wishes if "table" in wish)
    yield from twice(own)
    pairs = (((*path, "apart"), (wish["player"], wish["apart"])) for path, wish in wishes if "apart" in wish)
    yield from twice(pairs)
