"""The page of all awards: add them, in the order of the ceremony."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from common.forms import WholeNumberField
from scoring.display.models.ceremonies import Award
from scoring.display.selectors.ceremony import ceremony_of
from scoring.display.selectors.winners import Winners
from scoring.display.services.awards import add_award, add_usual_awards
from scoring.display.services.ceremony import begin_ceremony
from web.shared.access import EventAccess, event_desk, signed_in
from web.shared.forms.fields import ButtonForm
from web.shared.forms.writing import add_error_messages, show, write


class AwardForm(forms.Form):
    kind = forms.ChoiceField(label=gettext_lazy("Award"), choices=Award.Kind.choices)
    title = forms.CharField(
        label=gettext_lazy("Title"),
        max_length=100,
        required=False,
        help_text=gettext_lazy("A custom award needs a title, such as: best newcomer. Other awards have a usual one."),
    )
    places = WholeNumberField(label=gettext_lazy("Places"), min_value=1, max_value=Award.MOST_PLACES, initial=3)


@signed_in
def awards(request: HttpRequest, slug: str) -> HttpResponse:
    """List the awards with who has them now; add one, or the usual ones."""
    desk = ceremony_desk(request, slug)
    form = AwardForm()
    if "usual" in request.POST:
        button = ButtonForm(request.POST)
        written = write(request, button, add_usual_awards, desk.actor, desk.event)
        if written.done:
            added = written.answer["awards"]
            words = ngettext("%d award is added.", "%d awards are added.", added) % added
            messages.success(request, words if added else _("The usual awards were already on the list."))
        add_error_messages(request, button)
        return redirect("desk:awards", slug)
    if request.method == "POST":
        form = AwardForm(request.POST)
        payload: dict[str, Any] = dict(form.cleaned_data) if form.is_valid() else {}
        if write(request, form, add_award, desk.actor, desk.event, **payload).done:
            return redirect("desk:awards", slug)
    context: dict[str, Any] = {"desk": desk, "ceremony": ceremony_of(desk.event)}
    return show(request, "desk/display/awards.html", form, **context, awards=Winners(desk.event).awards_with_winners())


def ceremony_desk(request: HttpRequest, slug: str) -> EventAccess:
    """Return what the account may do in the event; raise PermissionDenied unless it may hold the ceremony."""
    desk = event_desk(request, slug)
    desk.require(desk.may(begin_ceremony, desk.event.ledger))
    return desk
