"""The pages of a team and of a group."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from ranking.teams.selectors import teams_with_results
from scoring.standings.selectors.rank_history import rank_history
from scoring.standings.selectors.unit_record import UnitRecord, group_record, team_record
from web.live.fragments import fragment, live
from web.pocket.plots.columns import columns
from web.pocket.plots.pictures import ranks_in_words, ranks_of
from web.pocket.subjects import numbers_of
from web.shared.formats.team_needs import team_need_text
from web.shared.requests.methods import get_only
from web.shared.viewer import ViewerContext, viewer_context


@get_only
def team(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show one team: members x sessions."""
    return _unit_page(request, slug, "team", number)


@get_only
def group(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show one group: members x sessions, of whom the best count."""
    return _unit_page(request, slug, "group", number)


def _unit_page(request: HttpRequest, slug: str, kind: str, number: int) -> HttpResponse:
    reader = viewer_context(request, slug)
    content = live(request, reader, kind, str(number))
    names = reader.standings.team_names if kind == "team" else reader.standings.group_names
    name = names.get(number)
    context = {"reader": reader, "live": content, "kind": kind, "name": name}
    context["in_record"] = kind == "team" and name is not None and name in teams_with_results([name])
    return render(request, "pocket/results/units.html", context)


@fragment("team", reads=("subject",), shows_status=True)
def team_fragment(request: HttpRequest, reader: ViewerContext) -> str:
    """Render the members, sums and rank of the team."""
    [number] = numbers_of(request)
    standings = reader.standings
    ranks = reader.cached("team ranks", lambda: rank_history(standings.teams, standings.last))
    return _render_record(reader, "team", team_record(standings, number, ranks))


@fragment("group", reads=("subject",), shows_status=True)
def group_fragment(request: HttpRequest, reader: ViewerContext) -> str:
    """Render the members, those who count, sums and rank of the group."""
    [number] = numbers_of(request)
    standings = reader.standings
    ranks = reader.cached("group ranks", lambda: rank_history(standings.groups, standings.last))
    return _render_record(reader, "group", group_record(standings, number, ranks))


def _render_record(reader: ViewerContext, kind: str, record: UnitRecord | None) -> str:
    if record is None:
        raise Http404
    ranks = [session.rank for session in record.sessions]
    points = [(str(session.number), session.competition_points) for session in record.sessions if session.counts]
    context = {"reader": reader, "event": reader.event, "kind": kind, "record": record}
    context |= {"need": team_need_text(reader.standings, record.standing.number) if kind == "team" else ""}
    context |= {
        "ranks": ranks_of(ranks, record.ranked),
        "ranks_in_words": ranks_in_words(ranks),
        "chart": columns(points) if len(points) > 1 else None,
    }
    return render_to_string("pocket/results/_unit.html", context)
