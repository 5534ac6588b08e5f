"""The page of the award ceremony: arrange the awards, begin, step, end."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from scoring.display.models.ceremonies import Award
from scoring.display.selectors.ceremony import against_ending, ceremony_of, last_session
from scoring.display.selectors.winners import Winners
from scoring.display.services.awards import add_award, add_usual_awards
from scoring.display.services.ceremony import MOVES, begin_ceremony, end_ceremony, step_ceremony
from web.desk.results.sessions import ReleaseForm
from web.live.fragments import live
from web.shared.access import EventAccess, event_desk, signed_in
from web.shared.forms.fields import ButtonForm
from web.shared.forms.writing import add_error_messages, show, write


class AwardForm(forms.Form):
    kind = forms.ChoiceField(label=gettext_lazy("Award"), choices=Award.Kind.choices)
    title = forms.CharField(
        label=gettext_lazy("Title"),
        max_length=100,
        required=False,
        help_text=gettext_lazy("Empty: what the kind is called. An own award needs one, such as: best newcomer."),
    )
    places = WholeNumberField(label=gettext_lazy("Places"), min_value=1, max_value=Award.MOST_PLACES, initial=3)


class StepForm(forms.Form):
    """The direction of the step, and the number of steps shown when it was sent."""

    move = forms.ChoiceField(choices=[(move, move) for move in MOVES])
    seen = WholeNumberField(min_value=0)


@signed_in
def ceremony(request: HttpRequest, slug: str) -> HttpResponse:
    """Arrange, begin, step and end the ceremony.

    A step sent by the page's script gets the wall's current fragment; a refused step reloads the page, which says why.
    """
    desk = ceremony_desk(request, slug)
    form: forms.Form = AwardForm()
    begin = ReleaseForm(request, ask_password=True)
    if request.method == "POST":
        form, begin, done = _handle_post(request, desk)
        if "HX-Request" in request.headers:
            if not done:
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
    context: dict[str, Any] = {"desk": desk, "ceremony": current, "awards": awards, "begin": begin, "moved": moved}
    context |= {"against": against_ending(desk.event, last), "held": last if last and not last.released_at else None}
    context |= {"live": live(request, desk.reader, "wall-ceremony")} if current else {}
    status_form = begin if begin.errors else form
    page = show(request, "desk/display/ceremony.html", form, **context)
    page.status_code = 400 if status_form.errors else page.status_code
    return page


def _handle_post(request: HttpRequest, desk: EventAccess) -> tuple[forms.Form, ReleaseForm, bool]:
    """Run the submitted action; return the page's two forms, with errors, and whether it worked."""
    form = AwardForm()
    begin = ReleaseForm(request, ask_password=True)
    if "move" in request.POST:
        return form, _unbound_begin_form(request), _step(request, desk)
    if "begin" in request.POST:
        written = write(request, begin, begin_ceremony, desk.actor, desk.event)
        if written.done:
            messages.success(request, _("The wall announces the ceremony. The first step shows the first name."))
        return form, begin, written.done
    if "end" in request.POST or "usual" in request.POST:
        button = ButtonForm(request.POST)
        service = end_ceremony if "end" in request.POST else add_usual_awards
        write(request, button, service, desk.actor, desk.event)
        add_error_messages(request, button)
        return form, _unbound_begin_form(request), True
    form = AwardForm(request.POST)
    payload = dict(form.cleaned_data) if form.is_valid() else {}
    written = write(request, form, add_award, desk.actor, desk.event, **payload)
    return form, _unbound_begin_form(request), written.done


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


def ceremony_desk(request: HttpRequest, slug: str) -> EventAccess:
    desk = event_desk(request, slug)
    desk.require(desk.may(begin_ceremony, desk.event.ledger))
    return desk
