"""The forms in which players register themselves."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.access.rules import new_token
from tournament.events.models.events import Event
from tournament.registration.models.applications import Application
from tournament.registration.models.settings import RegistrationSettings
from tournament.registration.rules.applying import needs_guardian
from tournament.registration.selectors.applications import answers_of, first_day
from web.shared.forms.fields import DayField, country_choices, set_choices

Consents = RegistrationSettings.Consents
GUARDIAN = ("guardian_name", "guardian_contact", "guardian_consent")
#: The answers in the section about the player; the others have sections of their own.
ABOUT_THE_PLAYER = (
    "family_name",
    "given_name",
    "name",
    "latin_name",
    "country",
    "federation_number",
    "team",
    "birth_date",
)


def _text(
    label: Any, max_length: int, *, help_text: Any = "", required: bool = False, autocomplete: str = "off"
) -> forms.Field:
    widget = forms.TextInput(attrs={"autocomplete": autocomplete})
    return forms.CharField(label=label, max_length=max_length, help_text=help_text, required=required, widget=widget)


def _yes_or_no(label: Any, no: Any) -> forms.Field:
    return forms.TypedChoiceField(
        label=label,
        choices=[("yes", gettext_lazy("Yes")), ("no", no)],
        coerce=lambda value: value == "yes",
        widget=forms.RadioSelect,
    )


class AnswersForm(forms.Form):
    """A player's answers; the event's settings say which fields it has."""

    family_name = _text(gettext_lazy("Family name"), 100, required=True, autocomplete="family-name")
    given_name = _text(gettext_lazy("Given name"), 100, autocomplete="given-name")
    name = _text(
        gettext_lazy("Name as printed"),
        200,
        help_text=gettext_lazy("Only if it differs from family name, then given name, in your own script."),
    )
    latin_name = _text(
        gettext_lazy("Name in Latin letters"),
        200,
        help_text=gettext_lazy("For names in another script, as in the passport."),
    )
    country = forms.ChoiceField(
        label=gettext_lazy("Country"), required=False, widget=forms.Select(attrs={"autocomplete": "country"})
    )
    federation_number = _text(
        gettext_lazy("Federation number"), 30, help_text=gettext_lazy("If a federation gave you one.")
    )
    team = forms.CharField(
        label=gettext_lazy("Team"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("The name of a registered team, or of a new one."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "list": "teams"}),
    )
    mail = forms.EmailField(
        label=gettext_lazy("Mail address"), max_length=200, widget=forms.EmailInput(attrs={"autocomplete": "email"})
    )
    birth_date = DayField(label=gettext_lazy("Date of birth"))
    document = _text(gettext_lazy("ID document number"), 100)
    guardian_name = _text(gettext_lazy("Guardian's name"), 200)
    guardian_contact = _text(gettext_lazy("How the guardian can be reached"), 300)
    guardian_consent = forms.BooleanField(label=gettext_lazy("The guardian agrees"), required=False)
    name_consent = _yes_or_no(
        gettext_lazy("May your name appear in public lists?"), gettext_lazy("No, only my initials")
    )
    photo_consent = _yes_or_no(gettext_lazy("May photos of you be shown?"), gettext_lazy("No"))

    def __init__(self, event: Event, *args: Any, application: Application | None = None, **kwargs: Any) -> None:
        if application is not None:
            kwargs["initial"] = _initial(application)
        super().__init__(*args, **kwargs)
        self.event = event
        self.settings: RegistrationSettings = event.registration_settings
        set_choices(self, "country", country_choices(application.country if application else ""))
        self.fields["document"].required = self.settings.document == RegistrationSettings.Document.REQUIRED
        for name in self._not_asked():
            del self.fields[name]

    def _not_asked(self) -> list[str]:
        """Return the fields that this event does not ask for."""
        settings = self.settings
        left_out = [] if settings.guardian_age else ["birth_date", *GUARDIAN]
        if settings.document == RegistrationSettings.Document.NOT_ASKED:
            left_out.append("document")
        if settings.consents not in (Consents.BOTH, Consents.NAME):
            left_out.append("name_consent")
        if settings.consents not in (Consents.BOTH, Consents.PHOTO):
            left_out.append("photo_consent")
        return left_out

    @property
    def about_the_player(self) -> list[forms.BoundField]:
        return [field for field in self if field.name in ABOUT_THE_PLAYER]

    @property
    def guardian_open(self) -> bool:
        """Return whether the guardian's part is shown open: a field of it has a value or an error."""
        return any(self.errors.get(name) or (name in self.fields and self[name].value()) for name in GUARDIAN)

    def clean_birth_date(self) -> Any:
        """Refuse a day in the future."""
        birth_date = self.cleaned_data["birth_date"]
        if birth_date > timezone.localdate():
            raise forms.ValidationError(_("This day is in the future."))
        return birth_date

    def clean(self) -> dict[str, Any]:
        """Require every field of a minor's guardian."""
        data: dict[str, Any] = super().clean() or {}
        birth_date = data.get("birth_date")
        age = self.settings.guardian_age
        if birth_date and needs_guardian(birth_date, first_day(self.event), age):
            for name in GUARDIAN:
                if not data.get(name) and not self.errors.get(name):
                    self.add_error(name, _("Players under %(age)d need a guardian who agrees.") % {"age": age})
        return data

    def payload(self) -> dict[str, Any]:
        """Return the answers as arguments of the service, without fields in error."""
        return {name: self.cleaned_data[name] for name in AnswersForm.base_fields if name in self.cleaned_data}


class RegisterForm(AnswersForm):
    """The answers, the oath, and a honeypot: a hidden field that only programs fill in.

    The token is made with the page, so that a form sent twice registers once.
    """

    oath = forms.BooleanField(label=gettext_lazy("I promise this."))
    token = forms.CharField(widget=forms.HiddenInput, initial=new_token, min_length=20, max_length=100)
    website = forms.CharField(
        label=gettext_lazy("Leave this empty"),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "tabindex": "-1"}),
    )

    def clean_website(self) -> str:
        """Refuse the form if the honeypot is filled in."""
        if self.cleaned_data["website"]:
            raise forms.ValidationError(_("This field must stay empty: please clear it and send the form again."))
        return ""


class CorrectForm(AnswersForm):
    """The answers, and the reply to the organizer's question."""

    remark = forms.CharField(
        label=gettext_lazy("Your answer"), max_length=1_000, widget=forms.Textarea(attrs={"rows": 3})
    )

    def __init__(self, event: Event, *args: Any, application: Application, **kwargs: Any) -> None:
        super().__init__(event, *args, application=application, **kwargs)
        if application.state != Application.State.ASKED:
            del self.fields["remark"]

    def payload(self) -> dict[str, Any]:
        """Add the reply where a question was asked."""
        return super().payload() | ({"remark": self.cleaned_data["remark"]} if "remark" in self.fields else {})


def _initial(application: Application) -> dict[str, Any]:
    """Return the initial values of the form for an application."""
    choice_values = {True: "yes", False: "no", None: ""}
    answers = answers_of(application)
    consents = {name: choice_values[getattr(application, name)] for name in ("name_consent", "photo_consent")}
    return {**answers, **consents}
