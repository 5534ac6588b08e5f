"""The screen of the award ceremony; it never sends names of later steps."""

from collections.abc import Sequence
from math import ceil
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from common.actions.engine import may
from scoring.display.models.ceremonies import Award, Ceremony
from scoring.display.rules.ceremony import Step
from scoring.display.selectors.ceremony import ceremony_of, held_back, steps_of
from scoring.display.selectors.winners import AwardWithWinners, Winners
from scoring.display.services.ceremony import step_ceremony
from web.live.fragments import fragment, live
from web.shared.requests.methods import get_only
from web.shared.viewer import ViewerContext, viewer_context
from web.wall.logo import logo_address
from web.wall.names import widest

#: Number of lines (awards and winners) that fit one below the other at the end; more use the layout in columns.
LINES = 20
#: Greatest number of winners of the individual ranking on the podium, and of lines of other awards below it.
PODIUM, BELOW_PODIUM = 4, 12
#: Layout in columns: lines of a column, width of a line in halves of a letter's height, columns of the screen.
COLUMN, LINE, COLUMNS = 18, 30, 3
#: Seconds that a page of awards is shown.
SECONDS = 15


@get_only
def ceremony(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the screen, with step keys for accounts that may step."""
    reader = viewer_context(request, slug)
    context = {
        "reader": reader,
        "live": live(request, reader, "wall-ceremony"),
        "steps": may(reader.actor, step_ceremony, reader.event.ledger),
        "ceremony": ceremony_of(reader.event),
    }
    return render(request, "wall/ceremony.html", context)


def _version(reader: ViewerContext) -> str:
    current = ceremony_of(reader.event)
    if current is None:
        return ""
    if not current.over:
        return f"{current.pk}.{current.shown}"
    pages = reader.cached(f"ceremony pages {current.pk}", lambda: len(_pages(_awards_with_winners(reader))))
    return f"{current.pk}.{current.shown}.{_current_page(reader, pages)}"


def _awards_with_winners(reader: ViewerContext) -> list[AwardWithWinners]:
    """Return the awards that have winners."""
    winners = Winners(reader.event, photos=True)
    return [award for award in winners.awards_with_winners(frozen=True) if award.winners]


def _current_page(reader: ViewerContext, pages: int) -> int:
    """Return the page (from 0) to show now, the same on every screen."""
    return int(reader.now.timestamp() / SECONDS) % pages


@fragment("wall-ceremony", extra_version=_version)
def ceremony_fragment(_request: HttpRequest, reader: ViewerContext) -> str:
    """Render the names of the newest step, and the places of the same award that were shown before.

    If the number of steps differs from the one at the beginning (a winner's team was removed), no name is shown.
    """
    current = ceremony_of(reader.event)
    context: dict[str, Any] = {"event": reader.event, "ceremony": current, "logo": logo_address(reader.event)}
    if current is None or not current.shown or _retracted(current, reader):
        return render_to_string("wall/_ceremony_before.html", context)
    awards = _awards_with_winners(reader)
    if current.over:
        return render_to_string("wall/_ceremony_over.html", context | _over(reader, awards))
    steps = steps_of(awards)
    if len(steps) + 1 != current.steps:
        return render_to_string("wall/_ceremony_before.html", context)
    return render_to_string("wall/_ceremony.html", context | _step(awards, steps[current.shown - 1]))


def named_players(reader: ViewerContext) -> set[int]:
    """Return the numbers of the players whom the ceremony has named so far."""
    current = ceremony_of(reader.event)
    if current is None or _retracted(current, reader):
        return set()
    awards = _awards_with_winners(reader)
    steps = steps_of(awards)
    if len(steps) + 1 != current.steps:
        return set()
    named = (winner for step in steps[: current.shown] for winner in awards[step.award].at(step.place))
    return {winner.number for winner in named if winner.kind == "player"}


def _over(reader: ViewerContext, awards: Sequence[AwardWithWinners]) -> dict[str, Any]:
    """Return the context of all awards, or of the current page if they take several pages."""
    podium = next((award for award in awards if award.award.kind == Award.Kind.INDIVIDUAL), None)
    others = [award for award in awards if award is not podium]
    if podium and len(podium.winners) <= PODIUM and sum(1 + len(award.winners) for award in others) <= BELOW_PODIUM:
        return {"podium": podium.winners, "awards": others, "page": 1, "pages": 1}
    pages = _pages(awards)
    page = _current_page(reader, len(pages))
    return {"awards": pages[page], "many": _in_columns(awards), "page": page + 1, "pages": len(pages)}


def _in_columns(awards: Sequence[AwardWithWinners]) -> bool:
    """Return whether the awards need the layout in columns, with the winners of an award in one line."""
    return sum(1 + len(award.winners) for award in awards) > LINES


def _pages(awards: Sequence[AwardWithWinners]) -> list[Sequence[AwardWithWinners]]:
    """Split the awards into pages; only an award longer than a column continues in the next one."""
    if not _in_columns(awards):
        return [awards]
    pages: list[list[AwardWithWinners]] = [[]]
    column, used = 0, 0.0
    for award in awards:
        lines = _lines(award)
        if used and used + lines > COLUMN:
            column, used = column + 1, 0.0
        if pages[-1] and column + ceil((used + lines) / COLUMN) > COLUMNS:
            pages.append([])
            column, used = 0, 0.0
        pages[-1].append(award)
        full, used = divmod(used + lines, COLUMN)
        column += int(full)
    return [*pages]


def _lines(listed: AwardWithWinners) -> float:
    """Return the height of an award in lines: its title, its winners with places, and the space below."""
    title = widest([listed.award.title or str(listed.award.get_kind_display())])
    lines, used = 1, 0.0
    for winner in listed.winners:  # a name follows its place and is not broken
        name = widest([winner.name]) + 4
        if used and used + name > LINE:
            lines, used = lines + 1, 0.0
        full, used = divmod(used + name, LINE)
        lines += int(full)
    return ceil(title / LINE) + lines + 0.4


def _retracted(ceremony: Ceremony, reader: ViewerContext) -> bool:
    """Return whether the release at the end of the ceremony was retracted; a rehearsal has no release."""
    return ceremony.over and not reader.event.rehearsal and held_back(reader.event) is not None


def _step(awards: Sequence[AwardWithWinners], step: Step) -> dict[str, Any]:
    """Return the context of the newest step: its award, its place, and the places shown before."""
    current = awards[step.award]
    earlier = [winner for winner in current.winners if winner.place > step.place]
    context = {"award": current.award, "place": step.place, "newest": current.at(step.place), "earlier": earlier}
    if step.place == 1 and current.award.ranked:
        context["climax"] = "individual" if current.award.kind == Award.Kind.INDIVIDUAL else "unit"
    return context
