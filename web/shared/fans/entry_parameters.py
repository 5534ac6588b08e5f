"""A hand under way from the parameters of an address, and after a pressed button."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import get_args

from common.numbers import number_in
from scoring.calculators.rules.registry import CALCULATORS
from scoring.elements.rules.hand import FIRSTS, MOST_KONGS, SPECIALS
from scoring.elements.rules.hand import FLOWERS as TITLES
from scoring.fans.rules import DEFAULT
from scoring.game.rules.imj.chart import HIGHEST_FANS
from scoring.tiles.rules.errors import HandError
from scoring.tiles.rules.sets import FLOWERS, MELDS, Meld, check_tiles, meld_in
from scoring.tiles.rules.tiles import COPIES, WINDS, parse_tiles, tile_text
from web.shared.fans.entry import Entry, Mode


def _melds(text: str) -> tuple[Meld, ...]:
    """Return the melds of a text as of ``melds_text``. Raises HandError."""
    words = text.replace("（", "(").replace("）", ")").split()
    return tuple(map(meld_in, words))


def _win(text: str) -> int | None:
    tiles = parse_tiles(text, "win")
    if len(tiles) > 1:
        raise HandError("win", "one_tile", count=len(tiles))
    return tiles[0] if tiles else None


def read(parameters: Mapping[str, str]) -> Entry:
    """Return the entry in the parameters of an address. A wrong text is kept with its error."""
    texts = {name: parameters.get(name, "") for name in ("hand", "win", "melds")}
    errors: dict[str, HandError] = {}
    values: dict[str, object] = {}
    for name, parse in (("hand", lambda text: parse_tiles(text, "hand")), ("win", _win), ("melds", _melds)):
        try:
            values[name] = parse(texts[name][:200])
        except HandError as error:
            errors[name] = error
    flowers = parameters.get("flowers", "")
    mode = parameters.get("mode", "tile")
    rules = parameters.get("rules", DEFAULT)
    entry = Entry(
        tiles=tuple(sorted(values.get("hand", ()))),  # type: ignore[call-overload]
        win=values.get("win"),  # type: ignore[arg-type]
        melds=values.get("melds", ()),  # type: ignore[arg-type]
        self_drawn=parameters.get("self_drawn") == "1",
        last=parameters.get("last") == "1",
        wall=parameters.get("wall") == "1",
        replacement=parameters.get("replacement") == "1",
        robbed=parameters.get("robbed") == "1",
        seat=max(WINDS.find(parameters.get("seat", "E")[:1]), 0),
        round=max(WINDS.find(parameters.get("round", "E")[:1]), 0),
        flowers=int(flowers) if flowers in [str(number) for number in range(FLOWERS + 1)] else 0,
        rules=rules if rules in CALCULATORS else DEFAULT,
        kongs=number_in(parameters.get("kongs", ""), most=MOST_KONGS) or 0,
        first=_one_of(parameters.get("first", ""), FIRSTS),
        special=_one_of(parameters.get("special", ""), SPECIALS),
        titles=tuple(title for title in TITLES if parameters.get(title) == "1"),
        limit=number_in(parameters.get("limit", ""), most=HIGHEST_FANS) or HIGHEST_FANS,
        mode=mode if mode in get_args(Mode) else "tile",  # type: ignore[arg-type]
    )
    if not errors:
        errors = _tile_errors(entry)
    return replace(entry, errors=errors, texts=texts if errors else {})


def _one_of(text: str, choices: Sequence[str]) -> str:
    return text if text in choices else ""


def _tile_errors(entry: Entry) -> dict[str, HandError]:
    """Return field -> error for too many tiles, or for a fifth copy of one."""
    if len(entry.tiles) > max(entry.room, 0) or len(entry.melds) > MELDS:
        try:
            check_tiles(entry.tiles, entry.melds)
        except HandError as error:
            return {error.where.split("[")[0]: error}
    seen: Counter[int] = Counter()
    parts = {
        "melds": [tile for meld in entry.melds for tile in meld.tiles],
        "hand": entry.tiles,
        "win": () if entry.win is None else (entry.win,),
    }
    for where, tiles in parts.items():
        seen.update(tiles)
        for tile in tiles:
            if seen[tile] > COPIES:
                return {where: HandError(where, "copies", count=seen[tile], tile=tile_text(tile))}
    return {}


def acted(entry: Entry, parameters: Mapping[str, str]) -> Entry:
    """Return the entry after the pressed button; unchanged without a button, or if a text is wrong."""
    if entry.errors:
        return entry
    if "tile" in parameters:
        tile = _tile_or_none(parameters["tile"])
        return entry if tile is None else entry.tapped(tile)
    if "remove" in parameters:
        tile = _tile_or_none(parameters["remove"])
        return entry if tile is None else entry.without(tile)
    if "win_is" in parameters:
        tile = _tile_or_none(parameters["win_is"])
        return entry if tile is None or entry.held[tile] == COPIES else replace(entry, win=tile)
    if "unwin" in parameters:
        return replace(entry, win=None)
    position = number_in(parameters.get("drop", ""))
    if position is not None:
        return replace(entry, melds=entry.melds[:position] + entry.melds[position + 1 :])
    return entry


def _tile_or_none(text: str) -> int | None:
    try:
        return _win(text[:3])
    except HandError:
        return None
