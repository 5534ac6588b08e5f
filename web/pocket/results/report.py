"""The report of an event after its end, to publish: podium, numbers, best hands, closest table, climb, photos."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language

from scoring.papers.selectors.event_report import EventReport, drawn_hands, event_report, is_complete
from scoring.papers.selectors.labels import at_table, climb_text, difference_text, number_lines, report_comes
from scoring.photos.selectors import captioned
from scoring.standings.selectors.hand_statistics import PlayedHand
from scoring.standings.selectors.standings import NamedEntry
from scoring.tiles.rules.drawn import ShownSet
from tournament.events.models.events import Event
from web.pocket.events import when, where
from web.shared.requests.methods import get_only
from web.shared.viewer import ViewerContext, viewer_context


@get_only
def report(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the report, the same for officials as for the public; before the last release say when it comes."""
    reader = viewer_context(request, slug)
    event = reader.event
    context: dict[str, Any] = {"reader": reader, "event": event, "when": when(event), "where": where(event)}
    context |= _content(reader) if is_complete(event) else {"comes": report_comes(event)}
    return render(request, "pocket/results/report.html", context)


def _content(reader: ViewerContext) -> dict[str, Any]:
    public = ViewerContext(reader.event, reader.actor, frozenset())
    report = public.cached("event report", lambda: event_report(public.standings))
    event, closest, climb = reader.event, report.closest, report.climb
    return {
        "report": report,
        "hands": public.cached("drawn hands of the report", lambda: _drawn_hands(event, report)),
        "podium": report.podium,
        "numbers": number_lines(report.numbers, event),
        "difference": difference_text(closest, event) if closest else "",
        "at_table": at_table(closest) if closest else "",
        "climbed": climb_text(climb) if climb else "",
        "photos": captioned(event, get_language() or "en"),
        "status": public.status.label,
    }


def _drawn_hands(event: Event, report: EventReport) -> list[tuple[PlayedHand, NamedEntry | None, list[ShownSet]]]:
    """Return the best hands with their winners, and the sets of those whose tiles are recorded."""
    drawn = drawn_hands(event, report)
    return [(hand, entry, drawn.get(hand, [])) for hand, entry in report.hands]
