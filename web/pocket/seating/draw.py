"""The public record of the draw, with the files to repeat it."""

import json

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language

from tournament.draws.exports import change_texts, method_words
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
from web.shared.draws.labels import figures
from web.shared.requests.methods import get_only
from web.shared.viewer import viewer_context


def draw(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the public part of the draw: hashes once the list is frozen, the chart's figures once it is released."""
    reader = viewer_context(request, slug)
    draw = current_draw(reader.event)
    released = draw is not None and draw.state == Draw.State.RELEASED
    context = {
        "reader": reader,
        "draw": draw,
        "released": released,
        "repeatable": released and draw is not None and draw.engine == VERSION,
        "figures": figures(draw) if draw and released else [],
        "changes": change_texts(draw) if draw and released else [],
        "method": method_words(draw.method) if draw else "",
        "terms_hash": digest(draw.terms) if draw else "",
        "earlier": earlier_draws(reader.event),
        "repeat_command": _repeat_command(slug, draw) if draw and released else "",
    }
    return render(request, "pocket/seating/draw.html", context)


def _repeat_command(slug: str, draw: Draw) -> str:
    """Return the command line that draws this chart again from its list and seed."""
    command = f"manage.py draw_chart --players {draw.players} --sessions {draw.sessions}"
    command += f" --entries {slug}-draw-{draw.version}.csv --seed {draw.seed}"
    if draw.scheme != Draw.Scheme.APART:
        command += f" --rule {draw.scheme}"
    if draw.candidate:
        command += f" --candidate {draw.candidate + 1}"
    return f"{command} --json"


@get_only
def record(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the record of the draw as JSON, for verify_draw and other programs."""
    draw = _draw_or_404(request, slug)
    text = json.dumps(draw_record(draw), ensure_ascii=False)
    return _file(text.encode(), "application/json; charset=utf-8", f"{slug}-draw-{draw.version}.json")


@get_only
def paper(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the record of the draw as a PDF in the reader's language."""
    draw = _draw_or_404(request, slug)
    seating = Seating(draw.sessions, [], draft=draw.state != Draw.State.RELEASED)
    order = Order(draw.event, get_language() or "en", timezone.now(), seating, seal=draw.event.ledger.audit_hash)
    return _file(record_paper(order, draw), "application/pdf", f"{slug}-draw-{draw.version}.pdf")


def _draw_or_404(request: HttpRequest, slug: str) -> Draw:
    """Return the released draw; officials also get a draft with a chart. 404 if there is none."""
    reader = viewer_context(request, slug)
    draw = current_draw(reader.event) if reader.official else released_draw(reader.event)
    if draw is None or not draw.chart:
        raise Http404
    return draw


@get_only
def frozen_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the frozen list as the CSV file whose SHA-256 is the hash of the list."""
    draw = current_draw(viewer_context(request, slug).event)
    if draw is None or not draw.list_hash:
        raise Http404
    text = list_text(frozen_lines(draw, numbers_of(draw)))
    return _file(text.encode(), "text/csv; charset=utf-8", f"{slug}-draw-{draw.version}.csv")


def _file(content: bytes, kind: str, name: str) -> HttpResponse:
    response = HttpResponse(content, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
