"""Statistics of an event's hands: charts drawn on the server, each with a table."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from scoring.game.rules.games import game_of
from scoring.standings.selectors.hand_statistics import event_hands, hands_in
from scoring.standings.selectors.lines import player_lines
from scoring.standings.selectors.rank_history import rank_history
from web.live.fragments import fragment, live
from web.pocket.plots.pictures import MOST, points_of_hands, top_ten, ways_of_winning
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
    hands = event_hands(hands_in(reader.event, reader.view), game_of(reader.event.rules).terms.steps)
    if not hands.all.hands:
        return render_to_string("pocket/results/_no_hands.html", {"reader": reader})
    standings = reader.standings
    names = standings.names
    ranks = reader.cached("player ranks", lambda: rank_history(standings.individual, standings.last))
    context = {
        "event": reader.event,
        "found": hands,
        "ways": ways_of_winning(hands.all),
        "points": points_of_hands(hands) if hands.all.won else None,
        "top": top_ten(player_lines(standings), ranks),
        "first": [(line, ranks.get(line.entry.number, ())) for line in player_lines(standings)[:MOST]],
        "highest": [(hand, names.get(hand.winner or 0)) for hand in hands.highest],
    }
    return render_to_string("pocket/results/_statistics.html", context)
