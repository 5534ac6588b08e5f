"""Presenter of a hand while it is entered, and of its score, for the templates."""

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
    """Return the page of a hand while it is entered; for htmx only the part that changes.

    Without script, a tap redirects to ``address``.
    """
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
    """Return the template context of a hand under way: its tiles, the keyboard, the answer.

    ``recording``: a win of a session that may still be played, so that waits are not shown (2.3.3).
    """
    answer = _recorded_answer(entry) if recording else _answer(entry)
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
        "keys": [[(code, _is_free(entry, code)) for code in row] for row in ROWS],
        "concealed": [tile_text(tile) for tile in entry.tiles],
        "win": "" if entry.win is None else tile_text(entry.win),
        "melds": [shown(SetView(meld.kind, meld.tiles, True, meld.concealed)) for meld in entry.melds],
        "modes": MODES,
        "winds": [(code, WIND_NAMES[code]) for code in WINDS],
        "seat": WINDS[entry.seat],
        "round": WINDS[entry.round],
        "flower_numbers": [str(flowers) for flowers in range(9)],
        "rule_sets": RULE_NAMES.items(),
        "answer": answer,
        "said": _spoken_answer(entry, answer),
    }


def _is_free(entry: Entry, code: str) -> bool:
    return not entry.errors and entry.taps()[CODES[code]]


CODES = {tile_text(tile): tile for tile in range(34)}


@dataclass(frozen=True, slots=True)
class ShownSet:
    """A set to draw: tile codes, "" for a tile face down; `win` is the index of the winning tile or -1."""

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


def shown(tile_set: SetView, win: int = -1) -> ShownSet:
    """Return a set to draw; a concealed kong shows its two middle tiles."""
    codes = [tile_text(tile) for tile in tile_set.tiles]
    if tile_set.kind == "kong" and tile_set.concealed:
        codes[0] = codes[3] = ""
    return ShownSet(codes, tile_set.tiles.index(win) if win in tile_set.tiles else -1)


def shown_sets(reading: ReadingScore, win: int) -> list[ShownSet]:
    """Return all sets of a reading, with the winning tile marked in the set that it completes."""
    return [shown(tile_set, win if index == reading.win_at else -1) for index, tile_set in enumerate(reading.sets)]


def _shown_fans(lines: Iterable[Line], sets: list[ShownSet]) -> list[ShownFan]:
    """Return a row for each fan, with the drawn sets of the lines that concern only some sets."""
    fans: dict[str, ShownFan] = {}
    for line in lines:
        drawn = [ShownSet(sets[index].tiles) for index in line.sets] if 0 < len(line.sets) < len(sets) else []
        earlier = fans.get(line.fan.key)
        times = earlier.times + 1 if earlier else 1
        groups = (earlier.sets if earlier else []) + ([drawn] if drawn else [])
        fans[line.fan.key] = ShownFan(fan_name(line.fan), number(line.fan), line.points, times, groups)
    return list(fans.values())


def _fans_not_counted(left: Iterable[Left], sets: list[ShownSet]) -> list[ShownFan]:
    """Return the fans that do not count, each reason once."""
    fans: dict[tuple[str, str], ShownFan] = {}
    for line in left:
        drawn = [ShownSet(sets[index].tiles) for index in line.sets] if 0 < len(line.sets) < len(sets) else []
        text = reason(line)
        earlier = fans.get((line.fan.key, text))
        groups = (earlier.sets if earlier else []) + ([drawn] if drawn else [])
        fans[line.fan.key, text] = ShownFan(fan_name(line.fan), number(line.fan), 0, 1, groups, text)
    return list(fans.values())


def _recorded_answer(entry: Entry) -> dict[str, Any]:
    """Return the answer for a recorded hand: its score once it is complete, without waits."""
    if entry.errors or entry.missing:
        return {"state": "wrong" if entry.errors else "more", "missing": entry.missing}
    answer = _answer(entry)
    return {key: value for key, value in answer.items() if key not in ("waits", "far", "shapes")}


def _answer(entry: Entry) -> dict[str, Any]:
    """Return the answer for the tiles entered so far."""
    if entry.errors:
        return {"state": "wrong"}
    if entry.win is None and entry.missing == 1:
        return _ready_answer(entry)
    hand = entry.hand()
    if hand is None:
        return {"state": "more", "missing": entry.missing}
    explained = explain(hand, RULE_SETS[entry.rules])
    if explained is None:
        return _ready_answer(entry) | {"state": "no"}
    # A20: the text does not say whether a kong can be declared with the last tile.
    return {"state": "won", "kong_at_the_end": hand.kong and hand.wall_last, **_score_context(entry, explained)}


def _score_context(entry: Entry, explained: Explanation) -> dict[str, Any]:
    assert entry.win is not None
    best = explained.best
    sets = shown_sets(best, entry.win)
    return {
        "score": explained.score,
        "sets": sets,
        "shape": SHAPES[best.shape],
        "fans": _shown_fans(best.counted, sets),
        "left": _fans_not_counted(best.left, sets),
        "others": [
            {
                "points": other.points,
                "shape": SHAPES[other.shape],
                "sets": shown_sets(other, entry.win),
                "fans": _shown_fans(other.counted, []),
            }
            for other in explained.other_readings
        ],
        "waits": _wait_rows(entry),
    }


def _ready_answer(entry: Entry) -> dict[str, Any]:
    """Return the waits of 13 tiles, or how far they are from waiting."""
    wait_rows = _wait_rows(entry)
    missing = distance(entry.tiles, entry.melds)
    shapes = [SHAPES[shape] for shape in missing.shapes]
    return {"state": "ready", "waits": wait_rows, "far": missing.tiles, "shapes": shapes}


def _wait_rows(entry: Entry) -> list[dict[str, Any]]:
    waiting = waits(entry.tiles, entry.melds, RULE_SETS[entry.rules], seat=entry.seat, round=entry.round)
    return [
        {"tile": tile_text(wait.tile), "left": wait.left, "drawn": wait.self_drawn, "claimed": wait.by_discard}
        for wait in waiting
    ]


def _spoken_answer(entry: Entry, answer: dict[str, Any]) -> str:
    """Return the answer as one sentence, for screen readers."""
    if answer["state"] == "won":
        score = answer["score"]
        if not score.minimum_met:
            return _("%(points)s points: fewer than 8 without flowers") % {"points": score.points}
        return _("%(points)s points") % {"points": score.points}
    if answer["state"] == "no":
        return _("This is not a winning hand.")
    if answer["state"] == "ready" and answer["waits"]:
        return ngettext("Waits for %(count)d tile", "Waits for %(count)d tiles", len(answer["waits"])) % {
            "count": len(answer["waits"])
        }
    if answer["state"] == "more" and entry.missing < 14:
        return ngettext("%(count)d more tile", "%(count)d more tiles", entry.missing) % {"count": entry.missing}
    return ""
