"""A hand that was declared won: its tiles, how it was won, and whether that can be."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, get_args

from scoring.fans.rules.errors import HandError
from scoring.fans.rules.hands.tiles import COPIES, EAST, parse_tiles, tile_text, tiles_text

Kind = Literal["chow", "pung", "kong"]
MELDS = 4
FLOWERS = 8


class Meld(NamedTuple):
    """A declared set; `tile` is its lowest. `concealed` is a kong declared face down."""

    kind: Kind
    tile: int
    concealed: bool = False

    @property
    def tiles(self) -> tuple[int, ...]:
        """Its three or four tiles."""
        if self.kind == "chow":
            return (self.tile, self.tile + 1, self.tile + 2)
        return (self.tile,) * (4 if self.kind == "kong" else 3)


def meld(kind: str, tiles: Iterable[int], concealed: bool = False, where: str = "melds") -> Meld:
    """The meld of these tiles; HandError if they are none of that kind."""
    if kind not in get_args(Kind):
        raise HandError(f"{where}.kind", "kind", text=kind)
    ordered = tuple(sorted(tiles))
    if concealed and kind != "kong":
        raise HandError(f"{where}.concealed", "concealed_meld")
    found = Meld(kind, ordered[0] if ordered else 0, concealed)  # type: ignore[arg-type]
    runs_over = kind == "chow" and (found.tile >= EAST or found.tile % 9 > 6)
    if runs_over or found.tiles != ordered:
        raise HandError(f"{where}.tiles", f"no_{kind}", tiles=tiles_text(ordered) or "“”")
    return found


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand with its winning tile; HandError if it cannot be.

    `tiles` stand concealed, without `win` and without declared sets: 13, 10, 7, 4 or 1 of them, kept in order.
    `kong`: with `self_drawn` the tile is the replacement after a kong, else it was robbed from one. `wall_last`: the
    wall is empty. `last_of_kind`: the other three lie open (true by itself where they lie in the hand's own open
    melds). `seat`, `round`: 0-3 for E S W N.
    """

    tiles: tuple[int, ...]
    win: int
    melds: tuple[Meld, ...] = ()
    self_drawn: bool = False
    last_of_kind: bool = False
    wall_last: bool = False
    kong: bool = False
    seat: int = 0
    round: int = 0
    flowers: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "tiles", tuple(sorted(self.tiles)))
        check_tiles(self.tiles, self.melds, self.win)
        self._check_flags()

    def _check_flags(self) -> None:
        if not 0 <= self.flowers <= FLOWERS:
            raise HandError("flowers", "flowers", count=self.flowers)
        kongs = [meld for meld in self.melds if meld.kind == "kong"]
        if self.kong and self.self_drawn and not kongs:
            raise HandError("kong", "no_kong_to_replace")
        held = self.win in self.tiles
        if self.kong and not self.self_drawn and (held or self.win in self.open_tiles):
            raise HandError("kong", "robbed_held", tile=tile_text(self.win))
        if self.last_of_kind and held:
            raise HandError("last_of_kind", "not_last", tile=tile_text(self.win))

    @property
    def open_tiles(self) -> list[int]:
        """The tiles of the open melds: what everybody sees of the hand."""
        return [tile for meld in self.melds if not meld.concealed for tile in meld.tiles]

    def won(self, win: int, *, self_drawn: bool) -> "Hand":
        """The same 13 tiles won on another tile, without the flags of the moment."""
        return replace(self, win=win, self_drawn=self_drawn, last_of_kind=False, wall_last=False, kong=False)


def check_tiles(tiles: tuple[int, ...], melds: tuple[Meld, ...], win: int | None = None) -> None:
    """HandError unless there are 13 tiles, a declared set counting three, and no fifth copy of any."""
    if len(melds) > MELDS:
        raise HandError("melds", "too_many_melds", count=len(melds))
    expected = 13 - 3 * len(melds)
    if len(tiles) != expected:
        raise HandError("hand", "count", count=len(tiles), melds=len(melds), expected=expected)
    seen: Counter[int] = Counter()
    parts = [(f"melds[{at}]", meld.tiles) for at, meld in enumerate(melds)] + [("hand", tiles)]
    for where, part in parts + ([("win", (win,))] if win is not None else []):
        seen.update(part)
        for tile in part:
            if seen[tile] > COPIES:
                raise HandError(where, "copies", count=seen[tile], tile=tile_text(tile))


def hand_of(text: str, win: str, melds: Iterable[str] = (), **flags: object) -> Hand:
    """A hand from text, for worked examples:

    melds as ``"123m"``, ``"EEE"``, ``"1111p"``, a concealed kong as ``"(1111p)"``.
    """
    declared = []
    for part in melds:
        concealed = part.startswith("(")
        tiles = parse_tiles(part.strip("()"), "melds")
        kind = "kong" if len(tiles) == 4 else "pung" if len(set(tiles)) == 1 else "chow"
        declared.append(meld(kind, tiles, concealed))
    (tile,) = parse_tiles(win, "win")
    return Hand(parse_tiles(text, "hand"), tile, tuple(declared), **flags)  # type: ignore[arg-type]
