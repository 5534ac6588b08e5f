"""Labels of the fan calculator: errors, reasons, articles, shapes, series, rule sets."""

import re
from collections.abc import Iterable

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from common.i18n.wording import listed
from scoring.elements.rules import Element
from scoring.fans.rules import FANS, Fan, Left
from scoring.tiles.rules.errors import HandError
from web.shared.scores import tile_name

RULE_SETS = {
    "wmo-2014": "WMO 2014",
    "guobiao": gettext_lazy("Guobiao, the 1998 rules as played"),
    "gb-1998": gettext_lazy("GB 1998 as printed"),
    "imj-0702": gettext_lazy("International Mahjong Rules v0702"),
}
SERIES = {
    "honours": gettext_lazy("Honor tiles"),
    "shifted": gettext_lazy("Number tiles: shifted chows"),
    "same": gettext_lazy("Number tiles: same chows"),
    "straights": gettext_lazy("Number tiles: straights"),
    "terminals": gettext_lazy("Number tiles: terminal chows"),
    "pungs": gettext_lazy("Pungs"),
    "kongs": gettext_lazy("Kongs"),
    "pairs": gettext_lazy("Seven pairs"),
    "composition": gettext_lazy("Composition of suits"),
    "involved": gettext_lazy("Numbers involved"),
    "broken": gettext_lazy("Single tiles"),
    "way": gettext_lazy("Way of winning"),
    "special": gettext_lazy("Special"),
}
SHAPES = {
    "basic": gettext_lazy("four sets and a pair"),
    "seven_pairs": gettext_lazy("seven pairs"),
    "thirteen_orphans": gettext_lazy("thirteen orphans"),
    "knitted_straight": gettext_lazy("knitted straight with a set and a pair"),
    "honours_and_knitted": gettext_lazy("single honors and knitted tiles"),
}
ERRORS = {
    "no_tile": gettext_lazy("“%(text)s” at position %(position)s is not a tile."),
    "no_suit": gettext_lazy("“%(text)s” at position %(position)s: digits need the letter of a suit (m, p or s)."),
    "copies": gettext_lazy("%(count)s copies of %(tile)s; there are four."),
    "count": gettext_lazy("%(count)s tiles; with this number of melds %(expected)s are needed."),
    "one_tile": gettext_lazy("%(count)s tiles; one is needed."),
    "too_many_melds": gettext_lazy("%(count)s melds; there are at most four."),
    "no_chow": gettext_lazy("%(tiles)s is not a chow, pung or kong."),
    "no_pung": gettext_lazy("%(tiles)s is not a chow, pung or kong."),
    "no_kong": gettext_lazy("%(tiles)s is not a chow, pung or kong."),
    "concealed_meld": gettext_lazy("Only a kong can be declared and concealed."),
    "first_and_last": gettext_lazy("The first turn cannot be the end of the wall."),
    "heaven_dealer": gettext_lazy("Only the dealer can win on tiles before the first discard (IMJ 25.1(1))."),
    "no_kong_to_replace": gettext_lazy("There are more kongs in the turn than declared ones."),
    "kongs_declared": gettext_lazy("There are more kongs in the turn than declared ones."),
    "heaven_melds": gettext_lazy("Before the first discard only unfolded kongs can be declared."),
    "earth_discard": gettext_lazy(
        "The dealer's first discard is won by another player, not self-drawn and without melds (IMJ 25.1(2))."
    ),
    "special_flowers": gettext_lazy("Flowers: %(count)s; such a win takes %(expected)s."),
}
PRINCIPLES = {
    "2": gettext_lazy("its sets are part of a larger fan and may not be split"),
    "3": gettext_lazy("one of its sets makes the same fan with another set already"),
    "4": gettext_lazy("it belongs to another reading of the tiles, and only one reading counts"),
    "5": gettext_lazy("each further set may be joined to the counted ones once"),
}


def fan_name(fan: Fan | Element) -> str:
    """Return the name of a fan or grade element in the reader's language."""
    return {"zh": fan.zh, "ja": fan.ja}.get((get_language() or "en")[:2], fan.en)


def fan_names(keys: Iterable[str]) -> list[str]:
    """Return the names of the fans with these keys in the reader's language, without unknown keys."""
    names = {fan.key: fan_name(fan) for fan in FANS.values()}
    return [names[key] for key in keys if key in names]


def other_names(fan: Fan | Element) -> list[tuple[str, str]]:
    """Return language and name in the two other languages; equal names only once."""
    reader_name = fan_name(fan)
    names = {name: code for code, name in (("ja", fan.ja), ("en", fan.en), ("zh-hans", fan.zh)) if name != reader_name}
    return [(code, name) for name, code in reversed(names.items())]


def number(fan: Fan) -> str:
    """Return the fan's number in the list of 81; the line of one melded and one concealed kong is 57b."""
    return "57b" if fan.key == "melded-and-concealed-kong" else str(fan.no)


def article_words(article: str) -> str:
    """Return an article that the engine cites, as text."""
    cited = re.fullmatch(r"(App\. 1|3\.8\.1|1998|GB 1998) no\. (\d+)", article)
    if not cited:
        return article
    texts = {
        "App. 1": _("appendix 1, no. %(no)s"),
        "3.8.1": _("3.8.1, no. %(no)s"),
        "1998": _("rules of 1998, no. %(no)s"),
        "GB 1998": _("rules of 1998 as printed, no. %(no)s"),
    }
    return texts[cited[1]] % {"no": cited[2]}


def error_words(error: HandError) -> str:
    """Return the text of an error, in the reader's language."""
    figures = dict(error.values)
    if error.code == "copies":
        figures["tile"] = tile_name(str(figures["tile"]))
    return str(ERRORS[error.code]) % figures


def listed_fans(fans: Iterable[Fan | Element]) -> str:
    """Return the names of several fans as a list."""
    return listed(map(fan_name, fans))


def reason(left: Left) -> str:
    """Return why a fan that seems present does not count."""
    article = article_words(left.article)
    if left.why == "excluded":
        return _("not added to %(fans)s (%(article)s)") % {"fans": listed_fans(left.by), "article": article}
    if left.why == "waits":
        return _("the hand waited for other tiles too (%(article)s)") % {"article": article}
    if left.why == "claimed":
        return _("the discarded tile completed a pung, which counts as melded (%(article)s)") % {"article": article}
    words = PRINCIPLES[left.article.partition("(")[2].rstrip(")")]
    return _("%(principle)s (%(article)s)") % {"principle": words, "article": article}


#: The fans in the order of their printed numbers, 57b after 57.
PRINTED = sorted(FANS, key=lambda no: (FANS[no].no, no))
