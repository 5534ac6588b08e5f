"""Bring an event over the network: the address of the server that it comes from."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournament.registry.rules.addresses import AddressError, source_address
from tournament.registry.services.copies import WRONG_ADDRESS
from web.shared.forms.fields import address_input


class AddressField(forms.CharField):
    """The address of a server; its value is the checked address."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=200, widget=address_input(), **kwargs)

    def clean(self, value: Any) -> str:
        """Return the address as "https://host"; refuse what is none, and http to another machine."""
        try:
            return source_address(super().clean(value))
        except AddressError as error:
            raise forms.ValidationError(WRONG_ADDRESS[error.code]) from None


class SendBackForm(forms.Form):
    """Where the event is sent back to."""

    address = AddressField(label=gettext_lazy("Address of the server that it came from"))


def key_field() -> forms.CharField:
    """Return the field for the key of a hand-over."""
    return forms.CharField(
        label=gettext_lazy("Key"),
        max_length=100,
        help_text=gettext_lazy("The page “Hand over” of the event shows it where the event comes from."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )
