"""Statistics of an event's hands: charts drawn on the server, each with a table."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from scoring.standings.selectors.hand_statistics import event_hands, hands_in
from web.live.fragments import fragment, live
from web.pocket.results.charts import points_of_hands, shares
from web.shared.requests.methods import get_only
from web.shared.viewer import ViewerContext, viewer_context


@get_only
def statistics(request: HttpRequest, slug: str) -> HttpResponse:
    """Show how hands ended, their points, and the highest."""
    reader = viewer_context(request, slug)
    context = {"reader": reader, "live": live(request, reader, "statistics"), "name": "statistics"}
    context |= {"has_teams": bool(reader.standings.team_names), "has_groups": bool(reader.standings.group_names)}
    return render(request, "pocket/results/statistics.html", context)


@fragment("statistics", shows_status=True)
def statistics_fragment(_request: HttpRequest, reader: ViewerContext) -> str:
    """Render charts and tables of every hand that the reader may see."""
    hands = event_hands(hands_in(reader.event, reader.view))
    if not hands.all.hands:
        return render_to_string("pocket/results/_no_hands.html", {"reader": reader})
    names = reader.standings.names
    context = {
        "event": reader.event,
        "found": hands,
        "shares": shares(hands.all),
        "points": points_of_hands(hands) if hands.all.won else None,
        "highest": [(hand, names.get(hand.winner or 0)) for hand in hands.highest],
    }
    return render_to_string("pocket/results/_statistics.html", context)
