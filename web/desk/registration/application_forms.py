"""The forms of the organizer's decisions on an application."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.i18n.wording import listed
from tournament.people.models.persons import Person
from tournament.registration.models.applications import Application
from tournament.registration.selectors.doubts import Doubts
from web.shared.forms.fields import set_choices
from web.shared.labels.registration import EVIDENCE


class PersonForm(forms.Form):
    """The person and the team of an application."""

    person = forms.TypedChoiceField(
        label=gettext_lazy("This is"), widget=forms.RadioSelect, coerce=int, empty_value=None, required=False
    )
    team = forms.CharField(
        label=gettext_lazy("Team"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("If there is no team with this name, it is created. Empty: no team."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "list": "teams"}),
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500, required=False)

    def __init__(self, data: Any, application: Application, doubts: Doubts) -> None:
        super().__init__(data, initial={"team": application.team, "person": ""})
        offered = [(candidate.person.pk, _candidate_text(candidate)) for candidate in doubts.candidates]
        set_choices(self, "person", [("", _("new person")), *offered])
        if not offered:
            del self.fields["person"]
        if application.state != Application.State.DECLINED:
            del self.fields["reason"]

    def payload(self) -> dict[str, Any]:
        """Return the team and, if a known person was chosen, the person."""
        if not self.is_bound or not self.is_valid():
            return {}
        chosen = self.cleaned_data.get("person")
        person = {"person": Person.objects.get(pk=chosen)} if chosen else {}
        return {"team": self.cleaned_data["team"], **person}


class QuestionForm(forms.Form):
    question = forms.CharField(
        label=gettext_lazy("Question"), max_length=1_000, widget=forms.Textarea(attrs={"rows": 3})
    )


class ReasonForm(forms.Form):
    """The reason for declining; the player reads it."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=1_000,
        help_text=gettext_lazy("The player can read it."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )


def _candidate_text(candidate: Any) -> str:
    """Return what tells a known person from others, and the evidence for the match."""
    why = listed(str(EVIDENCE[code]) for code in candidate.evidence)
    person = candidate.person
    known = [person.name, person.country, person.federation_number or "", *candidate.events[:3]]
    return _("%(person)s (%(why)s)") % {"person": " · ".join(filter(None, known)), "why": why}
