"""Winning hands from a seed, of every shape and fan, and the same hands for PyMahjongGB."""

import random
from collections import Counter
from collections.abc import Callable, Iterator

from scoring.fans.rules.counting.declared import is_last_of_kind
from scoring.fans.rules.hands.hand import Hand
from scoring.tiles.rules.sets import Meld
from scoring.tiles.rules.tiles import EAST, GREEN, REVERSIBLE, TERMINALS_AND_HONOURS, TILES

SUITED = [tile for tile in TILES if tile < EAST]
HONOUR_TILES = [tile for tile in TILES if tile >= EAST]
# Pools of tiles for hands: each fan about tiles is likely in one of them.
POOLS: list[list[int]] = [
    list(TILES),
    SUITED,
    list(range(9)),
    list(range(9, 18)) + HONOUR_TILES,
    [*range(9), *range(18, 27)],
    list(TERMINALS_AND_HONOURS),
    [tile for tile in TERMINALS_AND_HONOURS if tile < EAST],
    HONOUR_TILES,
    sorted(GREEN),
    sorted(REVERSIBLE),
    [tile for tile in SUITED if tile % 9 in (1, 3, 5, 7)],
    [tile for tile in SUITED if 0 < tile % 9 < 8],
    *([tile for tile in SUITED if tile % 9 in ranks] for ranks in [(0, 1, 2), (3, 4, 5), (6, 7, 8)]),
    *([tile for tile in SUITED if tile % 9 in ranks] for ranks in [(0, 1, 2, 3), (5, 6, 7, 8)]),
    [tile for tile in SUITED if 2 <= tile % 9 <= 6],
    [tile for tile in TILES if tile >= EAST or tile % 9 in (0, 1, 2, 6, 7, 8)],
    HONOUR_TILES + [0, 8, 9, 1, 12],
]
Sets = list[Meld]


def _chows(pool: list[int]) -> list[int]:
    return [tile for tile in pool if tile < EAST and tile % 9 < 7 and {tile + 1, tile + 2} <= set(pool)]


def _loose(chance: random.Random) -> tuple[Sets, int]:
    """Return four sets and a pair of one pool, mostly chows or mostly pungs."""
    pool = chance.choice(POOLS)
    chows, often = _chows(pool), chance.choice([0.0, 0.3, 0.6, 0.9, 1.0])
    sets = [
        Meld("chow", chance.choice(chows)) if chows and chance.random() < often else Meld("pung", chance.choice(pool))
        for _ in range(4)
    ]
    return sets, chance.choice(pool)


def _related(chance: random.Random) -> tuple[Sets, int]:
    """Return sets in a pattern: equal, shifted or straight, in one suit or three, and others near them."""
    kind = chance.choice(["chow", "chow", "chow", "pung"])
    top = 6 if kind == "chow" else 8
    suits = chance.choice([[0, 0, 0, 0], [0, 1, 2, 0], [0, 0, 1, 1], [0, 0, 0, 1], [0, 1, 2, 1], [0, 1, 0, 1]])
    order = chance.sample(range(3), 3)
    step = chance.choice([0, 0, 1, 1, 2, 3, 6])
    start = chance.randint(0, top)
    sets = []
    for at, suit in enumerate(suits):
        rank = start + step * (at % chance.choice([2, 3, 4]))
        if chance.random() < 0.15:
            rank = chance.randint(0, top)
        sets.append(Meld(kind, 9 * order[suit] + min(rank, top)))  # type: ignore[arg-type]
    if chance.random() < 0.4:
        sets[3] = Meld("pung", chance.choice(list(TILES)))
    return sets, chance.choice([chance.choice(list(TILES)), 9 * order[0] + 4, 9 * order[2] + 4, chance.randint(27, 33)])


def _terminal_chows(chance: random.Random) -> tuple[Sets, int]:
    one, two, three = (9 * suit for suit in chance.sample(range(3), 3))
    if chance.random() < 0.5:
        two, three = one, one
    return [Meld("chow", tile) for tile in (one, one + 6, two, two + 6)], three + 4


def _honour_pungs(chance: random.Random) -> tuple[Sets, int]:
    """Return mostly pungs of winds or dragons."""
    family = chance.choice([[27, 28, 29, 30], [31, 32, 33], HONOUR_TILES])
    tiles = chance.sample(family, min(len(family), chance.choice([2, 3, 4])))
    sets = [Meld("pung", tile) for tile in tiles]
    other, pair = _loose(chance)
    return (sets + other)[:4], chance.choice([pair, chance.choice(family)])


def _unrelated(chance: random.Random) -> tuple[Sets, int]:
    """Return chows of three suits with a pair of honours, as in a chicken hand."""
    suits = [0, 1, 2, chance.randint(0, 2)]
    return [Meld("chow", 9 * suit + chance.randint(0, 6)) for suit in suits], chance.choice(HONOUR_TILES)


def _from_sets(chance: random.Random) -> tuple[list[int], list[Meld]]:
    """Return concealed tiles and melds of a basic hand."""
    make: Callable[[random.Random], tuple[Sets, int]] = chance.choice(
        [_loose, _loose, _related, _related, _related, _terminal_chows, _honour_pungs, _unrelated]
    )
    sets, pair = make(chance)
    declared = chance.choice([0, 0, 0, 0.3, 0.6, 1])
    kongs = chance.choice([0, 0, 0.3, 0.9])
    tiles, melds = [pair, pair], []
    for group in sets:
        if group.kind == "pung" and chance.random() < kongs:
            melds.append(Meld("kong", group.tile, chance.random() < 0.5))
        elif chance.random() < declared:
            melds.append(group)
        else:
            tiles += group.tiles
    return tiles, melds


def _knitted(chance: random.Random) -> list[int]:
    groups = chance.sample(range(3), 3)
    return [9 * suit + rank for suit, group in enumerate(groups) for rank in range(group, 9, 3)]


def _knitted_straight(chance: random.Random) -> tuple[list[int], list[Meld]]:
    sets, pair = _loose(chance)
    one = sets[0]
    if one.kind == "pung" and chance.random() < 0.2:
        return [*_knitted(chance), pair, pair], [Meld("kong", one.tile, chance.random() < 0.5)]
    if chance.random() < 0.3:
        return [*_knitted(chance), pair, pair], [one]
    return [*_knitted(chance), pair, pair, *one.tiles], []


def _singles(chance: random.Random) -> tuple[list[int], list[Meld]]:
    """Return honours and knitted tiles, or thirteen orphans."""
    if chance.random() < 0.3:
        return [*TERMINALS_AND_HONOURS, chance.choice(TERMINALS_AND_HONOURS)], []
    honours = chance.randint(5, 7)
    return chance.sample(_knitted(chance), 14 - honours) + chance.sample(HONOUR_TILES, honours), []


def _pairs(chance: random.Random) -> tuple[list[int], list[Meld]]:
    """Return seven pairs, also consecutive, of one pool, or that form sets too."""
    low = 9 * chance.randint(0, 2) + chance.randint(0, 2)
    pool = chance.choice(POOLS)
    rows = [chance.choice(_chows(SUITED)) for _ in range(2)]
    tiles = chance.choice(
        [
            list(range(low, low + 7)),
            chance.choices(pool, k=7),
            [tile for row in rows for tile in range(row, row + 3)] + [chance.choice(pool)],
            [rows[0]] * 2 + [rows[0] + 1] * 2 + [rows[0] + 2] * 2 + [chance.choice(pool)],
        ]
    )
    return [tile for tile in tiles for _ in range(2)], []


def _nine_gates(chance: random.Random) -> tuple[list[int], list[Meld]]:
    low = 9 * chance.randint(0, 2)
    return [low, low, low, *range(low + 1, low + 8), *[low + 8] * 3, low + chance.randint(0, 8)], []


def _flags(chance: random.Random, tiles: list[int], win: int, melds: list[Meld]) -> dict[str, object]:
    self_drawn = chance.random() < 0.5
    seen = [tile for meld in melds for tile in meld.tiles]
    may_rob = win not in tiles and win not in seen
    may_replace = any(meld.kind == "kong" for meld in melds)
    return {
        "self_drawn": self_drawn,
        "last_of_kind": win not in tiles and chance.random() < 0.1,
        "wall_last": chance.random() < 0.05,
        "kong": (may_replace if self_drawn else may_rob) and chance.random() < 0.08,
        "seat": chance.randint(0, 3),
        "round": chance.randint(0, 3),
        "flowers": chance.choice([0, 0, 0, 1, 2, 8]),
    }


def hands(seed: int, number: int) -> Iterator[Hand]:
    """Return this many winning hands; the same seed gives the same hands."""
    chance = random.Random(seed)
    makers = [_from_sets] * 16 + [_knitted_straight, _singles, _pairs, _pairs, _nine_gates]
    while number:
        tiles, melds = chance.choice(makers)(chance)
        copies = Counter(tiles + [tile for meld in melds for tile in meld.tiles])
        if max(copies.values()) > 4:
            continue
        win = tiles.pop(chance.randrange(len(tiles)))
        chance.shuffle(melds)
        yield Hand(tuple(tiles), win, tuple(melds), **_flags(chance, tiles, win, melds))  # type: ignore[arg-type]
        number -= 1


def exchanged(seed: int) -> Iterator[tuple[tuple[int, ...], tuple[Meld, ...]]]:
    """Return 13 tiles (a declared set counts three) with some exchanged: from ready to far from ready."""
    chance = random.Random(seed)
    for hand in hands(seed, 1_000_000):
        held = Counter((*hand.tiles, *(tile for meld in hand.melds for tile in meld.tiles)))
        wall = list((Counter(dict.fromkeys(TILES, 4)) - held).elements())
        tiles = list(hand.tiles)
        for _ in range(chance.randint(0, 5)):
            tiles[chance.randrange(len(tiles))] = wall.pop(chance.randrange(len(wall)))
        yield tuple(sorted(tiles)), hand.melds


def oracle_tile(tile: int) -> str:
    """Return PyMahjongGB's name of a tile."""
    if tile >= EAST:
        return f"F{tile - EAST + 1}" if tile < EAST + 4 else f"J{tile - EAST - 3}"
    return f"{'WBT'[tile // 9]}{tile % 9 + 1}"


def oracle_arguments(hand: Hand) -> tuple[object, ...]:
    """Return the arguments of MahjongFanCalculator."""
    kinds = {"chow": "CHI", "pung": "PENG", "kong": "GANG"}
    pack = tuple(
        (kinds[meld.kind], oracle_tile(meld.tile + (meld.kind == "chow")), 0 if meld.concealed else 1)
        for meld in hand.melds
    )
    return (
        pack,
        tuple(map(oracle_tile, hand.tiles)),
        oracle_tile(hand.win),
        hand.flowers,
        hand.self_drawn,
        is_last_of_kind(hand),
        hand.kong,
        hand.wall_last,
        hand.seat,
        hand.round,
    )
