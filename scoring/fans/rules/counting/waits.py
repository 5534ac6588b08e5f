"""Waits of a hand of 13 tiles, and its distance from waiting (3.4.21, 3.11.6.6)."""

from collections import Counter
from functools import lru_cache
from itertools import permutations
from typing import Literal, NamedTuple

from scoring.fans.rules.counting.engine import score
from scoring.fans.rules.counting.scores import Score
from scoring.fans.rules.hands.hand import Hand
from scoring.fans.rules.sets.rule_sets import WMO_2014, RuleSet
from scoring.tiles.rules.sets import MELDS, Meld, check_tiles
from scoring.tiles.rules.tiles import COPIES, EAST, TERMINALS_AND_HONOURS, TILES

FAR = 99


class Wait(NamedTuple):
    """A tile that completes the hand; `left`: copies outside the hand; the scores self-drawn and by discard."""

    tile: int
    left: int
    self_drawn: Score
    by_discard: Score


def waits(
    tiles: tuple[int, ...], melds: tuple[Meld, ...] = (), rules: RuleSet = WMO_2014, *, seat: int = 0, round: int = 0
) -> list[Wait]:
    """Return the tiles that complete the hand, in order, with their scores; raise HandError for wrong tiles.

    A tile of which the hand has all four copies is left out.
    """
    check_tiles(tiles, melds)
    held = Counter((*tiles, *(tile for meld in melds for tile in meld.tiles)))
    completing = []
    for tile in TILES:
        if held[tile] == COPIES:
            continue
        hand = Hand(tiles, tile, melds, self_drawn=True, seat=seat, round=round)
        drawn = score(hand, rules)
        claimed = score(hand.won(tile, self_drawn=False), rules)
        if drawn and claimed:
            completing.append(Wait(tile, COPIES - held[tile], drawn, claimed))
    return completing


class Distance(NamedTuple):
    """The number of tiles to exchange until the hand waits (0: ready); `shapes`: the shapes that need this number."""

    tiles: int
    shapes: tuple[str, ...]


def distance(tiles: tuple[int, ...], melds: tuple[Meld, ...] = ()) -> Distance:
    """Return how far 13 tiles (a declared set counts three) are from waiting in the shapes of 3.7.2.

    A hand that waits only for a fifth copy is ready by its form (A6), although `waits` is empty. Raise HandError for
    wrong tiles.
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
    """Return the nine tiles of a knitted straight; `groups`: the lowest rank of each suit, from 0."""
    return [9 * suit + rank for suit, group in enumerate(groups) for rank in range(group, 9, 3)]


def _knitted_straight(counts: list[int], groups: tuple[int, ...], sets: int) -> int:
    nine = knitted(groups)
    rest = [max(0, count - (tile in nine)) for tile, count in enumerate(counts)]
    return sum(not counts[tile] for tile in nine) + _basic(rest, sets)


Costs = tuple[tuple[int, int], ...]


def _basic(counts: list[int], sets: int) -> int:
    """Return the fewest tiles that complete this number of sets and a pair."""
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
    """Return for a suit or the honours, for 0 to `sets` sets, the fewest tiles to add (without, with the pair).

    Dynamic programming over the ranks: the chows, pung and pair that begin at a rank, and the tiles they lack.
    """
    suit = len(counts) == 9
    # (chows begun one rank before, chows begun two ranks before, sets, pairs) -> tiles to add.
    states = {(0, 0, 0, 0): 0}
    for rank, count in enumerate(counts):
        after: dict[tuple[int, int, int, int], int] = {}
        for (last, before, made, paired), cost in states.items():
            for chows in range((sets - made if suit and rank < 7 else 0) + 1):
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
    """Return the kind of a declared win (3.11.6.6).

    "won"; 错和: "below_minimum" (a complete hand under 8 points) or "wrong_tile"; 诈和: "not_ready" (the hand lacks one
    or more tiles to wait). Self-drawn tiles are judged in the same way.
    """
    scored = score(hand, rules)
    if scored:
        return "won" if scored.minimum_met else "below_minimum"
    return "wrong_tile" if distance(hand.tiles, hand.melds).tiles == 0 else "not_ready"
