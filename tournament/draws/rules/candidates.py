"""Several draws of one seed, to choose from."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.draws.rules.engine import draw
from tournament.draws.rules.figures import Figure, figures
from tournament.draws.rules.how import APART
from tournament.draws.rules.lots.starts import start
from tournament.draws.rules.types import Chart, Draw, Entrant

FEWEST, MOST = 1, 3


@dataclass(frozen=True, slots=True)
class Candidate:
    """A draw with its figures; ``variant`` reproduces it, ``start`` is the chart before the lots."""

    variant: int
    start: Chart
    draw: Draw
    figures: tuple[Figure, ...]


def candidates(
    players: Sequence[Entrant], sessions: int, seed: str, event_id: str = "", *, rule: str = APART, count: int = MOST
) -> list[Candidate]:
    """Return ``count`` draws of one list and one seed (3.5.1), each with another start and other lots.

    The first equals ``draw`` without a variant. Raises ValueError unless 1 <= count <= 3; DrawError as ``draw``.
    """
    if not FEWEST <= count <= MOST:
        raise ValueError(f"count must be from {FEWEST} to {MOST}")
    drawn_candidates = []
    for variant in range(count):
        drawn = draw(players, sessions, seed, event_id, rule=rule, variant=variant)
        start_of_variant = start(players, sessions, event_id, rule=rule, variant=variant)
        drawn_candidates.append(Candidate(variant, start_of_variant.chart, drawn, figures(drawn, players)))
    return drawn_candidates
