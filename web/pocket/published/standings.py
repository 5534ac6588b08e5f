"""The standings that a hall published."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from scoring.standings.selectors.labels import note_of
from web.live.fragments import fragment, live
from web.pocket.published.reading import HallLine, HallReport, HallUnitLine, hall_report
from web.pocket.results import standings_tables as tables
from web.pocket.results.standings import matching_lines, paginated
from web.shared.requests.methods import get_only
from web.shared.tables import named, numbered
from web.shared.viewer import ViewerContext, viewer_context


class HallPlayers(tables.Players):
    """The individual standings; names lead to what the hall published of the player."""

    class Meta(tables.Players.Meta):
        pass

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player_page = numbered("pocket:published-player", self.event.slug)

    def render_name(self, record: HallLine) -> SafeString:  # type: ignore[override]
        entry = record.entry
        return named(entry, self.player_page(entry.number), note_of(entry, record.standing.status))

    def render_team(self, record: HallLine) -> str:  # type: ignore[override]
        return record.entry.team_name or ""


class HallUnits(tables.Units):
    """The standings of teams or groups, without pages of their own."""

    class Meta(tables.Units.Meta):
        pass

    def render_name(self, record: HallUnitLine) -> SafeString:  # type: ignore[override]
        return format_html("{}", record.name)


@get_only
def individual(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the individual standings."""
    return _page(request, slug, "published-standings", _("Standings"))


@get_only
def teams(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the team standings."""
    return _page(request, slug, "published-teams", _("Team standings"))


@get_only
def groups(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the group standings."""
    return _page(request, slug, "published-groups", _("Group standings"))


def _page(request: HttpRequest, slug: str, name: str, title: str) -> HttpResponse:
    reader = viewer_context(request, slug)
    context = {
        "reader": reader,
        "report": hall_report(reader),
        "title": title,
        "name": name,
        "q": request.GET.get("q", "")[:100].strip(),
        "live": live(request, reader, name),
    }
    return render(request, "pocket/published/standings.html", context)


@fragment("published-standings", reads=("page", "q"))
def standings_fragment(request: HttpRequest, reader: ViewerContext) -> str:
    """Render a page of the individual standings; filtered lines keep their ranks."""
    report = hall_report(reader)
    lines = matching_lines(report.lines, request.GET)
    if report.lines and not lines:
        return _with_time(
            report, render_to_string("pocket/results/_nobody_found.html", {"text": _("Try fewer words.")})
        )
    caption = _("Individual standings")
    return _list(request, report, HallPlayers(lines, event=reader.event, caption=caption, request=request))


@fragment("published-teams", reads=("page",))
def teams_fragment(request: HttpRequest, reader: ViewerContext) -> str:
    report = hall_report(reader)
    return _list(request, report, _units(request, reader, report.teams, _("Team"), _("Team standings")))


@fragment("published-groups", reads=("page",))
def groups_fragment(request: HttpRequest, reader: ViewerContext) -> str:
    report = hall_report(reader)
    return _list(request, report, _units(request, reader, report.groups, _("Group"), _("Group standings")))


def _units(
    request: HttpRequest, reader: ViewerContext, lines: list[HallUnitLine], whose: str, caption: str
) -> HallUnits:
    without = ("last", "best")
    return HallUnits(
        lines, event=reader.event, caption=caption, page="pocket:team", whose=whose, request=request, without=without
    )


def _list(request: HttpRequest, report: HallReport, table: tables.Ranks) -> str:
    """Render the table, or the notice that there is no result yet."""
    if not table.data:
        return _with_time(report, render_to_string("pocket/results/_no_results.html", {"none": False}))
    return _with_time(report, paginated(request, table))


def _with_time(report: HallReport, content: str) -> str:
    """Put the time of the package above the list."""
    return render_to_string("pocket/published/_published.html", {"report": report, "list": mark_safe(content)})
