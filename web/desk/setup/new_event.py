"""The page that creates an event from a template."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.validators import RegexValidator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.setup.selectors.templates import TEMPLATES
from scoring.setup.services.setting_up import create_event
from tournament.events.models.events import Event
from tournament.events.rules.event_ids import LONGEST, proposed_id
from tournament.events.selectors.events import event_ids
from web.shared.access import desk_of, signed_in
from web.shared.forms.fields import country_choices, date_field, zone_field
from web.shared.forms.writing import show, write

#: Characters allowed in the id of an event.
ID = RegexValidator(r"^[a-z0-9][a-z0-9-]*$", gettext_lazy("Only lowercase letters, digits and hyphens."))


class TemplateChoice(forms.RadioSelect):
    """Radio buttons of the templates, each with its description."""

    option_template_name = "desk/setup/_template_choice.html"

    def create_option(self, name: str, value: Any, *args: Any, **attributes: Any) -> dict[str, Any]:
        """Return the option of Django with the template's description."""
        option: dict[str, Any] = super().create_option(name, value, *args, **attributes)
        return option | {"description": TEMPLATES[str(value)].description}


def rules_field() -> forms.ChoiceField:
    """Return the field of an event's rule set."""
    return forms.ChoiceField(
        label=gettext_lazy("Rule set"),
        choices=Event.Rules.choices,
        initial=Event.Rules.WMO_2014,
        help_text=gettext_lazy("Only events by the WMO rules of 2014 are classified."),
    )


class NewEventForm(forms.Form):
    """Template, rule set, name, id, first day and venue of a new event."""

    template = forms.ChoiceField(
        label=gettext_lazy("Template"),
        help_text=gettext_lazy("Everything that a template sets can be changed later."),
        choices=lambda: [(name, template.label) for name, template in TEMPLATES.items()],
        widget=TemplateChoice,
        initial="national-open",
    )
    rules = rules_field()
    name = forms.CharField(
        label=gettext_lazy("Name of the event"), max_length=200, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    slug = forms.CharField(
        label=gettext_lazy("Id"),
        max_length=LONGEST,
        required=False,
        validators=[ID],
        help_text=gettext_lazy("Part of every address; it cannot be changed later. Empty: made from the name."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
    starts = date_field(
        label=gettext_lazy("First day"),
        required=False,
        help_text=gettext_lazy("The session times of the template start on this day; you can change them all."),
    )
    venue = forms.CharField(label=gettext_lazy("Venue"), max_length=200, required=False)
    country = forms.ChoiceField(label=gettext_lazy("Country"), choices=country_choices, required=False)
    time_zone = zone_field()

    def clean(self) -> dict[str, Any]:
        """Propose an id where none was typed."""
        payload: dict[str, Any] = self.cleaned_data
        if payload.get("name") and not payload.get("slug") and "slug" not in self.errors:
            day = payload.get("starts")
            payload["slug"] = proposed_id(payload["name"], day and day.year, event_ids())
        return payload


@signed_in
def new_event(request: HttpRequest) -> HttpResponse:
    """Create the event and redirect to its overview."""
    desk = desk_of(request)
    desk.require(desk.may_create)
    form = NewEventForm(request.POST if request.method == "POST" else None)
    payload = form.cleaned_data if form.is_valid() else {}
    written = write(request, form, create_event, desk.actor, **payload)
    if written.done:
        messages.success(request, _("The event is created. This page always shows the next step."))
        return redirect("desk:event", written.answer["event"])
    return show(request, "desk/setup/new_event.html", form, desk=desk)
