"""What each level of pins and web pins needs (A9 4.6, 4.7).

Pins and web pins are two records that never mix.
"""

from dataclasses import dataclass

TWELFTHS = 12


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


def rank_met(row: Standard, individual: int, unit: int) -> bool:
    """Return whether a rank is good enough: a required third place means third *or better* (rulings)."""
    return not row.individual or 0 < individual <= row.individual or 0 < unit <= row.unit
