"""A second, plain scorer of IMJ hands, written from the text without the program's code.

Tiles are texts (``5m``, ``E``); a set is (kind, tiles, open) with kind ``chow``, ``pung`` or ``pair``.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import Any, NamedTuple

WINDS, DRAGONS = "ESWN", "CFP"
PAYS = [None, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000, 2000, 3000, 4000, 5000, 6000]


class Group(NamedTuple):
    kind: str
    tiles: tuple[str, ...]
    open: bool


def is_honour(tile: str) -> bool:
    return len(tile) == 1


def is_unio(tile: str) -> bool:
    return is_honour(tile) or tile[0] in "19"


def cuts(tiles: tuple[str, ...], paired: bool = False) -> Iterator[list[Group]]:
    """Yield every way to cut sorted tiles into sets and one pair."""
    if not tiles:
        if paired:
            yield []
        return
    first = tiles[0]
    wanted = [("pung", (first,) * 3)] + ([] if paired else [("pair", (first, first))])
    if not is_honour(first) and first[0] <= "7":
        wanted.append(("chow", tuple(f"{int(first[0]) + step}{first[1]}" for step in range(3))))
    for kind, needed in wanted:
        rest = list(tiles)
        try:
            for tile in needed:
                rest.remove(tile)
        except ValueError:
            continue
        for more in cuts(tuple(rest), paired or kind == "pair"):
            yield [Group(kind, needed, False), *more]


def of_tiles(tiles: list[str], groups: list[Group], *, seven_pairs: bool) -> float:
    """27.1."""
    suits = {tile[1] for tile in tiles if not is_honour(tile)}
    honours = any(map(is_honour, tiles))
    values = [0.0]
    if not honours and all(map(is_unio, tiles)):
        values.append(8)
    if not suits:
        values.append(8)
    if len(suits) == 1 and not honours:
        values.append(6)
    mixed_unios = 1 if honours and suits and all(map(is_unio, tiles)) else 0
    mixed_same = 3 if honours and len(suits) == 1 else 0
    values.append(mixed_unios + mixed_same)
    if not seven_pairs and all(any(tile[0] == "5" for tile in group.tiles) for group in groups):
        values.append(2)
    unio_in_all = 1 if all(any(map(is_unio, group.tiles)) for group in groups) else 0
    all_types = 1 if len(suits) == 3 and set(tiles) & set(WINDS) and set(tiles) & set(DRAGONS) else 0
    values.append(unio_in_all + all_types)
    return max(values)


def of_honours(pungs: list[str], pair: str, seat: int, round_: int) -> float:
    """27.2."""
    winds = [tile for tile in pungs if tile in WINDS]
    dragons = [tile for tile in pungs if tile in DRAGONS]
    values = [0.0]
    if len(winds) == 4:
        values.append(9)
    if len(winds) == 3 and pair in WINDS:
        values.append(6)
    if len(dragons) == 3:
        values.append(6)
    if len(dragons) == 2 and pair in DRAGONS:
        values.append(4)
    values.append(len(dragons) + winds.count(WINDS[seat]) + winds.count(WINDS[round_]))
    return max(values)


def in_a_row(numbers: Counter, sets: list[tuple[str, ...]]) -> bool:
    """Whether any list of sets is among those held."""
    return any(all(numbers[name] >= row.count(name) for name in row) for row in sets)


def rows(length: int, step: int, suits: int) -> list[tuple[str, ...]]:
    """Return lists of (number, suit) names that rise by a step, in one suit or in all three."""
    starts = range(1, 10 - step * (length - 1))
    if suits == 1:
        return [tuple(f"{n + step * at}{suit}" for at in range(length)) for n in starts for suit in "mps"]
    return [
        tuple(f"{n + step * at}{suit}" for at, suit in enumerate(order))
        for n in starts
        for order in permutations("mps")
    ]


PUNG_VALUES = [(4, rows(4, 1, 1)), (3, rows(3, 1, 1)), (2, rows(3, 0, 3)), (1, rows(3, 1, 3))]
CHOW_VALUES = [
    (4, rows(4, 0, 1) + rows(4, 1, 1)),
    (3, rows(3, 0, 1) + rows(3, 1, 1)),
    (2, rows(3, 0, 3) + rows(3, 3, 1)),
    (1, rows(3, 1, 3) + rows(3, 3, 3)),
]


def of_series(names: list[str], values: list[tuple[int, list[tuple[str, ...]]]]) -> float:
    """27.3 and 27.4: the most valuable pattern, named by lowest tiles."""
    if len(names) < 3:
        return 0
    held = Counter(names)
    return next((value for value, lists in values if in_a_row(held, lists)), 0)


def of_way(hand: dict[str, Any]) -> float:
    """28.1 to 28.4."""
    claimed = not hand["self_drawn"]
    opened = [meld for meld in hand["melds"] if meld.open]
    value = 0.0
    value += 1 if hand["self_drawn"] or hand["robbed"] else 0
    value += 1 if hand["wall_last"] else 0
    value += [0, 1, 3, 6][hand["kongs"]]
    value += 1 if claimed and len(opened) == 4 else 0
    value += 1 if not claimed and not opened else 0
    value += 1 if not hand["melds"] else 0
    return value


def of_flowers(flowers: tuple[str, ...], seat: int) -> float:
    """28.5."""
    if not flowers:
        return 1
    chance = len({f"B{seat + 1}", f"R{seat + 1}"} & set(flowers))
    return chance + sum(all(f"{colour}{n}" in flowers for n in range(1, 5)) for colour in "BR")


def special(hand: dict[str, Any], wins: bool) -> list[float]:
    """25."""
    tiles = sorted((*hand["tiles"], hand["win"]))
    values: list[float] = []
    if hand["melds"]:
        return [6.0] if hand["first"] and wins else []
    suits = {tile[-1] for tile in tiles}
    if len(suits) == 1 and tiles[0][-1] in "mps":
        numbers = [int(tile[0]) for tile in tiles]
        if numbers == [number for n in range(numbers[0], numbers[0] + 7) for number in (n, n)]:
            values.append(13)
        if sorted(tile[0] for tile in hand["tiles"]) == list("1112345678999"):
            values.append(13)
    singles = len(set(tiles)) == 14
    if singles and set(WINDS + DRAGONS) <= set(tiles):
        by_suit = {suit: {int(tile[0]) % 3 for tile in tiles if tile[-1] == suit and len(tile) == 2} for suit in "mps"}
        rests = [next(iter(rest)) for rest in by_suit.values() if len(rest) == 1]
        if len(rests) == 3 and len(set(rests)) == 3:
            values.append(6)
    if all(map(is_unio, tiles)) and len(set(tiles)) == 13:
        values.append(13)
    if hand["first"] and (wins or values):
        values.append(6)
    return values


def fans(hand: dict[str, Any]) -> float | None:
    """Return the fans of the best reading before 30.2; None if the hand does not win."""
    whole = tuple(sorted((*hand["tiles"], hand["win"])))
    way = of_way(hand) + of_flowers(hand["flowers"], hand["seat"])
    everything = [*whole, *(tile for meld in hand["melds"] for tile in meld.tiles)]
    values = []
    for cut in cuts(whole):
        groups = cut + list(hand["melds"])
        chows = [group.tiles[0] for group in groups if group.kind == "chow"]
        pungs = [group.tiles[0] for group in groups if group.kind == "pung"]
        (pair,) = [group.tiles[0] for group in groups if group.kind == "pair"]
        values.append(
            (1 if not pungs else 3 if not chows else 0.5)
            + of_tiles(everything, groups, seven_pairs=False)
            + of_honours([pung for pung in pungs if is_honour(pung)], pair, hand["seat"], hand["round"])
            + of_series([pung for pung in pungs if not is_honour(pung)], PUNG_VALUES)
            + of_series(chows, CHOW_VALUES)
            + way
        )
        if not chows and not hand["melds"] and hand["self_drawn"]:
            values.append(13)
    if not hand["melds"] and all(count % 2 == 0 for count in Counter(whole).values()):
        pairs = [Group("pair", (tile, tile), False) for tile in set(whole)]
        values.append(3 + of_tiles(everything, pairs, seven_pairs=True) + way)
    values += special(hand, bool(values))
    return max(values, default=None)


def paid(value: float, limit: int) -> tuple[float, int]:
    """Return rank and mados (30.1, 30.2, 7.2)."""
    rank = 0.5 if value == 0.5 else min(int(value), limit, 15)
    mados = PAYS[max(1, int(rank))]
    assert mados is not None
    return rank, mados
