"""What a winning hand scores: the best reading, quickly.

Every aspect of a reading is answered by a function of finders.py; the engine remembers their answers. Fans are added
up as counters of four bits each in one integer, and the exclusions are applied once for each sum that occurs
(found.py).
"""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from scoring.fans.rules.counting.finders import (
    OF_PUNGS,
    Way,
    chow_fans,
    chow_misses,
    every_set_fans,
    honour_fans,
    kong_fans,
    paired_chow_fans,
    pung_fans,
    pung_misses,
    tile_fans,
    wait_fan,
    way_fans,
)
from scoring.fans.rules.counting.found import CHICKEN, ORDERED, PLACE, Found, exclude
from scoring.fans.rules.hands.hand import Hand, Meld
from scoring.fans.rules.hands.parts import (
    FOURS,
    NO_PAIR,
    SUIT_BITS,
    UNIT,
    Division,
    Four,
    Table,
    cuts,
    joined,
    pack,
    parts,
    traits_of,
)
from scoring.fans.rules.hands.readings import (
    is_honours_and_knitted,
    is_nine_gates,
    is_seven_pairs,
    is_shifted_pairs,
    is_thirteen_orphans,
    knitted_straight,
)
from scoring.fans.rules.hands.tiles import COPIES, EAST, HONOURS, TILES
from scoring.fans.rules.hands.waiting import only_wait
from scoring.fans.rules.sets.catalogue import FANS, FLOWER, Fan
from scoring.fans.rules.sets.rule_sets import WMO_2014, RuleSet
from scoring.game.rules.hands import MINIMUM_POINTS


class FanCount(NamedTuple):
    """A fan in an answer, with the points of one and how often it counts (`times`)."""

    fan: Fan
    points: int
    times: int


class Score(NamedTuple):
    """What a hand scores. `fans`: points descending, then number; flowers last."""

    points: int
    flowers: int
    fans: tuple[FanCount, ...]

    @property
    def without_flowers(self) -> int:
        """The points that count towards the minimum."""
        return self.points - self.flowers

    @property
    def minimum_met(self) -> bool:
        """At least 8 points without flowers (3.9.1.1 (2), no. 81: A24)."""
        return self.without_flowers >= MINIMUM_POINTS


# Fans as counters of four bits in one integer, in the order of exclusion.
BITS = 4
DIGIT = (1 << BITS) - 1
SHIFT = {no: BITS * at for at, no in enumerate(ORDERED)}


def packed(numbers: Iterable[int]) -> int:
    """Fans as such an integer."""
    return sum(1 << SHIFT[no] for no in numbers)


def lowest(total: int) -> int:
    """The place in ORDERED of the first fan that such an integer counts."""
    return ((total & -total).bit_length() - 1) // BITS


def numbers_in(total: int) -> list[int]:
    """The fans that such an integer counts, each as often as it does, in ORDERED's order."""
    numbers: list[int] = []
    while total:
        at = lowest(total)
        digit = total & DIGIT << BITS * at
        numbers += [ORDERED[at]] * (digit >> BITS * at)
        total ^= digit
    return numbers


class Melds(NamedTuple):
    """What the declared sets bring, whatever the rest.

    Pungs of honours stand apart from `pungs`; `key` packs all tiles; `three` are the tiles of which three lie open.
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
    """The melds' own part of an answer."""
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
    """Whether the other three of the winning tile lie open: told, or seen in the hand's own open melds (A22)."""
    return hand.last_of_kind or hand.win in melds_of(hand.melds).three


HOG, ALL_PUNGS, NINE_GATES_FAN = packed([64]), packed([49]), packed([4])
SETS = 4
Ranked = tuple[int, list[int], int]


def _with_misses(found: Iterable[Found], misses: Iterable[int]) -> tuple[int, int]:
    word = 0
    for bits in misses:
        word |= bits
    return packed(one.no for one in found), word


# What no rule set changes, by what decides it.
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
# Thirteen Orphans: its terminals and honours are in every part of it, and its pair is looked for as a single tile.
ORPHANS_FANS = (7, 55, 79)


def holds(chows: Iterable[int], tile: int) -> bool:
    """Whether any of the chows has the tile."""
    return tile < EAST and any(chow <= tile <= chow + 2 for chow in chows)


def seven_pairs_fans(key: int) -> list[int]:
    """What seven pairs are beside their tiles: 19, 6; they always wait for a single tile."""
    return [6, 19, 79] if is_shifted_pairs(key) else [19, 79]


def honours_and_knitted_fans(key: int) -> list[int]:
    """What single honours and knitted tiles are: 34, with all honours 20, with all nine knitted tiles 35 (A28)."""
    honours = (key >> 3 * SUIT_BITS).bit_count()
    return [34, 79] + ([20] if honours == len(HONOURS) else []) + ([35] if knitted_straight(key) is not None else [])


def without(found: int, numbers: Iterable[int]) -> int:
    """The counters without these fans."""
    for no in numbers:
        found &= ~(DIGIT << SHIFT[no])
    return found


class Engine:
    """One rule set with everything it has worked out so far."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.own_rows = [row for row in rules.exclusions if row.scope == "own"]
        self.excluded = [0] * len(ORDERED)
        for row in rules.exclusions:
            if row.scope == "all":
                self.excluded[PLACE[row.fans[-1]]] |= DIGIT << SHIFT[row.excluded]
        self.single = {PLACE[row.fans[-1]]: row for row in rules.exclusions if row.scope == "one"}
        self.settled = Table(self._settled)
        self.honours = Table(self._honours)
        self.answers = Table(self._answer)

    def score(self, hand: Hand) -> Score | None:
        """The best reading's score; None if the hand does not win."""
        melds = melds_of(hand.melds)
        key = pack(hand.tiles) + UNIT[hand.win]
        four = parts(key)
        traits = four[0].traits | four[1].traits | four[2].traits | four[3].traits | melds.traits
        found = (
            WAYS[hand.self_drawn, hand.wall_last, hand.kong, is_last_of_kind(hand), melds.open_melds]
            + ALL_TILES[traits]
            + HOG * ((key + melds.key & FOURS).bit_count() - melds.melded_kongs - melds.concealed_kongs)
        )
        readings = [self._cut(hand, melds, key, ways, found) for ways in cuts(four)]
        if len(hand.melds) <= 1:
            readings += self._special(hand, melds, key, four, found)
        if not readings:
            return None
        return self.answers[min(readings)[2] + (hand.flowers << SHIFT[FLOWER])]

    def _cut(self, hand: Hand, melds: Melds, key: int, ways: tuple[Division, ...], found: int) -> Ranked:
        """What four sets and a pair score; `found` is what the whole hand shows."""
        one, two, three, honours = ways
        own_chows = one.chows + two.chows + three.chows
        own_pungs = one.pungs + two.pungs + three.pungs
        pair = max(one.pair, two.pair, three.pair, honours.pair)
        chows = tuple(sorted(own_chows + melds.chows)) if melds.chows else own_chows
        pungs = tuple(sorted(own_pungs + melds.pungs)) if melds.pungs else own_pungs
        chow_sum, chow_miss = CHOWS[chows]
        pung_sum, pung_miss = PUNGS[pungs]
        found += chow_sum + pung_sum
        misses = chow_miss | pung_miss | PAIR_MISSES[pair]
        honour_pungs = honours.pungs + melds.honours
        if honour_pungs:
            found += self.honours[honour_pungs, pair if pair >= EAST else NO_PAIR, hand.seat, hand.round]
            misses |= HONOUR_MISSES
        if len(chows) == SETS:
            found += packed(paired_chow_fans(chows, pair))
        elif not chows:
            found += ALL_PUNGS
        hidden = own_pungs + honours.pungs
        if hidden or hand.melds:
            # A discard that completes a pung leaves it melded, unless a concealed chow can have the tile (A18).
            melded = not hand.self_drawn and hand.win in hidden and not holds(own_chows, hand.win)
            found += KONGS[melds.melded_kongs, melds.concealed_kongs, len(hidden) - melded]
        found += EVERY_SET[misses]
        rest = key - UNIT[hand.win]
        if not hand.melds and is_nine_gates(rest):
            found += NINE_GATES_FAN
        wait = wait_fan(hand.win, own_chows, pair)
        if wait and only_wait(
            rest, hand.win, melds.key, seven_pairs=not hand.melds, dead_waits_count=self.rules.dead_waits_count
        ):
            found += 1 << SHIFT[wait]
        return self.settled[found]

    def _special(self, hand: Hand, melds: Melds, key: int, four: Four, found: int) -> list[Ranked]:
        """The shapes other than four sets and a pair; `found` is what the whole hand shows."""
        readings = []
        if four[0].knitted and four[1].knitted and four[2].knitted and (nine := knitted_straight(key)) is not None:
            readings = [self._knitted(hand, melds, key - nine, ways, found) for ways in cuts(parts(key - nine))]
        if hand.melds:
            return readings
        if is_seven_pairs(key):
            shown = found if self.rules.pairs_carry_pungs else without(found, OF_PUNGS)
            readings.append(self.settled[shown + packed(seven_pairs_fans(key))])
        elif is_thirteen_orphans(key):
            readings.append(self.settled[without(found, OF_PUNGS) + packed(ORPHANS_FANS)])
        elif is_honours_and_knitted(key):
            readings.append(self.settled[found + packed(honours_and_knitted_fans(key))])
        return readings

    def _knitted(self, hand: Hand, melds: Melds, rest: int, ways: tuple[Division, ...], found: int) -> Ranked:
        """What a knitted straight with a set and a pair scores;

        `rest` packs the concealed tiles beside the straight.
        """
        own = joined(ways)
        pungs = own.pungs + melds.pungs + melds.honours
        if pungs and pungs[0] < EAST:
            found += PUNGS[pungs][0]
        elif pungs:
            found += self.honours[pungs, own.pair, hand.seat, hand.round]
        elif own.pair < EAST:
            found += ALL_CHOWS
        found += KONGS[melds.melded_kongs, melds.concealed_kongs, len(own.pungs)]
        wait = wait_fan(hand.win, own.chows, own.pair)
        rest -= UNIT[hand.win]
        if wait and only_wait(rest, hand.win, 0, seven_pairs=False, dead_waits_count=self.rules.dead_waits_count):
            found += 1 << SHIFT[wait]
        return self.settled[found + KNITTED_STRAIGHT]

    def _honours(self, key: tuple[tuple[int, ...], int, int, int]) -> int:
        counted, _ = exclude(honour_fans(*key), self.own_rows)
        return packed(one.no for one in counted)

    def _settled(self, found: int) -> Ranked:
        """What counts of what was found (see ``exclude``):

        minus its points, its printed numbers sorted, the counters.
        """
        kept = 0
        while found:
            at = lowest(found)
            digit = found & DIGIT << BITS * at
            kept |= digit
            found = (found ^ digit) & ~self.excluded[at]
            row = self.single.get(at)
            if row and found >> SHIFT[row.excluded] & DIGIT and all(kept >> SHIFT[no] & DIGIT for no in row.fans):
                found -= 1 << SHIFT[row.excluded]
        kept = kept or CHICKEN_HAND
        numbers = numbers_in(kept)
        return -sum(map(self.rules.values.__getitem__, numbers)), [FANS[no].no for no in numbers], kept

    def _answer(self, total: int) -> Score:
        counts = Counter(numbers_in(total))
        values = self.rules.values
        fans = [FanCount(FANS[no], values[no], times) for no, times in counts.items()]
        fans.sort(key=lambda one: -one.points)
        return Score(sum(one.points * one.times for one in fans), counts[FLOWER], tuple(fans))


@lru_cache
def engine(rules: RuleSet) -> Engine:
    """The engine of a rule set."""
    return Engine(rules)


@lru_cache(8192)
def score(hand: Hand, rules: RuleSet = WMO_2014) -> Score | None:
    """The best-scoring reading of a hand under a rule set; None if the tiles do not win (3.7.2, 3.9.1).

    Of readings with equal points the one whose sorted list of numbers is smallest.
    """
    return engine(rules).score(hand)
