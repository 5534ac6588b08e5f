"""Presenter of a hand under the International Mahjong Rules while it is entered, and of its value."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.elements.rules import Dropped, Element, Explanation, Hand, Line, ReadingScore, Score, explain, score
from scoring.elements.rules.hand import FLOWERS, MOST_KONGS
from scoring.game.rules.imj.chart import HIGHEST_FANS, fans_of
from scoring.tiles.rules.drawn import ShownSet, shown_sets
from scoring.tiles.rules.errors import HandError
from scoring.tiles.rules.tiles import COPIES, TILES, WINDS, tile_text
from web.shared.fans.entry import Entry
from web.shared.fans.labels import SHAPES, error_words, fan_name, listed_fans
from web.shared.fans.shown import ShownFan, drawn_groups, fans_text, fans_with_unit, merged

FIRST_LABELS = {
    "": gettext_lazy("no"),
    "heaven": gettext_lazy("before the first discard"),
    "earth": gettext_lazy("on the dealer's first discard"),
}
SPECIAL_LABELS = {
    "": gettext_lazy("tiles"),
    "seven-flowers": gettext_lazy("seven flowers"),
    "eight-flowers": gettext_lazy("eight flowers"),
    "kong-to-fourth": gettext_lazy("four kongs in a row"),
}
SHAPE_LABELS = {
    "sets": SHAPES["basic"],
    "seven_pairs": SHAPES["seven_pairs"],
    "special": gettext_lazy("a special winning hand, counted alone"),
}


def element_options(entry: Entry) -> dict[str, Any]:
    """Return what the form offers besides tiles, with the errors of these fields."""
    kongs = max(min(sum(meld.kind == "kong" for meld in entry.melds), MOST_KONGS), entry.kongs)
    return {
        "kongs": range(kongs + 1) if entry.self_drawn and kongs else (),
        "may_rob": not entry.self_drawn and entry.win_is_alone,
        "seats": [(code, _("1, the dealer") if code == "E" else str(at)) for at, code in enumerate(WINDS, 1)],
        "rounds": [(code, str(at)) for at, code in enumerate(WINDS, 1)],
        "firsts": FIRST_LABELS.items(),
        "specials": SPECIAL_LABELS.items(),
        "limits": range(HIGHEST_FANS, 0, -1),
        "titles": [(title, flower_name(title)) for title in FLOWERS],
        "errors": _errors(entry),
    }


def flower_name(title: str) -> str:
    """Return a flower's name: Blue 1."""
    words = {"B": _("Blue %(number)s"), "R": _("Red %(number)s")}
    return words[title[0]] % {"number": title[1]}


def _errors(entry: Entry) -> dict[str, str]:
    if entry.errors:
        return {}
    try:
        element_hand(entry)
    except HandError as error:
        where = "kongs" if error.code == "no_kong_to_replace" else error.where
        return {where: error_words(error)}
    return {}


def element_hand(entry: Entry) -> Hand | None:
    """Return the hand once it is complete, else None; flags that the form does not offer are ignored.

    Raises HandError if the first turn or the flowers contradict the rest.
    """
    if entry.special:
        first = "heaven" if entry.first == "heaven" else None
        return _hand(
            Entry(seat=entry.seat, round=entry.round, titles=entry.titles, limit=entry.limit), first, entry.special
        )
    if entry.missing or entry.win is None:
        return None
    return _hand(entry, entry.first or None)


def _hand(entry: Entry, first: str | None, special: str | None = None) -> Hand:
    return Hand(
        entry.tiles,
        entry.win,
        entry.melds,
        self_drawn=entry.self_drawn,
        wall_last=entry.wall,
        kong=entry.robbed and not entry.self_drawn and entry.win_is_alone,
        kongs=entry.kongs if entry.self_drawn else 0,
        first=first,  # type: ignore[arg-type]
        special=special,  # type: ignore[arg-type]
        seat=entry.seat,
        round=entry.round,
        flowers=entry.titles,
        limit=entry.limit,
    )


def element_answer(entry: Entry) -> dict[str, Any]:
    """Return the answer for what is entered so far, without errors in its texts."""
    if not entry.special and entry.win is None and entry.missing == 1:
        return {"state": "ready", "waits": _waits(entry)}
    try:
        hand = element_hand(entry)
    except HandError:
        return {"state": "wrong"}
    if hand is None:
        return {"state": "more", "missing": entry.missing}
    explained = explain(hand)
    if explained is None:
        return {"state": "no"}
    return {"state": "won", **_won(hand, explained)}


def _won(hand: Hand, explained: Explanation) -> dict[str, Any]:
    best = explained.best
    sets = _drawn(best, hand)
    return {
        "spoken": _rank_and_mados(explained.score),
        "before_limit": _before_limit(explained.score),
        "sets": sets,
        "shape": SHAPE_LABELS[best.shape],
        "fans": _counted(best.counted, sets),
        "left": _dropped(best.dropped, sets),
        "others": [_other(reading, hand) for reading in explained.other_readings],
    }


def _other(reading: ReadingScore, hand: Hand) -> dict[str, Any]:
    return {
        "shape": SHAPE_LABELS[reading.shape],
        "fans_in_all": fans_with_unit(fans_of(reading.halves)),
        "sets": _drawn(reading, hand),
        "fans": _counted(reading.counted, []),
    }


def _drawn(reading: ReadingScore, hand: Hand) -> list[ShownSet]:
    return shown_sets(reading, -1 if hand.win is None else hand.win)


def _counted(lines: Iterable[Line], sets: list[ShownSet]) -> list[ShownFan]:
    return merged(_shown(line.element, line.element.fans, drawn_groups(line.sets, sets)) for line in lines)


def _dropped(lines: Iterable[Dropped], sets: list[ShownSet]) -> list[ShownFan]:
    return merged(_shown(line.element, 0, drawn_groups(line.sets, sets), _why(line)) for line in lines)


def _shown(element: Element, points: int | float, groups: list[list[ShownSet]], why: str = "") -> ShownFan:
    return ShownFan(fan_name(element), f"element-{element.article}", points, groups, why)


def _why(line: Dropped) -> str:
    elements = listed_fans(line.by)
    figures = {"elements": elements, "article": f"IMJ {line.element.group}"}
    return _("only one of this kind counts: %(elements)s (%(article)s)") % figures


def _rank_and_mados(scored: Score) -> str:
    return _("%(fans)s, %(mados)s mados") % {"fans": fans_with_unit(scored.points), "mados": f"{scored.mados:,}"}


def _before_limit(scored: Score) -> str:
    """Return what the hand is worth in all, if half a fan is dropped or the highest rank limits it (IMJ 7.2, 30.2)."""
    if scored.halves == scored.rank:
        return ""
    return _("The elements add up to %(fans)s.") % {"fans": fans_with_unit(fans_of(scored.halves))}


def _waits(entry: Entry) -> list[dict[str, Any]]:
    """Return the tiles that complete the hand, with the fans by own draw and by discard."""
    plain = replace(entry, kongs=0, robbed=False, first="", wall=False)
    completing = []
    for tile in TILES:
        if entry.held[tile] == COPIES:
            continue
        drawn = score(_hand(replace(plain, win=tile, self_drawn=True), None))
        claimed = score(_hand(replace(plain, win=tile, self_drawn=False), None))
        if drawn and claimed:
            completing.append({"tile": tile_text(tile), "drawn": _wait_worth(drawn), "claimed": _wait_worth(claimed)})
    return completing


def _wait_worth(scored: Score) -> dict[str, Any]:
    return {"points": fans_text(scored.points), "minimum_met": True}
