"""What a repair of wrong seats does to who sat where (rulings: Sessions, time, seats); hands that were played stand."""

from collections.abc import Sequence
from dataclasses import replace

from scoring.sheets.rules.credits import Sitter, sitter_at

#: Why two seats cannot be exchanged, see `exchange`.
FAULTS = ("same-player", "no-number", "left", "later")


def exchange(
    one: Sequence[Sitter], other: Sequence[Sitter], since: int, back: int | None = None
) -> tuple[list[Sitter], list[Sitter]]:
    """The sitters of two seats whose players sat on each other's since hand ``since``, each the holder first.

    From hand ``back`` on both sit on their own seats again (None: it stays so for the session; then the chart keeps the
    plan and the sheet the fact). The seats may be at one table or at two. ValueError with a code of FAULTS: one player
    on both; somebody without a number; somebody left during the session, or a filler plays for who left; a change at
    a later hand, which is to be taken back first.
    """
    _check(one, other, since)
    first, second = _exchanged(one, other, since)
    return _exchanged(first, second, back) if back is not None else (first, second)


def _check(one: Sequence[Sitter], other: Sequence[Sitter], since: int) -> None:
    a, b = sitter_at(one, since), sitter_at(other, since)
    if a.entry is None or b.entry is None:
        raise ValueError("no-number")
    if a.entry == b.entry:
        raise ValueError("same-player")
    later = [sitter for sitter in (*one, *other) if sitter.from_hand > 1]
    if any(not sitter.exchanged for sitter in later):
        raise ValueError("left")
    if any(sitter.from_hand > since for sitter in later):
        raise ValueError("later")


def _exchanged(one: Sequence[Sitter], other: Sequence[Sitter], hand: int) -> tuple[list[Sitter], list[Sitter]]:
    a, b = sitter_at(one, hand), sitter_at(other, hand)
    return _taken(one, b, hand), _taken(other, a, hand)


def _taken(sitters: Sequence[Sitter], by: Sitter, hand: int) -> list[Sitter]:
    """The seat taken by somebody from the hand on; who sat there just before needs no line of the own."""
    kept = [sitter for sitter in sitters if sitter.from_hand < hand]
    if sitter_at(kept, hand).entry == by.entry:
        return kept
    return [*kept, replace(by, from_hand=hand, exchanged=True)]
