"""The page that adds a late player to a draft."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.draws.models.draws import Draw
from tournament.draws.selectors.draws import current_draw, since_frozen
from tournament.draws.services.people import add_late
from tournament.events.models.entries import Entry
from web.shared.access import event_desk, signed_in
from web.shared.forms.fields import set_choices
from web.shared.forms.writing import show, write
from web.shared.requests.methods import get_only


class LateForm(forms.Form):
    """A player who is entered without a number, and the reason."""

    entry = forms.TypedChoiceField(label=gettext_lazy("Player"), coerce=int)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500, widget=forms.Textarea(attrs={"rows": 2}))

    def __init__(self, entered: list[Entry], request: HttpRequest) -> None:
        super().__init__(request.POST if request.method == "POST" else None)
        self.entries = {entry.number: entry for entry in entered}
        set_choices(self, "entry", [(number, str(entry)) for number, entry in self.entries.items()])


@get_only
@signed_in
def replace_player(request: HttpRequest, slug: str) -> HttpResponse:
    """Redirect the former address of a replacement to the page for all of them."""
    event_desk(request, slug)
    return redirect("desk:instead-number", slug, permanent=True)


@signed_in
def add_late_player(request: HttpRequest, slug: str) -> HttpResponse:
    """Add a player who was entered after the list was frozen."""
    desk = event_desk(request, slug)
    desk.require(desk.may_draw)
    draw = current_draw(desk.event)
    if draw is None or draw.state != Draw.State.DRAFT:
        return redirect("desk:draw", slug)
    entered = since_frozen(draw).entered
    form = LateForm(entered, request)
    payload = {"entry": form.entries[form.cleaned_data["entry"]]} if form.is_valid() else {}
    if write(request, form, add_late, desk.actor, draw, **payload).done:
        messages.success(request, _("The chart has one more player."))
        return redirect("desk:draw", slug)
    return show(request, "desk/draw/late_changes.html", form, desk=desk, draw=draw, entered=entered)
