"""Check the screens and awards of an event file."""

from collections.abc import Iterator
from typing import Any

from scoring.display.rules.screens import TAKEN
from scoring.event_file.rules.problem import Problem, column, twice, unknown


def wall_problems(document: dict[str, Any]) -> Iterator[Problem]:
    """Find reserved addresses, parts without pictures, awards without titles, and winners of rankings."""
    addresses = column(document, "screens", "id")
    yield from twice(addresses)
    for path, address in addresses:
        if address in TAKEN:
            yield Problem(path, "screen-address", {"value": address})
    for index, screen in enumerate(document.get("screens", [])):
        for position, part in enumerate(screen.get("parts", [])):
            if (part["shows"] == "picture") != ("picture" in part):
                yield Problem(("screens", index, "parts", position, "picture"), "part-picture", {})
    players = {player["number"] for player in document["players"]}
    for index, award in enumerate(document.get("awards", [])):
        yield from _award(award, ("awards", index), players)


def _award(award: dict[str, Any], path: tuple[str | int, ...], players: set[int]) -> Iterator[Problem]:
    if award["kind"] == "own" and "title" not in award:
        yield Problem((*path, "title"), "award-title", {})
    winners = [((*path, "winners", index), winner) for index, winner in enumerate(award.get("winners", []))]
    if winners and award["kind"] not in ("best-hand", "own"):
        yield Problem((*path, "winners"), "award-ranked", {})
    numbers = [((*here, "number"), winner["number"]) for here, winner in winners]
    yield from unknown(numbers, players, "unknown-player")
    yield from twice(numbers)
    for here, winner in winners:
        if winner["place"] > award["places"]:
            yield Problem((*here, "place"), "award-place", {"value": winner["place"], "places": award["places"]})
