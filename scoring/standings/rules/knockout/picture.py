"""Where the matches of a bracket stand in its picture, for the page and the paper."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.standings.rules.knockout.bracket import Match


@dataclass(frozen=True, slots=True)
class Box:
    """The box of a match: its column (from 0, the first round is left), and its top in rows (from 0)."""

    match: Match
    column: int
    top: float
    rows: int


@dataclass(frozen=True, slots=True)
class Picture:
    """The boxes of a bracket, its size in columns and rows, and the matches (from, to) that lines connect.

    ``rounds``: the round of each column; 0 for a column that continues the one before.
    """

    boxes: tuple[Box, ...]
    columns: int
    height: float
    lines: tuple[tuple[int, int], ...]
    rounds: tuple[int, ...]


#: Rows of a box above its teams (the heading), and between two boxes.
HEADING, SPACE = 1, 1


def picture(matches: Sequence[Match]) -> Picture:
    """Return the picture of these matches: each as near as possible to the middle of those that lead to it."""
    boxes: dict[int, Box] = {}
    rounds = range(min(match.round for match in matches), max(match.round for match in matches) + 1)
    for column, number in enumerate(rounds):
        row = [match for match in matches if match.round == number]
        for match, top in _tops(_in_order(row, matches), boxes):
            boxes[match.number] = Box(match, column, top, HEADING + len(match.sources))
    lines = {
        (source.match, match.number) for match in matches for source in match.sources if source.match in boxes
    }  # fmt: skip
    return Picture(_by_number(boxes), len(rounds), _height(boxes), tuple(sorted(lines)), tuple(rounds))


def _by_number(boxes: dict[int, Box]) -> tuple[Box, ...]:
    return tuple(boxes[number] for number in sorted(boxes))


def _height(boxes: dict[int, Box]) -> float:
    return max(box.top + box.rows for box in boxes.values())


def pages(matches: Sequence[Match], rows: int, columns: int) -> list[Picture]:
    """Return pictures of at most so many rows and columns, for a screen on which letters are large.

    The last one has the last rounds, as many as fit. Each round before has pictures of its own, without lines.
    """
    last = max(match.round for match in matches)
    first = 1
    while first < last:
        end = picture([match for match in matches if match.round >= first])
        if end.height <= rows and end.columns <= columns:
            break
        first += 1
    alone = [
        part
        for number in range(1, first)
        for part in _alone(_in_order([match for match in matches if match.round == number], matches), rows, columns)
    ]
    return [*alone, picture([match for match in matches if match.round >= first])]


def _alone(row: Sequence[Match], rows: int, columns: int) -> list[Picture]:
    """Return the pictures of the matches of one round, in columns of equal length."""
    each = HEADING + max(len(match.sources) for match in row)
    fitting = max(1, (rows + SPACE) // (each + SPACE))
    parts = -(-len(row) // (fitting * columns))
    size = -(-len(row) // parts)
    return [_columns(row[at : at + size], fitting, each + SPACE) for at in range(0, len(row), size)]


def _columns(row: Sequence[Match], fitting: int, step: int) -> Picture:
    columns = -(-len(row) // fitting)
    length = -(-len(row) // columns)
    boxes = {
        match.number: Box(match, at // length, float(at % length * step), HEADING + len(match.sources))
        for at, match in enumerate(row)
    }
    rounds = (row[0].round, *[0] * (columns - 1))
    return Picture(_by_number(boxes), columns, _height(boxes), (), rounds)


def _in_order(row: Sequence[Match], matches: Sequence[Match]) -> list[Match]:
    """Return the matches of a round from top to bottom: those that lead to one match stand together."""
    following = {source.match: match for match in reversed(matches) for source in match.sources if source.place == 1}

    def key(match: Match) -> tuple[int, ...]:
        path = [match.number]
        while path[-1] in following:
            path.append(following[path[-1]].number)
        return tuple(reversed(path))

    finals_first = sorted(row, key=lambda match: match.third)
    return finals_first if any(match.third for match in row) else sorted(row, key=key)


def _tops(row: Sequence[Match], boxes: dict[int, Box]) -> list[tuple[Match, float]]:
    tops: list[tuple[Match, float]] = []
    free = 0.0
    for match in row:
        rows = HEADING + len(match.sources)
        before = [boxes[source.match] for source in match.sources if source.match in boxes and not match.third]
        middle = sum(box.top + box.rows / 2 for box in before) / len(before) - rows / 2 if before else free
        top = max(free, middle)
        tops.append((match, top))
        free = top + rows + SPACE
    return tops
