"""The figures of a draw with their bounds and tones."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from tournament.draws.exports import COMMON, FIGURES, best_of
from tournament.draws.models.draws import Draw


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure with its bound (None: unknown) and, for a change, the value after it."""

    label: str | Promise
    value: int | None
    bound: int | None
    after: int | None
    tone: str

    @property
    def changes(self) -> bool:
        """Whether the change alters the figure."""
        return self.after != self.value


def figures(draw: Draw, after: Mapping[str, Any] | None = None) -> list[Figure]:
    """Return the figures of a draw's chart; ``after`` are the figures of a changed chart."""
    rows = []
    for name, bound, label in FIGURES:
        best = best_of(name, bound, draw.quality, draw.chart, draw.pools)
        value = (after or draw.quality)[name]
        rows.append(
            Figure(label=label, value=draw.quality[name], bound=best, after=value, tone=_tone(name, value, best))
        )
    return rows


def _tone(name: str, value: int | None, best: int | None) -> str:
    """Return the tone; fewer common opponents than the bound are not a fault, since it need not be reachable."""
    if value is None or best is None or (name == COMMON and value < best):
        return ""
    return "ok" if value <= best else "warn"
