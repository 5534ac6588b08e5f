"""A hand of tiles while it is entered, and what it scores, ready for the templates."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.fans.rules import (
    RULE_SETS,
    Explanation,
    Left,
    Line,
    ReadingScore,
    SetView,
    distance,
    explain,
    tile_text,
    tiles_text,
    waits,
)
from scoring.fans.rules.hands.tiles import HONOURS, SUITS, WINDS
from tournament.wording import WIND_NAMES
from web.shared.fans.entry import Entry, melds_text
from web.shared.fans.labels import RULE_SETS as RULE_NAMES
from web.shared.fans.labels import SHAPES, error_words, fan_name, number, reason

MODES = [
    ("tile", gettext_lazy("Tile")),
    ("chow", gettext_lazy("Chow")),
    ("pung", gettext_lazy("Pung")),
    ("kong", gettext_lazy("Open kong")),
    ("hidden", gettext_lazy("Concealed kong")),
]
ROWS = [[f"{rank}{suit}" for rank in range(1, 10)] for suit in SUITS] + [list(HONOURS)]


def stepped(request: HttpRequest, address: str, page: str, context: Mapping[str, Any]) -> HttpResponse:
    """The page of a hand while it is entered, or only its part for a tap; without script a tap leads to ``address``."""
    pressed = {"tile", "remove", "win_is", "unwin", "drop"} & set(request.GET)
    if pressed and not request.htmx:  # type: ignore[attr-defined]
        return HttpResponseRedirect(address)
    part = "shared/fans/_count.html" if request.htmx else page  # type: ignore[attr-defined]
    response = render(request, part, dict(context))
    if request.htmx:  # type: ignore[attr-defined]
        response["HX-Push-Url"] = address
    patch_vary_headers(response, ["HX-Request"])
    return response


def context_of(entry: Entry, *, recording: bool = False) -> dict[str, Any]:
    """What the templates of a hand under way show: its tiles, the keyboard, the answer.

    ``recording``: a win of a session that may still be played, where nothing is told of waits (2.3.3).
    """
    answer = _recorded(entry) if recording else _answer(entry)
    return {
        "entry": entry,
        "recording": recording,
        "errors": {name: error_words(error) for name, error in entry.errors.items()},
        "wrong": next(iter(entry.errors), ""),
        "texts": {
            "hand": entry.texts.get("hand", tiles_text(entry.tiles)),
            "win": entry.texts.get("win", "" if entry.win is None else tile_text(entry.win)),
            "melds": entry.texts.get("melds", melds_text(entry.melds)),
        },
        "keys": [[(code, _free(entry, code)) for code in row] for row in ROWS],
        "concealed": [tile_text(tile) for tile in entry.tiles],
        "win": "" if entry.win is None else tile_text(entry.win),
        "melds": [shown(SetView(one.kind, one.tiles, True, one.concealed)) for one in entry.melds],
        "modes": MODES,
        "winds": [(code, WIND_NAMES[code]) for code in WINDS],
        "seat": WINDS[entry.seat],
        "round": WINDS[entry.round],
        "flower_numbers": [str(at) for at in range(9)],
        "rule_sets": RULE_NAMES.items(),
        "answer": answer,
        "said": _said(entry, answer),
    }


def _free(entry: Entry, code: str) -> bool:
    return not entry.errors and entry.taps()[CODES[code]]


CODES = {tile_text(tile): tile for tile in range(34)}


@dataclass(frozen=True, slots=True)
class ShownSet:
    """A set as it is drawn: tile codes, "" for a tile face down; `win` the place of the winning tile or -1."""

    tiles: list[str]
    win: int = -1


@dataclass(frozen=True, slots=True)
class ShownFan:
    """A fan in an answer: points of one, how often, the sets of each time; `reason` if it does not count."""

    name: str
    no: str
    points: int
    times: int
    sets: list[list[ShownSet]]
    reason: str = ""


def shown(one: SetView, win: int = -1) -> ShownSet:
    """A set to draw; a concealed kong shows its two middle tiles."""
    codes = [tile_text(tile) for tile in one.tiles]
    if one.kind == "kong" and one.concealed:
        codes[0] = codes[3] = ""
    return ShownSet(codes, one.tiles.index(win) if win in one.tiles else -1)


def shown_sets(reading: ReadingScore, win: int) -> list[ShownSet]:
    """All sets of a reading, the winning tile marked in the one it completes."""
    return [shown(one, win if at == reading.win_at else -1) for at, one in enumerate(reading.sets)]


def _fans(lines: Iterable[Line], sets: list[ShownSet]) -> list[ShownFan]:
    """Lines of one fan together, each with its sets drawn where it is about some of them."""
    found: dict[str, ShownFan] = {}
    for line in lines:
        drawn = [ShownSet(sets[at].tiles) for at in line.sets] if 0 < len(line.sets) < len(sets) else []
        before = found.get(line.fan.key)
        times = before.times + 1 if before else 1
        groups = (before.sets if before else []) + ([drawn] if drawn else [])
        found[line.fan.key] = ShownFan(fan_name(line.fan), number(line.fan), line.points, times, groups)
    return list(found.values())


def _left(left: Iterable[Left], sets: list[ShownSet]) -> list[ShownFan]:
    """What does not count, the same reason once."""
    found: dict[tuple[str, str], ShownFan] = {}
    for one in left:
        drawn = [ShownSet(sets[at].tiles) for at in one.sets] if 0 < len(one.sets) < len(sets) else []
        why = reason(one)
        known = found.get((one.fan.key, why))
        groups = (known.sets if known else []) + ([drawn] if drawn else [])
        found[one.fan.key, why] = ShownFan(fan_name(one.fan), number(one.fan), 0, 1, groups, why)
    return list(found.values())


def _recorded(entry: Entry) -> dict[str, Any]:
    """What is said of a hand that is recorded: once it is whole, what it scores."""
    if entry.errors or entry.missing:
        return {"state": "wrong" if entry.errors else "more", "missing": entry.missing}
    answer = _answer(entry)
    return {key: value for key, value in answer.items() if key not in ("waits", "far", "shapes")}


def _answer(entry: Entry) -> dict[str, Any]:
    """What can be said of the tiles entered so far."""
    if entry.errors:
        return {"state": "wrong"}
    if entry.win is None and entry.missing == 1:
        return _ready(entry)
    hand = entry.hand()
    if hand is None:
        return {"state": "more", "missing": entry.missing}
    explained = explain(hand, RULE_SETS[entry.rules])
    if explained is None:
        return _ready(entry) | {"state": "no"}
    # A20: the text does not say whether a kong can be declared with the last tile.
    return {"state": "won", "kong_at_the_end": hand.kong and hand.wall_last, **_won(entry, explained)}


def _won(entry: Entry, explained: Explanation) -> dict[str, Any]:
    assert entry.win is not None
    best, scored = explained.best, explained.score
    sets = shown_sets(best, entry.win)
    return {
        "score": scored,
        "sets": sets,
        "shape": SHAPES[best.shape],
        "fans": _fans(best.counted, sets),
        "left": _left(best.left, sets),
        "others": [
            {
                "points": other.points,
                "shape": SHAPES[other.shape],
                "sets": shown_sets(other, entry.win),
                "fans": _fans(other.counted, []),
            }
            for other in explained.others
        ],
        "waits": _waits(entry),
    }


def _ready(entry: Entry) -> dict[str, Any]:
    """13 tiles: what they wait for, or how far they are from it."""
    found = _waits(entry)
    far = distance(entry.tiles, entry.melds)
    return {"state": "ready", "waits": found, "far": far.tiles, "shapes": [SHAPES[shape] for shape in far.shapes]}


def _waits(entry: Entry) -> list[dict[str, Any]]:
    found = waits(entry.tiles, entry.melds, RULE_SETS[entry.rules], seat=entry.seat, round=entry.round)
    return [
        {"tile": tile_text(one.tile), "left": one.left, "drawn": one.self_drawn, "claimed": one.by_discard}
        for one in found
    ]


def _said(entry: Entry, answer: dict[str, Any]) -> str:
    """The answer in one sentence, for those who hear the page."""
    if answer["state"] == "won":
        score = answer["score"]
        if not score.minimum_met:
            return _("%(points)s points: fewer than 8 without flowers") % {"points": score.points}
        return _("%(points)s points") % {"points": score.points}
    if answer["state"] == "no":
        return _("This does not win.")
    if answer["state"] == "ready" and answer["waits"]:
        return ngettext("Waits for %(count)d tile", "Waits for %(count)d tiles", len(answer["waits"])) % {
            "count": len(answer["waits"])
        }
    if answer["state"] == "more" and entry.missing < 14:
        return ngettext("%(count)d more tile", "%(count)d more tiles", entry.missing) % {"count": entry.missing}
    return ""
