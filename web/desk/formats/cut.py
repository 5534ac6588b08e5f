"""The page of a cut: who is in, on the line and out, and deciding it."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.formats.selectors.cuts import cut_before
from scoring.formats.selectors.session_draws import last_seated
from scoring.formats.services.formats import decide_cut
from scoring.standings.selectors.standings import Standings, view_of
from web.desk.formats.forms import CutForm
from web.shared.access import event_desk, signed_in
from web.shared.forms.writing import show, write


@signed_in
def cut(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the cut before a stage by the live standings, and record a play-off or players who decline."""
    desk = event_desk(request, slug)
    desk.require(desk.may_draw)
    stage = desk.event.stages.filter(number=number).first()
    if stage is None or stage.first_session == 1:
        raise Http404
    initial = {"play_off": stage.play_off, "declined": stage.declined}
    form = CutForm(request.POST if request.method == "POST" else None, initial=initial)
    payload = dict(form.cleaned_data) if form.is_valid() else {}
    if write(request, form, decide_cut, desk.actor, desk.event, stage=number, **payload).done:
        messages.success(request, _("The cut is saved."))
        return redirect("desk:format-cut", slug, number)
    standings = Standings(desk.event, view_of(desk.event, live=True))
    done = cut_before(standings, stage)
    lines = [(line, standings.names[line.number], done.side(line.number)) for line in done.lines]
    context = {"desk": desk, "stage": stage, "cut": done, "lines": lines}
    context["open"] = stage.first_session > last_seated(desk.event)
    return show(request, "desk/formats/cut.html", form, **context)
