"""Explain the value of a hand: the sets of each element, what a group dropped, and the other readings."""

from collections.abc import Iterator
from typing import NamedTuple

from scoring.elements.rules.catalogue import ELEMENTS, POSITION, Element
from scoring.elements.rules.choosing import Chosen, Found
from scoring.elements.rules.engine import Reading, Sets, Shape, readings, score_of
from scoring.elements.rules.hand import Hand
from scoring.elements.rules.scores import Score
from scoring.tiles.rules.sets import Meld, SetView


class Line(NamedTuple):
    """An element counted once; `sets`: indexes into the reading's sets, empty for the whole hand."""

    element: Element
    sets: tuple[int, ...]


class Dropped(NamedTuple):
    """An element that the hand has but that does not count, because those in `by` count in its group."""

    element: Element
    sets: tuple[int, ...]
    by: tuple[Element, ...]


class ReadingScore(NamedTuple):
    """A reading with its score; `win_at`: the set with the winning tile, None for a hand without tiles."""

    shape: Shape
    sets: tuple[SetView, ...]
    counted: tuple[Line, ...]
    dropped: tuple[Dropped, ...]
    score: Score
    win_at: int | None

    @property
    def halves(self) -> int:
        return self.score.halves


class Explanation(NamedTuple):
    """The explanation of a winning hand: its score, the best reading, and the other readings, the better first."""

    score: Score
    best: ReadingScore
    other_readings: tuple[ReadingScore, ...]


def explain(hand: Hand) -> Explanation | None:
    """Return the explanation of a hand's score; None if it does not win."""
    explained = [_explained(hand, reading) for reading in readings(hand)]
    if not explained:
        return None
    return Explanation(explained[0].score, explained[0], tuple(explained[1:]))


def _explained(hand: Hand, reading: Reading) -> ReadingScore:
    views = tuple(_views(hand, reading))
    counted = [line for first, group in _with_offsets(reading) for line in _lines(first, group)]
    counted.sort(key=lambda line: (-line.element.halves, POSITION[line.element.article]))
    dropped = [line for first, group in _with_offsets(reading) for line in _dropped(first, group)]
    with_win = [index for index, view in enumerate(views) if hand.win in view.tiles and not view.declared]
    win_at = with_win[0] if with_win else None
    return ReadingScore(reading.shape, views, tuple(counted), tuple(dropped), score_of(reading, hand.limit), win_at)


def _with_offsets(reading: Reading) -> Iterator[tuple[int, Chosen]]:
    """Yield each group with the index of its first set: chows, pungs of the suits, pungs of honours, pair."""
    sets = reading.sets
    firsts = {} if sets is None else {"27.4": 0, "27.3": len(sets.chows), "27.2": len(sets.chows) + len(sets.pungs)}
    for group in reading.chosen:
        if group.counted:
            yield firsts.get(ELEMENTS[group.counted[0].article].group, 0), group


def _lines(first: int, group: Chosen) -> Iterator[Line]:
    return (Line(ELEMENTS[element.article], _moved(first, element)) for element in group.counted)


def _dropped(first: int, group: Chosen) -> Iterator[Dropped]:
    by = tuple(dict.fromkeys(ELEMENTS[element.article] for element in group.counted))
    return (Dropped(ELEMENTS[element.article], _moved(first, element), by) for element in group.dropped)


def _moved(first: int, element: Found) -> tuple[int, ...]:
    return tuple(first + index for index in element.sets)


def _views(hand: Hand, reading: Reading) -> Iterator[SetView]:
    """Yield the sets of a reading in the order that the indexes mean."""
    if reading.sets is not None:
        yield from _views_of_sets(hand, reading.sets)
        return
    tiles = sorted(hand.tiles if hand.win is None else (*hand.tiles, hand.win))
    yield from (SetView(meld.kind, meld.tiles, True, meld.concealed) for meld in hand.melds)
    if reading.shape == "seven_pairs":
        yield from (SetView("pair", tuple(tiles[first : first + 2]), False, True) for first in range(0, 14, 2))
    elif tiles:
        yield SetView("tiles", tuple(tiles), False, True)


def _views_of_sets(hand: Hand, sets: Sets) -> Iterator[SetView]:
    declared = list(hand.melds)
    for chow in sets.chows:
        yield _view(declared, "chow", chow)
    for pung in (*sets.pungs, *sets.honours):
        yield _view(declared, "pung", pung)
    yield SetView("pair", (sets.pair,) * 2, False, True)


def _view(declared: list[Meld], kind: str, tile: int) -> SetView:
    """Return the set as it lay on the table, which is taken off `declared`, or as a concealed one."""
    for meld in declared:
        if (meld.kind == "chow") == (kind == "chow") and meld.tile == tile:
            declared.remove(meld)
            return SetView(meld.kind, meld.tiles, True, meld.concealed)
    tiles = (tile, tile + 1, tile + 2) if kind == "chow" else (tile,) * 3
    return SetView("chow" if kind == "chow" else "pung", tiles, False, True)
