"""The pools of a stage: the standings of each, and the cross-over to the next stage."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from scoring.formats.selectors.coming_cuts import coming_cut
from scoring.formats.selectors.pool_tables import pools_of_stages
from web.live.fragments import fragment, live
from web.shared.requests.methods import get_only
from web.shared.viewer import ViewerContext, viewer_context


@get_only
def pools(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the pools, by the released results."""
    reader = viewer_context(request, slug)
    if not reader.standings.has_pools:
        raise Http404
    context = {"reader": reader, "title": _("Pools"), "name": "pools", "live": live(request, reader, "pools")}
    context |= {"coming": coming_cut(reader.standings), "has_groups": bool(reader.standings.group_names)}
    context |= {"has_teams": bool(reader.standings.team_names)}
    return render(request, "pocket/results/cuts.html", context)


@fragment("pools", shows_status=True)
def pools_fragment(_request: HttpRequest, reader: ViewerContext) -> str:
    """Render the pools, or that they are not dealt yet."""
    context = {"event": reader.event, "stages": pools_of_stages(reader.standings)}
    return render_to_string("pocket/results/_pools.html", context)
