"""Sets of tiles: declared ones, and those that an explanation shows."""

from collections import Counter
from collections.abc import Iterable
from typing import Literal, NamedTuple, get_args

from scoring.tiles.rules.errors import HandError
from scoring.tiles.rules.tiles import COPIES, EAST, parse_tiles, tile_text, tiles_text

Kind = Literal["chow", "pung", "kong"]
MELDS = 4
FLOWERS = 8


class Meld(NamedTuple):
    """A declared set; `tile`: its lowest tile; `concealed`: a kong declared face down."""

    kind: Kind
    tile: int
    concealed: bool = False

    @property
    def tiles(self) -> tuple[int, ...]:
        if self.kind == "chow":
            return (self.tile, self.tile + 1, self.tile + 2)
        return (self.tile,) * (4 if self.kind == "kong" else 3)


SetKind = Literal["chow", "pung", "kong", "pair", "straight", "tiles"]


class SetView(NamedTuple):
    """A set as an explanation shows it.

    `declared`: it lay on the table; `concealed`: it counts as concealed (a pung completed by a discard does not).
    """

    kind: SetKind
    tiles: tuple[int, ...]
    declared: bool
    concealed: bool


def meld(kind: str, tiles: Iterable[int], concealed: bool = False, where: str = "melds") -> Meld:
    """Return the meld of these tiles; raise HandError if they do not form that kind."""
    if kind not in get_args(Kind):
        raise HandError(f"{where}.kind", "kind", text=kind)
    ordered = tuple(sorted(tiles))
    if concealed and kind != "kong":
        raise HandError(f"{where}.concealed", "concealed_meld")
    declared = Meld(kind, ordered[0] if ordered else 0, concealed)  # type: ignore[arg-type]
    leaves_suit = kind == "chow" and (declared.tile >= EAST or declared.tile % 9 > 6)
    if leaves_suit or declared.tiles != ordered:
        raise HandError(f"{where}.tiles", f"no_{kind}", tiles=tiles_text(ordered) or "“”")
    return declared


def meld_in(text: str) -> Meld:
    """Return the meld of ``"123m"``, ``"EEE"``, ``"1111p"``, or of a concealed kong ``"(1111p)"``.

    Raise HandError if the tiles form none.
    """
    tiles = parse_tiles(text.strip("()"), "melds")
    kind = "kong" if len(tiles) == 4 else "pung" if len(set(tiles)) == 1 else "chow"
    return meld(kind, tiles, text.startswith("("))


def check_tiles(tiles: tuple[int, ...], melds: tuple[Meld, ...], win: int | None = None) -> None:
    """Raise HandError unless there are 13 tiles, a declared set counting three, and at most four copies of each."""
    if len(melds) > MELDS:
        raise HandError("melds", "too_many_melds", count=len(melds))
    expected = 13 - 3 * len(melds)
    if len(tiles) != expected:
        raise HandError("hand", "count", count=len(tiles), melds=len(melds), expected=expected)
    check_copies(tiles, melds, win)


def check_copies(tiles: tuple[int, ...], melds: tuple[Meld, ...], win: int | None) -> None:
    """Raise HandError at the fifth copy of a tile."""
    seen: Counter[int] = Counter()
    parts = [(f"melds[{index}]", meld.tiles) for index, meld in enumerate(melds)] + [("hand", tiles)]
    if win is not None:
        parts.append(("win", (win,)))
    for where, part in parts:
        seen.update(part)
        for tile in part:
            if seen[tile] > COPIES:
                raise HandError(where, "copies", count=seen[tile], tile=tile_text(tile))
