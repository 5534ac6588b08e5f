"""Statistics of an event's hands: charts drawn on the server, each with a table."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from scoring.formats.selectors.coming_cuts import coming_cut
from scoring.game.rules.games import game_of
from scoring.standings.selectors.deal_statistics import DealFigures, deal_figures
from scoring.standings.selectors.encounters import Encounters, encounters
from scoring.standings.selectors.hand_statistics import event_hands, hands_in
from scoring.standings.selectors.lines import PlayerLine, player_lines
from scoring.standings.selectors.rank_history import rank_history
from web.live.fragments import fragment, live
from web.pocket.plots.pictures import MOST, ends_of_hands, meetings_of, points_of_hands, top_points, top_ten
from web.shared.requests.methods import get_only
from web.shared.scores import decimal
from web.shared.viewer import ViewerContext, viewer_context


@get_only
def statistics(request: HttpRequest, slug: str) -> HttpResponse:
    """Show how hands ended, their points, and the highest."""
    reader = viewer_context(request, slug)
    context = {"reader": reader, "live": live(request, reader, "statistics"), "name": "statistics"}
    context |= {"has_teams": bool(reader.standings.team_names), "has_groups": bool(reader.standings.group_names)}
    context["coming"] = coming_cut(reader.standings)
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
    lines = player_lines(standings)
    first = [line for line in lines if line.standing.rank][:MOST]
    met = encounters(standings, [line.entry.number for line in first])
    points, sums = top_points(lines, standings.last)
    deals = deal_figures(reader.event, reader.view)
    context = {
        "event": reader.event,
        "hands": hands,
        "deals": _deal_rows(deals),
        "ends": ends_of_hands(hands.all, deals.aborted if deals else None),
        "points": points_of_hands(hands) if hands.all.won else None,
        "top": top_ten(lines, ranks),
        "first": [(line, ranks.get(line.entry.number, ())) for line in first],
        "top_points": points,
        "sessions": range(1, standings.last + 1),
        "sessions_from_0": range(standings.last + 1),
        "first_points": list(zip(first, sums, strict=True)),
        "meetings": meetings_of(lines, met),
        "met": [(line, [_cell(met, line, other) for other in first]) for line in first],
        "highest": [(hand, names.get(hand.winner or 0)) for hand in hands.highest],
    }
    return render_to_string("pocket/results/_statistics.html", context)


def _deal_rows(figures: DealFigures | None) -> list[tuple[str, Any]]:
    """Return counts that are not ends of hands, with their labels; empty for games that have no periods."""
    if figures is None:
        return []
    return [
        (_("Bound to lose"), figures.bound),
        (_("False wins"), figures.false_wins),
        (_("Won by the dealer"), figures.dealer_wins),
        (_("Hands per round"), decimal(figures.hands_a_round)),
    ]


def _cell(met: Encounters, line: PlayerLine, other: PlayerLine) -> str:
    """Return the sessions in which both players met, as text."""
    return ", ".join(map(str, met.get((line.entry.number, other.entry.number), ())))
