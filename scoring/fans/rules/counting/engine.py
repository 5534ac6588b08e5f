"""Score the best reading of a winning hand, fast.

The functions of finders.py and combining.py give the fans of each aspect of a reading; the engine caches them. It adds
them as counters (counters.py) and applies the exclusions (exclusions.py) once for each sum.
"""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from scoring.fans.rules.counting.combining import chow_fans, paired_chow_fans, pung_fans
from scoring.fans.rules.counting.counters import BITS, DIGIT, SHIFT, lowest, numbers_in, packed, without
from scoring.fans.rules.counting.declared import Melds, is_last_of_kind, melds_of
from scoring.fans.rules.counting.exclusions import CHICKEN, ORDERED, POSITION, ShownFan, exclude
from scoring.fans.rules.counting.finders import (
    OF_PUNGS,
    ORPHANS_FANS,
    Way,
    chow_misses,
    every_set_fans,
    holds,
    honour_fans,
    honours_and_knitted_fans,
    kong_fans,
    pung_misses,
    seven_pairs_fans,
    tile_fans,
    wait_fan,
    way_fans,
)
from scoring.fans.rules.counting.scores import FanCount, Score
from scoring.fans.rules.hands.hand import Hand
from scoring.fans.rules.hands.waiting import only_wait
from scoring.fans.rules.sets.catalogue import FANS, FLOWER
from scoring.fans.rules.sets.rule_sets import WMO_2014, RuleSet
from scoring.tiles.rules.parts import FOURS, NO_PAIR, UNIT, Division, Four, Table, cuts, joined, pack, parts
from scoring.tiles.rules.shapes import (
    is_honours_and_knitted,
    is_nine_gates,
    is_seven_pairs,
    is_thirteen_orphans,
    knitted_straight,
)
from scoring.tiles.rules.tiles import EAST, TILES

HOG, ALL_PUNGS, NINE_GATES_FAN = packed([64]), packed([49]), packed([4])
SETS = 4
Ranked = tuple[int, list[int], int]


def _with_misses(fans: Iterable[ShownFan], misses: Iterable[int]) -> tuple[int, int]:
    word = 0
    for bits in misses:
        word |= bits
    return packed(fan.no for fan in fans), word


# Caches that hold for all rule sets.
CHOWS: Table[tuple[int, ...], tuple[int, int]] = Table(
    lambda chows: _with_misses(chow_fans(chows).counted, map(chow_misses, chows))
)
PUNGS: Table[tuple[int, ...], tuple[int, int]] = Table(
    lambda pungs: _with_misses(pung_fans(pungs).counted, map(pung_misses, pungs))
)
KONGS: Table[tuple[int, int, int], int] = Table(lambda key: packed(kong_fans(*key)))
ALL_TILES: Table[int, int] = Table(lambda traits: packed(tile_fans(traits)))
EVERY_SET: Table[int, int] = Table(lambda misses: packed(every_set_fans(misses)))
WAYS: Table[tuple[bool, bool, bool, bool, int], int] = Table(lambda key: packed(way_fans(Way(*key))))
HONOUR_MISSES = pung_misses(EAST)
PAIR_MISSES = tuple(pung_misses(tile) for tile in TILES)


KNITTED_STRAIGHT, ALL_CHOWS, CHICKEN_HAND = packed([35]), packed([63]), packed([CHICKEN])


class Engine:
    """A rule set with its caches."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.own_rows = [row for row in rules.exclusions if row.scope == "own"]
        self.excluded = [0] * len(ORDERED)
        for row in rules.exclusions:
            if row.scope == "all":
                self.excluded[POSITION[row.fans[-1]]] |= DIGIT << SHIFT[row.excluded]
        self.single = {POSITION[row.fans[-1]]: row for row in rules.exclusions if row.scope == "one"}
        self.settled = Table(self._settled)
        self.honours = Table(self._honours)
        self.answers = Table(self._answer)

    def score(self, hand: Hand) -> Score | None:
        """Return the score of the best reading; None if the hand does not win."""
        melds = melds_of(hand.melds)
        key = pack(hand.tiles) + UNIT[hand.win]
        four = parts(key)
        traits = four[0].traits | four[1].traits | four[2].traits | four[3].traits | melds.traits
        total = (
            WAYS[hand.self_drawn, hand.wall_last, hand.kong, is_last_of_kind(hand), melds.open_melds]
            + ALL_TILES[traits]
            + HOG * ((key + melds.key & FOURS).bit_count() - melds.melded_kongs - melds.concealed_kongs)
        )
        readings = [self._cut(hand, melds, key, ways, total) for ways in cuts(four)]
        if len(hand.melds) <= 1:
            readings += self._special(hand, melds, key, four, total)
        if not readings:
            return None
        return self.answers[min(readings)[2] + (hand.flowers << SHIFT[FLOWER])]

    def _cut(self, hand: Hand, melds: Melds, key: int, ways: tuple[Division, ...], total: int) -> Ranked:
        """Score four sets and a pair; `total`: the counters of the fans of the whole hand."""
        characters, dots, bamboos, honours = ways
        own_chows = characters.chows + dots.chows + bamboos.chows
        own_pungs = characters.pungs + dots.pungs + bamboos.pungs
        pair = max(characters.pair, dots.pair, bamboos.pair, honours.pair)
        chows = tuple(sorted(own_chows + melds.chows)) if melds.chows else own_chows
        pungs = tuple(sorted(own_pungs + melds.pungs)) if melds.pungs else own_pungs
        chow_sum, chow_miss = CHOWS[chows]
        pung_sum, pung_miss = PUNGS[pungs]
        total += chow_sum + pung_sum
        misses = chow_miss | pung_miss | PAIR_MISSES[pair]
        honour_pungs = honours.pungs + melds.honours
        if honour_pungs:
            total += self.honours[honour_pungs, pair if pair >= EAST else NO_PAIR, hand.seat, hand.round]
            misses |= HONOUR_MISSES
        if len(chows) == SETS:
            total += packed(paired_chow_fans(chows, pair))
        elif not chows:
            total += ALL_PUNGS
        hidden = own_pungs + honours.pungs
        if hidden or hand.melds:
            # A discard that completes a pung leaves it melded, unless a concealed chow can have the tile (A18).
            melded = not hand.self_drawn and hand.win in hidden and not holds(own_chows, hand.win)
            total += KONGS[melds.melded_kongs, melds.concealed_kongs, len(hidden) - melded]
        total += EVERY_SET[misses]
        rest = key - UNIT[hand.win]
        if not hand.melds and is_nine_gates(rest):
            total += NINE_GATES_FAN
        wait = wait_fan(hand.win, own_chows, pair)
        if wait and only_wait(
            rest, hand.win, melds.key, seven_pairs=not hand.melds, dead_waits_count=self.rules.dead_waits_count
        ):
            total += 1 << SHIFT[wait]
        return self.settled[total]

    def _special(self, hand: Hand, melds: Melds, key: int, four: Four, total: int) -> list[Ranked]:
        """Score the other shapes; `total`: the counters of the fans of the whole hand."""
        readings = []
        if four[0].knitted and four[1].knitted and four[2].knitted and (nine := knitted_straight(key)) is not None:
            readings = [self._knitted(hand, melds, key - nine, ways, total) for ways in cuts(parts(key - nine))]
        if hand.melds:
            return readings
        if is_seven_pairs(key):
            shown = total if self.rules.pairs_carry_pungs else without(total, OF_PUNGS)
            readings.append(self.settled[shown + packed(seven_pairs_fans(key))])
        elif is_thirteen_orphans(key):
            readings.append(self.settled[without(total, OF_PUNGS) + packed(ORPHANS_FANS)])
        elif is_honours_and_knitted(key):
            readings.append(self.settled[total + packed(honours_and_knitted_fans(key))])
        return readings

    def _knitted(self, hand: Hand, melds: Melds, rest: int, ways: tuple[Division, ...], total: int) -> Ranked:
        """Score a knitted straight with a set and a pair; `rest`: the other concealed tiles, packed."""
        own = joined(ways)
        pungs = own.pungs + melds.pungs + melds.honours
        if pungs and pungs[0] < EAST:
            total += PUNGS[pungs][0]
        elif pungs:
            total += self.honours[pungs, own.pair, hand.seat, hand.round]
        elif own.pair < EAST:
            total += ALL_CHOWS
        total += KONGS[melds.melded_kongs, melds.concealed_kongs, len(own.pungs)]
        wait = wait_fan(hand.win, own.chows, own.pair)
        rest -= UNIT[hand.win]
        if wait and only_wait(rest, hand.win, 0, seven_pairs=False, dead_waits_count=self.rules.dead_waits_count):
            total += 1 << SHIFT[wait]
        return self.settled[total + KNITTED_STRAIGHT]

    def _honours(self, key: tuple[tuple[int, ...], int, int, int]) -> int:
        counted, _ = exclude(honour_fans(*key), self.own_rows)
        return packed(fan.no for fan in counted)

    def _settled(self, total: int) -> Ranked:
        """Return (minus the points, sorted printed numbers, counters) of the fans that count (see ``exclude``)."""
        kept = 0
        while total:
            index = lowest(total)
            digit = total & DIGIT << BITS * index
            kept |= digit
            total = (total ^ digit) & ~self.excluded[index]
            row = self.single.get(index)
            if row and total >> SHIFT[row.excluded] & DIGIT and all(kept >> SHIFT[no] & DIGIT for no in row.fans):
                total -= 1 << SHIFT[row.excluded]
        kept = kept or CHICKEN_HAND
        numbers = numbers_in(kept)
        return -sum(map(self.rules.values.__getitem__, numbers)), [FANS[no].no for no in numbers], kept

    def _answer(self, total: int) -> Score:
        counts = Counter(numbers_in(total))
        values = self.rules.values
        fans = [FanCount(FANS[no], values[no], times) for no, times in counts.items()]
        fans.sort(key=lambda fan: -fan.points)
        return Score(sum(fan.points * fan.times for fan in fans), counts[FLOWER], tuple(fans))


@lru_cache
def engine(rules: RuleSet) -> Engine:
    """Return the cached engine of a rule set."""
    return Engine(rules)


@lru_cache(8192)
def score(hand: Hand, rules: RuleSet = WMO_2014) -> Score | None:
    """Return the score of a hand's best reading under a rule set; None if the tiles do not win (3.7.2, 3.9.1).

    Among readings with equal points it is the one with the smallest sorted list of fan numbers.
    """
    return engine(rules).score(hand)
