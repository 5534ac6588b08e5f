"""The page of the award ceremony: begin, step, end."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from common.forms import WholeNumberField
from scoring.display.selectors.ceremony import against_ending, ceremony_of, last_session, undrawn_session
from scoring.display.selectors.winners import Winners
from scoring.display.services.ceremony import MOVES, begin_ceremony, end_ceremony, step_ceremony
from scoring.releases.selectors.releases import last_session_kept
from web.desk.display.awards import ceremony_desk
from web.desk.results.sessions import ReleaseForm
from web.live.fragments import live
from web.shared.access import EventAccess, signed_in
from web.shared.forms.fields import ButtonForm
from web.shared.forms.writing import add_error_messages, show, write


class StepForm(forms.Form):
    """The direction of the step, and the number of steps shown when it was sent."""

    move = forms.ChoiceField(choices=[(move, move) for move in MOVES])
    seen = WholeNumberField(min_value=0)


@signed_in
def ceremony(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin, step and end the ceremony.

    A step sent by the page's script gets the wall's current fragment. A refused step reloads the page, which says why;
    the last one reloads it too.
    """
    desk = ceremony_desk(request, slug)
    begin = ReleaseForm(request, ask_password=True)
    if request.method == "POST":
        begin, done = _handle_post(request, desk)
        if "HX-Request" in request.headers:
            if not done or _is_over(request, desk):
                return HttpResponse(headers={"HX-Refresh": "true"})
            return HttpResponse(live(request, desk.reader, "wall-ceremony"))
        if done or "move" in request.POST:
            return redirect("desk:ceremony", slug)
    current = ceremony_of(desk.event)
    winners = Winners(desk.event)
    awards = winners.awards_with_winners()
    frozen_awards = winners.awards_with_winners(frozen=True)
    moved = current is not None and [award.winners for award in awards] != [award.winners for award in frozen_awards]
    last = last_session(desk.event)
    context: dict[str, Any] = {"desk": desk, "ceremony": current, "awards": awards, "moved": moved}
    context |= {"against": against_ending(desk.event, last), "undrawn": undrawn_session(desk.event, last)}
    context["kept"] = last_session_kept(desk.event)
    context["unreleased"] = last is not None and last.released_at is None
    context |= {"live": live(request, desk.reader, "wall-ceremony")} if current else {}
    return show(request, "desk/display/ceremony.html", begin, **context)


def _is_over(request: HttpRequest, desk: EventAccess) -> bool:
    """Return whether the ceremony is over, with a message that brings the next step of the event to the page."""
    current = ceremony_of(desk.event)
    if current is None or not current.over:
        return False
    messages.success(request, _("The ceremony is over."))
    return True


def _handle_post(request: HttpRequest, desk: EventAccess) -> tuple[ReleaseForm, bool]:
    """Run the submitted action; return the form that begins the ceremony, with errors, and whether it worked."""
    begin = ReleaseForm(request, ask_password=True)
    if "move" in request.POST:
        return _unbound_begin_form(request), _step(request, desk)
    if "end" in request.POST:
        button = ButtonForm(request.POST)
        write(request, button, end_ceremony, desk.actor, desk.event)
        add_error_messages(request, button)
        return _unbound_begin_form(request), True
    written = write(request, begin, begin_ceremony, desk.actor, desk.event)
    if written.done:
        messages.success(request, _("The wall announces the ceremony. The first step shows the first name."))
    return begin, written.done


def _unbound_begin_form(request: HttpRequest) -> ReleaseForm:
    """Return the form that begins the ceremony, unbound."""
    form = ReleaseForm(request, ask_password=True)
    form.is_bound = False
    return form


def _step(request: HttpRequest, desk: EventAccess) -> bool:
    form = StepForm(request.POST)
    payload = dict(form.cleaned_data) if form.is_valid() else {}
    written = write(request, form, step_ceremony, desk.actor, desk.event, **payload)
    if written.done and written.answer["shown"] == written.answer["steps"] and "HX-Request" not in request.headers:
        messages.success(request, _("Everything is public now."))
    add_error_messages(request, form)
    return written.done
