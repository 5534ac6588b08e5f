"""Hands as they are drawn: the tiles of each set, and the colours of the tiles."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from scoring.tiles.rules.sets import SetView
from scoring.tiles.rules.tiles import tile_text

#: The colours of a tile where no style sheet gives them: its face, its edge, its back, and the ink of most signs.
FACE, EDGE, BACK, INK = "#fffdf8", "#cfc4ab", "#c8a452", "#20261f"
#: The colours of the suits (characters, dots, bamboos) and of the dragons, by the last letter of a tile's code.
COLOURS = {"m": "#a5301d", "p": "#23537f", "s": "#2c6b4a", "C": "#a5301d", "F": "#2c6b4a", "P": "#23537f"}


@dataclass(frozen=True, slots=True)
class ShownSet:
    """A set to draw: tile codes, "" for a tile face down; `win` is the index of the winning tile or -1."""

    tiles: list[str]
    win: int = -1


class ReadingView(Protocol):
    """What drawing needs of a reading, whichever calculator made it."""

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
