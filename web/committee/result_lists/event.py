"""The page of the event whose results are in a list."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from ranking.bodies.models import Body
from ranking.record.rules.listed_units import UNITS
from ranking.record.services.list_headers import ListedEvent
from ranking.record.services.result_lists import describe_list
from tournament.events.models.events import Event
from web.committee.result_lists.access import confirming_desk, list_or_404
from web.shared.access import signed_in
from web.shared.forms.fields import DayField, IdField, country_choices, set_choices
from web.shared.forms.writing import show, write


class HeaderForm(forms.Form):
    """The event of the results."""

    name = forms.CharField(label=gettext_lazy("Event"), max_length=200)
    slug = IdField(
        label=gettext_lazy("Id"), max_length=64, help_text=gettext_lazy("Lowercase letters, digits and hyphens.")
    )
    country = forms.ChoiceField(label=gettext_lazy("Country"), required=False)
    place = forms.CharField(label=gettext_lazy("Venue"), max_length=200, required=False)
    starts = DayField(label=gettext_lazy("First day"))
    ends = DayField(label=gettext_lazy("Last day"))
    scope = forms.ChoiceField(label=gettext_lazy("Kind of event"), choices=Event.Scope.choices)
    rules = forms.ChoiceField(label=gettext_lazy("Rule set"), choices=Event.Rules.choices)
    sessions = WholeNumberField(label=gettext_lazy("Sessions played"), min_value=1, max_value=99)
    players = WholeNumberField(
        label=gettext_lazy("Players"),
        min_value=1,
        max_value=9_999,
        required=False,
        help_text=gettext_lazy(
            "Players who started at least one session, without fillers. Empty: the number of rows in the list."
        ),
    )
    sanction_body = forms.CharField(label=gettext_lazy("Sanctioned by"), max_length=200, required=False)
    sanction_number = forms.CharField(
        label=gettext_lazy("Sanction number"),
        max_length=60,
        required=False,
        help_text=gettext_lazy("As in the register of sanctioned events (A9 4.4); without an entry there is no class."),
    )
    web_site = forms.CharField(label=gettext_lazy("Web site"), max_length=200, required=False)
    weight = forms.DecimalField(
        label=gettext_lazy("Weight in MERS"),
        max_digits=4,
        decimal_places=2,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
        help_text=gettext_lazy(
            "As the European federation published it. Empty: computed from days, players and countries; whether "
            "players had to qualify is not in a list."
        ),
    )
    teams_ranked = forms.BooleanField(
        label=gettext_lazy("The event ranked teams: calculate their places"),
        required=False,
        help_text=gettext_lazy(
            "From all members' table points, then competition points, then the best member. Do not "
            "tick it if the column only names clubs and there was no team competition."
        ),
    )
    groups_ranked = forms.BooleanField(
        label=gettext_lazy("The event ranked groups: calculate their places"),
        required=False,
        help_text=gettext_lazy("From the best four members; a group of fewer has no place."),
    )

    def __init__(self, body: Body, *args: Any, columns: Mapping[str, int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if body.kind == Body.Kind.WEB:
            # Always an event on the body's own site.
            del self.fields["scope"], self.fields["web_site"], self.fields["weight"]
        for unit in UNITS:
            if unit not in columns or f"{unit}_place" in columns:
                del self.fields[f"{unit}s_ranked"]
        set_choices(self, "country", country_choices(str(kwargs.get("initial", {}).get("country", ""))))


@signed_in
def list_event(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    desk = confirming_desk(request, slug)
    kept = list_or_404(desk, pk)
    initial = kept.header or {"rules": Event.Rules.WMO_2014}
    form = HeaderForm(
        desk.body, request.POST if request.method == "POST" else None, initial=initial, columns=kept.mapping
    )
    described = {"event": ListedEvent(**form.cleaned_data)} if form.is_valid() else {}
    if write(request, form, describe_list, desk.actor, desk.body, kept=kept.pk, **described).done:
        return redirect("committee:list", slug, pk)
    return show(request, "committee/result_lists/event.html", form, desk=desk, kept=kept)
