"""Score the best reading of a winning hand.

A reading is one decomposition for the whole hand (IMJ 24.1), or a special winning hand that is counted alone (IMJ 25).
The elements of each aspect (finding.py) and their choice inside a group (choosing.py) are cached.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from scoring.elements.rules.catalogue import ELEMENTS
from scoring.elements.rules.choosing import Chosen, Found, chosen
from scoring.elements.rules.finding import (
    CHOW_LACKS,
    SAME_LACKS,
    Way,
    flower_elements,
    honour_elements,
    pattern_elements,
    structure_element,
    tile_elements,
    way_elements,
)
from scoring.elements.rules.hand import Hand
from scoring.elements.rules.scores import ElementCount, Score
from scoring.elements.rules.special import special_articles
from scoring.tiles.rules.parts import UNIT, Table, cuts, joined, pack, parts, traits_of
from scoring.tiles.rules.sets import Meld
from scoring.tiles.rules.shapes import is_seven_pairs
from scoring.tiles.rules.tiles import EAST

Shape = Literal["sets", "seven_pairs", "special"]

CHOWS: Table[tuple[int, ...], Chosen] = Table(lambda sets: chosen(pattern_elements("chow", sets)))
PUNGS: Table[tuple[int, ...], Chosen] = Table(lambda sets: chosen(pattern_elements("pung", sets)))
HONOURS: Table[tuple[tuple[int, ...], int, int, int], Chosen] = Table(lambda key: chosen(honour_elements(*key)))
ALL_TILES: Table[tuple[int, int], Chosen] = Table(lambda key: chosen(tile_elements(*key)))
WAYS: Table[Way, Chosen] = Table(lambda way: chosen(way_elements(way)))
FLOWERS: Table[tuple[tuple[str, ...], int], Chosen] = Table(lambda key: chosen(flower_elements(*key)))
ALONE: Table[str, Chosen] = Table(lambda article: chosen([Found(article)]))


class Sets(NamedTuple):
    """The sets of a reading: `chows` by their lowest tile, `pungs` of the suits, of `honours`, the pair; sorted."""

    chows: tuple[int, ...]
    pungs: tuple[int, ...]
    honours: tuple[int, ...]
    pair: int


class Reading(NamedTuple):
    """One way to count the hand; `sets`: None unless it is four sets and a pair.

    `chosen`: by aspect; the sets of each element are indexes into the sets of its aspect (see `offsets`).
    """

    shape: Shape
    sets: Sets | None
    chosen: tuple[Chosen, ...]

    @property
    def halves(self) -> int:
        return sum(group.halves for group in self.chosen)

    @property
    def preference(self) -> tuple[int, list[int]]:
        """Sort key: the most valuable first, among equals the one with the smallest list of elements."""
        return -self.halves, sorted(position for group in self.chosen for position in group.positions)


def readings(hand: Hand) -> list[Reading]:
    """Return all ways to count the hand, the best first; none if it does not win."""
    ordinary = list(_ordinary(hand)) if hand.has_tiles else []
    special = [Reading("special", None, (ALONE[article],)) for article in special_articles(hand, bool(ordinary))]
    if _is_all_hidden_pungs(hand, ordinary):
        special.append(Reading("special", None, (ALONE["25.1(3)"],)))
    return sorted(special + ordinary, key=lambda reading: reading.preference)


def _is_all_hidden_pungs(hand: Hand, ordinary: list[Reading]) -> bool:
    """Whether four pungs and the pair were all concealed when the winner drew the last tile (IMJ 25.1(3), 23.6)."""
    pungs = any(reading.sets is not None and not reading.sets.chows for reading in ordinary)
    return pungs and hand.self_drawn and not hand.melds


def _ordinary(hand: Hand) -> Iterator[Reading]:
    """Yield four sets and a pair in every decomposition, and seven pairs (IMJ 19.1)."""
    key = pack(hand.tiles) + UNIT[hand.win or 0]
    four = parts(key)
    traits = four[0].traits | four[1].traits | four[2].traits | four[3].traits
    traits |= traits_of(tile for meld in hand.melds for tile in meld.tiles)
    open_melds = sum(not meld.concealed for meld in hand.melds)
    way = WAYS[Way(hand.self_drawn, hand.robbed, hand.wall_last, hand.kongs, open_melds, len(hand.melds))]
    flowers = FLOWERS[hand.flowers, hand.seat]
    for ways in cuts(four):
        division = joined(ways)
        sets = _sets_of(division.chows, division.pungs, division.pair, hand.melds)
        yield Reading("sets", sets, (*_of_sets(sets, traits, hand), way, flowers))
    if not hand.melds and is_seven_pairs(key):
        lacks = 0
        for tile in (*hand.tiles, hand.win or 0):
            lacks |= SAME_LACKS[tile]
        yield Reading("seven_pairs", None, (ALONE["26.4"], ALL_TILES[traits, lacks], way, flowers))


def _sets_of(chows: tuple[int, ...], pungs: tuple[int, ...], pair: int, melds: tuple[Meld, ...]) -> Sets:
    all_chows = sorted((*chows, *(meld.tile for meld in melds if meld.kind == "chow")))
    all_pungs = sorted((*pungs, *(meld.tile for meld in melds if meld.kind != "chow")))
    suited = sum(tile < EAST for tile in all_pungs)
    return Sets(tuple(all_chows), tuple(all_pungs[:suited]), tuple(all_pungs[suited:]), pair)


def _of_sets(sets: Sets, traits: int, hand: Hand) -> tuple[Chosen, ...]:
    """Return what the sets make: the structure, then 27.1 to 27.4."""
    lacks = SAME_LACKS[sets.pair]
    for chow in sets.chows:
        lacks |= CHOW_LACKS[chow]
    for pung in sets.pungs:
        lacks |= SAME_LACKS[pung]
    if sets.honours:
        lacks |= SAME_LACKS[EAST]
    return (
        ALONE[structure_element(len(sets.chows)).article],
        ALL_TILES[traits, lacks],
        HONOURS[sets.honours, sets.pair, hand.seat, hand.round],
        PUNGS[sets.pungs],
        CHOWS[sets.chows],
    )


@lru_cache(8192)
def score(hand: Hand) -> Score | None:
    """Return the score of a hand's best reading; None if it does not win.

    The higher of special and ordinary elements counts (rulings: IMJ).
    """
    best = next(iter(readings(hand)), None)
    return None if best is None else score_of(best, hand.limit)


def score_of(reading: Reading, limit: int) -> Score:
    """Return the score of one reading."""
    counts = Counter(element.article for group in reading.chosen for element in group.counted)
    elements = [ElementCount(ELEMENTS[article], counts[article]) for article in ELEMENTS if article in counts]
    elements.sort(key=lambda line: -line.element.halves)
    return Score(tuple(elements), reading.halves, limit)
