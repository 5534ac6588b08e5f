"""The statistics of an event's hands, as pictures drawn here with a table beside each."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from scoring.standings.selectors.hand_statistics import event_hands, hands_in
from web.live.fragments import fragment, live
from web.live.reading import Reading, reading
from web.pocket.results.charts import points_of_hands, shares
from web.shared.requests.methods import get_only


@get_only
def statistics(request: HttpRequest, slug: str) -> HttpResponse:
    """How hands ended, for how much, and the highest."""
    reader = reading(request, slug)
    context = {"reader": reader, "live": live(request, reader, "statistics"), "name": "statistics"}
    context |= {"has_teams": bool(reader.standings.team_names), "has_groups": bool(reader.standings.group_names)}
    return render(request, "pocket/results/statistics.html", context)


@fragment("statistics")
def statistics_fragment(request: HttpRequest, reader: Reading) -> str:
    """The pictures and tables of every hand that the reader may see."""
    found = event_hands(hands_in(reader.event, reader.view))
    if not found.all.hands:
        return render_to_string("pocket/results/_no_hands.html", {"reader": reader})
    names = reader.standings.names
    context = {
        "event": reader.event,
        "found": found,
        "shares": shares(found.all),
        "points": points_of_hands(found) if found.all.won else None,
        "highest": [(hand, names.get(hand.winner or 0)) for hand in found.highest],
    }
    return render_to_string("pocket/results/_statistics.html", context)
