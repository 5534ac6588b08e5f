"""The parts of a screen: for each kind its number of pages now, and each page."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language

from common.i18n.text_fields import page_texts
from scoring.display.models.screens import ScreenPart
from scoring.display.selectors.ceremony import ceremony_of
from scoring.draw_release.selectors.played import coming_session
from scoring.formats.selectors.bracket_pictures import screen_pictures
from scoring.formats.selectors.pool_tables import pools_of_stages
from scoring.progress.selectors.missing import Waiting
from scoring.standings.selectors.lines import group_lines, player_lines, team_lines
from tournament.clocks.selectors.clocks import announcements_of, current_announcements
from tournament.draws.selectors.draws import released_draw
from tournament.draws.selectors.lot_shows import current_show
from tournament.seating.selectors.seats import session_seats, start_of
from web.live.fragments import FRAGMENTS
from web.shared.formats.brackets import ON_SCREEN, ON_UPRIGHT_SCREEN, SCREEN_COLUMNS, SCREEN_ROWS, bracket_svg
from web.shared.formats.pools import screen_pages
from web.shared.viewer import ViewerContext
from web.wall.names import FITS_RANKS, ROWS, seat_lines, widest
from web.wall.parts.clock import clock_page, has_clock
from web.wall.parts.series import series_pages, series_version
from web.wall.parts.standings import RANKS, StandingsPages


@dataclass(frozen=True)
class Shown:
    """The current content of a part: the number of ``pages`` (0: nothing to show), a function that renders a page
    (from 1), and the seconds of a page.

    ``alone``: an official is stepping the part, so the screen shows nothing else.
    """

    kind: str
    seconds: int
    pages: int
    page: Callable[[int], str]
    alone: bool = False


@dataclass(frozen=True)
class Part:
    """A kind of part: its content, and a version for changes that the event's versions do not cover."""

    show: Callable[[ViewerContext, ScreenPart], Shown]
    version: Callable[[ViewerContext], str] = lambda _reader: ""


def _seats(reader: ViewerContext, part: ScreenPart) -> Shown:
    """Seats of the coming session, by name."""
    draw = released_draw(reader.event)
    if draw is None:
        return _shown(part, 0, lambda _page: "")
    session = coming_session(draw)
    columns, lines = seat_lines(session_seats(draw, session))
    size = ROWS * columns

    def drawn(page: int) -> str:
        context = {"lines": lines[(page - 1) * size : page * size], "columns": columns, "session": session}
        context |= {"starts": start_of(draw, session), "page": page, "pages": ceil(len(lines) / size)}
        return render_to_string("wall/_seats.html", context)

    return _shown(part, ceil(len(lines) / size), drawn)


def _ranks(lines_of: Callable[[Any], Sequence[Any]]) -> Callable[[ViewerContext, ScreenPart], Shown]:
    """Return the function that shows released standings of players, teams or groups."""

    def show(reader: ViewerContext, part: ScreenPart) -> Shown:
        standings = StandingsPages(reader, part, lines_of(reader.standings) if reader.after else [])
        return _shown(part, standings.pages, standings.page)

    return show


def _bracket(reader: ViewerContext, part: ScreenPart) -> Shown:
    """Each knock-out of teams on as many pages as its letters need: the first rounds alone, then the last ones."""
    has = reader.standings.has_knockout
    pictures = screen_pictures(reader.standings, SCREEN_ROWS, SCREEN_COLUMNS) if has else []

    def drawn(page: int) -> str:
        picture = pictures[page - 1]
        svgs = [bracket_svg(reader.event, picture, shape) for shape in (ON_SCREEN, ON_UPRIGHT_SCREEN)]
        context = {"title": picture.title, "svgs": svgs, "after": reader.after, "page": page, "pages": len(pictures)}
        return render_to_string("wall/_bracket.html", context | {"provisional": not reader.status.official})

    return _shown(part, len(pictures), drawn)


def _pools(reader: ViewerContext, part: ScreenPart) -> Shown:
    """The pools of the stage that is played, two side by side where the names leave room."""
    stages = pools_of_stages(reader.standings) if reader.standings.has_pools else []
    longest = widest(line.name for stage in stages for _letter, lines in stage.pools for line in lines)
    wide = longest > FITS_RANKS
    pages = screen_pages(stages, RANKS, 1 if wide else 2)

    def drawn(page: int) -> str:
        title = pages[page - 1].stage or part.get_kind_display()
        context = {"title": title, "blocks": pages[page - 1].blocks, "wide": wide, "event": reader.event}
        context |= {"after": reader.after, "provisional": not reader.status.official, "pages": len(pages)}
        return render_to_string("wall/_pools.html", context | {"page": page})

    return _shown(part, len(pages), drawn)


def _series(reader: ViewerContext, part: ScreenPart) -> Shown:
    pages = series_pages(reader)
    return _shown(part, len(pages), lambda page: pages[page - 1])


def _picture(reader: ViewerContext, part: ScreenPart) -> Shown:
    picture = part.picture
    context = {"picture": picture, "screen": part.screen, "event": reader.event}
    return _shown(
        part, 1 if picture and picture.name else 0, lambda _page: render_to_string("wall/_picture.html", context)
    )


def _announcements(reader: ViewerContext, part: ScreenPart) -> Shown:
    """Current announcements, one a page, in all their languages, the screen's language first."""
    announced = current_announcements(announcements_of(reader.event), timezone.now())

    def drawn(page: int) -> str:
        language = get_language()
        texts = page_texts(announced[page - 1].texts)
        ordered = sorted(texts, key=lambda pair: pair[0] != language)
        context = {"said": ordered, "page": page, "pages": len(announced)}
        return render_to_string("wall/_announcement.html", context)

    return _shown(part, len(announced), drawn)


def _clock(reader: ViewerContext, part: ScreenPart) -> Shown:
    """The session's clock, or the time of day and what comes."""
    return _shown(part, int(has_clock(reader)), lambda _page: clock_page(reader))


def clock_html(reader: ViewerContext) -> str:
    """Render the clock's fragment, which also sounds the gong if the screen may play sound."""
    return FRAGMENTS["clock"].render(HttpRequest(), reader)


def _fragment(name: str, has: Callable[[ViewerContext], bool], *, alone: bool = False) -> Callable[..., Shown]:
    """Return the function that shows a live fragment while it ``has`` content; ``alone`` for stepped fragments."""

    def show(reader: ViewerContext, part: ScreenPart) -> Shown:
        filled = has(reader)
        return _shown(
            part, int(filled), lambda _page: FRAGMENTS[name].render(HttpRequest(), reader), alone=alone and filled
        )

    return show


def _shown(part: ScreenPart, pages: int, page: Callable[[int], str], *, alone: bool = False) -> Shown:
    return Shown(part.kind, part.seconds, pages, page, alone)


def _has_lot_show(reader: ViewerContext) -> bool:
    draw, show = current_show(reader.event)
    return show is not None and draw is not None


def _has_calls(reader: ViewerContext) -> bool:
    return bool(Waiting(reader.event).called)


KINDS: dict[str, Part] = {
    ScreenPart.Kind.CLOCK: Part(_clock, FRAGMENTS["clock"].extra_version),
    ScreenPart.Kind.ANNOUNCEMENTS: Part(_announcements, FRAGMENTS["announcements"].extra_version),
    ScreenPart.Kind.SEATS: Part(_seats),
    ScreenPart.Kind.STANDINGS: Part(_ranks(player_lines)),
    ScreenPart.Kind.TEAMS: Part(_ranks(team_lines)),
    ScreenPart.Kind.GROUPS: Part(_ranks(group_lines)),
    ScreenPart.Kind.POOLS: Part(_pools),
    ScreenPart.Kind.BRACKET: Part(_bracket),
    ScreenPart.Kind.SERIES: Part(_series, series_version),
    ScreenPart.Kind.PICTURE: Part(_picture),
    ScreenPart.Kind.CALLS: Part(_fragment("wall-calls", _has_calls), FRAGMENTS["wall-calls"].extra_version),
    ScreenPart.Kind.CEREMONY: Part(
        _fragment("wall-ceremony", lambda reader: ceremony_of(reader.event) is not None, alone=True),
        FRAGMENTS["wall-ceremony"].extra_version,
    ),
    ScreenPart.Kind.LOTS: Part(_fragment("wall-lots", _has_lot_show, alone=True), FRAGMENTS["wall-lots"].extra_version),
}
