"""Points, rank movement, winds, tiles and seats as text and markup for pages and papers."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from common.templatetags.pinju import DASH, MINUS, signed, state_badge
from scoring.game.rules.table_points import as_text, rounded
from scoring.settings.selectors import gives_table_points
from scoring.sheets.selectors.hand_names import hand_name as name_of_hand
from scoring.standings.rules.standings import ResultRow
from scoring.standings.selectors.hand_statistics import PlayedHand
from scoring.standings.selectors.labels import won_how
from scoring.standings.selectors.player_record import Seated
from tournament.events.models.events import Event
from tournament.seating.selectors.seats import PublicSeat
from tournament.wording import WIND_NAMES, WINDS
from web.shared.labels.game_words import worth
from web.shared.labels.tones import shown_state
from web.shared.tables import numbered

# A cross table shows the same few values ten thousand times, so the markup of a value is cached per language.


@lru_cache(maxsize=4096, typed=True)
def points(value: int | Fraction | None) -> SafeString | str:
    """Return table points (int: twelfths, Fraction: points) as text: 4, 1.5, 2.33 with the exact 7/3 as its title."""
    if value is None:
        return DASH
    text, exact = rounded(value), as_text(value)
    shown = text.replace("-", MINUS)
    return shown if Fraction(text) == Fraction(exact) else format_html('<span title="{}">{}</span>', exact, shown)


def movement(places: int | None) -> SafeString | str:
    """Return the change of rank since the release before: ▲2, ▼1, a dash for 0, empty for None (no rank before)."""
    return "" if places is None else _movement(places, get_language())


@lru_cache(maxsize=4096)
def _movement(places: int, _language: str | None) -> SafeString:
    return format_html(
        '<span class="{}"><span aria-hidden="true">{}</span><span class="visually-hidden">{}</span></span>',
        *_moved_words(places),
    )


def _moved_words(places: int) -> tuple[str, str, str]:
    """Places won or lost: the tone, the sign for the eye, and the words for those who hear it."""
    count = abs(places)
    if not count:
        return "muted", DASH, _("unchanged")
    if places < 0:
        return "down", f"▼{count}", ngettext("down %(count)d place", "down %(count)d places", count) % {"count": count}
    return "up", f"▲{count}", ngettext("up %(count)d place", "up %(count)d places", count) % {"count": count}


def competition(value: int | Fraction | None) -> str:
    """Return competition points with their sign, and with decimals where a carried stage makes fractions."""
    if value is None or value == int(value):
        return signed(None if value is None else int(value))
    return f"{'+' if value > 0 else MINUS}{rounded(abs(Fraction(value)))}"


def seat_player(seat: PublicSeat, slug: str) -> SafeString:
    """Return the player of a seat with a link to the player's seats, and the replaced holder if there is one."""
    sitter = seat.sitter
    words = []
    if sitter.latin_name:
        words.append(format_html('<span class="muted">{}</span>', sitter.latin_name))
    if sitter.kind == "filler":
        words.append(format_html('<span class="muted">({})</span>', _("filler")))
    if seat.replaced:
        words.append(format_html('<span class="note">{}</span>', _("for %(name)s") % {"name": seat.holder.name}))
    if sitter.number is None:
        return format_html("{}{}", sitter.name, _spaced(words))
    way = numbered("pocket:seat-way", slug)(sitter.number)
    return format_html(
        '<a href="{}">{}</a> <span class="muted">{}</span>{}', way, sitter.name, sitter.number, _spaced(words)
    )


def opponent(other: Seated, event: Event) -> SafeString:
    """Return an opponent at a player's table with the result there and a link to the opponent's page."""
    entry = other.entry
    words = []
    if other.from_hand > 1:
        since = _("from hand %(hand)s") % {"hand": other.from_hand}
        words.append(format_html("{}{}", since, hand_name(other.from_hand, event.rules)))
    if other.result:
        scored = signed(other.result.competition_points)
        if gives_table_points(event):
            scored = format_html("{} · {}", points(other.result.table_points), scored)
        words.append(format_html('<span class="muted nowrap">{}</span>', scored))
    elif entry is None or entry.kind == "filler":
        words.append(format_html('<span class="muted">{}</span>', _("filler")))
    if entry is None:
        return format_html("{}{}", other.name, _spaced(words))
    return format_html(
        '<a href="{}">{}</a>{}', numbered("pocket:player", event.slug)(entry.number), other.name, _spaced(words)
    )


def won_hand(hand: PlayedHand, event: Event) -> SafeString:
    """Return what a won hand is worth, its session, table and number, with a link to the table."""
    return format_html(
        '<b>{}</b> <span class="muted">{}</span> <a href="{}">{}</a> <span class="muted">{}{}</span>',
        worth(hand.points or 0, event),
        won_how(hand),
        numbered("pocket:table", event.slug, hand.session)(hand.table),
        _("Session %(session)s, table %(table)s") % {"session": hand.session, "table": hand.table},
        _("hand %(number)s") % {"number": hand.no},
        hand_name(hand.no, event.rules),
    )


def _spaced(words: Iterable[SafeString]) -> SafeString:
    """Join the words, with a space before each."""
    return format_html_join("", " {}", ((word,) for word in words))


ROUND_NAMES = {
    1: gettext_lazy("East round"),
    2: gettext_lazy("South round"),
    3: gettext_lazy("West round"),
    4: gettext_lazy("North round"),
}


def wind(seat: str) -> SafeString:
    """Return a seat's wind as one sign (E, 东), with its name for screen readers."""
    return _wind(seat, get_language())


@lru_cache(maxsize=64)
def _wind(seat: str, _language: str | None) -> SafeString:
    return format_html('<abbr class="glyph" title="{}">{}</abbr>', WIND_NAMES[seat], WINDS[seat])


def wind_name(seat: str) -> str:
    """Return the name of a seat's wind."""
    return str(WIND_NAMES[seat])


def named_wind(seat: str) -> SafeString:
    """Return a seat's wind as one sign and its name (E East); the sign alone where it is the name (东)."""
    sign, name = wind(seat), wind_name(seat)
    return sign if name == str(WINDS[seat]) else format_html("{} {}", sign, name)


def round_name(number: int) -> str:
    """Return the name of round 1 to 4 of a session."""
    return str(ROUND_NAMES[number])


def tile(code: str) -> SafeString:
    """Return the image of a tile by its code (1m to 9m, 1p to 9p, 1s to 9s, E S W N, C F P); KeyError for any other."""
    return _tile(code, get_language())


@lru_cache(maxsize=256)
def _tile(code: str, _language: str | None) -> SafeString:
    return format_html(
        '<span class="tile tile-{}" role="img" aria-label="{}">'
        '<svg aria-hidden="true"><use href="{}#{}"/></svg></span>',
        code[-1],
        tile_name(code),
        static("tiles.svg"),
        code,
    )


def tile_name(code: str) -> str:
    """Return the name of a tile in the reader's language; KeyError for an unknown code."""
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


def state_of(row: Any) -> SafeString:
    """Return the badge of a row's state; its class must be in `web.shared.labels.tones`."""
    return state_badge(*shown_state(row))


def decimal(value: Fraction | None) -> str:
    """Return a mean with at most one decimal; "–" for None."""
    return DASH if value is None else rounded(value, 1)


#: The width and height of a bar of a session, and the distance between two of them.
_BAR, _BAR_HEIGHT, _BAR_STEP = 10, 24, 14
#: The table points of a winner, in twelfths.
_MOST = 48


def session_bars(results: Sequence[ResultRow]) -> SafeString:
    """Return a bar for each session, as high as its table points: 4, 2, 1, and a line for 0."""
    bars = []
    for index, row in enumerate(results):
        height = max(_BAR_HEIGHT * row.table_points // _MOST, 1)
        place = index * _BAR_STEP, _BAR_HEIGHT - height, _BAR, height
        bars.append(format_html('<rect x="{}" y="{}" width="{}" height="{}"/>', *place))
    width = max(len(bars) * _BAR_STEP, 1)
    return format_html(
        '<svg class="session-bars" viewBox="0 0 {} {}" aria-hidden="true">{}</svg>',
        width,
        _BAR_HEIGHT,
        mark_safe("".join(bars)),
    )


def hand_name(number: int, rules: str) -> SafeString:
    """Return the name of a hand after its number, such as 北风西局 in the rules of 1998; empty under other rules."""
    name = name_of_hand(number, rules)
    return format_html(' <span class="hand-name">{}</span>', name) if name else SafeString()
