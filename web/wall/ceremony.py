"""The ceremony as an official steps it at the Desk or here: names of the step, and of no later one."""

from collections.abc import Sequence
from math import ceil
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone

from common.actions.engine import may
from scoring.display.models.ceremonies import Ceremony
from scoring.display.rules.ceremony import Step
from scoring.display.selectors.ceremony import Given, Winners, ceremony_of, held_back, steps_of
from scoring.display.services.ceremony import step_ceremony
from web.live.fragments import fragment, live, once
from web.live.reading import Reading, reading
from web.shared.requests.methods import get_only
from web.wall.names import widest

#: So many lines, awards and who has them, stand below one another on a screen at the end; more go on in one line.
LINES = 20
#: Then so many lines, each of so many halves of a letter's height, fit one of COLUMNS columns of the screen.
COLUMN, LINE, COLUMNS = 18, 30, 3
#: Seconds that a page of them stays.
SECONDS = 15


@get_only
def ceremony(request: HttpRequest, slug: str) -> HttpResponse:
    """The screen; whoever may step has the keys on it too."""
    reader = reading(request, slug)
    context = {
        "reader": reader,
        "live": live(request, reader, "wall-ceremony"),
        "steps": may(reader.actor, step_ceremony, reader.event.head),
        "ceremony": ceremony_of(reader.event),
    }
    return render(request, "wall/ceremony.html", context)


def _version(reader: Reading) -> str:
    found = ceremony_of(reader.event)
    if found is None:
        return ""
    if not found.over:
        return f"{found.pk}.{found.shown}"
    pages = once(reader, ("ceremony pages", str(found.pk)), lambda: len(_pages(_given(reader))))
    return f"{found.pk}.{found.shown}.{_turn(pages)}"


def _given(reader: Reading) -> list[Given]:
    """The awards that somebody has."""
    return [one for one in Winners(reader.event).given(frozen=True) if one.winners]


def _turn(pages: int) -> int:
    """Which of the pages, from 0, is to be seen now: on every screen the same."""
    return int(timezone.now().timestamp()) // SECONDS % pages


@fragment("wall-ceremony", extra=_version, says_where=False)
def ceremony_fragment(request: HttpRequest, reader: Reading) -> str:
    """The names of the newest step big, the places of the same award that came before it, and nothing else.

    Where a winner's team is no more, the steps are others than those that were begun: nobody is named.
    """
    found = ceremony_of(reader.event)
    context: dict[str, Any] = {"event": reader.event, "ceremony": found}
    if found is None or not found.shown or _taken_back(found, reader):
        return render_to_string("wall/_ceremony_before.html", context)
    given = _given(reader)
    if found.over:
        return render_to_string("wall/_ceremony_over.html", context | _over(given))
    steps = steps_of(given)
    if len(steps) + 1 != found.steps:
        return render_to_string("wall/_ceremony_before.html", context)
    return render_to_string("wall/_ceremony.html", context | _step(given, steps[found.shown - 1]))


def _over(given: Sequence[Given]) -> dict[str, Any]:
    """Everybody who has an award; where they take several pages, those of the page that is to be seen now."""
    pages = _pages(given)
    page = _turn(len(pages))
    return {"given": pages[page], "many": _many(given), "page": page + 1, "pages": len(pages)}


def _many(given: Sequence[Given]) -> bool:
    """Whether who has an award stands in one line, three columns beside each other."""
    return sum(1 + len(one.winners) for one in given) > LINES


def _pages(given: Sequence[Given]) -> list[Sequence[Given]]:
    """The awards in their order, on as many pages as they fill; only one too long for a column goes on in the next."""
    if not _many(given):
        return [given]
    pages: list[list[Given]] = [[]]
    column, used = 0, 0.0
    for one in given:
        lines = _lines(one)
        if used and used + lines > COLUMN:
            column, used = column + 1, 0.0
        if pages[-1] and column + ceil((used + lines) / COLUMN) > COLUMNS:
            pages.append([])
            column, used = 0, 0.0
        pages[-1].append(one)
        full, used = divmod(used + lines, COLUMN)
        column += int(full)
    return [*pages]


def _lines(one: Given) -> float:
    """The lines of an award: what it is called, who has it with the places, and the space before the next."""
    title = widest([one.award.title or str(one.award.get_kind_display())])
    lines, used = 1, 0.0
    for winner in one.winners:  # a name stands whole in its line, behind its place
        name = widest([winner.name]) + 4
        if used and used + name > LINE:
            lines, used = lines + 1, 0.0
        full, used = divmod(used + name, LINE)
        lines += int(full)
    return ceil(title / LINE) + lines + 0.4


def _taken_back(found: Ceremony, reader: Reading) -> bool:
    """Whether the release that ended the ceremony was taken back; a rehearsal's never came."""
    return found.over and not reader.event.rehearsal and held_back(reader.event) is not None


def _step(given: Sequence[Given], step: Step) -> dict[str, Any]:
    """The award and the place of the newest step, with the places shown before it."""
    one = given[step.award]
    earlier = [winner for winner in one.winners if winner.place > step.place]
    return {"award": one.award, "place": step.place, "newest": one.at(step.place), "earlier": earlier}
