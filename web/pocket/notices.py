"""Public notices of fouls: only what an official published."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.fouls.selectors.fouls import catalogue_of, published
from scoring.fouls.selectors.labels import kind_name
from web.live.reading import reading
from web.shared.requests.methods import get_only


@get_only
def notices(request: HttpRequest, slug: str) -> HttpResponse:
    """The notices of the event, the newest first; who refused the name stands with initials."""
    reader = reading(request, slug)
    kinds = catalogue_of(reader.event)
    rows = [
        {
            "foul": foul,
            "who": f"{foul.entry.number} {foul.entry.public_name}" if foul.entry else "",
            "what": kind_name(foul, kinds),
        }
        for foul in published(reader.event)
    ]
    return render(request, "pocket/notices.html", {"reader": reader, "event": reader.event, "rows": rows})
