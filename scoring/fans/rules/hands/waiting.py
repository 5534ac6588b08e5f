"""Find whether 13 tiles waited only for the winning tile, by tables of single suits (nos. 77 to 79, A6)."""

from functools import partial

from scoring.tiles.rules.parts import FOURS, ONES, PARTS, SUIT_BITS, SUIT_MASK, UNIT, Table, counts_of


def _completed_by(part: int, key: int) -> int:
    """Return the tiles, packed once each, that complete a part to sets with or without a pair.

    A fifth copy is included: `only_wait` decides later whether such a wait counts (A6).
    """
    size, reach = (9, 2) if part < 3 else (7, 0)
    near = [0] * reach + counts_of(key, size) + [0] * reach
    return sum(
        UNIT[at] for at in range(size) if any(near[at : at + 2 * reach + 1]) and PARTS[part][key + UNIT[at]].divisions
    )


COMPLETED_BY = tuple(Table(partial(_completed_by, part)) for part in range(4))


def basic_waits(key: int) -> int:
    """Return the tiles, packed, that complete packed tiles to sets and one pair.

    `key`: sets and a pair without one of their tiles, so at most one suit, or the honours, is incomplete.
    """
    keys = [key >> SUIT_BITS * part & SUIT_MASK for part in range(4)]
    open_parts = [part for part in range(4) if not PARTS[part][keys[part]].divisions]
    # With no open part there are two pairs, and either can become a pung or a chow.
    return sum(COMPLETED_BY[part][keys[part]] << SUIT_BITS * part for part in open_parts or range(4))


def only_wait(key: int, win: int, melded: int, *, seven_pairs: bool, dead_waits_count: bool) -> bool:
    """Whether `win` is the only tile that completes the hand.

    `key`: the concealed tiles, packed, without `win` and without a knitted straight; `melded`: the melds, packed;
    `seven_pairs`: that shape is possible too, and its waits are added.
    """
    waits = basic_waits(key)
    if seven_pairs:
        odd = key & ONES
        if odd.bit_count() == 1:
            waits |= odd
    if not dead_waits_count:
        waits &= ~((key + melded & FOURS) >> 2)
    return waits == UNIT[win]
