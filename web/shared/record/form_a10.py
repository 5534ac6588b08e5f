"""The fields of form A10, for players and for bodies that enter a form on paper."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ranking.bodies.selectors.body_values import body_text
from ranking.pins.models.applications import PinApplicationData
from ranking.pins.selectors.applications import promise_digest, promise_of
from ranking.pins.selectors.calculations import Offer
from ranking.pins.services.applications import PinRequest
from web.shared.forms.fields import set_choices
from web.shared.record.labels import pin_name


class FormA10Fields(forms.Form):
    """What the record does not hold; ``promises`` are the texts that the bodies of the offered pins ask for."""

    pin = forms.ChoiceField(label=gettext_lazy("Pin"), widget=forms.RadioSelect)
    document = forms.CharField(
        label=gettext_lazy("ID document number"),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    sex = forms.ChoiceField(
        label=gettext_lazy("Sex"),
        required=False,
        choices=[("", gettext_lazy("not stated")), *PinApplicationData.Sex.choices],
        help_text=gettext_lazy("Printed on the form of App. 10, and deleted with the ID document number."),
    )
    contact = forms.CharField(
        label=gettext_lazy("Contact"), max_length=200, widget=forms.TextInput(attrs={"autocomplete": "email"})
    )
    public = forms.BooleanField(
        label=gettext_lazy("The pin may appear in the public register"),
        required=False,
        help_text=gettext_lazy("Pins 3 to 1 are always published (A9 7.4)."),
    )

    def __init__(self, offers: list[Offer], language: str, data: Any = None, files: Any = None) -> None:
        self.promises = promises_of(offers, language)
        super().__init__(data, files, initial={"pin": _value(offers[0]) if offers else ""})
        set_choices(self, "pin", [(_value(offer), _label(offer)) for offer in offers])

    def pin_request(self, language: str, promise: str) -> PinRequest:
        """Return the service's argument of a valid form; ``promise`` has the digests of the promised texts."""
        kind, level, body = self.cleaned_data["pin"].split("-")
        typed = {name: self.cleaned_data[name] for name in ("document", "contact", "sex", "public")}
        return PinRequest(kind, int(level), int(body), promise=promise, language=language, **typed)


def digests_of(promises: Iterable[str]) -> str:
    """Return the digests of texts as `PinRequest.promise` has them."""
    return " ".join(map(promise_digest, promises))


def promises_of(offers: Iterable[Offer], language: str) -> list[str]:
    """Return the different promises that the bodies of the offers ask for."""
    return list(dict.fromkeys(promise_of(language, offer.body) for offer in offers))


def sex_label(value: str) -> str:
    """Return the label of a stored sex; an empty one is "not stated"."""
    return str(dict(PinApplicationData.Sex.choices).get(value) or _("not stated"))


def _value(offer: Offer) -> str:
    return f"{offer.kind}-{offer.level}-{offer.body.pk}"


def _label(offer: Offer) -> str:
    return f"{pin_name(offer.level, web=offer.kind == 'web')} · {offer.body.name}"


def fees_of(offers: Iterable[Offer], language: str) -> list[str]:
    """Return what the bodies of the offers say about fees in the language, each text once."""
    return list(dict.fromkeys(filter(None, (body_text(offer.body.fees, language) for offer in offers))))
