"""A declared win: its tiles and way of winning, with checks that it is possible."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from scoring.tiles.rules.errors import HandError
from scoring.tiles.rules.sets import FLOWERS, Meld, check_tiles, meld_in
from scoring.tiles.rules.tiles import parse_tiles, tile_text


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand with its winning tile; raise HandError if it is impossible.

    `tiles`: the sorted concealed tiles without `win` and declared sets, 13, 10, 7, 4 or 1 of them. `kong`: with
    `self_drawn` the tile is the replacement after a kong, else it was robbed from one. `wall_last`: the wall is empty.
    `last_of_kind`: the other three lie open (implied if they are in open melds of the hand). `seat`, `round`: 0-3 for
    E S W N.
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
        """The tiles of the open melds, which all players see."""
        return [tile for meld in self.melds if not meld.concealed for tile in meld.tiles]

    def won(self, win: int, *, self_drawn: bool) -> "Hand":
        """Return the same 13 tiles won on another tile, without the flags of the win."""
        return replace(self, win=win, self_drawn=self_drawn, last_of_kind=False, wall_last=False, kong=False)


def hand_of(text: str, win: str, melds: Iterable[str] = (), **flags: object) -> Hand:
    """Return a hand from text, for worked examples; `melds` as of ``meld_in``."""
    (tile,) = parse_tiles(win, "win")
    return Hand(parse_tiles(text, "hand"), tile, tuple(map(meld_in, melds)), **flags)  # type: ignore[arg-type]
