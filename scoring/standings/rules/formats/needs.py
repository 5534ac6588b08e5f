"""What a player needs in the last session before a cut (3.5.4): sure, possible or impossible, by bounds.

A session gives table points by the places at the table (3.9.2) and competition points without a bound. So the bounds
rest on table points alone: equal table points may be decided either way. Penalties and withdrawals are left out.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Literal

from scoring.game.rules.seats import SEATS
from scoring.game.rules.table_points import PLACES, Ties, table_points

Verdict = Literal["sure", "possible", "impossible"]
#: The results that a table can have: table points in twelfths in the order of its players.
Results = tuple[tuple[int, ...], ...]
NEVER = 10**9


@dataclass(frozen=True, slots=True)
class Contender:
    """A player before the session: ``ahead`` ranks before the points (stage, frozen bracket), greater first.

    ``points``: table points in twelfths for the rank, without the session. ``unit``: the country or group, where the
    cut asks for one.
    """

    number: int
    ahead: tuple[int, ...]
    points: int
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Need:
    """What a player needs: the verdict before the session, and for each unshared place at the player's table."""

    verdict: Verdict
    by_place: tuple[Verdict, ...]


@dataclass(frozen=True, slots=True)
class CutRule:
    """How many go on: of all, of each unit (``per_unit``), or of all with at most ``most`` of one unit (0: any)."""

    places: int
    per_unit: bool = False
    most: int = 0


@lru_cache(maxsize=64)
def results_of(size: int, ties: Ties = "share") -> Results:
    """Return the table points (twelfths) that a table can give, every order of its players with every shared place."""
    seats = SEATS[:size]
    orders = product(range(size), repeat=size)
    points = (table_points(dict(zip(seats, order, strict=True)), ties) for order in orders)
    return tuple(sorted({tuple(result[seat] for seat in seats) for result in points}))


#: What one player of an unknown table gets at least and at most.
UNKNOWN: Results = ((PLACES[-1],), (PLACES[0],))


@lru_cache(maxsize=100_000)
def _extremes(needed: tuple[tuple[int, int], ...], results: Results, weight: int) -> tuple[int, int]:
    """Return the least number of players of a table who pass for certain, and the most who may.

    ``needed``: for each player the session's points from which on the player has at least as much, and more.
    """
    certain = min(sum(weight * got >= more for got, (_least, more) in zip(row, needed, strict=True)) for row in results)
    able = max(sum(weight * got >= least for got, (least, _more) in zip(row, needed, strict=True)) for row in results)
    return certain, able


class Needs:
    """The verdicts of the players of a cut.

    ``tables``: the numbers at each table of the session, fillers included; None if they are not known yet. ``weight``:
    what a twelfth of the session counts for the rank.
    """

    def __init__(
        self,
        contenders: Iterable[Contender],
        tables: Sequence[Sequence[int]] | None,
        rule: CutRule,
        weight: int,
        ties: Ties,
    ) -> None:
        self._contenders = {contender.number: contender for contender in contenders}
        self._rule, self._weight, self._ties = rule, weight, ties
        everybody: list[tuple[int, ...]] = [(number,) for number in self._contenders]
        self._known = tables is not None
        seated = {number for four in tables or () for number in four}
        idle = [four for four in everybody if four[0] not in seated] if self._known else []
        self._tables = [tuple(four) for four in (everybody if tables is None else tables)] + idle
        self._idle = {four[0] for four in idle}
        self._at = {number: at for at, four in enumerate(self._tables) for number in four}
        limited = rule.most or rule.per_unit
        self._units = sorted({contender.unit for contender in self._contenders.values()}) if limited else [""]
        self._sums: dict[tuple[tuple[int, ...], int, str], tuple[int, int]] = {}
        standing = sorted(
            ((contender.ahead, contender.points) for contender in self._contenders.values()), reverse=True
        )
        #: Who stays below this cannot go on whatever happens: so many are above even without a point of the session.
        self._line = standing[rule.places - 1] if not limited and rule.places <= len(standing) else None

    def of(self, number: int) -> Need:
        """Return what a player needs."""
        player = self._contenders[number]
        at = self._at[number]
        four, results = self._tables[at], self._results(at)
        places = PLACES[: len(four)] if self._known else PLACES
        places = () if number in self._idle else places
        highest = (player.ahead, player.points + self._weight * PLACES[0])
        below = self._line is not None and self._line > highest
        if below or (self._rule.per_unit and not player.unit):
            out: Verdict = "impossible"
            return Need(out, (out,) * len(places))
        seat = four.index(number)
        own = {got: tuple(row for row in results if row[seat] == got) for got in {row[seat] for row in results}}
        if not self._known:
            own = {got: ((got,),) for got in places}
        verdicts = {got: self._verdict(player, got, rows) for got, rows in own.items()}
        distinct = set(verdicts.values())
        overall: Verdict = distinct.pop() if len(distinct) == 1 else "possible"
        return Need(overall, tuple(verdicts[got] for got in places))

    def _results(self, at: int) -> Results:
        if not self._known:
            return UNKNOWN
        return ((0,),) if self._tables[at][0] in self._idle else results_of(len(self._tables[at]), self._ties)

    def _verdict(self, player: Contender, got: int, own: Results) -> Verdict:
        """Return the verdict for a player with these points, whose table has one of these results."""
        level = player.points + self._weight * got
        units = [player.unit] if self._rule.per_unit else self._units
        above = {unit: self._above(player, level, unit, own) for unit in units}
        certain = sum(self._capped(unit, least) for unit, (least, _most) in above.items())
        able = sum(self._capped(unit, most) for unit, (_least, most) in above.items())
        if self._rule.most and player.unit:
            least, most = above[player.unit]
            if least >= self._rule.most:
                return "impossible"
            if most >= self._rule.most:
                able = max(able, self._rule.places)
        if able < self._rule.places:
            return "sure"
        return "impossible" if certain >= self._rule.places else "possible"

    def _capped(self, unit: str, count: int) -> int:
        return min(count, self._rule.most) if self._rule.most and unit else count

    def _above(self, player: Contender, level: int, unit: str, own: Results) -> tuple[int, int]:
        """Return how many of the unit are above the player for certain, and how many may be."""
        key = (player.ahead, level, unit)
        if key not in self._sums:
            extremes = [self._table(at, *key, self._results(at)) for at in range(len(self._tables))]
            self._sums[key] = sum(fewest for fewest, _most in extremes), sum(most for _one, most in extremes)
        at = self._at[player.number]
        own_before = self._table(at, *key, self._results(at))
        own_now = self._table(at, *key, own, player.number)
        least, most = self._sums[key]
        return least - own_before[0] + own_now[0], most - own_before[1] + own_now[1]

    def _table(
        self, at: int, ahead: tuple[int, ...], level: int, unit: str, results: Results, but: int = 0
    ) -> tuple[int, int]:
        needed = tuple(self._needed(number, ahead, level, unit, but) for number in self._tables[at])
        if all(need == (NEVER, NEVER) for need in needed):
            return 0, 0
        return _extremes(needed, results, self._weight)

    def _needed(self, number: int, ahead: tuple[int, ...], level: int, unit: str, but: int) -> tuple[int, int]:
        """Return the session's points from which on a player has at least the level, and more."""
        other = self._contenders.get(number)
        limited = self._units != [""]
        if other is None or number == but or other.ahead < ahead or (limited and other.unit != unit):
            return NEVER, NEVER
        if other.ahead > ahead:
            return 0, 0
        highest = self._weight * PLACES[0] + 1
        least = level - other.points
        return min(max(least, 0), highest), min(max(least + 1, 0), highest)


def needs(
    contenders: Sequence[Contender],
    tables: Sequence[Sequence[int]] | None,
    rule: CutRule,
    *,
    weight: int = 1,
    ties: Ties = "share",
) -> Mapping[int, Need]:
    """Return number -> what the player needs in the last session before the cut."""
    all_needs = Needs(contenders, tables, rule, weight, ties)
    return {contender.number: all_needs.of(contender.number) for contender in contenders}
