"""The form of the event's data: name, venue, days, rules, scope and sanction."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from scoring.setup.services.setting_up import EventChanges
from tournament.events.models.events import Event
from web.desk.setup.new_event import rules_field
from web.shared.forms.based import BasedForm
from web.shared.forms.fields import country_choices, date_field, set_choices, zone_choices, zone_field


class EventForm(BasedForm):
    """The columns of the event itself: the first section of the settings."""

    name = forms.CharField(label=gettext_lazy("Name of the event"), max_length=200)
    venue = forms.CharField(label=gettext_lazy("Venue"), max_length=200, required=False)
    country = forms.ChoiceField(label=gettext_lazy("Country"), choices=country_choices, required=False)
    time_zone = zone_field(help_text=gettext_lazy("The hours of the timetable stay the same if it changes."))
    starts = date_field(label=gettext_lazy("First day"), required=False)
    ends = date_field(label=gettext_lazy("Last day"), required=False)
    rules = rules_field()
    scope = forms.ChoiceField(
        label=gettext_lazy("Scope"),
        choices=[("", "–"), *Event.Scope.choices],
        required=False,
        help_text=gettext_lazy("With the numbers of players and sessions it decides the class of the event."),
    )
    sanction_body = forms.CharField(
        label=gettext_lazy("Sanctioned by"),
        max_length=200,
        required=False,
        help_text=gettext_lazy(
            "As you state it. Results count for pins only if the world body has the event in its register (A9 4.4)."
        ),
    )
    sanction_number = forms.CharField(label=gettext_lazy("Sanction number"), max_length=30, required=False)
    web_site = forms.CharField(
        label=gettext_lazy("Web site"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("Only for an event that is played online."),
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=500,
        required=False,
        help_text=gettext_lazy("It is kept with the change; everybody who can see the change can read it."),
        widget=forms.TextInput(attrs={"aria-required": "true"}),
    )

    def __init__(self, data: Any = None, *, event: Event) -> None:
        initial = {name: getattr(event, name) for name in EventChanges.__annotations__}
        super().__init__(data, initial=initial, auto_id="event_%s")
        self.carry(initial)
        # An event file may have written a code of three letters ("GER", "ESP").
        set_choices(self, "country", country_choices(event.country))
        set_choices(self, "time_zone", zone_choices(event.time_zone))
        if not event.sessions.filter(released_at__isnull=False).exists():
            del self.fields["reason"]
