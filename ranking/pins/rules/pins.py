"""The standards of pins and web pins, and the levels that results reach (A9 3.5, 4; rulings: Classes and pins).

Pins and web pins are two records that never mix: every function looks at results of one of them only. Web points and
ranks are those of one site, which issues its own pins (A9 7.4). Table points are exact, in twelfths.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from ranking.bodies.rules import DEFAULT, A9Interpretation
from ranking.record.rules.classes import Letter
from ranking.record.rules.statuses import TAKEN

TWELFTHS = 12
Kind = Literal["pin", "web"]
Reason = Literal["disqualified", "rank_lost", "rule_set", "not_registered", "below_c"]


class Result(NamedTuple):
    """The result of one recorded event for one person.

    ``letter`` is the class that the event reached (None: below C); ``table_points`` are twelfths; ``positive_sessions``
    is the sum of the positive sessions, None where only the event's total is known. Web events have ``web_points`` and
    a ``site``.
    """

    event: str
    letter: Letter | None
    web: bool
    sanctioned: bool
    rules_met: bool
    status: str
    table_points: int
    competition_points: int
    positive_sessions: int | None = None
    individual_rank: int | None = None
    team_rank: int | None = None
    group_rank: int | None = None
    web_points: int = 0
    site: str = ""


@dataclass(frozen=True, slots=True)
class Standard:
    """A row of A9 4.6: table points (not twelfths), CP, and the rank of an individual, or of a team or group.

    ``class_a``: only an individual rank in a class A event counts.
    """

    level: int
    table_points: int
    competition_points: int = 0
    individual: int = 0
    unit: int = 0
    class_a: bool = False


@dataclass(frozen=True, slots=True)
class WebStandard:
    """A row of A9 4.7: web points, and the individual rank in a web event."""

    level: int
    points: int
    individual: int = 0


STANDARDS = (
    Standard(9, 20),
    Standard(8, 30),
    Standard(7, 40),
    Standard(6, 60, 1000, 16, 3),
    Standard(5, 80, 1500, 12, 2),
    Standard(4, 100, 2000, 8, 1),
    Standard(3, 120, 3000, 6, class_a=True),
    Standard(2, 160, 4000, 3, class_a=True),
    Standard(1, 200, 5000, 1, class_a=True),
)
WEB_STANDARDS = (
    WebStandard(9, 1000),
    WebStandard(8, 3000),
    WebStandard(7, 5000),
    WebStandard(6, 10000, 24),
    WebStandard(5, 15000, 16),
    WebStandard(4, 20000, 12),
    WebStandard(3, 30000, 8),
    WebStandard(2, 40000, 6),
    WebStandard(1, 50000, 3),
)
ARTICLE, WEB_ARTICLE = "A9 4.6", "A9 4.7"


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of a level: what it needs and what is reached, as text, and the events that it rests on.

    ``what``: "table_points", "competition_points", "rank" (individual, or of a team or group: ``individual``, ``unit``
    and ``class_a`` say which), "web_points", "web_rank". ``lacking`` is the difference to a sum that is not reached,
    ``share`` the part that is reached, from 0 to 1.
    """

    article: str
    what: str
    need: str
    have: str
    met: bool
    events: tuple[str, ...]
    lacking: Fraction | None = None
    individual: int = 0
    unit: int = 0
    class_a: bool = False
    share: Fraction = Fraction(0)

    def plain(self) -> dict[str, Any]:
        """Return the condition in the shape of ``evaluate_pins``."""
        return {
            "article": self.article,
            "what": self.what,
            "need": self.need,
            "have": self.have,
            "met": self.met,
            "events": list(self.events),
        }


@dataclass(frozen=True, slots=True)
class Level:
    """A level with all its conditions; it is met when all of them are (A9 4.5)."""

    kind: Kind
    level: int
    conditions: tuple[Condition, ...]

    @property
    def met(self) -> bool:
        return all(condition.met for condition in self.conditions)

    @property
    def missing(self) -> tuple[Condition, ...]:
        return tuple(condition for condition in self.conditions if not condition.met)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Every level of both records, from 9 to 1."""

    pins: tuple[Level, ...]
    web: tuple[Level, ...]

    @property
    def pin(self) -> int | None:
        """The highest pin whose conditions are met; None if there is none."""
        return _highest(self.pins)

    @property
    def web_pin(self) -> int | None:
        """The highest web pin whose conditions are met; None if there is none."""
        return _highest(self.web)

    @property
    def next_pin(self) -> Level | None:
        """The next higher level; None above pin 1."""
        return _after(self.pins)

    @property
    def next_web(self) -> Level | None:
        """The next higher web level; None above web pin 1."""
        return _after(self.web)


def not_counted(result: Result, interpretation: A9Interpretation = DEFAULT) -> Reason | None:
    """Return why an event's result does not count for pins; None if it counts.

    A result that was taken from the player does not count (3.11.5). The event must be registered, played under these
    rules, and reach a class (A9 4.4, 5), unless the body interprets A9 otherwise.
    """
    taken = TAKEN.get(result.status)
    if taken:
        return taken
    if not result.rules_met:
        return "rule_set"
    if not (result.sanctioned or interpretation.unsanctioned):
        return "not_registered"
    return None if result.letter or interpretation.below_c else "below_c"


def positive_points(result: Result, interpretation: A9Interpretation = DEFAULT) -> int:
    """Return the CP that count: only positive ones, of the event or of each session (A9 4.2, 4.6 note 1).

    Where the sessions are not known, the event's total is used, which is never more.
    """
    if interpretation.positive_cp == "session" and result.positive_sessions is not None:
        return result.positive_sessions
    return max(result.competition_points, 0)


class Sums(NamedTuple):
    """All figures that the standards ask of a person: sums, and the best ranks (0: none).

    Web points and web rank are those of the site where the person reaches furthest.
    """

    table_points: int = 0
    competition_points: int = 0
    individual: int = 0
    unit: int = 0
    class_a: int = 0
    web_points: int = 0
    web_rank: int = 0


def sums_of(results: Iterable[Result], interpretation: A9Interpretation = DEFAULT) -> Sums:
    """Return the figures of the results that count, separately for pins and web pins."""
    table = competition = individual = unit = class_a = 0
    sites: dict[str, tuple[int, int]] = {}
    for result in results:
        if not_counted(result, interpretation):
            continue
        own, team = ranks_of(result)
        if result.web:
            points, rank = sites.get(result.site, (0, 0))
            sites[result.site] = points + result.web_points, _better(rank, own)
            continue
        table += result.table_points
        competition += positive_points(result, interpretation)
        individual, unit = _better(individual, own), _better(unit, team)
        if result.letter == "A":
            class_a = _better(class_a, own)
    return Sums(table, competition, individual, unit, class_a, *max(sites.values(), key=_web_reach, default=(0, 0)))


def highest_pin(sums: Sums) -> int:
    """Return the highest pin that the sums reach; 0 if they reach none."""
    highest = 0
    for row in STANDARDS:
        if sums.table_points < row.table_points * TWELFTHS or sums.competition_points < row.competition_points:
            break
        if _rank_met(row, sums.class_a if row.class_a else sums.individual, 0 if row.class_a else sums.unit):
            highest = row.level
    return highest


def highest_web_pin(sums: Sums) -> int:
    """Return the highest web pin that the sums reach; 0 if they reach none."""
    return _web_level_of(sums.web_points, sums.web_rank)


def _web_level_of(points: int, rank: int) -> int:
    met = [
        row.level
        for row in WEB_STANDARDS
        if points >= row.points and (not row.individual or 0 < rank <= row.individual)
    ]
    return min(met, default=0)


def _web_reach(sums: tuple[int, int]) -> tuple[int, int]:
    """Return a sort key of web points and best rank at one site: the level first, then the points."""
    return -(_web_level_of(*sums) or 10), sums[0]


def by_site(results: Iterable[Result]) -> dict[str, list[Result]]:
    """Return site -> the web results there, in their order (A9 7.4: each site issues its own pins)."""
    sites: dict[str, list[Result]] = {}
    for result in results:
        if result.web:
            sites.setdefault(result.site, []).append(result)
    return sites


def evaluate(
    results: Sequence[Result], interpretation: A9Interpretation = DEFAULT, world: A9Interpretation | None = None
) -> Evaluation:
    """Evaluate every level with every condition, for the results of one person.

    ``interpretation`` is that of the body that issues levels 9 to 4, ``world`` the one for 3 to 1 (A9 7.3, 7.4; None:
    the same). Rank and points may come from different events, points are not used up, and levels may be skipped. Web
    levels are those of the site where the person reaches furthest.
    """
    above = world or interpretation
    counted = [result for result in results if not not_counted(result, interpretation)]
    counted_above = [result for result in results if not not_counted(result, above)]
    pins = []
    for row in STANDARDS:
        upper = row.level <= 3
        row_results = [result for result in (counted_above if upper else counted) if not result.web]
        pins.append(_pin_level(row, row_results, above if upper else interpretation))
    sites = by_site(counted).values()
    web = max(sites, key=lambda site_results: _web_reach(sums_of(site_results, interpretation)[-2:]), default=[])
    return Evaluation(tuple(pins), tuple(_web_level(row, web) for row in WEB_STANDARDS))


def plain(player: str, evaluation: Evaluation) -> dict[str, Any]:
    """Return the object that ``evaluate_pins`` prints for a player."""
    levels = [
        {
            "kind": level.kind,
            "level": level.level,
            "met": level.met,
            "conditions": [condition.plain() for condition in level.conditions],
        }
        for level in (*evaluation.pins, *evaluation.web)
    ]
    above, web = evaluation.next_pin, evaluation.next_web
    missing = [condition.plain() for condition in above.missing] if above else []
    return {
        "player": player,
        "levels": levels,
        "next": {"pin": above and above.level, "missing": missing, "web": web and web.level},
    }


def ranks_of(result: Result) -> tuple[int, int]:
    """Return the individual rank, and the better one of team and group; 0 for none, as after a withdrawal."""
    if result.status == "withdrawn":
        return 0, 0
    return result.individual_rank or 0, _better(result.team_rank or 0, result.group_rank or 0)


def _better(first: int, second: int) -> int:
    if first and second:
        return min(first, second)
    return first or second


def _rank_met(row: Standard, individual: int, unit: int) -> bool:
    """Return whether a rank is good enough: a required third place means third *or better* (rulings)."""
    return not row.individual or 0 < individual <= row.individual or 0 < unit <= row.unit


def _pin_level(row: Standard, results: Sequence[Result], interpretation: A9Interpretation) -> Level:
    table = sum(result.table_points for result in results)
    events = tuple(result.event for result in results if result.table_points)
    conditions = [_sum_condition(ARTICLE, "table_points", row.table_points, Fraction(table, TWELFTHS), events)]
    if row.competition_points:
        positive = [(result.event, positive_points(result, interpretation)) for result in results]
        events = tuple(event for event, points in positive if points)
        have = Fraction(sum(points for _event, points in positive))
        conditions.append(_sum_condition(ARTICLE, "competition_points", row.competition_points, have, events))
    if row.individual:
        conditions.append(_rank_condition(row, results))
    return Level("pin", row.level, tuple(conditions))


def _web_level(row: WebStandard, results: Sequence[Result]) -> Level:
    points = Fraction(sum(result.web_points for result in results))
    events = tuple(result.event for result in results if result.web_points)
    conditions = [_sum_condition(WEB_ARTICLE, "web_points", row.points, points, events)]
    if row.individual:
        ranks = [(result.event, ranks_of(result)[0]) for result in results]
        events = tuple(event for event, rank in ranks if 0 < rank <= row.individual)
        best = min((rank for _event, rank in ranks if rank), default=0)
        conditions.append(
            Condition(
                WEB_ARTICLE,
                "web_rank",
                f"individual {row.individual}",
                f"individual {best}" if best else "",
                bool(events),
                events,
                individual=row.individual,
                share=_share_of_rank(best, row.individual),
            )
        )
    return Level("web", row.level, tuple(conditions))


def _sum_condition(article: str, what: str, need: int, have: Fraction, events: tuple[str, ...]) -> Condition:
    return Condition(
        article,
        what,
        str(need),
        str(have),
        have >= need,
        events,
        lacking=max(need - have, Fraction(0)),
        share=min(have / need, Fraction(1)),
    )


def _rank_condition(row: Standard, results: Sequence[Result]) -> Condition:
    """Return the rank condition of a level: in a class A event, or in any event, also as a team or group."""
    eligible = [result for result in results if result.letter == "A" or not row.class_a]
    need = f"individual {row.individual}"
    need += " in class A" if row.class_a else f", team {row.unit} or group {row.unit}"
    meeting = tuple(result.event for result in eligible if _meets(row, result))
    individual = unit = 0
    for result in eligible:
        own, team = ranks_of(result)
        individual, unit = _better(individual, own), 0 if row.class_a else _better(unit, team)
    have = [f"individual {individual}" if individual else "", f"team or group {unit}" if unit else ""]
    share = max(_share_of_rank(individual, row.individual), _share_of_rank(unit, row.unit))
    return Condition(
        ARTICLE,
        "rank",
        need,
        ", ".join(filter(None, have)),
        bool(meeting),
        meeting,
        individual=row.individual,
        unit=row.unit,
        class_a=row.class_a,
        share=share,
    )


def _meets(row: Standard, result: Result) -> bool:
    own, team = ranks_of(result)
    return _rank_met(row, own, 0 if row.class_a else team)


def _share_of_rank(have: int, need: int) -> Fraction:
    """Return how near a rank is to the required one, from 0 to 1, for a bar."""
    return min(Fraction(need, have), Fraction(1)) if have and need else Fraction(0)


def _highest(levels: Sequence[Level]) -> int | None:
    return min((level.level for level in levels if level.met), default=None)


def _after(levels: Sequence[Level]) -> Level | None:
    met = _highest(levels)
    return next((level for level in levels if met is None or level.level < met), None)
