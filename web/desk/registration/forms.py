"""Forms of registration: entry, private data, consents, withdrawal, team, group, list."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from tournament.events.models.entries import Entry, Group, Team
from tournament.events.models.events import Event
from tournament.people.models.persons import Person
from tournament.registration.selectors.entries import columns_of, is_drawn, private_data_of, team_values, values_of
from tournament.registration.selectors.files import MOST_BYTES
from web.shared.access import EventAccess
from web.shared.forms.based import BasedForm
from web.shared.forms.fields import DayField, country_choices, set_choices, set_queryset

_PLAIN = {"autocomplete": "off"}


class EntryForm(BasedForm):
    """A player's registration; the number is fixed once something is drawn."""

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

    def __init__(self, desk: EventAccess, *args: Any, entry: Entry | None = None, **kwargs: Any) -> None:
        if entry is not None:
            kwargs["initial"] = initial_of(entry)
        super().__init__(*args, **kwargs)
        set_queryset(self, "team", desk.event.teams.all())
        set_queryset(self, "group", desk.event.groups.all())
        set_choices(self, "country", country_choices(entry.country if entry else ""))
        if entry is not None:
            self.carry(columns_of(entry))
            self.fields["number"].required = True
            self.fields["number"].disabled = is_drawn(desk.event)

    def payload(self) -> dict[str, Any]:
        """Return the arguments of the service; empty if the form has errors."""
        return dict(self.cleaned_data) if self.is_valid() else {}


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


class ListForm(forms.Form):
    """A list of players as a file or as text."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        required=False,
        help_text=gettext_lazy("CSV, XLSX or text in any encoding, up to 10 MB and 20,000 rows."),
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx,.xlsm,text/plain,text/csv"}),
    )
    text = forms.CharField(
        label=gettext_lazy("Or text"),
        required=False,
        max_length=1_000_000,
        strip=False,
        help_text=gettext_lazy("Copied from a mail or a spreadsheet, one person per line."),
        widget=forms.Textarea(attrs={"rows": 8}),
    )

    def clean_file(self) -> "UploadedFile[Any] | None":
        """Refuse a file that is too large before it is read."""
        file: UploadedFile[Any] | None = self.cleaned_data["file"]
        if file and (file.size or 0) > MOST_BYTES:
            most = {"most": MOST_BYTES // 1_000_000}
            raise forms.ValidationError(_("This file is larger than %(most)d MB and was not read.") % most)
        return file

    def clean(self) -> dict[str, Any]:
        """Require either a file or a text."""
        data: dict[str, Any] = super().clean() or {}
        if not self.errors and bool(data.get("file")) == bool(data.get("text", "").strip()):
            raise forms.ValidationError(_("Give either a file or a text."))
        return data
