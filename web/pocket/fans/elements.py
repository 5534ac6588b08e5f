"""The reference of the grade elements of the International Mahjong Rules, by group, with the chart."""

from functools import lru_cache
from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.elements.rules import ELEMENTS, RULE_SET, Element, explain
from scoring.elements.rules.catalogue import ADDED
from scoring.elements.rules.examples import EXAMPLES
from scoring.elements.rules.hand import Hand
from scoring.elements.rules.lines import hand_in
from scoring.game.rules.imj.chart import ROWS
from scoring.tiles.rules.drawn import ShownSet, shown_sets
from web.pocket.fans.element_descriptions import DESCRIPTIONS, GROUP_NAMES, GROUP_NOTES
from web.shared.fans.entry import Entry
from web.shared.fans.labels import fan_name, listed_fans, other_names
from web.shared.fans.shown import fans_text
from web.shared.requests.methods import get_only


def entry_of(hand: Hand) -> Entry:
    """Return a whole hand as an entry of the counting page."""
    return Entry(
        tiles=hand.tiles,
        win=hand.win,
        melds=hand.melds,
        self_drawn=hand.self_drawn and hand.special is None,
        wall=hand.wall_last,
        robbed=hand.robbed,
        seat=hand.seat,
        round=hand.round,
        rules=RULE_SET,
        kongs=hand.kongs,
        first=hand.first or "",
        special=hand.special or "",
        titles=hand.flowers,
    )


@lru_cache
def example(article: str) -> tuple[list[ShownSet], dict[str, str]]:
    """Return the sets of an element's example, and its parameters for the counting page."""
    hand = hand_in(EXAMPLES[article])
    explained = explain(hand)
    assert explained is not None
    shapes = [reading for reading in (explained.best, *explained.other_readings) if reading.shape != "special"]
    drawn = shown_sets((shapes or [explained.best])[0], -1 if hand.win is None else hand.win)
    return drawn, entry_of(hand).parameters()


def card(element: Element) -> dict[str, Any]:
    """Return the context of one element's card."""
    sets, parameters = example(element.article)
    return {
        "article": element.article,
        "name": fan_name(element),
        "others": other_names(element),
        "fans": fans_text(element.fans),
        "text": DESCRIPTIONS[element.article],
        "added": _added(element),
        "sets": sets,
        "parameters": parameters.items(),
    }


def _added(element: Element) -> str:
    """Return the names of the elements of its group that are added to it all the same."""
    others = [article for pair in ADDED if element.article in pair for article in pair if article != element.article]
    return listed_fans(ELEMENTS[article] for article in others)


@get_only
def elements(request: HttpRequest) -> HttpResponse:
    """Show all grade elements by group, and what each rank pays."""
    groups = [
        {"number": number, "name": GROUP_NAMES[number], "note": GROUP_NOTES[number], "cards": list(map(card, members))}
        for number, members in groupby(ELEMENTS.values(), key=lambda element: element.group)
    ]
    chart = [(fans_text(fans), f"{mados:,}") for fans, mados in ROWS]
    return render(request, "pocket/fans/elements.html", {"groups": groups, "chart": chart})
