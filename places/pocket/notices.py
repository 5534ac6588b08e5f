"""Public notices of fouls: only what an official published."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from places.methods import get_only
from places.reading import reading
from scoring.selectors.foul_words import kind_name
from scoring.selectors.fouls import catalogue_of, published


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
