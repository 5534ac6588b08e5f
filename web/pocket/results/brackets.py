"""The brackets of the knock-outs of teams."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from scoring.formats.selectors.bracket_pictures import bracket_pictures
from scoring.formats.selectors.coming_cuts import coming_cut
from web.live.fragments import fragment, live
from web.shared.formats.brackets import brackets_html
from web.shared.formats.team_needs import team_need_tables
from web.shared.requests.methods import get_only
from web.shared.viewer import ViewerContext, viewer_context


@get_only
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the brackets, by the released results."""
    reader = viewer_context(request, slug)
    if not reader.standings.has_knockout:
        raise Http404
    content = live(request, reader, "bracket")
    context = {"reader": reader, "title": _("Bracket"), "name": "bracket", "live": content}
    context |= {"coming": coming_cut(reader.standings), "has_groups": bool(reader.standings.group_names)}
    context |= {"has_teams": bool(reader.standings.team_names)}
    return render(request, "pocket/results/cuts.html", context)


@fragment("bracket", shows_status=True)
def bracket_fragment(_request: HttpRequest, reader: ViewerContext) -> str:
    """Render the brackets."""
    pictures = bracket_pictures(reader.standings)
    svgs = brackets_html(reader.event, pictures)
    tied = any(line.tied for picture in pictures for box in picture.boxes for line in box.teams)
    context = {"pictures": list(zip(pictures, svgs, strict=True)), "tied": tied, "event": reader.event}
    context |= {"needs": team_need_tables(reader.standings)}
    return render_to_string("pocket/results/_brackets.html", context)
