"""Forms of registration: entry, private data, consents, withdrawal, team, group."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from tournament.events.models.entries import Entry, Group, Team
from tournament.events.models.events import Event
from tournament.people.models.persons import Person
from tournament.registration.selectors.entries import columns_of, is_drawn, private_data_of, team_values, values_of
from web.shared.access import EventAccess
from web.shared.forms.based import BasedForm
from web.shared.forms.fields import DayField, country_choices, set_choices, set_queryset
from web.shared.forms.questions import AskingForm

_PLAIN = {"autocomplete": "off"}


class EntryForm(AskingForm, BasedForm):
    """A player's registration; the number is fixed once something is drawn.

    ``filled`` are values of a member of a registry, shown in place of the present ones.
    """

    name = forms.CharField(
        label=gettext_lazy("Name as printed"),
        max_length=200,
        help_text=gettext_lazy("In its own script and order; shown on lists, sheets and the Wall."),
        widget=forms.TextInput(attrs=_PLAIN),
    )
    family_name = forms.CharField(
        label=gettext_lazy("Family name"), max_length=100, required=False, widget=forms.TextInput(attrs=_PLAIN)
    )
    given_name = forms.CharField(
        label=gettext_lazy("Given name"), max_length=100, required=False, widget=forms.TextInput(attrs=_PLAIN)
    )
    latin_name = forms.CharField(
        label=gettext_lazy("Name in Latin letters"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("For names in another script."),
        widget=forms.TextInput(attrs=_PLAIN),
    )
    country = forms.ChoiceField(label=gettext_lazy("Country"), required=False)
    federation_number = forms.CharField(
        label=gettext_lazy("Federation number"), max_length=30, required=False, widget=forms.TextInput(attrs=_PLAIN)
    )
    team = forms.ModelChoiceField(Team.objects.none(), label=gettext_lazy("Team"), required=False, empty_label="–")
    group = forms.ModelChoiceField(
        Group.objects.none(),
        label=gettext_lazy("Group"),
        required=False,
        empty_label="–",
        help_text=gettext_lazy("For players without a team; players of a team have the team's group."),
    )
    kind = forms.ChoiceField(label=gettext_lazy("Takes part as"), choices=Entry.Kind.choices)
    number = WholeNumberField(
        label=gettext_lazy("Number"),
        min_value=1,
        max_value=9_999,
        required=False,
        help_text=gettext_lazy("Empty: the next free number. It can be changed until something is drawn."),
    )

    def __init__(
        self,
        desk: EventAccess,
        *args: Any,
        entry: Entry | None = None,
        filled: Mapping[str, str] | None = None,
        **kwargs: Any,
    ) -> None:
        initial = initial_of(entry) if entry is not None else {}
        self.filled = dict(filled or {})
        kwargs["initial"] = initial | self.filled
        super().__init__(*args, **kwargs)
        set_queryset(self, "team", desk.event.teams.all())
        set_queryset(self, "group", desk.event.groups.all())
        set_choices(self, "country", country_choices(str(self.initial.get("country", ""))))
        if entry is not None:
            self.carry(columns_of(entry))
            self.fields["number"].required = True
            self.fields["number"].disabled = is_drawn(desk.event)

    @property
    def filled_fields(self) -> str:
        """The names of the fields with values of a registry, by commas; empty once one of them was changed."""
        as_filled = all(str(self[name].value() or "") == value for name, value in self.filled.items())
        return ",".join(self.filled) if as_filled else ""

    def payload(self) -> dict[str, Any]:
        """Return the arguments of the service; empty if the form has errors."""
        return {**self.cleaned_data, "acknowledged": self.acknowledged} if self.is_valid() else {}

    def ask(self, questions: Mapping[str, str]) -> None:
        """Show the questions of the service above the button, with a box for each."""
        self.questions = questions
        self.add_error(None, _("Check name and number: they differ from the registry."))


def initial_of(entry: Entry) -> dict[str, Any]:
    """Return the form's initial values for an entry."""
    return {**values_of(entry), "team": entry.team, "group": entry.group, "number": entry.number}


class PrivateForm(BasedForm):
    """Private data of a player, visible to few officials."""

    document = forms.CharField(
        label=gettext_lazy("ID document number"),
        max_length=100,
        required=False,
        widget=forms.TextInput(attrs=_PLAIN),
    )
    contact = forms.CharField(
        label=gettext_lazy("Contact"),
        max_length=500,
        required=False,
        help_text=gettext_lazy("Mail, telephone."),
        widget=forms.TextInput(attrs=_PLAIN),
    )
    birth_date = DayField(label=gettext_lazy("Date of birth"), required=False)

    def __init__(self, person: Person, data: Any = None) -> None:
        shown = private_data_of(person)
        super().__init__(data, initial=shown, auto_id="private_%s")  # on the same page as the entry's form
        self.carry(shown)

    def payload(self) -> dict[str, Any]:
        """Return the values as text and ``base``; empty if the form has errors."""
        if not self.is_valid():
            return {}
        birth_date = self.cleaned_data["birth_date"]
        return {**self.cleaned_data, "birth_date": birth_date.isoformat() if birth_date else ""}


class ConsentsForm(forms.Form):
    """The player's consents (A2)."""

    _ANSWERS = (("", gettext_lazy("not asked")), ("yes", gettext_lazy("yes")), ("no", gettext_lazy("no")))

    name_consent = forms.ChoiceField(
        label=gettext_lazy("Name in public"),
        choices=_ANSWERS,
        required=False,
        help_text=gettext_lazy("No: in public only initials; the full name at the Desk and on the sheets."),
    )
    photo_consent = forms.ChoiceField(label=gettext_lazy("Photos"), choices=_ANSWERS, required=False)

    def payload(self) -> dict[str, bool | None]:
        """Return the arguments of the service; empty if the form has errors."""
        if not self.is_bound or not self.is_valid():
            return {}
        values = {"yes": True, "no": False}
        return {name.removesuffix("_consent"): values.get(value) for name, value in self.cleaned_data.items()}


def consents_of(entry: Entry) -> dict[str, str]:
    """Return the form's initial values for an entry."""
    words = {True: "yes", False: "no", None: ""}
    return {"name_consent": words[entry.name_consent], "photo_consent": words[entry.photo_consent]}


class PresenceForm(forms.Form):
    """The session of a withdrawal or return, and the reason."""

    session = WholeNumberField(label=gettext_lazy("From session"), min_value=1, initial=1)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200, widget=forms.TextInput(attrs=_PLAIN))


class TeamForm(BasedForm):
    """Name, leader and group of a team."""

    name = forms.CharField(label=gettext_lazy("Name of the team"), max_length=200, widget=forms.TextInput(attrs=_PLAIN))
    leader = forms.CharField(
        label=gettext_lazy("Leader"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("Signs appeals with the player; does not need to be a player."),
        widget=forms.TextInput(attrs=_PLAIN),
    )
    group = forms.ModelChoiceField(Group.objects.none(), label=gettext_lazy("Group"), required=False, empty_label="–")

    def __init__(self, event: Event, *args: Any, team: Team | None = None, **kwargs: Any) -> None:
        if team is not None:
            kwargs["initial"] = {"name": team.name, "leader": team.leader, "group": team.group}
        super().__init__(*args, **kwargs)
        set_queryset(self, "group", event.groups.all())
        if team is not None:
            self.carry(team_values(team))


class MergeTeamForm(forms.Form):
    """The team that takes over the players."""

    into = forms.ModelChoiceField(Team.objects.none(), label=gettext_lazy("Into"), empty_label=None)

    def __init__(self, event: Event, team: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_queryset(self, "into", event.teams.exclude(pk=team))


class GroupForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Name of the group"), max_length=200, widget=forms.TextInput(attrs=_PLAIN)
    )
