"""The sentences of Django's form fields, sign-in and password rules, in the words of the program.

Django's own Japanese and Chinese read unlike the rest of a page; a field without a sentence of its own gets these. They
are the ones that the page's script uses before a form is sent.
"""

from typing import Any

from django import forms
from django.contrib.auth import password_validation
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core import validators
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

EMPTY, CHOOSE, WRONG = _("Fill in this field."), _("Choose here."), _("This does not fit here.")
OTHER_CHOICE = _("This choice is not offered. Choose another one.")
DIGITS = dict.fromkeys(("max_digits", "max_decimal_places", "max_whole_digits"), _("Too many digits."))
TOO_LONG = _("Too long: %(show_value)d of at most %(limit_value)d characters.")
TOO_SHORT = _("Too short: %(show_value)d of at least %(limit_value)d characters.")
BOUNDS = {"min_value": _("At least %(limit_value)s."), "max_value": _("At most %(limit_value)s.")}

#: The sentences of a class by their codes; its subclasses inherit them. A class comes after its base classes.
MESSAGES: dict[type[forms.Field], dict[str, Any]] = {
    forms.Field: {"required": EMPTY} | BOUNDS,
    forms.CharField: {
        "min_length": TOO_SHORT,
        "max_length": TOO_LONG,
        "null_characters_not_allowed": WRONG,
    },
    forms.RegexField: {"invalid": WRONG},
    forms.EmailField: {"invalid": _("Enter a valid mail address.")},
    forms.IntegerField: {"invalid": _("Enter a whole number.")},
    forms.DecimalField: {"invalid": _("Enter a number.")} | DIGITS,
    forms.DateField: {"invalid": _("Enter a valid date.")},
    forms.TimeField: {"invalid": _("Enter a valid time.")},
    forms.DateTimeField: {"invalid": _("Enter a valid date and time.")},
    forms.BooleanField: {"required": CHOOSE},
    forms.ChoiceField: {"required": CHOOSE, "invalid_choice": OTHER_CHOICE},
    forms.MultipleChoiceField: {"invalid_choice": OTHER_CHOICE, "invalid_list": WRONG},
    forms.ModelChoiceField: {"invalid_choice": OTHER_CHOICE},
    forms.FileField: {
        "required": CHOOSE,
        "invalid": CHOOSE,
        "missing": CHOOSE,
        "empty": _("The file is empty."),
        "max_length": _("The name of the file is too long."),
        "contradiction": _("Choose a file or tick the box, not both."),
    },
}

#: The sentences of columns and validators: people meet them where a service checks a whole row, as of an imported list.
COLUMNS = {"blank": EMPTY, "null": EMPTY, "invalid_choice": OTHER_CHOICE}
VALIDATORS: dict[type[Any], Any] = {
    validators.MinValueValidator: BOUNDS["min_value"],
    validators.MaxValueValidator: BOUNDS["max_value"],
    validators.MinLengthValidator: TOO_SHORT,
    validators.MaxLengthValidator: TOO_LONG,
    validators.ProhibitNullCharactersValidator: WRONG,
    UnicodeUsernameValidator: _("Use only letters, digits and @ . + - _, without spaces."),
}
#: Error messages of Django's sign-in form, by error code.
SIGN_IN = {
    "invalid_login": _("Username or password is wrong. Check capital letters too."),
    "inactive": _("This account is deactivated."),
}
#: Error messages of Django's form for changing a password, by error code.
CHANGE_PASSWORD = {
    "password_mismatch": _("The two passwords differ. Type both again."),
    "password_incorrect": _("This is not your password."),
}
PASSWORD_HELP = _("At least eight characters; neither a common password nor one like the username.")


class MinimumLength(password_validation.MinimumLengthValidator):
    def validate(self, password: str, user: Any = None) -> None:  # noqa: ARG002  # Django passes it
        """Raise ValidationError with both lengths for a password that is too short."""
        if len(password) < self.min_length:
            lengths = {"show_value": len(password), "limit_value": self.min_length}
            raise ValidationError(TOO_SHORT, code="password_too_short", params=lengths)


class UnlikeTheUser(password_validation.UserAttributeSimilarityValidator):
    def get_error_message(self) -> str:
        return gettext("Too similar to the username or mail address. Choose another password.")


class Uncommon(password_validation.CommonPasswordValidator):
    def get_error_message(self) -> str:
        return gettext("Many people use this password. Choose another one.")


def use_own_messages() -> None:
    """Give Django's classes of fields, columns and validators the program's sentences; later forms have them."""
    for kind, messages in MESSAGES.items():
        kind.default_error_messages = {**kind.default_error_messages, **messages}
    models.Field.default_error_messages = {**models.Field.default_error_messages, **COLUMNS}
    for validator, message in VALIDATORS.items():
        validator.message = message
