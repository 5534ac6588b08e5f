"""The page of seat wishes before the list is frozen: a fixed table, two players who must not meet."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from tournament.draws.selectors.draws import current_draw, drawable_entries, seat_wishes
from tournament.draws.services.wishes import add_wish, remove_wish
from tournament.events.models.events import Event
from web.shared.access import event_desk, signed_in
from web.shared.forms.fields import set_choices
from web.shared.forms.writing import NOT_DONE, add_error_messages, show, write


class WishForm(forms.Form):
    """A player, and either a fixed table or a player not to meet."""

    entry = forms.TypedChoiceField(label=gettext_lazy("Player"), coerce=int)
    table = WholeNumberField(
        label=gettext_lazy("Sits in every session at table"), required=False, min_value=1, max_value=500
    )
    other = forms.TypedChoiceField(label=gettext_lazy("or must not meet"), coerce=int, required=False, empty_value=None)

    def __init__(self, event: Event, data: Any = None) -> None:
        super().__init__(data)
        self.entries = {entry.number: entry for entry in drawable_entries(event)}
        players = [("", "–"), *((number, str(entry)) for number, entry in self.entries.items())]
        for name in ("entry", "other"):
            set_choices(self, name, players)

    def clean(self) -> dict[str, Any]:
        """Require exactly one of table and other player."""
        data = self.cleaned_data
        if not self.errors and (data.get("table") is None) == (data.get("other") is None):
            self.add_error("table", _("Enter a table, or the other player."))
        return data

    @property
    def payload(self) -> dict[str, Any]:
        """Return the arguments of `add_wish`."""
        entry, other = self.cleaned_data["entry"], self.cleaned_data["other"]
        return {
            "entry": self.entries[entry],
            "table": self.cleaned_data["table"],
            "other": self.entries[other] if other else None,
        }


class RemoveForm(forms.Form):
    """The wish to remove."""

    wish = WholeNumberField(widget=forms.HiddenInput)


@signed_in
def wishes(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the wishes; add or remove one."""
    desk = event_desk(request, slug)
    desk.require(desk.may_draw)
    removing = "wish" in request.POST
    form: WishForm | RemoveForm = (
        RemoveForm(request.POST) if removing else WishForm(desk.event, request.POST if request.POST else None)
    )
    written = NOT_DONE
    if isinstance(form, RemoveForm):
        wish = form.cleaned_data["wish"] if form.is_valid() else 0
        written = write(request, form, remove_wish, desk.actor, desk.event, wish=wish)
    elif form.is_valid():
        written = write(request, form, add_wish, desk.actor, desk.event, **form.payload)
    if written.done:
        messages.success(request, _("The wish is withdrawn.") if removing else _("The wish is saved."))
        return redirect("desk:draw-wishes", slug)
    if isinstance(form, RemoveForm):
        add_error_messages(request, form)
        return redirect("desk:draw-wishes", slug)
    context = {"desk": desk, "wishes": seat_wishes(desk.event), "frozen": current_draw(desk.event)}
    return show(request, "desk/draw/wishes.html", form, **context)
