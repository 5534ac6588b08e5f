"""Public notices of fouls, as published by an official."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.fouls.selectors.fouls import catalogue_of, published
from scoring.fouls.selectors.labels import kind_name
from web.shared.requests.methods import get_only
from web.shared.viewer import viewer_context


@get_only
def notices(request: HttpRequest, slug: str) -> HttpResponse:
    """List the notices of the event, newest first; players who refused their name appear with initials."""
    reader = viewer_context(request, slug)
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
