"""Hands of the International Mahjong Rules from a seed: tiles as of the Chinese sets, with flowers and kongs added."""

import random
from collections.abc import Iterator

from scoring.elements.rules.hand import FLOWERS, Hand
from tests.support.hands import hands


def element_hands(seed: int, number: int) -> Iterator[Hand]:
    """Return this many hands, most of them winning; the same seed gives the same hands."""
    chance = random.Random(seed)
    for hand in hands(seed, number):
        kongs = sum(meld.kind == "kong" for meld in hand.melds)
        replaced = hand.self_drawn and kongs > 0 and chance.random() < 0.4
        may_rob = hand.win not in (*hand.tiles, *(tile for meld in hand.melds for tile in meld.tiles))
        robbed = not hand.self_drawn and may_rob and chance.random() < 0.15
        first = _first(hand, chance) if not robbed and not hand.wall_last else None
        yield Hand(
            hand.tiles,
            hand.win,
            hand.melds,
            self_drawn=hand.self_drawn,
            wall_last=hand.wall_last,
            kong=replaced or robbed,
            kongs=chance.randint(1, min(kongs, 3)) if replaced else 0,
            first=first,  # type: ignore[arg-type]
            seat=hand.seat,
            round=hand.round,
            flowers=tuple(chance.sample(FLOWERS, chance.choice([0, 0, 0, 1, 1, 2, 3, 5, 8]))),
            limit=chance.choice([15, 15, 15, 9, 13, 1]),
        )


def _first(hand: object, chance: random.Random) -> str | None:
    if chance.random() > 0.2:
        return None
    if hand.self_drawn and not hand.seat and all(meld.concealed for meld in hand.melds):  # type: ignore[attr-defined]
        return "heaven"
    return "earth" if hand.seat and not hand.self_drawn and not hand.melds else None  # type: ignore[attr-defined]
