"""Explain the score of a hand: the sets of each fan, the reasons against other fans, and the other readings.

The fast engine (engine.py) adds counters; this module names sets. Both use the same finders and exclusions, and a test
compares them on generated hands.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from scoring.fans.rules.counting.combining import Combined, chow_fans, paired_chow_fans, pung_fans
from scoring.fans.rules.counting.declared import is_last_of_kind
from scoring.fans.rules.counting.engine import score
from scoring.fans.rules.counting.exclusions import CHICKEN, ShownFan, exclude
from scoring.fans.rules.counting.finders import (
    OF_PUNGS,
    ORPHANS_FANS,
    Way,
    chow_misses,
    every_set_fans,
    honour_fans,
    honours_and_knitted_fans,
    kong_fans,
    pung_misses,
    seven_pairs_fans,
    tile_fans,
    wait_fan,
    way_fans,
)
from scoring.fans.rules.counting.reasons import Left, principle, row_for
from scoring.fans.rules.counting.scores import Score
from scoring.fans.rules.counting.set_views import completes_pung, indexes_of, sets_of, wait_set, winning_set
from scoring.fans.rules.hands.hand import Hand
from scoring.fans.rules.hands.readings import Reading, Shape, readings
from scoring.fans.rules.hands.waiting import only_wait
from scoring.fans.rules.sets.catalogue import FANS, Fan
from scoring.fans.rules.sets.rule_sets import WMO_2014, Exclusion, RuleSet
from scoring.tiles.rules.parts import UNIT, pack, traits_of
from scoring.tiles.rules.sets import SetView
from scoring.tiles.rules.shapes import is_nine_gates
from scoring.tiles.rules.tiles import COPIES, EAST


class Line(NamedTuple):
    """A fan counted once; `sets`: indexes into the reading's sets, empty for the whole hand."""

    fan: Fan
    points: int
    sets: tuple[int, ...]


class ReadingScore(NamedTuple):
    """A reading of the hand with its score; `points`: without flowers; `win_at`: the set with the winning tile."""

    shape: Shape
    sets: tuple[SetView, ...]
    counted: tuple[Line, ...]
    left: tuple[Left, ...]
    points: int
    win_at: int

    @property
    def numbers(self) -> list[int]:
        """The printed numbers of its fans, sorted."""
        return sorted(line.fan.no for line in self.counted)


class Explanation(NamedTuple):
    """The explanation of a winning hand: its score, the best reading, and the other readings."""

    score: Score
    best: ReadingScore
    other_readings: tuple[ReadingScore, ...]


def explain(hand: Hand, rules: RuleSet = WMO_2014) -> Explanation | None:
    """Return the explanation of a hand's score; None if it does not win."""
    plain = score(hand, rules)
    if plain is None:
        return None
    scored = [Explainer(hand, rules, reading).scored() for reading in readings(hand)]
    best, *other_readings = sorted(scored, key=lambda reading: (-reading.points, reading.numbers))
    known = {line.fan.no for line in best.counted} | {left.fan.no for left in best.left}
    elsewhere = {
        line.fan.no: line.fan for reading in other_readings for line in reading.counted if line.fan.no not in known
    }
    left_elsewhere = tuple(_elsewhere(fan, best, rules) for _, fan in sorted(elsewhere.items()))
    return Explanation(plain, best._replace(left=best.left + left_elsewhere), tuple(other_readings))


def _elsewhere(fan: Fan, best: ReadingScore, rules: RuleSet) -> Left:
    """Return why a fan of another reading is not in the best one: a row, or the choice of reading by 3.9.1.6(4)."""
    row = row_for(fan.no, [line.fan.no for line in best.counted], rules)
    if row:
        return Left(fan, (), "excluded", row.article, tuple(FANS[no] for no in row.fans))
    return Left(fan, (), "principle", "3.9.1.6(4)")


class Explainer:
    """Scores one reading of a hand set by set."""

    def __init__(self, hand: Hand, rules: RuleSet, reading: Reading) -> None:
        self.hand, self.rules, self.reading = hand, rules, reading
        self.division = reading.division
        self.claimed = completes_pung(hand, reading)
        self.sets = tuple(sets_of(hand, reading))
        self.left: list[Left] = []

    def scored(self) -> ReadingScore:
        """Return the score of the reading with reasons."""
        shown = [*self._whole_hand(), *self._shape()]
        counted, omitted = exclude(shown, self.rules.exclusions)
        numbers = [fan.no for fan in counted]
        lines = [Line(FANS[fan.no], self.rules.values[fan.no], fan.sets) for fan in counted or [ShownFan(CHICKEN)]]
        left = [self._by_row(omission.fan.no, omission.fan.sets, omission.by) for omission in omitted]
        return ReadingScore(
            self.reading.shape,
            self.sets,
            tuple(sorted(lines, key=lambda line: (-line.points, line.fan.no))),
            tuple(left + [self._told_by_row(entry, numbers) for entry in self.left]),
            sum(line.points for line in lines),
            winning_set(self.sets, self.hand.win, self.division),
        )

    def _by_row(self, no: int, sets: tuple[int, ...], row: Exclusion) -> Left:
        return Left(FANS[no], sets, "excluded", row.article, tuple(FANS[fan] for fan in row.fans))

    def _told_by_row(self, left: Left, counted: list[int]) -> Left:
        """Replace a principle of 3.9.1.6 by the row that names the fan, if there is one."""
        row = row_for(left.fan.no, counted, self.rules) if left.why == "principle" else None
        return self._by_row(left.fan.no, left.sets, row) if row else left

    def _whole_hand(self) -> Iterator[ShownFan]:
        """Yield the fans of the way of winning, of the tiles, and of four of a kind."""
        hand = self.hand
        open_melds = sum(not meld.concealed for meld in hand.melds)
        for no in way_fans(Way(hand.self_drawn, hand.wall_last, hand.kong, is_last_of_kind(hand), open_melds)):
            yield ShownFan(no)
        tiles = [tile for view in self.sets for tile in view.tiles]
        pungs_too = self.reading.shape in ("basic", "knitted_straight") or (
            self.reading.shape == "seven_pairs" and self.rules.pairs_carry_pungs
        )
        for no in tile_fans(traits_of(tiles)):
            if pungs_too or no not in OF_PUNGS:
                yield ShownFan(no)
        kongs = {view.tiles[0] for view in self.sets if view.kind == "kong"}
        for tile in sorted(set(tiles) - kongs):
            if tiles.count(tile) == COPIES:
                yield ShownFan(64, tuple(index for index, view in enumerate(self.sets) if tile in view.tiles))

    def _shape(self) -> Iterator[ShownFan]:
        key = pack(self.hand.tiles) + UNIT[self.hand.win]
        if self.reading.shape == "seven_pairs":
            return (ShownFan(no) for no in seven_pairs_fans(key))
        if self.reading.shape == "thirteen_orphans":
            return (ShownFan(no) for no in ORPHANS_FANS)
        if self.reading.shape == "honours_and_knitted":
            return (ShownFan(no) for no in honours_and_knitted_fans(key))
        return self._of_sets(key)

    def _of_sets(self, key: int) -> Iterator[ShownFan]:
        """Yield the fans of sets and a pair, with or without a knitted straight."""
        yield from self._combined(indexes_of(self.sets, "chow"), chow_fans)
        pungs = indexes_of(self.sets, "pung", "kong")
        yield from self._combined([index for index in pungs if self.sets[index].tiles[0] < EAST], pung_fans)
        honours = [index for index in pungs if self.sets[index].tiles[0] >= EAST]
        tiles = [self.sets[index].tiles[0] for index in honours]
        for fan in honour_fans(tiles, self.division.pair, self.hand.seat, self.hand.round):
            yield ShownFan(fan.no, tuple(honours[position] for position in fan.sets))
        yield from self._kongs()
        rest = key - UNIT[self.hand.win]
        if self.reading.straight:
            yield ShownFan(35, tuple(indexes_of(self.sets, "straight")))
            if not pungs and self.division.pair < EAST:
                yield ShownFan(63)
            rest -= pack(self.reading.straight)
        else:
            yield from self._basic(pungs, rest)
        yield from self._wait(rest)

    def _basic(self, pungs: list[int], rest: int) -> Iterator[ShownFan]:
        """Yield the fans of four sets and a pair; `rest`: the concealed tiles without the winning one, packed."""
        chows = indexes_of(self.sets, "chow")
        if len(pungs) == 4:
            yield ShownFan(49, tuple(pungs))
        if len(chows) == 4:
            lows = [self.sets[index].tiles[0] for index in chows]
            sets = (*chows, *indexes_of(self.sets, "pair"))
            yield from (ShownFan(no, sets) for no in paired_chow_fans(lows, self.division.pair))
        misses = 0
        for view in self.sets:
            misses |= chow_misses(view.tiles[0]) if view.kind == "chow" else pung_misses(view.tiles[0])
        yield from (ShownFan(no) for no in every_set_fans(misses))
        if not self.hand.melds and is_nine_gates(rest):
            yield ShownFan(4)

    def _combined(self, indexes: list[int], fans: Callable[[Sequence[int]], Combined]) -> Iterator[ShownFan]:
        """Yield the fans of several sets; those that 3.9.1.6 excludes go to `left`."""
        combined = fans(tuple(self.sets[index].tiles[0] for index in indexes))
        for fan in combined.left:
            sets = tuple(indexes[position] for position in fan.sets)
            self.left.append(Left(FANS[fan.no], sets, "principle", principle(fan, combined.counted)))
        return (ShownFan(fan.no, tuple(indexes[position] for position in fan.sets)) for fan in combined.counted)

    def _kongs(self) -> Iterator[ShownFan]:
        """Yield the fans of kongs and concealed pungs with their sets."""
        kongs = indexes_of(self.sets, "kong")
        melded = [index for index in kongs if not self.sets[index].concealed]
        concealed = [index for index in kongs if self.sets[index].concealed]
        pungs = indexes_of(self.sets, "pung")
        hidden = [index for index in pungs if self.sets[index].concealed and not self.sets[index].declared]
        numbers = kong_fans(len(melded), len(concealed), len(hidden))
        singles = {67: iter(concealed), 74: iter(melded)}
        groups = {48: concealed, 57: melded}
        series = tuple(sorted(concealed + hidden))
        for no in numbers:
            if no in singles:
                yield ShownFan(no, (next(singles[no]),))
            else:
                yield ShownFan(no, series if no in (12, 33, 66) else tuple(groups.get(no, kongs)))
        if self.claimed:
            lost = set(kong_fans(len(melded), len(concealed), len(hidden) + 1)) - set(numbers)
            self.left += [Left(FANS[no], series, "claimed", FANS[no].article) for no in sorted(lost)]

    def _wait(self, rest: int) -> Iterator[ShownFan]:
        """Yield 77, 78 or 79 if it was the only wait; else it goes to `left`."""
        win, division = self.hand.win, self.division
        no = wait_fan(win, division.chows, division.pair)
        if no is None:
            return
        melded = 0 if self.reading.straight else pack(tile for meld in self.hand.melds for tile in meld.tiles)
        pairs = not self.hand.melds and not self.reading.straight
        completed = wait_set(self.sets, win, no)
        if only_wait(rest, win, melded, seven_pairs=pairs, dead_waits_count=self.rules.dead_waits_count):
            yield ShownFan(no, (completed,))
        else:
            self.left.append(Left(FANS[no], (completed,), "waits", FANS[no].article))
