"""The charts of positions that a draw chooses from before anybody has a lot."""

from tournament.rules.draws.areas import area_chart
from tournament.rules.draws.fixed import first_chart, second_chart
from tournament.rules.draws.how import APART, AREAS
from tournament.rules.draws.types import FixedChart


def plans(tables: int, sessions: int, *, rule: str = APART, variant: int = 0) -> tuple[FixedChart, ...]:
    """The plans of a draw of this size, rule and variant, in the order in which ``draw`` tries them.

    They depend on nothing else, so they can be published before the lots are drawn.
    """
    if rule == AREAS:
        return (area_chart(tables, sessions, variant),)
    second = second_chart(tables, sessions)
    first = first_chart(tables, sessions, variant)
    return (first, second) if second else (first,)
