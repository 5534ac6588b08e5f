"""The page of the draw: freeze the list, mix the seed, draw the chart, approve it."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.draw_release.selectors.before_start import against_redraw_before_start
from tournament.draws.exports import change_texts, method_words
from tournament.draws.models.draws import Draw
from tournament.draws.rules.records import digest
from tournament.draws.selectors.draws import (
    against_freezing,
    current_draw,
    drawable_entries,
    earlier_draws,
    first_pools,
    first_session_with_tables,
    numbers_of,
    seat_wishes,
    since_frozen,
)
from tournament.draws.services.drawing import make_chart
from tournament.draws.services.freezing import freeze_list
from tournament.draws.services.states import approve_draw, discard_draw, reopen_draw
from tournament.events.selectors.events import charted_sessions
from web.desk.draw.forms import DrawForm, FreezeForm, ValueForm
from web.shared.access import EventAccess, event_desk, signed_in
from web.shared.draws.labels import figures
from web.shared.forms.fields import ConfirmForm
from web.shared.forms.writing import NOT_DONE, show, write


@signed_in
def draw(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the state of the draw and its next step."""
    return _draw_page(request, event_desk(request, slug))


@signed_in
def freeze(request: HttpRequest, slug: str) -> HttpResponse:
    """Freeze the list and commit to the secret."""
    desk = _draw_desk(request, slug)
    form = FreezeForm(desk.event, request.POST or None)
    payload = form.payload if form.is_valid() else {}
    written = write(request, form, freeze_list, desk.actor, desk.event, **payload)
    if written.done:
        messages.success(request, _("The list of %(players)d players is frozen.") % written.answer)
    return _redirect_or_errors(request, desk, form)


@signed_in
def make(request: HttpRequest, slug: str) -> HttpResponse:
    """Mix the seed and draw the chart or the candidates."""
    desk = _draw_desk(request, slug)
    draw = current_draw(desk.event)
    typed = draw is not None and draw.lots == Draw.Lots.TYPED
    form: forms.Form = DrawForm(request.POST) if typed else ValueForm(request.POST or None)
    value = form.cleaned_data.get("public_value", "") if form.is_valid() else ""
    written = write(request, form, make_chart, desk.actor, draw, public_value=value) if draw else NOT_DONE
    if written.done and written.answer["candidates"] > 1:
        messages.success(request, _("The candidates are drawn. Only officials can see them."))
        return redirect("desk:draw-candidates", slug)
    if written.done:
        messages.success(request, _("The chart is drawn. For now only officials can see it."))
    return _redirect_or_errors(request, desk, form)


@signed_in
def approve(request: HttpRequest, slug: str) -> HttpResponse:
    desk = _draw_desk(request, slug)
    draw = current_draw(desk.event)
    form = DrawForm(request.POST)
    written = write(request, form, approve_draw, desk.actor, draw) if draw else NOT_DONE
    if written.done:
        messages.success(request, _("The chart is approved. It can be released."))
    return _redirect_or_errors(request, desk, form)


def _redirect_or_errors(request: HttpRequest, desk: EventAccess, form: forms.Form) -> HttpResponse:
    """Redirect to the draw's page, or show it with the form's errors."""
    if request.method == "POST" and form.errors:
        return _draw_page(request, desk, form)
    return redirect("desk:draw", desk.event.slug)


@signed_in
def reopen(request: HttpRequest, slug: str) -> HttpResponse:
    """Reopen an approved draw, for a reason."""
    return _ask_reason(request, slug, "desk/draw/overview_reopen.html", reopen_draw, _("The chart is a draft again."))


@signed_in
def discard(request: HttpRequest, slug: str) -> HttpResponse:
    """Discard the draw, for a reason."""
    return _ask_reason(request, slug, "desk/draw/overview_discard.html", discard_draw, _("The draw is discarded."))


def _ask_reason(request: HttpRequest, slug: str, template: str, service: Any, message: str) -> HttpResponse:
    desk = _draw_desk(request, slug)
    draw = current_draw(desk.event)
    if draw is None:
        return redirect("desk:draw", slug)
    form = ConfirmForm(request)
    if write(request, form, service, desk.actor, draw).done:
        messages.success(request, message)
        return redirect("desk:draw", slug)
    return show(request, template, form, desk=desk, draw=draw)


def _draw_desk(request: HttpRequest, slug: str) -> EventAccess:
    desk = event_desk(request, slug)
    desk.require(desk.may_draw)
    return desk


def _draw_page(request: HttpRequest, desk: EventAccess, form: forms.Form | None = None) -> HttpResponse:
    draw = current_draw(desk.event)
    context: dict[str, Any] = {"desk": desk, "draw": draw, "earlier": earlier_draws(desk.event)}
    if draw is None:
        context |= _before_freezing(desk)
    else:
        lines = sorted(numbers_of(draw), key=lambda line: line.entry.number)
        context |= {
            "lines": lines,
            "missing_lots": sum(line.number is None for line in lines),
            "since": since_frozen(draw),
            "figures": figures(draw) if draw.chart else [],
            "changes": change_texts(draw),
            "method": method_words(draw.method),
            "terms_hash": digest(draw.terms),
            "may_draw_again": not against_redraw_before_start(draw),
        }
    step = form or (FreezeForm(desk.event) if draw is None else ValueForm())
    return show(request, "desk/draw/overview.html", step, **context)


def _before_freezing(desk: EventAccess) -> dict[str, Any]:
    entries = list(drawable_entries(desk.event))
    sessions = charted_sessions(desk.event)
    return {
        "players": len(entries),
        "teams": len({entry.team_id for entry in entries} - {None}),
        "countries": len({entry.country for entry in entries} - {""}),
        "fillers": -len(entries) % 4,
        "pools": first_pools(desk.event),
        "wishes": len(seat_wishes(desk.event)),
        "against": against_freezing(desk.event, sessions),
        "imported": first_session_with_tables(desk.event, sessions),
    }
