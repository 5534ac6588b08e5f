"""Change the sitters of wrong seats (rulings: Sessions, time, seats); played hands do not change."""

from collections.abc import Sequence
from dataclasses import replace

from scoring.sheets.rules.credits import Sitter, sitter_at


def exchange(
    first_seat: Sequence[Sitter], second_seat: Sequence[Sitter], first_hand: int, back: int | None = None
) -> tuple[list[Sitter], list[Sitter]]:
    """Return the corrected sitters of two seats whose players swapped seats from hand ``first_hand`` on, holders first.

    From hand ``back`` on both sit on their own seats again; None: not in this session (the chart keeps the plan, the
    sheet the fact). The seats may be at one table or at two. Raise ValueError with a code:

    - "same-player": one player sits on both;
    - "no-number": a sitter has no number;
    - "left": a sitter left during the session, or a filler plays for one who left;
    - "later": a change at a later hand must be undone first.
    """
    _check(first_seat, second_seat, first_hand)
    first, second = _exchanged(first_seat, second_seat, first_hand)
    return _exchanged(first, second, back) if back is not None else (first, second)


def _check(first_seat: Sequence[Sitter], second_seat: Sequence[Sitter], first_hand: int) -> None:
    sitter, other_sitter = sitter_at(first_seat, first_hand), sitter_at(second_seat, first_hand)
    if sitter.entry is None or other_sitter.entry is None:
        raise ValueError("no-number")
    if sitter.entry == other_sitter.entry:
        raise ValueError("same-player")
    later_sitters = [row for row in (*first_seat, *second_seat) if row.from_hand > 1]
    if any(not row.exchanged for row in later_sitters):
        raise ValueError("left")
    if any(row.from_hand > first_hand for row in later_sitters):
        raise ValueError("later")


def _exchanged(
    first_seat: Sequence[Sitter], second_seat: Sequence[Sitter], hand: int
) -> tuple[list[Sitter], list[Sitter]]:
    sitter, other_sitter = sitter_at(first_seat, hand), sitter_at(second_seat, hand)
    return _taken_over(first_seat, other_sitter, hand), _taken_over(second_seat, sitter, hand)


def _taken_over(sitters: Sequence[Sitter], by: Sitter, hand: int) -> list[Sitter]:
    """Return the sitters of a seat that ``by`` takes from the hand on; the same sitter as before gets no new line."""
    kept = [sitter for sitter in sitters if sitter.from_hand < hand]
    if sitter_at(kept, hand).entry == by.entry:
        return kept
    return [*kept, replace(by, from_hand=hand, exchanged=True)]
