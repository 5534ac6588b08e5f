"""Score the best reading of a winning hand, fast.

The functions of finders.py give the fans of each aspect of a reading; the engine caches them. It adds fans as counters
of four bits in one integer and applies the exclusions (found.py) once for each sum.
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
    """A fan of a score; `points`: for counting it once; `times`: how often it counts."""

    fan: Fan
    points: int
    times: int


class Score(NamedTuple):
    """The score of a hand; `fans`: by points, highest first, then by number; flowers last."""

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
    """Return fans as counters in one integer."""
    return sum(1 << SHIFT[no] for no in numbers)


def lowest(total: int) -> int:
    """Return the index in ORDERED of the first fan with a counter above 0."""
    return ((total & -total).bit_length() - 1) // BITS


def numbers_in(total: int) -> list[int]:
    """Return the fans of counters, repeated as often as they count, in the order of ORDERED."""
    numbers: list[int] = []
    while total:
        at = lowest(total)
        digit = total & DIGIT << BITS * at
        numbers += [ORDERED[at]] * (digit >> BITS * at)
        total ^= digit
    return numbers


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


HOG, ALL_PUNGS, NINE_GATES_FAN = packed([64]), packed([49]), packed([4])
SETS = 4
Ranked = tuple[int, list[int], int]


def _with_misses(found: Iterable[Found], misses: Iterable[int]) -> tuple[int, int]:
    word = 0
    for bits in misses:
        word |= bits
    return packed(fan.no for fan in found), word


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
# Thirteen Orphans: all its parts have terminals or honours (55), and the wait for its pair is a single wait (79).
ORPHANS_FANS = (7, 55, 79)


def holds(chows: Iterable[int], tile: int) -> bool:
    """Whether any of the chows has the tile."""
    return tile < EAST and any(chow <= tile <= chow + 2 for chow in chows)


def seven_pairs_fans(key: int) -> list[int]:
    """Return the fans of seven pairs that do not depend on single tiles: 19 or 6, with 79 for the single wait."""
    return [6, 19, 79] if is_shifted_pairs(key) else [19, 79]


def honours_and_knitted_fans(key: int) -> list[int]:
    """Return the fans of honours and knitted tiles: 34; 20 with all honours; 35 with nine knitted tiles (A28)."""
    honours = (key >> 3 * SUIT_BITS).bit_count()
    return [34, 79] + ([20] if honours == len(HONOURS) else []) + ([35] if knitted_straight(key) is not None else [])


def without(found: int, numbers: Iterable[int]) -> int:
    """Return the counters without these fans."""
    for no in numbers:
        found &= ~(DIGIT << SHIFT[no])
    return found


class Engine:
    """A rule set with its caches."""

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
        """Return the score of the best reading; None if the hand does not win."""
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
        """Score four sets and a pair; `found`: the fans of the whole hand."""
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
        """Score the other shapes; `found`: the fans of the whole hand."""
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
        """Score a knitted straight with a set and a pair; `rest`: the other concealed tiles, packed."""
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
        return packed(fan.no for fan in counted)

    def _settled(self, found: int) -> Ranked:
        """Return (minus the points, sorted printed numbers, counters) of the fans that count (see ``exclude``)."""
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
