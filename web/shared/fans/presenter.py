"""Presenter of a hand while it is entered, and of its score, for the templates."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.calculators.rules.registry import CHINESE, ELEMENTS
from scoring.fans.rules import FANS, RULE_SETS, Explanation, Fan, Left, Line, distance, waits
from scoring.fans.rules.sets.catalogue import FLOWER
from scoring.tiles.rules.drawn import ShownSet, shown, shown_sets
from scoring.tiles.rules.sets import SetView
from scoring.tiles.rules.tiles import HONOURS, SUITS, WINDS, tile_text
from tournament.wording import WIND_NAMES
from web.shared.fans.elements import element_answer, element_options
from web.shared.fans.entry import Entry
from web.shared.fans.labels import RULE_SETS as RULE_NAMES
from web.shared.fans.labels import SHAPES, error_words, fan_name, number, reason
from web.shared.fans.shown import ShownFan, drawn_groups, merged

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
        "texts": entry.typed_texts(),
        "keys": _keyboard(entry),
        "concealed": [tile_text(tile) for tile in entry.tiles],
        "win": "" if entry.win is None else tile_text(entry.win),
        "melds": [shown(SetView(meld.kind, meld.tiles, True, meld.concealed)) for meld in entry.melds],
        "modes": MODES,
        "winds": [(code, WIND_NAMES[code]) for code in WINDS],
        "seat": WINDS[entry.seat],
        "round": WINDS[entry.round],
        "flower_numbers": [str(flowers) for flowers in range(9)],
        "rule_sets": RULE_NAMES.items(),
        "elements": element_options(entry) if entry.rules == ELEMENTS.key else None,
        "answer": answer,
        "spoken": _spoken_answer(entry, answer),
    }


def _keyboard(entry: Entry) -> list[list[tuple[str, bool]]]:
    """Return rows of tiles, each with whether a tap on it adds something."""
    taps = {tile_text(tile): not entry.errors and fits for tile, fits in entry.taps().items()}
    return [[(code, taps[code]) for code in row] for row in ROWS]


def _shown_fans(lines: Iterable[Line], sets: list[ShownSet]) -> list[ShownFan]:
    """Return a row for each fan, with the drawn sets of the lines that concern only some sets."""
    return merged(_shown_fan(line.fan, line.points, drawn_groups(line.sets, sets)) for line in lines)


def _fans_not_counted(left: Iterable[Left], sets: list[ShownSet]) -> list[ShownFan]:
    """Return the fans that do not count, each reason once."""
    return merged(_shown_fan(line.fan, 0, drawn_groups(line.sets, sets), reason(line)) for line in left)


def _shown_fan(fan: Fan, points: int, groups: list[list[ShownSet]], why: str = "") -> ShownFan:
    return ShownFan(fan_name(fan), f"fan-{number(fan)}", points, groups, why)


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
    if entry.rules == ELEMENTS.key:
        return element_answer(entry)
    if entry.win is None and entry.missing == 1:
        return _ready_answer(entry)
    hand = entry.hand()
    if hand is None:
        return {"state": "more", "missing": entry.missing}
    explained = CHINESE[entry.rules].explain(hand)
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
        "fans": [*_shown_fans(best.counted, sets), *_flowers(explained)],
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


def won_context(entry: Entry) -> dict[str, Any]:
    """Return the drawn sets and the counted fans of a recorded win under a Chinese rule set, flowers last."""
    hand = entry.hand()
    explained = CHINESE[entry.rules].explain(hand) if hand else None
    assert explained is not None
    assert entry.win is not None
    sets = shown_sets(explained.best, entry.win)
    return {"sets": sets, "fans": [*_shown_fans(explained.best.counted, []), *_flowers(explained)]}


def _flowers(explained: Explanation) -> list[ShownFan]:
    """Return the row of the flowers, which no reading counts."""
    flowers = [fan for fan in explained.score.fans if fan.fan is FANS[FLOWER]]
    return [replace(_shown_fan(fan.fan, fan.points, []), times=fan.times) for fan in flowers]


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
    if "spoken" in answer:
        return str(answer["spoken"])
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
