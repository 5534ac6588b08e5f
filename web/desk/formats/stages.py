"""The page of the format: the stages as cards, ready formats, and changing one stage."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scoring.formats.rules.ready import READY, columns_of
from scoring.formats.selectors.plans import MANY_PLAYERS, entered_players, format_columns, previews
from scoring.formats.selectors.session_draws import last_seated, redrawable, session_to_draw
from scoring.formats.services.formats import set_format
from tournament.events.models.stages import Stage
from web.desk.formats.forms import CardsForm, ReadyForm
from web.desk.formats.stage_form import StageForm
from web.shared.access import EventAccess, event_desk, signed_in
from web.shared.forms.writing import NOT_DONE, WriteResult, show, status_of, write

Stages = list[dict[str, Any]]


@signed_in
def stages(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the stages; replace them by a ready format."""
    desk = event_desk(request, slug)
    form = ReadyForm(request.POST or None)
    if request.method == "POST":
        desk.require(desk.may_set_up)
    written = NOT_DONE
    if form.is_valid():
        ready = READY[form.cleaned_data["ready"]]
        if desk.event.planned_sessions < ready.fewest_sessions:
            needed = _("This format needs at least %(count)d sessions. Plan them in the timetable first.")
            form.add_error("ready", needed % {"count": ready.fewest_sessions})
        else:
            wanted = ready.stages(desk.event.planned_sessions)
            written = _write(request, desk, form, [columns_of(plan) for plan in wanted])
    if written.done:
        messages.success(request, _("The format is saved."))
        return redirect("desk:format", slug)
    return _show(request, desk, form, form)


def _show(request: HttpRequest, desk: EventAccess, form: ReadyForm, refused: CardsForm) -> HttpResponse:
    """Show the cards, with what ``refused`` says of each."""
    again = redrawable(desk.event)
    cards = previews(desk.event, last_seated(desk.event))
    for card in cards:
        card.faults.extend(refused.of_stage.get(card.number, []))
    context = {
        "desk": desk,
        "cards": cards,
        "assumed": 0 if entered_players(desk.event) else MANY_PLAYERS,
        "errors": () if refused is form or refused.of_stage else refused.non_field_errors(),
        "may_replace": not all(card.played for card in cards),
        "next": session_to_draw(desk.event),
        "again": again,
        "may_split": _may_split(cards[-1].stage),
        "may_remove": len(cards) > 1 and not cards[-1].played,
        "hours": sum(card.hours for card in cards if card.plan.who.kind != "rest"),
    }
    page = render(request, "desk/formats/stages.html", {"form": form, **context})
    page.status_code = status_of(form, refused)
    return page


def _may_split(stage: Stage) -> bool:
    return stage.last_session > stage.first_session


@signed_in
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """Make the last session a stage of its own, or add a consolation beside the last stage."""
    desk = event_desk(request, slug)
    desk.require(desk.may_set_up)
    columns = format_columns(desk.event)
    last = columns[-1]
    form = CardsForm(request.POST if request.method == "POST" else None)
    if "consolation" in request.POST:
        span = {"first_session": last["first_session"], "last_session": last["last_session"]}
        columns.insert(-1, {**span, "who": Stage.Who.REST, "method": Stage.Method.FOURS, "name": _("Consolation")})
    elif last["last_session"] > last["first_session"]:
        end = last["last_session"]
        columns = [*columns[:-1], {**last, "last_session": end - 1}]
        columns.append({"first_session": end, "last_session": end, "method": Stage.Method.FOURS})
    return _written(request, desk, form, columns)


@signed_in
def remove(request: HttpRequest, slug: str) -> HttpResponse:
    """Remove the last stage: the one before takes its sessions."""
    desk = event_desk(request, slug)
    desk.require(desk.may_set_up)
    columns = format_columns(desk.event)
    form = CardsForm(request.POST if request.method == "POST" else None)
    if len(columns) > 1:
        end = columns.pop()["last_session"]
        while len(columns) > 1 and columns[-1].get("who") == Stage.Who.REST:
            columns.pop()
        columns[-1] = {**columns[-1], "last_session": end, "advance": None}
    return _written(request, desk, form, columns)


def _written(request: HttpRequest, desk: EventAccess, form: CardsForm, columns: Stages) -> HttpResponse:
    """Write the stages and go back to them; a refusal is shown at the card that it concerns."""
    if request.method == "POST" and not _write(request, desk, form, columns).done:
        return _show(request, desk, ReadyForm(), form)
    if request.method == "POST":
        messages.success(request, _("The format is saved."))
    return redirect("desk:format", desk.event.slug)


@signed_in
def change(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Change one stage; the next one begins after its last session."""
    desk = event_desk(request, slug)
    desk.require(desk.may_set_up)
    columns = format_columns(desk.event)
    if not 1 <= number <= len(columns):
        raise Http404
    usual = {"who": "all", "carry": "full", "for_units": True}
    initial = {**usual, **columns[number - 1]}
    if initial["method"] not in Stage.Method.values:
        initial["method"] = Stage.Method.CHART
    form = StageForm(request.POST if request.method == "POST" else None, initial=initial, number=number)
    written = NOT_DONE
    if form.is_valid():
        written = _write(request, desk, form, _with_stage(columns, number, form.columns))
    if written.done:
        messages.success(request, _("The format is saved."))
        return redirect("desk:format", slug)
    return show(request, "desk/formats/stage.html", form, desk=desk, number=number, first=initial["first_session"])


def _with_stage(columns: Stages, number: int, changed: dict[str, Any]) -> Stages:
    """Return the stages with one changed; the following stage, and a consolation beside it, begin after its end."""
    old_next = columns[number - 1]["last_session"] + 1
    stages = [dict(stage) for stage in columns]
    stages[number - 1] |= changed
    # Who meets whom is for one number of places: with another one the usual cross-over holds again.
    if any(columns[number - 1].get(name) != changed[name] for name in ("pools", "count", "who", "method")):
        for stage in stages[number - 1 :]:
            stage["crossing"] = []
            stage["knockout"] = {key: value for key, value in (stage.get("knockout") or {}).items() if key != "cross"}
    for stage in stages[number:]:
        if stage["first_session"] == old_next:
            stage["first_session"] = changed["last_session"] + 1
    return stages


def _write(request: HttpRequest, desk: EventAccess, form: forms.Form, columns: Stages) -> WriteResult:
    return write(request, form, set_format, desk.actor, desk.event, stages=columns)
