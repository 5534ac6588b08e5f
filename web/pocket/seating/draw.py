"""The public record of the draw: what decided it, and the files with which everybody can repeat it."""

import json

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language

from tournament.draws.exports import change_text, method_words
from tournament.draws.models.draws import Draw
from tournament.draws.rules import VERSION
from tournament.draws.rules.records import digest, list_text
from tournament.draws.selectors.draws import (
    current_draw,
    draw_record,
    earlier_draws,
    frozen_lines,
    numbers_of,
    released_draw,
)
from tournament.papers.exports.draw_record import record_paper
from tournament.papers.exports.order import Order
from tournament.seating.selectors.seating import Seating
from web.live.reading import reading
from web.shared.draws.labels import figures
from web.shared.requests.methods import get_only


def draw(request: HttpRequest, slug: str) -> HttpResponse:
    """The draw as the public may know it: hashes once the list is frozen, the chart's figures once it is released."""
    reader = reading(request, slug)
    found = current_draw(reader.event)
    released = found is not None and found.state == Draw.State.RELEASED
    context = {
        "reader": reader,
        "draw": found,
        "released": released,
        "repeatable": released and found is not None and found.engine == VERSION,
        "figures": figures(found.quality, found.chart) if found and released else [],
        "changes": [change_text(change) for change in found.changes] if found and released else [],
        "method": method_words(found.method) if found else "",
        "terms_hash": digest(found.terms) if found else "",
        "earlier": earlier_draws(reader.event),
        "repeat_command": _repeat_command(slug, found) if found and released else "",
    }
    return render(request, "pocket/seating/draw.html", context)


def _repeat_command(slug: str, found: Draw) -> str:
    """The command line that draws this chart again from its list and seed."""
    command = f"manage.py draw_chart --players {found.players} --sessions {found.sessions}"
    command += f" --entries {slug}-draw-{found.version}.csv --seed {found.seed}"
    if found.scheme != Draw.Scheme.APART:
        command += f" --rule {found.scheme}"
    if found.candidate:
        command += f" --candidate {found.candidate + 1}"
    return f"{command} --json"


@get_only
def record(request: HttpRequest, slug: str) -> HttpResponse:
    """The record of the draw as a JSON file, for verify_draw and for everybody's own program."""
    found = _recorded(request, slug)
    text = json.dumps(draw_record(found), ensure_ascii=False)
    return _file(text.encode(), "application/json; charset=utf-8", f"{slug}-draw-{found.version}.json")


@get_only
def paper(request: HttpRequest, slug: str) -> HttpResponse:
    """The record on paper, in the reader's language."""
    found = _recorded(request, slug)
    seating = Seating(found.sessions, [], draft=found.state != Draw.State.RELEASED)
    order = Order(found.event, get_language() or "en", timezone.now(), seating, seal=found.event.head.audit_hash)
    return _file(record_paper(order, found), "application/pdf", f"{slug}-draw-{found.version}.pdf")


def _recorded(request: HttpRequest, slug: str) -> Draw:
    """The released draw; officials have the record of a draft too. 404 if there is none."""
    reader = reading(request, slug)
    found = current_draw(reader.event) if reader.official else released_draw(reader.event)
    if found is None or not found.chart:
        raise Http404
    return found


@get_only
def listing(request: HttpRequest, slug: str) -> HttpResponse:
    """The frozen list as the CSV file whose SHA-256 is the list's hash."""
    found = current_draw(reading(request, slug).event)
    if found is None or not found.list_hash:
        raise Http404
    text = list_text(frozen_lines(found, numbers_of(found)))
    return _file(text.encode(), "text/csv; charset=utf-8", f"{slug}-draw-{found.version}.csv")


def _file(content: bytes, kind: str, name: str) -> HttpResponse:
    response = HttpResponse(content, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
