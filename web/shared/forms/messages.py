"""The sentences of Django's form fields, in the words that the page's script uses before a form is sent.

Django's own Japanese and Chinese read unlike the rest of a page; a field without a sentence of its own gets these.
"""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

EMPTY, CHOOSE, WRONG = _("Fill in this field."), _("Choose here."), _("This does not fit here.")
OTHER_CHOICE = _("This choice is not offered. Choose another one.")
DIGITS = dict.fromkeys(("max_digits", "max_decimal_places", "max_whole_digits"), _("Too many digits."))
BOUNDS = {"min_value": _("At least %(limit_value)s."), "max_value": _("At most %(limit_value)s.")}

#: The sentences of a class by their codes; its subclasses inherit them. A class comes after its base classes.
MESSAGES: dict[type[forms.Field], dict[str, Any]] = {
    forms.Field: {"required": EMPTY} | BOUNDS,
    forms.CharField: {
        "min_length": _("Too short: %(show_value)d of at least %(limit_value)d characters."),
        "max_length": _("Too long: %(show_value)d of at most %(limit_value)d characters."),
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


def use_own_messages() -> None:
    """Give Django's classes of fields the program's sentences; forms that are declared later have them."""
    for kind, messages in MESSAGES.items():
        kind.default_error_messages = {**kind.default_error_messages, **messages}
