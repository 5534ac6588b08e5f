"""What an event tells the European federation besides its results."""

import re

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from common.settings_groups import SettingsGroup, setting
from tournament.events.models.events import Event

#: A country (two letters) and the letters that the federation uses for it.
PAIR = re.compile(r"([A-Z]{2})=([A-Z]{2,3})")
EXAMPLE = "GB=ENG, TW=TPE"
PAIRS = re.compile(rf"{PAIR.pattern}(, {PAIR.pattern})*")


def check_pairs(text: str) -> None:
    """Raise ValidationError if the text is not a list of pairs of a country and its letters."""
    if not PAIRS.fullmatch(text):
        raise ValidationError(gettext("Write pairs such as %(example)s.") % {"example": EXAMPLE})


class FederationSettings(SettingsGroup):
    """Who could take part, and letters of countries that differ from those of sport."""

    title = _("European federation")
    reads_rules = False

    class Entry(models.TextChoices):
        OPEN = "open", _("Open to everybody")
        QUALIFIED = "qualified", _("Players had to qualify")

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="federation_settings")
    entry = setting(
        "",
        models.CharField(
            _("who could take part"),
            max_length=10,
            choices=Entry.choices,
            default=Entry.OPEN,
            help_text=_("An event for which players had to qualify weighs one more in the federation's ranking."),
        ),
    )
    country_codes = setting(
        "",
        models.CharField(
            _("letters of countries"),
            max_length=500,
            blank=True,
            default="",
            validators=[check_pairs],
            help_text=format_lazy(
                _("Where the federation uses others than the three letters of sport, such as {example}."),
                example=EXAMPLE,
            ),
        ),
    )

    def __str__(self) -> str:
        return f"federation of {self.event_id}"

    @property
    def letters(self) -> dict[str, str]:
        """Return the federation's letters by country (ISO), where they differ from those of sport."""
        return dict(PAIR.findall(self.country_codes))
