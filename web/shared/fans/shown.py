"""Fans with their sets as the templates draw them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scoring.tiles.rules.drawn import ShownSet


@dataclass(frozen=True, slots=True)
class ShownFan:
    """A fan or grade element in an answer: its points for once, how often it counts, the sets of each time.

    `anchor`: the id of its card in the reference; `reason`: if it does not count.
    """

    name: str
    anchor: str
    points: int | float
    sets: list[list[ShownSet]]
    reason: str = ""
    times: int = 1

    @property
    def value(self) -> str:
        """What it adds in all."""
        return fans_text(self.points * self.times)


def fans_text(fans: int | float) -> str:
    """Return fans as text: ``3``, ``½``."""
    whole = int(fans)
    return str(whole) if fans == whole else f"{whole or ''}½"


def fans_with_unit(fans: int | float) -> str:
    """Return fans with their unit: half a fan, 1 fan, 3 fans."""
    if fans == 1:
        return _("1 fan")
    return _("%(fans)s fans") % {"fans": fans_text(fans)} if fans > 1 else _("half a fan")


def merged(lines: Iterable[ShownFan]) -> list[ShownFan]:
    """Return one line for each fan, or for each of its reasons, with the sets of all its lines."""
    by_fan: dict[tuple[str, str], ShownFan] = {}
    for line in lines:
        key = line.anchor, line.reason
        earlier = by_fan.get(key)
        if earlier:
            line = replace(line, times=1 if line.reason else earlier.times + 1, sets=earlier.sets + line.sets)
        by_fan[key] = line
    return list(by_fan.values())


def drawn_groups(indexes: Sequence[int], sets: Sequence[ShownSet]) -> list[list[ShownSet]]:
    """Return the drawn sets of one line, as a list of one group; empty if it concerns the whole hand."""
    return [[ShownSet(sets[index].tiles) for index in indexes]] if 0 < len(indexes) < len(sets) else []
