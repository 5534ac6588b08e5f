"""The conditions of a level, each with what it needs, what is reached, and the events that it rests on."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ranking.levels.rules.results import Result, better_rank, ranks_of
from ranking.levels.rules.standards import ARTICLE, WEB_ARTICLE, Standard, WebStandard, rank_met


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


def sum_condition(article: str, what: str, need: int, have: Fraction, events: tuple[str, ...]) -> Condition:
    """Return the condition that a sum of points reaches ``need``."""
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


def rank_condition(row: Standard, results: Sequence[Result]) -> Condition:
    """Return the rank condition of a level: in a class A event, or in any event, also as a team or group."""
    eligible = [result for result in results if result.letter == "A" or not row.class_a]
    need = f"individual {row.individual}"
    need += " in class A" if row.class_a else f", team {row.unit} or group {row.unit}"
    meeting = tuple(result.event for result in eligible if _meets(row, result))
    individual = unit = 0
    for result in eligible:
        own, team = ranks_of(result)
        individual, unit = better_rank(individual, own), 0 if row.class_a else better_rank(unit, team)
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


def web_rank_condition(row: WebStandard, results: Sequence[Result]) -> Condition:
    """Return the rank condition of a web level: an individual rank in one of the events."""
    ranks = [(result.event, ranks_of(result)[0]) for result in results]
    events = tuple(event for event, rank in ranks if 0 < rank <= row.individual)
    best = min((rank for _event, rank in ranks if rank), default=0)
    return Condition(
        WEB_ARTICLE,
        "web_rank",
        f"individual {row.individual}",
        f"individual {best}" if best else "",
        bool(events),
        events,
        individual=row.individual,
        share=_share_of_rank(best, row.individual),
    )


def _meets(row: Standard, result: Result) -> bool:
    own, team = ranks_of(result)
    return rank_met(row, own, 0 if row.class_a else team)


def _share_of_rank(have: int, need: int) -> Fraction:
    """Return how near a rank is to the required one, from 0 to 1, for a bar."""
    return min(Fraction(need, have), Fraction(1)) if have and need else Fraction(0)
