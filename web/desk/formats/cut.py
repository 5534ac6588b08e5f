"""The page of a cut: who is in, on the line and out, and deciding it."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.formats.selectors.cuts import cut_before, moving_up
from scoring.formats.selectors.session_draws import last_seated, sessions_left
from scoring.formats.selectors.team_cuts import team_cut
from scoring.formats.services.formats import decide_cut
from scoring.standings.selectors.standings import Standings, view_of
from tournament.events.models.stages import Stage
from web.desk.formats.cut_forms import CutForm, TeamCutForm
from web.shared.access import event_desk, signed_in
from web.shared.formats.cuts import left_until
from web.shared.forms.writing import show, write


@signed_in
def cut(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the cut before a stage by the live standings, and record a play-off or players who decline."""
    desk = event_desk(request, slug)
    desk.require(desk.may_draw)
    stage = desk.event.stages.filter(number=number).first()
    if stage is None or stage.first_session == 1:
        raise Http404
    standings = Standings(desk.event, view_of(desk.event, live=True))
    of_teams = stage.method == Stage.Method.KNOCKOUT
    left = sessions_left(desk.event, stage)
    if of_teams and not stage.play_off and (left or not team_cut(standings, stage).line):
        return redirect("desk:format-bracket", slug, number)
    initial = {"play_off": stage.play_off, "declined": stage.declined}
    form = (TeamCutForm if of_teams else CutForm)(request.POST if request.method == "POST" else None, initial=initial)
    tied = stage.play_off or request.POST.get("play_off") or _line(standings, stage)
    if left or not tied:
        del form.fields["play_off"]  # who is tied is known only when all is played
    payload = {"play_off": stage.play_off, "declined": [], **form.cleaned_data} if form.is_valid() else {}
    if write(request, form, decide_cut, desk.actor, desk.event, stage=number, **payload).done:
        messages.success(request, _("The cut is saved."))
        return redirect("desk:format-cut", slug, number)
    context: dict[str, Any] = {"desk": desk, "stage": stage, "of_teams": of_teams, "left": left_until(left)}
    context["none_played"] = left == stage.first_session - 1
    context |= _teams(standings, stage) if of_teams else _players(standings, stage)
    undrawn = stage.first_session > last_seated(desk.event)
    context["open"] = undrawn and bool(form.fields)
    context["draw_next"] = undrawn and not left and not context["cut"].line
    return show(request, "desk/formats/cut.html", form, **context)


def _line(standings: Standings, stage: Stage) -> tuple[int, ...]:
    """Return who is tied at the cut."""
    if stage.method == Stage.Method.KNOCKOUT:
        return team_cut(standings, stage).line
    return cut_before(standings, stage).cut.line


def _players(standings: Standings, stage: Stage) -> dict[str, Any]:
    done = cut_before(standings, stage)
    lines = [(line.rank, line.number, standings.names[line.number].name, done.side(line.number)) for line in done.lines]
    asked = [standings.names[number].name for number in moving_up(standings, done)]
    return {"cut": done.cut, "lines": lines, "moving_up": asked}


def _teams(standings: Standings, stage: Stage) -> dict[str, Any]:
    done = team_cut(standings, stage)
    ranks = {line.number: line.rank for line in standings.teams(stage.first_session - 1)}
    sides = (("in", done.through), ("line", done.line), ("out", done.out))
    lines = [
        (ranks[number], number, standings.team_names[number], side) for side, numbers in sides for number in numbers
    ]
    return {"cut": done, "lines": lines}
