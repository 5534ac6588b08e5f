"""A team's and a group's page."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from scoring.standings.selectors.rank_history import rank_history
from scoring.standings.selectors.unit_record import group_record, team_record
from web.live.fragments import fragment, live, once
from web.live.reading import Reading, reading
from web.pocket.subjects import numbers_of
from web.shared.requests.methods import get_only


@get_only
def team(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One team: members x sessions."""
    return _page(request, slug, "team", number)


@get_only
def group(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One group: its members x sessions, the best of whom count."""
    return _page(request, slug, "group", number)


def _page(request: HttpRequest, slug: str, kind: str, number: int) -> HttpResponse:
    reader = reading(request, slug)
    content = live(request, reader, kind, str(number))
    names = reader.standings.team_names if kind == "team" else reader.standings.group_names
    context = {"reader": reader, "live": content, "kind": kind, "name": names.get(number)}
    return render(request, "pocket/results/units.html", context)


@fragment("team", reads=("subject",))
def team_fragment(request: HttpRequest, reader: Reading) -> str:
    """The team's members, sums and rank."""
    [number] = numbers_of(request)
    standings = reader.standings
    ranks = once(reader, ("team ranks",), lambda: rank_history(standings.teams, standings.last))
    return _content(reader, "team", team_record(standings, number, ranks))


@fragment("group", reads=("subject",))
def group_fragment(request: HttpRequest, reader: Reading) -> str:
    """The group's members, who of them count, sums and rank."""
    [number] = numbers_of(request)
    standings = reader.standings
    ranks = once(reader, ("group ranks",), lambda: rank_history(standings.groups, standings.last))
    return _content(reader, "group", group_record(standings, number, ranks))


def _content(reader: Reading, kind: str, record: object) -> str:
    if record is None:
        raise Http404
    return render_to_string(
        "pocket/results/_unit.html", {"reader": reader, "event": reader.event, "kind": kind, "record": record}
    )
