"""The sets of a reading as an explanation shows them: the declared ones in their order, then the concealed ones."""

from collections.abc import Iterator, Sequence

from scoring.fans.rules.counting.finders import holds, wait_fan
from scoring.fans.rules.hands.hand import Hand
from scoring.fans.rules.hands.readings import Reading
from scoring.tiles.rules.parts import Division
from scoring.tiles.rules.sets import SetKind, SetView


def completes_pung(hand: Hand, reading: Reading) -> bool:
    """Whether a discard completes a pung, which is then melded, unless a concealed chow can have the tile (A18)."""
    division = reading.division
    return not hand.self_drawn and hand.win in division.pungs and not holds(division.chows, hand.win)


def sets_of(hand: Hand, reading: Reading) -> Iterator[SetView]:
    """Yield the sets of a reading."""
    for meld in hand.melds:
        yield SetView(meld.kind, meld.tiles, True, meld.concealed)
    tiles = sorted((*hand.tiles, hand.win))
    if reading.shape == "seven_pairs":
        yield from (SetView("pair", tuple(tiles[first : first + 2]), False, True) for first in range(0, 14, 2))
    elif reading.shape in ("thirteen_orphans", "honours_and_knitted"):
        yield SetView("tiles", tuple(tiles), False, True)
    else:
        if reading.straight:
            yield SetView("straight", reading.straight, False, True)
        claimed = completes_pung(hand, reading)
        for chow in reading.division.chows:
            yield SetView("chow", (chow, chow + 1, chow + 2), False, True)
        for pung in reading.division.pungs:
            yield SetView("pung", (pung,) * 3, False, not (claimed and pung == hand.win))
        yield SetView("pair", (reading.division.pair,) * 2, False, True)


def indexes_of(sets: Sequence[SetView], *kinds: SetKind) -> list[int]:
    """Return the indexes of the sets of some kinds, in the order of their tiles."""
    chosen = [index for index, view in enumerate(sets) if view.kind in kinds]
    return sorted(chosen, key=lambda index: sets[index].tiles)


def winning_set(sets: Sequence[SetView], win: int, division: Division) -> int:
    """Return the index of the set that shows the winning tile: that of its wait, else a chow before a pung."""
    no = wait_fan(win, division.chows, division.pair)
    if no is not None:
        return wait_set(sets, win, no)
    order = ["chow", "pung", "pair"]
    with_tile = [index for index, view in enumerate(sets) if not view.declared and win in view.tiles]
    return min(with_tile, key=lambda index: order.index(sets[index].kind) if sets[index].kind in order else len(order))


def wait_set(sets: Sequence[SetView], win: int, no: int) -> int:
    """Return the index of the concealed set that the winning tile completes as 77 (end), 78 (middle) or 79."""
    low = {77: win - (2 if win % 9 == 2 else 0), 78: win - 1, 79: win}[no]
    kind: SetKind = "pair" if no == 79 else "chow"
    concealed = [(view.kind, view.tiles[0], view.declared) for view in sets]
    return concealed.index((kind, low, False))
