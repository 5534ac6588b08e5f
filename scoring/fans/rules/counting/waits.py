"""What a hand of 13 tiles waits for, and how far one is from waiting (3.4.21, 3.11.6.6)."""

from collections import Counter
from functools import lru_cache
from itertools import permutations
from typing import Literal, NamedTuple

from scoring.fans.rules.counting.engine import Score, score
from scoring.fans.rules.hands.hand import MELDS, Hand, Meld, check_tiles
from scoring.fans.rules.hands.tiles import COPIES, EAST, TERMINALS_AND_HONOURS, TILES
from scoring.fans.rules.sets.rule_sets import WMO_2014, RuleSet

FAR = 99


class Wait(NamedTuple):
    """A tile waited for: how many of it the hand does not hold itself, and what it scores self-drawn and by discard."""

    tile: int
    left: int
    self_drawn: Score
    by_discard: Score


def waits(
    tiles: tuple[int, ...], melds: tuple[Meld, ...] = (), rules: RuleSet = WMO_2014, *, seat: int = 0, round: int = 0
) -> list[Wait]:
    """The tiles that complete the hand, in order, with what each scores; HandError if the tiles are wrong.

    A tile of which the hand holds all four is none: nobody can draw it.
    """
    check_tiles(tiles, melds)
    held = Counter((*tiles, *(tile for meld in melds for tile in meld.tiles)))
    found = []
    for tile in TILES:
        if held[tile] == COPIES:
            continue
        hand = Hand(tiles, tile, melds, self_drawn=True, seat=seat, round=round)
        drawn = score(hand, rules)
        claimed = score(hand.won(tile, self_drawn=False), rules)
        if drawn and claimed:
            found.append(Wait(tile, COPIES - held[tile], drawn, claimed))
    return found


class Distance(NamedTuple):
    """How many tiles must be exchanged until the hand waits; 0 is ready. `shapes`: the shapes that need no more."""

    tiles: int
    shapes: tuple[str, ...]


def distance(tiles: tuple[int, ...], melds: tuple[Meld, ...] = ()) -> Distance:
    """How far 13 tiles, declared sets counting three, are from waiting; HandError if the tiles are wrong.

    Every shape of 3.7.2 is asked. A hand that waits for a fifth copy only is ready by its form (A6), though `waits`
    is empty.
    """
    check_tiles(tiles, melds)
    counts = [tiles.count(tile) for tile in TILES]
    missing = {"basic": _basic(counts, MELDS - len(melds))}
    if len(melds) <= 1:
        missing["knitted_straight"] = min(
            _knitted_straight(counts, groups, 1 - len(melds)) for groups in permutations(range(3))
        )
    if not melds:
        missing["seven_pairs"] = 7 - sum(count // 2 for count in counts)
        kinds = [counts[tile] for tile in TERMINALS_AND_HONOURS]
        missing["thirteen_orphans"] = 14 - sum(map(bool, kinds)) - any(count > 1 for count in kinds)
        missing["honours_and_knitted"] = 14 - max(
            sum(bool(counts[tile]) for tile in (*knitted(groups), *range(EAST, 34)))
            for groups in permutations(range(3))
        )
    least = min(missing.values())
    return Distance(least - 1, tuple(shape for shape, lacking in missing.items() if lacking == least))


def knitted(groups: tuple[int, ...]) -> list[int]:
    """The nine tiles of a knitted straight: for each suit the lowest rank, from 0."""
    return [9 * suit + rank for suit, group in enumerate(groups) for rank in range(group, 9, 3)]


def _knitted_straight(counts: list[int], groups: tuple[int, ...], sets: int) -> int:
    nine = knitted(groups)
    rest = [max(0, count - (tile in nine)) for tile, count in enumerate(counts)]
    return sum(not counts[tile] for tile in nine) + _basic(rest, sets)


Costs = tuple[tuple[int, int], ...]


def _basic(counts: list[int], sets: int) -> int:
    """The fewest tiles that complete so many sets and a pair."""
    best: Costs = ((0, FAR), *((FAR, FAR) for _ in range(sets)))
    for first in (0, 9, 18, EAST):
        end = 34 if first == EAST else first + 9
        part = _part_costs(tuple(counts[first:end]), sets)
        best = tuple(
            (
                min(best[m][0] + part[n - m][0] for m in range(n + 1)),
                min(min(best[m][1] + part[n - m][0], best[m][0] + part[n - m][1]) for m in range(n + 1)),
            )
            for n in range(sets + 1)
        )
    return best[sets][1]


@lru_cache(4096)
def _part_costs(counts: tuple[int, ...], sets: int) -> Costs:
    """For a suit or the honours: (n sets, without or with the pair) -> the fewest tiles to add, for n up to `sets`.

    Rank by rank: which chows, pung and pair begin there, and what that takes beyond the tiles there are.
    """
    suit = len(counts) == 9
    # (chows begun at this rank's last neighbour, and at the one before, sets, pair) -> tiles to add.
    states = {(0, 0, 0, 0): 0}
    for at, count in enumerate(counts):
        after: dict[tuple[int, int, int, int], int] = {}
        for (last, before, made, paired), cost in states.items():
            for chows in range((sets - made if suit and at < 7 else 0) + 1):
                for pungs, pairs in ((0, 0), (1, 0), (0, 1), (1, 1)):
                    need = last + before + chows + 3 * pungs + 2 * pairs
                    if need > COPIES + 1 or made + chows + pungs > sets or paired + pairs > 1:
                        continue
                    state = (chows, last, made + chows + pungs, paired + pairs)
                    total = cost + max(0, need - count)
                    if total < after.get(state, FAR):
                        after[state] = total
        states = after
    return tuple(
        (
            min((cost for (_, _, made, paired), cost in states.items() if (made, paired) == (n, 0)), default=FAR),
            min((cost for (_, _, made, paired), cost in states.items() if (made, paired) == (n, 1)), default=FAR),
        )
        for n in range(sets + 1)
    )


Claim = Literal["won", "below_minimum", "wrong_tile", "not_ready"]


def judged(hand: Hand, rules: RuleSet = WMO_2014) -> Claim:
    """What a declared win is (3.11.6.6): won; 错和, below 8 points or the wrong tile; 诈和, the hand was not ready.

    Below the minimum the hand had the shape; `not_ready` lacks one tile or more to wait. A claim on a self-drawn tile
    is judged the same way.
    """
    scored = score(hand, rules)
    if scored:
        return "won" if scored.minimum_met else "below_minimum"
    return "wrong_tile" if distance(hand.tiles, hand.melds).tiles == 0 else "not_ready"
