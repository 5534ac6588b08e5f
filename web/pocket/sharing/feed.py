"""The feed of an event (Atom): each released session with the first three, as the public sees them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.game.rules.table_points import rounded
from scoring.settings.selectors import gives_table_points
from scoring.standings.rules.standings import PlayerStanding
from web.shared.requests.methods import get_only
from web.shared.scores import competition
from web.shared.viewer import ViewerContext, public_viewer_context

FIRST = 3


@get_only
def event_feed(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer the feed of what became public, the newest first."""
    reader = public_viewer_context(slug)
    if reader is None:
        raise Http404
    home = request.build_absolute_uri(reverse("pocket:event", args=[slug]))
    feed = Atom1Feed(reader.event.name, home, "", language=get_language(), feed_url=request.build_absolute_uri())
    released = reader.event.sessions.filter(number__lte=reader.view.last_session, released_at__isnull=False)
    for session in released.order_by("-number"):
        feed.add_item(
            title=_("Results after session %(number)s") % {"number": session.number},
            link=request.build_absolute_uri(reverse("pocket:session", args=[slug, session.number])),
            description=_first(reader, session.number),
            unique_id=f"{home}#session-{session.number}",
            pubdate=session.released_at,
            updateddate=session.released_at,
        )
    return HttpResponse(feed.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")


def _first(reader: ViewerContext, session: int) -> str:
    lines = [line for line in reader.standings.individual(session)[:FIRST] if line.rank]
    return " · ".join(_line(reader, line) for line in lines)


def _line(reader: ViewerContext, line: PlayerStanding) -> str:
    name = reader.standings.names[line.number].name
    score = competition(line.competition_points)
    figures = f"{rounded(line.table_points)}, {score}" if gives_table_points(reader.event) else score
    return f"{line.rank} {escape(name)} ({figures})"
