"""What is wrong with the draws of an event file."""

from collections.abc import Iterator
from typing import Any

from scoring.event_file.rules.problem import Problem, Steps, column, twice, unknown
from tournament.draws.rules.count_draw import seating_faults

CURRENT = {"draft", "approved", "released"}


def draw_problems(document: dict[str, Any]) -> Iterator[Problem]:
    """Versions given twice, two draws that stand, unknown players, lists with gaps, charts that seat somebody twice.

    Whether a record holds, that is whether its chart follows from its seed, is nothing that keeps it out: it is shown,
    and everybody can check it.
    """
    yield from twice(column(document, "draws", "version"))
    standing = [index for index, draw in enumerate(document.get("draws", [])) if draw["state"] in CURRENT]
    for index in standing[1:]:
        yield Problem(("draws", index, "state"), "draws-standing", {"first": ("draws", standing[0])})
    players = {player["number"] for player in document["players"]}
    for index, draw in enumerate(document.get("draws", [])):
        yield from _draw(draw, ("draws", index), players)
    yield from _wishes(document, players)


def _draw(draw: dict[str, Any], path: Steps, players: set[int]) -> Iterator[Problem]:
    holders = [((*path, "holders", index), one) for index, one in enumerate(draw.get("holders", []))]
    yield from unknown((((*here, "player"), one["player"]) for here, one in holders), players, "unknown-player")
    yield from twice(((*here, "player"), one["player"]) for here, one in holders)
    yield from twice(((*here, "number"), one.get("number")) for here, one in holders)
    if "chart" not in draw:
        if draw["state"] in {*CURRENT, "replaced", "retracted"}:
            yield Problem((*path, "state"), "draw-without-chart", {"value": draw["state"]})
        return
    numbers = sorted(one.get("number", 0) for _here, one in holders)
    late = sum("late" in change for change in draw.get("changes", []))
    listed = sorted(line["number"] for line in draw.get("list", []))
    if numbers != list(range(1, draw["players"] + 1)) or listed != numbers[: len(numbers) - late]:
        yield Problem((*path, "holders"), "draw-list", {"players": draw["players"]})
    elif wrong := seating_faults({**draw, "fillers": -draw["players"] % 4}):
        yield Problem((*path, "chart"), "draw-chart", {"value": wrong[0]})
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
