"""Forms that several places use."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib.auth import authenticate
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django_countries import countries

from common.templatetags.pinju import country
from web.shared.requests.password_refusal import refusal_words


def date_field(**kwargs: Any) -> forms.DateField:
    """A day, chosen in the browser's own calendar."""
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    return forms.DateField(widget=widget, input_formats=["%Y-%m-%d"], **kwargs)


def moment_field(**kwargs: Any) -> forms.DateTimeField:
    """A day and a time to the minute, chosen in the browser's own calendar."""
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    return forms.DateTimeField(widget=widget, input_formats=["%Y-%m-%dT%H:%M"], **kwargs)


def country_choices(kept: str = "") -> list[tuple[str, str]]:
    """The countries by name in the reader's language; one kept under another code stays as it is."""
    known = [(code, str(name)) for code, name in countries]
    other = [(kept, country(kept))] if kept and kept not in dict(known) else []
    return [("", "–"), *other, *known]


def set_choices(form: forms.BaseForm, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
    """Offer ``choices`` (value, label) in the choice field ``name`` of a form."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = choices


def set_queryset(form: forms.BaseForm, name: str, rows: QuerySet[Any]) -> None:
    """Offer ``rows`` in the model choice field ``name`` of a form."""
    field = form.fields[name]
    assert isinstance(field, forms.ModelChoiceField)
    field.queryset = rows


class LinesField(forms.CharField):
    """A text of several lines, without signs that cannot be seen; lines end with a line feed alone."""

    widget = forms.Textarea(attrs={"rows": 8})

    def to_python(self, value: Any) -> str:
        """Make the line ends one, and take out what cannot be seen."""
        lines = (super().to_python(value) or "").splitlines()
        return "\n".join("".join(sign for sign in line if sign.isprintable()).rstrip() for line in lines)


class ButtonForm(forms.Form):
    """The form of a single button: only its CSRF token and idempotency key."""


class ConfirmForm(forms.Form):
    """Asks for a reason and, where it matters, for the password again before something is done.

    Show it with components/confirm.html. A wrong password counts as a failed login (axes).
    """

    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("It is kept with the change, for everybody who may see it."),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    password = forms.CharField(
        label=_("Your password"), strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )

    def __init__(self, request: HttpRequest, *, ask_password: bool = False, **kwargs: Any) -> None:
        super().__init__(request.POST if request.method == "POST" else None, **kwargs)
        self.request = request
        if not ask_password:
            del self.fields["password"]

    def clean_password(self) -> str:
        """Refuse a password that is not the one of the account that asks."""
        given: str = self.cleaned_data["password"]
        username = self.request.user.get_username()
        if authenticate(self.request, username=username, password=given) != self.request.user:
            raise forms.ValidationError(refusal_words(self.request) or _("This is not your password."))
        return given
