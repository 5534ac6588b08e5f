"""Hands of an event file: their values in the unit of their game."""

from collections.abc import Mapping
from typing import Any

from scoring.game.rules.hands import Hand
from scoring.game.rules.imj.chart import HALVES, fans_of
from scoring.game.rules.imj.game import IMJ


def points_in(hand: Mapping[str, Any]) -> int | None:
    """Return the points of a hand in the file: `points`, or `fans` as half fans; None without both."""
    fans = hand.get("fans")
    return hand.get("points") if fans is None else int(HALVES * fans)


def hand_document(game: str, value: Mapping[str, Any]) -> dict[str, Any]:
    """Return the value of a hand (`hand_value`, `HandFacts.value`) as the file has it: IMJ has `fans` for points."""
    document: dict[str, Any] = {}
    for name, item in value.items():
        if game == IMJ.key and name == "points":
            document["fans"] = fans_of(item)
        else:
            document[name] = item
    return document


def hand_in(hand: Mapping[str, Any]) -> Hand:
    """Return a hand of the file as the rules take it, without its penalties."""
    return Hand(
        hand["no"],
        hand["winner"],
        hand.get("discarder"),
        points_in(hand),
        aborted=hand.get("aborted", False),
        robbed=hand.get("robbed", False),
        bound=hand.get("bound"),
        false_wins=tuple(hand.get("false_wins", ())),
    )
