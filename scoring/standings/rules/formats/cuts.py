"""The cut between two stages, with every way to decide a tie on the line (3.5.4; rulings: Ranking, Stages)."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal

CutTie = Literal["values", "more", "fewer", "play-off", "lot"]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of the standings at a cut. Equal lines share a ``rank``; ``values`` are further tie-breaks, more is
    better. ``unit`` is the group or country, where the cut asks for one."""

    number: int
    rank: int
    values: tuple[int, ...] = ()
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Cut:
    """Who goes on (best first), who is on the line and not decided, and who is out.

    ``places`` is how many of the line go on: 0 if no player is on it.
    """

    through: tuple[int, ...]
    line: tuple[int, ...]
    out: tuple[int, ...]
    places: int = 0


def lot_order(numbers: Sequence[int], seed: str) -> list[int]:
    """Return the numbers by lot: by the SHA-256 of the committed seed, the word cut and the number."""
    return sorted(numbers, key=lambda number: sha256(f"{seed}|cut|{number}".encode()).hexdigest())


def cut(lines: Sequence[Ranked], places: int, tie: CutTie, *, seed: str = "", play_off: Sequence[int] = ()) -> Cut:
    """Return who of the lines (best first) goes on, if ``places`` may.

    A tie is a rank shared by the last who goes on and the first who does not. ``values``: further tie-breaks decide,
    what they leave stays on the line. ``more`` and ``fewer``: all or none of the tied. ``play-off``: the tied stay on
    the line until the table's result (``play_off``, best first) names them all. ``lot``: by the committed seed.
    """
    tied = _tied(lines, places)
    if not tied:
        return Cut(_numbers(lines[:places]), (), _numbers(lines[places:]))
    first = next(at for at, line in enumerate(lines) if line.rank == tied[0].rank)
    before, after = lines[:first], lines[first + len(tied) :]
    open_places = places - first
    if tie in ("more", "fewer"):
        ahead = len(tied) if tie == "more" else 0
        return Cut(_numbers(lines[: first + ahead]), (), _numbers(lines[first + ahead :]))
    if tie == "values":
        ordered = sorted(tied, key=lambda line: line.values, reverse=True)
        return _by_values(_numbers(before), ordered, open_places, _numbers(after))
    numbers = [line.number for line in tied]
    if tie == "lot":
        numbers = lot_order(numbers, seed)
    elif set(play_off) != set(numbers):
        return Cut(_numbers(before), tuple(numbers), _numbers(after), open_places)
    else:
        numbers = list(play_off)
    return Cut((*_numbers(before), *numbers[:open_places]), (), (*numbers[open_places:], *_numbers(after)))


def _numbers(lines: Sequence[Ranked]) -> tuple[int, ...]:
    return tuple(line.number for line in lines)


def _tied(lines: Sequence[Ranked], places: int) -> list[Ranked]:
    """Return the lines that share the rank on both sides of the cut."""
    if not 0 < places < len(lines) or lines[places - 1].rank != lines[places].rank:
        return []
    return [line for line in lines if line.rank == lines[places].rank]


def _by_values(before: tuple[int, ...], ordered: list[Ranked], places: int, after: tuple[int, ...]) -> Cut:
    last_in, first_out = ordered[places - 1], ordered[places]
    if last_in.values != first_out.values:
        return Cut((*before, *_numbers(ordered[:places])), (), (*_numbers(ordered[places:]), *after))
    equal = [line for line in ordered if line.values == last_in.values]
    ahead = [line for line in ordered if line.values > last_in.values]
    behind = ordered[len(ahead) + len(equal) :]
    return Cut((*before, *_numbers(ahead)), _numbers(equal), (*_numbers(behind), *after), places - len(ahead))


def decided(done: Cut, order: Sequence[int]) -> Cut:
    """Return the cut after a play-off: ``order`` (best first) decides if it names exactly those on the line."""
    if not done.line or set(order) != set(done.line):
        return done
    return Cut((*done.through, *order[: done.places]), (), (*order[done.places :], *done.out))
