"""The figures of a draw beside their bounds, judged."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from tournament.draws.exports import COMMON, FIGURES, best_of


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure with its bound (None: none is known) and, before a change, what it would become."""

    label: str | Promise
    value: int | None
    bound: int | None
    after: int | None
    tone: str

    @property
    def changes(self) -> bool:
        """Whether the change makes it another."""
        return self.after != self.value


def figures(
    quality: Mapping[str, Any], chart: Sequence[Sequence[Any]], after: Mapping[str, Any] | None = None
) -> list[Figure]:
    """The figures of a draw's chart; with ``after`` those of a change beside them."""
    found = []
    for name, bound, label in FIGURES:
        best, then = best_of(name, bound, quality, chart), (after or quality)[name]
        found.append(Figure(label=label, value=quality[name], bound=best, after=then, tone=_tone(name, then, best)))
    return found


def _tone(name: str, value: int | None, best: int | None) -> str:
    """Fewer common opponents than there might be are no fault: the bound need not be reachable."""
    if value is None or best is None or (name == COMMON and value < best):
        return ""
    return "ok" if value <= best else "warn"
