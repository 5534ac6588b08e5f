"""The public record of the draw: what decided it, and the files with which everybody can repeat it."""

import json

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from places.draw_words import change_text, figures
from places.reading import reading
from tournament.models import Draw
from tournament.rules.draw_records import digest, list_text
from tournament.selectors.draws import current_draw, draw_record, earlier_draws, frozen_lines, numbers_of, released_draw


def draw(request: HttpRequest, slug: str) -> HttpResponse:
    """The draw as the public may know it: hashes once the list is frozen, the chart's figures once it is released."""
    reader = reading(request, slug)
    found = current_draw(reader.event)
    released = found is not None and found.state == Draw.State.RELEASED
    context = {
        "reader": reader,
        "draw": found,
        "released": released,
        "figures": figures(found.quality) if found and released else [],
        "changes": [change_text(change) for change in found.changes] if found and released else [],
        "terms_hash": digest(found.terms) if found else "",
        "earlier": earlier_draws(reader.event),
    }
    return render(request, "pocket/draw.html", context)


def record(request: HttpRequest, slug: str) -> HttpResponse:
    """The record of the released draw as a JSON file, for verify_draw and for everybody's own program."""
    found = released_draw(reading(request, slug).event)
    if found is None:
        raise Http404
    text = json.dumps(draw_record(found), ensure_ascii=False)
    return _file(text, "application/json", f"{slug}-draw-{found.version}.json")


def listing(request: HttpRequest, slug: str) -> HttpResponse:
    """The frozen list as the CSV file whose SHA-256 is the list's hash."""
    found = current_draw(reading(request, slug).event)
    if found is None or not found.list_hash:
        raise Http404
    return _file(list_text(frozen_lines(found, numbers_of(found))), "text/csv", f"{slug}-draw-{found.version}.csv")


def _file(text: str, kind: str, name: str) -> HttpResponse:
    response = HttpResponse(text.encode("utf-8"), content_type=f"{kind}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
