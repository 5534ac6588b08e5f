"""Template filters for what is played: points, movement in the ranks, tiles; the library is built in."""

from fractions import Fraction

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.templatetags.pinju import DASH, MINUS
from scoring.rules.table_points import as_text, rounded

register = template.Library()


@register.filter
def points(value: int | Fraction | None) -> SafeString | str:
    """Table points (an int is twelfths, a Fraction points): 4, 1.5, 2.33 with the exact 7/3 as its title."""
    if value is None:
        return DASH
    text, exact = rounded(value), as_text(value)
    shown = text.replace("-", MINUS)
    return shown if Fraction(text) == Fraction(exact) else format_html('<span title="{}">{}</span>', exact, shown)


@register.filter
def movement(places: int | None) -> SafeString | str:
    """Places won (above 0) or lost since before: ▲2, ▼1, a dash for none, nothing where there was no rank."""
    if places is None:
        return ""
    lost = places < 0
    count = abs(places)
    if not count:
        words = _("unchanged")
    elif lost:
        words = ngettext("down %(count)d place", "down %(count)d places", count) % {"count": count}
    else:
        words = ngettext("up %(count)d place", "up %(count)d places", count) % {"count": count}
    return format_html(
        '<span class="{}"><span aria-hidden="true">{}</span><span class="visually-hidden">{}</span></span>',
        "muted" if not count else "down" if lost else "up",
        DASH if not count else f"{'▼' if lost else '▲'}{count}",
        words,
    )


@register.filter
def tile(code: str) -> SafeString:
    """A drawn tile by its code: 1m to 9m, 1p to 9p, 1s to 9s, E S W N, C F P; KeyError for anything else."""
    return format_html(
        '<span class="tile tile-{}" role="img" aria-label="{}">'
        '<svg aria-hidden="true"><use href="{}#{}"/></svg></span>',
        code[-1],
        tile_name(code),
        static("tiles.svg"),
        code,
    )


def tile_name(code: str) -> str:
    """The name of a tile in the reader's language; KeyError if there is none of this code."""
    honours = {
        "E": _("East wind"),
        "S": _("South wind"),
        "W": _("West wind"),
        "N": _("North wind"),
        "C": _("Red dragon"),
        "F": _("Green dragon"),
        "P": _("White dragon"),
    }
    suits = {"m": _("%(number)s of characters"), "p": _("%(number)s of dots"), "s": _("%(number)s of bamboos")}
    if len(code) == 2 and code[0] in "123456789":
        return suits[code[1]] % {"number": code[0]}
    return honours[code]
