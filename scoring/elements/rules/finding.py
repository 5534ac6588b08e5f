"""Find the elements of one aspect of a hand, before groups decide which of them count.

A chow is named by its lowest tile, a pung or kong by its tile (IMJ 24.2: a kong counts as a pung).
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from scoring.elements.rules.catalogue import PATTERNS, Pattern
from scoring.elements.rules.choosing import Found
from scoring.tiles.rules.parts import DRAGON, HONOUR, RANKS, SUITS_MASK, SUITS_SHIFT, WIND
from scoring.tiles.rules.tiles import EAST, RED, TILES

ALL_SUITS = 3
TERMINAL_RANKS = 1 << 0 | 1 << 8
# What a set lacks: a five, a unio (IMJ 5.18).
NO_FIVE, NO_UNIO = 1, 2


def _lacking(tiles: Iterable[int]) -> int:
    ranks = [tile % 9 if tile < EAST else None for tile in tiles]
    five, unio = 4 in ranks, any(rank in (None, 0, 8) for rank in ranks)
    return (0 if five else NO_FIVE) | (0 if unio else NO_UNIO)


#: Tile -> what a chow from it, or a pung or pair of it, lacks.
CHOW_LACKS = tuple(_lacking((tile, tile + 1, tile + 2)) for tile in range(EAST - 2))
SAME_LACKS = tuple(_lacking((tile,)) for tile in TILES)


def pattern_elements(kind: str, sets: Sequence[int]) -> list[Found]:
    """Return the elements of 27.3 (pungs of the suits) or 27.4 (chows); sets are indexes into `sets`."""
    return [
        Found(pattern.article, indexes)
        for pattern in PATTERNS
        if pattern.kind == kind
        for indexes in combinations(range(len(sets)), pattern.sets)
        if _fits(pattern, [sets[index] for index in indexes])
    ]


def _fits(pattern: Pattern, tiles: Sequence[int]) -> bool:
    ranks = sorted(tile % 9 for tile in tiles)
    steps = {high - low for low, high in zip(ranks, ranks[1:], strict=False)}
    return len({tile // 9 for tile in tiles}) == pattern.suits and steps == {pattern.step}


def honour_elements(pungs: Sequence[int], pair: int, seat: int, round_index: int) -> list[Found]:
    """Return the elements of 27.2; sets are indexes into `pungs`, the pair follows them; `seat`, `round_index`: 0-3."""
    winds = tuple(index for index, pung in enumerate(pungs) if pung < RED)
    dragons = tuple(index for index, pung in enumerate(pungs) if pung >= RED)
    with_pair = (len(pungs),)
    elements = []
    if len(winds) == 4:
        elements.append(Found("27.2(1)", winds))
    if len(winds) == 3 and EAST <= pair < RED:
        elements.append(Found("27.2(2)", winds + with_pair))
    if len(dragons) == 3:
        elements.append(Found("27.2(3)", dragons))
    if len(dragons) == 2 and pair >= RED:
        elements.append(Found("27.2(4)", dragons + with_pair))
    elements += [Found("27.2(5)", (index,)) for index in dragons]
    elements += [Found("27.2(6)", (index,)) for index in winds if pungs[index] == EAST + seat]
    elements += [Found("27.2(7)", (index,)) for index in winds if pungs[index] == EAST + round_index]
    return elements


def tile_elements(traits: int, lacks: int) -> list[Found]:
    """Return the elements of 27.1; `traits`: of all tiles (parts.py); `lacks`: what any set lacks.

    Unio In All counts with seven pairs too; Five In All cannot, because there are twelve fives.
    """
    suits = (traits >> SUITS_SHIFT & SUITS_MASK).bit_count()
    honours = bool(traits & HONOUR)
    terminals = not traits & RANKS & ~TERMINAL_RANKS
    all_types = suits == ALL_SUITS and traits & WIND and traits & DRAGON
    holds = {
        "27.1(1)": terminals and suits and not honours,
        "27.1(2)": terminals and suits and honours,
        "27.1(3)": not suits,
        "27.1(4)": suits == 1 and not honours,
        "27.1(5)": suits == 1 and honours,
        "27.1(6)": not lacks & NO_FIVE,
        "27.1(7)": not lacks & NO_UNIO,
        "27.1(8)": all_types,
    }
    return [Found(article) for article, applies in holds.items() if applies]


class Way(NamedTuple):
    """The way of winning; `kongs`: those of the turn; `open_melds`: without unfolded kongs; `melds`: with them."""

    self_drawn: bool
    robbed: bool
    wall_last: bool
    kongs: int
    open_melds: int
    melds: int


def way_elements(way: Way) -> list[Found]:
    """Return the elements of 28.1 to 28.4; of 28.3 only the number of kongs that was reached (rulings: IMJ)."""
    claimed = not way.self_drawn
    holds = {
        "28.1(1)": claimed and not way.robbed,
        "28.1(2)": way.self_drawn,
        "28.1(3)": way.robbed,
        "28.2(1)": way.wall_last and way.self_drawn,
        "28.2(2)": way.wall_last and claimed,
        "28.3(1)": way.kongs == 1,
        "28.3(2)": way.kongs == 2,
        "28.3(3)": way.kongs == 3,
        "28.4(1)": way.open_melds == 4 and claimed,
        "28.4(2)": way.open_melds == 0 and way.self_drawn,
        "28.4(3)": way.melds == 0,
    }
    return [Found(article) for article, applies in holds.items() if applies]


def flower_elements(flowers: Sequence[str], seat: int) -> list[Found]:
    """Return the elements of 28.5; `flowers`: titles such as ``B1``; `seat`: 0-3 (IMJ 15.1, 15.2)."""
    if not flowers:
        return [Found("28.5(1)")]
    chance = [Found("28.5(2)") for flower in flowers if flower[1] == str(seat + 1)]
    colours = "".join(flower[0] for flower in flowers)
    return chance + [Found("28.5(3)") for colour in "BR" if colours.count(colour) == 4]


def structure_element(chows: int) -> Found:
    """Return the element of 26 of four sets and a pair; `chows`: how many of the sets are chows."""
    return Found({4: "26.2", 0: "26.3"}.get(chows, "26.1"))
