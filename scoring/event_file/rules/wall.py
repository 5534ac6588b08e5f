"""Check the screens and awards of an event file."""

from collections.abc import Iterator
from typing import Any

from scoring.display.rules.screens import TAKEN
from scoring.event_file.rules.problem import Problem, Steps, column, rows_in, twice, unknown


def wall_problems(document: dict[str, Any]) -> Iterator[Problem]:
    """Find reserved addresses, parts without pictures, awards without titles, and winners of rankings."""
    screens = rows_in(document, "screens")
    addresses = column(screens, "id")
    yield from twice(addresses)
    for path, address in addresses:
        if address in TAKEN:
            yield Problem(path, "screen-address", {"value": address})
    for screen_path, screen in screens:
        for path, part in rows_in(screen, "parts", screen_path):
            if (part["shows"] == "picture") != ("picture" in part):
                yield Problem((*path, "picture"), "part-picture", {})
    players = {player["number"] for player in document["players"]}
    for path, award in rows_in(document, "awards"):
        yield from _award(award, path, players)


def _award(award: dict[str, Any], path: Steps, players: set[int]) -> Iterator[Problem]:
    if award["kind"] == "own" and "title" not in award:
        yield Problem((*path, "title"), "award-title", {})
    winners = rows_in(award, "winners", path)
    if winners and award["kind"] not in ("best-hand", "own"):
        yield Problem((*path, "winners"), "award-ranked", {})
    numbers = column(winners, "number")
    yield from unknown(numbers, players, "unknown-player")
    yield from twice(numbers)
    for here, winner in winners:
        if winner["place"] > award["places"]:
            yield Problem((*here, "place"), "award-place", {"value": winner["place"], "places": award["places"]})
