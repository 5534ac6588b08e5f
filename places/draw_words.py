"""The figures of a draw beside their bounds, judged."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from tournament.exports.draw_words import FIGURES, best_of


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


def figures(quality: Mapping[str, Any], after: Mapping[str, Any] | None = None) -> list[Figure]:
    """The figures of a draw; with ``after`` those of a change beside them."""
    return [
        Figure(
            label=label,
            value=quality[name],
            bound=best_of(name, bound, quality),
            after=(after or quality)[name],
            tone=_tone((after or quality)[name], best_of(name, bound, quality)),
        )
        for name, bound, label in FIGURES
    ]


def _tone(value: int | None, best: int | None) -> str:
    if value is None or best is None:
        return ""
    return "ok" if value <= best else "warn"
