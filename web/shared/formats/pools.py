"""The pools of stages on the pages of a screen."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.formats.selectors.pool_tables import PoolLine, PoolsOfStage

#: A pool, or a part of a large one: its letter, whether its lines are teams, and the lines.
PoolBlock = tuple[str, bool, Sequence[PoolLine]]


@dataclass(frozen=True)
class PoolPage:
    """A page of a screen: a stage and its blocks side by side."""

    stage: str
    blocks: Sequence[PoolBlock]


def screen_pages(stages: Sequence[PoolsOfStage], rows: int, columns: int) -> list[PoolPage]:
    """Return the pages of the last stage whose pools are dealt: blocks of so many rows, so many side by side."""
    pages = []
    for one in stages[-1:]:
        blocks = [
            (letter, one.teams, lines[first : first + rows])
            for letter, lines in one.pools
            for first in range(0, len(lines), rows)
        ]
        pages += [PoolPage(one.stage.name, blocks[first : first + columns]) for first in range(0, len(blocks), columns)]
    return pages
