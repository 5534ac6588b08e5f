"""What the declared sets of a hand give to its score, cached."""

from functools import lru_cache
from typing import NamedTuple

from scoring.fans.rules.hands.hand import Hand
from scoring.tiles.rules.parts import pack, traits_of
from scoring.tiles.rules.sets import Meld
from scoring.tiles.rules.tiles import COPIES, EAST


class Melds(NamedTuple):
    """The data of the declared sets alone.

    `pungs`: without those of honours; `key`: all tiles packed; `three`: the tiles of which three lie open.
    """

    chows: tuple[int, ...]
    pungs: tuple[int, ...]
    honours: tuple[int, ...]
    key: int
    traits: int
    melded_kongs: int
    concealed_kongs: int
    open_melds: int
    three: frozenset[int]


@lru_cache(8192)
def melds_of(melds: tuple[Meld, ...]) -> Melds:
    """Return the data of the declared sets."""
    tiles = [tile for meld in melds for tile in meld.tiles]
    pungs = sorted(meld.tile for meld in melds if meld.kind != "chow")
    kongs = sum(meld.kind == "kong" for meld in melds)
    concealed = sum(meld.concealed for meld in melds)
    shown = [tile for meld in melds if not meld.concealed for tile in meld.tiles]
    return Melds(
        chows=tuple(sorted(meld.tile for meld in melds if meld.kind == "chow")),
        pungs=tuple(tile for tile in pungs if tile < EAST),
        honours=tuple(tile for tile in pungs if tile >= EAST),
        key=pack(tiles),
        traits=traits_of(tiles),
        melded_kongs=kongs - concealed,
        concealed_kongs=concealed,
        open_melds=len(melds) - concealed,
        three=frozenset(tile for tile in shown if shown.count(tile) == COPIES - 1),
    )


def is_last_of_kind(hand: Hand) -> bool:
    """Whether the other three of the winning tile lie open: by the flag, or in the hand's open melds (A22)."""
    return hand.last_of_kind or hand.win in melds_of(hand.melds).three
