"""Why a hand scores what it scores: for each fan its sets, for each fan left out what keeps it out, the other readings.

The plain answer (engine.py) adds counters; this one names sets. Both ask the same finders and the same rows, and a test
holds them together on every generated hand.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple

from scoring.fans.rules.counting.engine import (
    ORPHANS_FANS,
    Score,
    holds,
    honours_and_knitted_fans,
    is_last_of_kind,
    score,
    seven_pairs_fans,
)
from scoring.fans.rules.counting.finders import (
    OF_PUNGS,
    Combined,
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
from scoring.fans.rules.counting.found import CHICKEN, Found, exclude
from scoring.fans.rules.hands.hand import Hand
from scoring.fans.rules.hands.parts import UNIT, pack, traits_of
from scoring.fans.rules.hands.readings import Reading, Shape, is_nine_gates, readings
from scoring.fans.rules.hands.tiles import COPIES, EAST
from scoring.fans.rules.hands.waiting import only_wait
from scoring.fans.rules.sets.catalogue import FANS, Fan
from scoring.fans.rules.sets.rule_sets import WMO_2014, Exclusion, RuleSet

SetKind = Literal["chow", "pung", "kong", "pair", "straight", "tiles"]
Why = Literal["excluded", "principle", "waits", "claimed"]


class SetView(NamedTuple):
    """One set of a reading.

    `declared`: it lay on the table; `concealed`: it counts as concealed (a pung that a discard completed does not).
    """

    kind: SetKind
    tiles: tuple[int, ...]
    declared: bool
    concealed: bool


class Line(NamedTuple):
    """A fan that counts, once. `sets`: places in the reading's sets, none for the whole hand."""

    fan: Fan
    points: int
    sets: tuple[int, ...]


class Left(NamedTuple):
    """A fan that looks present and does not count.

    `why`: ``excluded`` by the fans `by`; ``principle``: 3.9.1.6; ``waits``: the tile was not the only one waited for;
    ``claimed``: a discard completed one of the pungs. `article` is where that is said. `sets` as in Line;
    `elsewhere`: only another reading has it.
    """

    fan: Fan
    sets: tuple[int, ...]
    why: Why
    article: str
    by: tuple[Fan, ...] = ()
    elsewhere: bool = False


class ReadingScore(NamedTuple):
    """One way to read the hand, with what it scores; `points` without flowers, `win_at` the set with the winning
    tile."""

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
    """A winning hand explained: its score, the reading that gives it, and those that score less or the same."""

    score: Score
    best: ReadingScore
    others: tuple[ReadingScore, ...]


def explain(hand: Hand, rules: RuleSet = WMO_2014) -> Explanation | None:
    """Why the hand scores what it scores; None if it does not win."""
    plain = score(hand, rules)
    if plain is None:
        return None
    scored = [Explainer(hand, rules, reading).scored() for reading in readings(hand)]
    best, *others = sorted(scored, key=lambda one: (-one.points, one.numbers))
    known = {line.fan.no for line in best.counted} | {left.fan.no for left in best.left}
    elsewhere = {line.fan.no: line.fan for other in others for line in other.counted if line.fan.no not in known}
    more = tuple(_elsewhere(fan, best, rules) for _, fan in sorted(elsewhere.items()))
    return Explanation(plain, best._replace(left=best.left + more), tuple(others))


def _elsewhere(fan: Fan, best: ReadingScore, rules: RuleSet) -> Left:
    """Why a fan of another reading is not in this one: 3.9.1.6(4), one chooses the reading that scores more."""
    row = row_for(fan.no, [line.fan.no for line in best.counted], rules)
    if row:
        return Left(fan, (), "excluded", row.article, tuple(FANS[no] for no in row.fans), elsewhere=True)
    return Left(fan, (), "principle", "3.9.1.6(4)", elsewhere=True)


def row_for(no: int, counted: Sequence[int], rules: RuleSet) -> Exclusion | None:
    """The row that keeps a fan out beside those that count, if any."""
    rows = (row for row in rules.exclusions if row.excluded == no and row.scope == "all")
    return next((row for row in rows if set(row.fans) <= set(counted)), None)


class Explainer:
    """One reading of a hand, looked at set by set."""

    def __init__(self, hand: Hand, rules: RuleSet, reading: Reading) -> None:
        self.hand, self.rules, self.reading = hand, rules, reading
        self.division = reading.division
        # A discard that completes a pung leaves it melded, unless a concealed chow can have the tile (A18).
        self.claimed = (
            not hand.self_drawn and hand.win in self.division.pungs and not holds(self.division.chows, hand.win)
        )
        self.sets = tuple(self._sets())
        self.left: list[Left] = []

    def scored(self) -> ReadingScore:
        """What the reading scores, and why."""
        found = [*self._whole_hand(), *self._shape()]
        counted, omitted = exclude(found, self.rules.exclusions)
        numbers = [one.no for one in counted]
        lines = [Line(FANS[one.no], self.rules.values[one.no], one.sets) for one in counted or [Found(CHICKEN)]]
        left = [self._by_row(one.found.no, one.found.sets, one.by) for one in omitted]
        return ReadingScore(
            self.reading.shape,
            self.sets,
            tuple(sorted(lines, key=lambda line: (-line.points, line.fan.no))),
            tuple(left + [self._told_by_row(one, numbers) for one in self.left]),
            sum(line.points for line in lines),
            self._win_at(),
        )

    def _by_row(self, no: int, sets: tuple[int, ...], row: Exclusion) -> Left:
        return Left(FANS[no], sets, "excluded", row.article, tuple(FANS[fan] for fan in row.fans))

    def _told_by_row(self, left: Left, counted: list[int]) -> Left:
        """What 3.9.1.6 keeps out is told by the row that names it, if there is one."""
        row = row_for(left.fan.no, counted, self.rules) if left.why == "principle" else None
        return self._by_row(left.fan.no, left.sets, row) if row else left

    def _sets(self) -> Iterator[SetView]:
        """The declared sets as declared, then the concealed ones."""
        for meld in self.hand.melds:
            yield SetView(meld.kind, meld.tiles, True, meld.concealed)
        tiles = sorted((*self.hand.tiles, self.hand.win))
        if self.reading.shape == "seven_pairs":
            yield from (SetView("pair", tuple(tiles[at : at + 2]), False, True) for at in range(0, 14, 2))
        elif self.reading.shape in ("thirteen_orphans", "honours_and_knitted"):
            yield SetView("tiles", tuple(tiles), False, True)
        else:
            if self.reading.straight:
                yield SetView("straight", self.reading.straight, False, True)
            for chow in self.division.chows:
                yield SetView("chow", (chow, chow + 1, chow + 2), False, True)
            for pung in self.division.pungs:
                yield SetView("pung", (pung,) * 3, False, not (self.claimed and pung == self.hand.win))
            yield SetView("pair", (self.division.pair,) * 2, False, True)

    def _win_at(self) -> int:
        """The set that the winning tile is shown in: the one its wait is named after, else a chow before a pung."""
        no = wait_fan(self.hand.win, self.division.chows, self.division.pair)
        if no is not None:
            return self._wait_place(no)
        order = ["chow", "pung", "pair"]
        places = [at for at, one in enumerate(self.sets) if not one.declared and self.hand.win in one.tiles]
        return min(
            places, key=lambda at: order.index(self.sets[at].kind) if self.sets[at].kind in order else len(order)
        )

    def _places(self, *kinds: SetKind) -> list[int]:
        """The places of the sets of some kinds, in the order of their tiles."""
        return sorted((at for at, one in enumerate(self.sets) if one.kind in kinds), key=lambda at: self.sets[at].tiles)

    def _whole_hand(self) -> Iterator[Found]:
        """Fans of the way of winning, of the tiles, and of four of a kind."""
        hand = self.hand
        open_melds = sum(not meld.concealed for meld in hand.melds)
        for no in way_fans(Way(hand.self_drawn, hand.wall_last, hand.kong, is_last_of_kind(hand), open_melds)):
            yield Found(no)
        tiles = [tile for one in self.sets for tile in one.tiles]
        pungs_too = self.reading.shape in ("basic", "knitted_straight") or (
            self.reading.shape == "seven_pairs" and self.rules.pairs_carry_pungs
        )
        for no in tile_fans(traits_of(tiles)):
            if pungs_too or no not in OF_PUNGS:
                yield Found(no)
        kongs = {one.tiles[0] for one in self.sets if one.kind == "kong"}
        for tile in sorted(set(tiles) - kongs):
            if tiles.count(tile) == COPIES:
                yield Found(64, tuple(at for at, one in enumerate(self.sets) if tile in one.tiles))

    def _shape(self) -> Iterator[Found]:
        key = pack(self.hand.tiles) + UNIT[self.hand.win]
        if self.reading.shape == "seven_pairs":
            return (Found(no) for no in seven_pairs_fans(key))
        if self.reading.shape == "thirteen_orphans":
            return (Found(no) for no in ORPHANS_FANS)
        if self.reading.shape == "honours_and_knitted":
            return (Found(no) for no in honours_and_knitted_fans(key))
        return self._of_sets(key)

    def _of_sets(self, key: int) -> Iterator[Found]:
        """Fans of sets and a pair, with or beside a knitted straight."""
        yield from self._combined(self._places("chow"), chow_fans)
        pungs = self._places("pung", "kong")
        yield from self._combined([at for at in pungs if self.sets[at].tiles[0] < EAST], pung_fans)
        honours = [at for at in pungs if self.sets[at].tiles[0] >= EAST]
        tiles = [self.sets[at].tiles[0] for at in honours]
        for one in honour_fans(tiles, self.division.pair, self.hand.seat, self.hand.round):
            yield Found(one.no, tuple(honours[at] for at in one.sets))
        yield from self._kongs()
        rest = key - UNIT[self.hand.win]
        if self.reading.straight:
            yield Found(35, tuple(self._places("straight")))
            if not pungs and self.division.pair < EAST:
                yield Found(63)
            rest -= pack(self.reading.straight)
        else:
            yield from self._basic(pungs, rest)
        yield from self._wait(rest)

    def _basic(self, pungs: list[int], rest: int) -> Iterator[Found]:
        """Fans of all five parts of four sets and a pair; `rest` packs the concealed tiles without the winning one."""
        chows = self._places("chow")
        if len(pungs) == 4:
            yield Found(49, tuple(pungs))
        if len(chows) == 4:
            lows = [self.sets[at].tiles[0] for at in chows]
            yield from (Found(no, (*chows, *self._places("pair"))) for no in paired_chow_fans(lows, self.division.pair))
        misses = 0
        for one in self.sets:
            misses |= chow_misses(one.tiles[0]) if one.kind == "chow" else pung_misses(one.tiles[0])
        yield from (Found(no) for no in every_set_fans(misses))
        if not self.hand.melds and is_nine_gates(rest):
            yield Found(4)

    def _combined(self, places: list[int], fans: Callable[[Sequence[int]], Combined]) -> Iterator[Found]:
        """Fans of several sets together; what 3.9.1.6 keeps out goes to `left`."""
        combined = fans(tuple(self.sets[at].tiles[0] for at in places))
        for one in combined.left:
            article = principle(one, combined.counted)
            self.left.append(Left(FANS[one.no], tuple(places[at] for at in one.sets), "principle", article))
        return (Found(one.no, tuple(places[at] for at in one.sets)) for one in combined.counted)

    def _kongs(self) -> Iterator[Found]:
        """Fans of kongs and concealed pungs, with the sets each is about."""
        kongs = self._places("kong")
        melded = [at for at in kongs if not self.sets[at].concealed]
        concealed = [at for at in kongs if self.sets[at].concealed]
        hidden = [at for at in self._places("pung") if self.sets[at].concealed and not self.sets[at].declared]
        found = kong_fans(len(melded), len(concealed), len(hidden))
        singles = {67: iter(concealed), 74: iter(melded)}
        groups = {48: concealed, 57: melded}
        series = tuple(sorted(concealed + hidden))
        for no in found:
            if no in singles:
                yield Found(no, (next(singles[no]),))
            else:
                yield Found(no, series if no in (12, 33, 66) else tuple(groups.get(no, kongs)))
        if self.claimed:
            shown = set(kong_fans(len(melded), len(concealed), len(hidden) + 1)) - set(found)
            self.left += [Left(FANS[no], series, "claimed", FANS[no].article) for no in sorted(shown)]

    def _wait(self, rest: int) -> Iterator[Found]:
        """77, 78, 79: counted if nothing else was waited for, told if something was."""
        win, division = self.hand.win, self.division
        no = wait_fan(win, division.chows, division.pair)
        if no is None:
            return
        melded = 0 if self.reading.straight else pack(tile for meld in self.hand.melds for tile in meld.tiles)
        pairs = not self.hand.melds and not self.reading.straight
        place = self._wait_place(no)
        if only_wait(rest, win, melded, seven_pairs=pairs, dead_waits_count=self.rules.dead_waits_count):
            yield Found(no, (place,))
        else:
            self.left.append(Left(FANS[no], (place,), "waits", FANS[no].article))

    def _wait_place(self, no: int) -> int:
        """The concealed set that the winning tile completes as 77 (its end), 78 (its middle) or 79."""
        low = {77: self.hand.win - (2 if self.hand.win % 9 == 2 else 0), 78: self.hand.win - 1, 79: self.hand.win}[no]
        kind: SetKind = "pair" if no == 79 else "chow"
        own = [(one.kind, one.tiles[0], one.declared) for one in self.sets]
        return own.index((kind, low, False))


def principle(one: Found, counted: Sequence[Found]) -> str:
    """The principle of 3.9.1.6 that keeps out what the sets could make beside what counts.

    (2): its sets are joined in one larger fan already; (3): one of them makes the same fan with another set; (5):
    each set that is not joined yet may be linked once.
    """
    if any(len(other.sets) > 2 and set(one.sets) <= set(other.sets) for other in counted):
        return "3.9.1.6(2)"
    if any(other.no == one.no and set(other.sets) & set(one.sets) for other in counted):
        return "3.9.1.6(3)"
    return "3.9.1.6(5)"
