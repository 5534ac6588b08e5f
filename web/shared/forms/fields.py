"""Fields and forms that several areas use."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth import authenticate
from django.core.validators import RegexValidator, slug_re
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_countries import countries

from common.i18n.days import TwoDaysError, read_day
from common.i18n.names import word_key
from common.templatetags.pinju import country
from tournament.events.rules.time_zones import zone_names
from web.shared.access import account_of
from web.shared.accounts.passwords import note_password, password_given, refusal_words


def date_field(**kwargs: Any) -> forms.DateField:
    """Return a field for a day, with the browser's calendar."""
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    return forms.DateField(widget=widget, input_formats=["%Y-%m-%d"], **kwargs)


class IdField(forms.SlugField):
    """A word of an address; the library's own message speaks of a "slug"."""

    default_validators = [RegexValidator(slug_re, _("Only lowercase letters, digits and hyphens."))]


class DayField(forms.DateField):
    """A day that is typed or pasted as people write it, for days long ago and for those on papers."""

    widget = forms.DateInput(attrs={"autocomplete": "off", "placeholder": "2024-05-31"}, format="%Y-%m-%d")
    default_error_messages = {
        "invalid": _("Write the day as 2024-05-31, 31.5.2024 or 31 May 2024."),
        "two": _("This may mean two days. Write it as %(first)s or %(second)s."),
    }

    def to_python(self, value: Any) -> date | None:
        """Read a typed text; a text that may mean two days names both in its message."""
        if not isinstance(value, str) or not value.strip():
            return None if isinstance(value, str) else super().to_python(value)
        try:
            return read_day(value)
        except TwoDaysError as error:
            figures = dict(zip(("first", "second"), error.days, strict=True))
            raise forms.ValidationError(self.error_messages["two"], code="two", params=figures) from error
        except ValueError as error:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid") from error


def moment_field(**kwargs: Any) -> forms.DateTimeField:
    """Return a field for a day and a time to the minute, with the browser's calendar."""
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    return forms.DateTimeField(widget=widget, input_formats=["%Y-%m-%dT%H:%M"], **kwargs)


def zone_choices(kept: str = "") -> list[tuple[str, str]]:
    """Return the time zones, first the machine's; ``kept`` is added if it is another name."""
    machine = gettext("As on this computer (%(zone)s)") % {"zone": settings.TIME_ZONE}
    other = [kept] if kept and kept not in zone_names() else []
    return [("", machine), *((name, name) for name in (*other, *zone_names()))]


def zone_field(**kwargs: Any) -> forms.ChoiceField:
    """Return a field for the time zone of an event; empty: the machine's."""
    return forms.ChoiceField(label=_("Time zone"), choices=zone_choices, required=False, **kwargs)


def country_choices(kept: str = "") -> list[tuple[str, str]]:
    """Return the countries in the reader's language, sorted by name; ``kept`` is added if it is another code."""
    known = sorted(countries, key=lambda country: word_key(country.name))
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


def address_input() -> forms.TextInput:
    """Return the input of a server's address."""
    return forms.TextInput(
        attrs={"inputmode": "url", "autocapitalize": "none", "spellcheck": "false", "placeholder": "https://"}
    )


class LinesField(forms.CharField):
    """A text of several lines, without invisible characters; lines end with a line feed."""

    widget = forms.Textarea(attrs={"rows": 8})

    def to_python(self, value: Any) -> str:
        """Unify line ends, and remove invisible characters."""
        lines = (super().to_python(value) or "").splitlines()
        return "\n".join("".join(character for character in line if character.isprintable()).rstrip() for line in lines)


class ButtonForm(forms.Form):
    """The form of a single button: only its CSRF token and idempotency key."""


class PasswordForm(forms.Form):
    """A form for an important change, which asks for the password again.

    A wrong password counts as a failed login (axes). The right one counts for a quarter of an hour
    (`web.shared.accounts.passwords`): until then the form has no password field.
    """

    password = forms.CharField(
        label=_("Your password"), strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )

    def __init__(self, request: HttpRequest, data: Any = None, *, ask_password: bool = True, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.request = request
        if not ask_password or password_given(request):
            del self.fields["password"]

    def full_clean(self) -> None:
        """Note the right password; it is not asked again if something else is wrong."""
        super().full_clean()
        if self.is_bound and "password" in self.fields and "password" not in self.errors:
            note_password(self.request)
            del self.fields["password"], self.cleaned_data["password"]

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        username = self.request.user.get_username()
        if authenticate(self.request, username=username, password=password) != self.request.user:
            raise forms.ValidationError(refusal_words(self.request) or _("This is not your password."))
        return password


class OwnPasswordForm(PasswordForm):
    """A form about accounts or tokens: it asks for the password as its last field, and says why.

    An account without a password, which signs in by the provider only, is not asked.
    """

    def __init__(self, request: HttpRequest, data: Any = None, **kwargs: Any) -> None:
        super().__init__(request, data, ask_password=account_of(request).has_usable_password(), **kwargs)
        if "password" in self.fields:
            self.fields["password"].help_text = _(
                "Your own password, in case somebody else uses your device. It is not asked again for 15 minutes."
            )
            self.order_fields([name for name in self.fields if name != "password"])


class ConfirmForm(PasswordForm):
    """A form that asks for a reason and, for important changes, the password; shown with components/confirm.html."""

    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("It is kept with the change; everybody who can see the change can read it."),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    field_order: tuple[str, ...] = ("reason", "password")

    def __init__(self, request: HttpRequest, *, ask_password: bool = False, **kwargs: Any) -> None:
        data = request.POST if request.method == "POST" else None
        super().__init__(request, data, ask_password=ask_password, **kwargs)
