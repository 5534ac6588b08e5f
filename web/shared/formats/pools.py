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
    """Return the pages of the last stage whose pools are dealt: blocks of up to so many rows, so many side by side.

    Short blocks stand below each other, each with a row for its heading, while the rows of a page are enough.
    """
    pages: list[PoolPage] = []
    for stage in stages[-1:]:
        blocks = [
            (letter, stage.teams, lines[first : first + rows])
            for letter, lines in stage.pools
            for first in range(0, len(lines), rows)
        ]
        used = 0
        for first in range(0, len(blocks), columns):
            beside = blocks[first : first + columns]
            height = 1 + max(len(lines) for _letter, _teams, lines in beside)
            if first and used + height <= rows + 1:
                pages[-1] = PoolPage(stage.stage.name, [*pages[-1].blocks, *beside])
                used += height
            else:
                pages.append(PoolPage(stage.stage.name, beside))
                used = height
    return pages
