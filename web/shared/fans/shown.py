"""Sets and fans as the templates draw them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from django.utils.translation import gettext as _

from scoring.tiles.rules.sets import SetView
from scoring.tiles.rules.tiles import tile_text


@dataclass(frozen=True, slots=True)
class ShownSet:
    """A set to draw: tile codes, "" for a tile face down; `win` is the index of the winning tile or -1."""

    tiles: list[str]
    win: int = -1


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


class ReadingView(Protocol):
    """A reading of any calculator, as far as it is drawn."""

    @property
    def sets(self) -> Sequence[SetView]: ...

    @property
    def win_at(self) -> int | None: ...


def shown(tile_set: SetView, win: int = -1) -> ShownSet:
    """Return a set to draw; a concealed kong shows its two middle tiles."""
    codes = [tile_text(tile) for tile in tile_set.tiles]
    if tile_set.kind == "kong" and tile_set.concealed:
        codes[0] = codes[3] = ""
    return ShownSet(codes, tile_set.tiles.index(win) if win in tile_set.tiles else -1)


def shown_sets(reading: ReadingView, win: int) -> list[ShownSet]:
    """Return all sets of a reading, with the winning tile marked in the set that it completes."""
    return [shown(tile_set, win if index == reading.win_at else -1) for index, tile_set in enumerate(reading.sets)]


def drawn_groups(indexes: Sequence[int], sets: Sequence[ShownSet]) -> list[list[ShownSet]]:
    """Return the drawn sets of one line, as a list of one group; empty if it concerns the whole hand."""
    return [[ShownSet(sets[index].tiles) for index in indexes]] if 0 < len(indexes) < len(sets) else []
