"""The forms of the format: a ready format, one stage, and a cut."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from scoring.formats.rules.ready import READY
from tournament.events.models.stages import Stage

READY_LABELS: Mapping[str, str | Promise] = {
    "chart": gettext_lazy("Everybody by chart"),
    "final-4": gettext_lazy("Chart, then a final of 4"),
    "final-8": gettext_lazy("Chart, then a final of 8"),
    "final-16": gettext_lazy("Chart, then a final of 16 over two sessions"),
    "swiss": gettext_lazy("Swiss: the first session by lot, then equal points together"),
    "high-high": gettext_lazy("High-high: the first session by lot, then by rank in fours"),
    "wmc-2007": gettext_lazy("World championship 2007: chart, then the best 16"),
    "wmc-2012": gettext_lazy("World championship 2012: the last two sessions by rank"),
    "wmc-2019": gettext_lazy("World championship 2019: frozen in sixteens, then in fours"),
    "danish-open": gettext_lazy("Danish Open: the last session by rank"),
    "guangzhou-2025": gettext_lazy("Guangzhou 2025: high-high"),
    "canada-2023": gettext_lazy("Canada 2023: the first session by lot, then by ranking"),
}


def _numbers(text: str) -> list[int]:
    """Return the numbers of a list such as "3, 8 12". Raises ValidationError."""
    words = [word for word in re.split(r"[\s,;，、]+", text) if word]
    if not all(word.isdecimal() and len(word) < 6 for word in words):
        raise forms.ValidationError(_("Type player numbers, such as 3, 8, 12."))
    return [int(word) for word in words]


class NumbersField(forms.CharField):
    """A list of players' numbers."""

    def to_python(self, value: Any) -> Any:
        return _numbers(super().to_python(value) or "")

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(map(str, value)) if isinstance(value, list) else value

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(super().has_changed(self.prepare_value(initial), data))


class PointsField(forms.CharField):
    """A list of table points by rank."""

    def to_python(self, value: Any) -> Any:
        words = (super().to_python(value) or "").replace(",", " ").split()
        try:
            if any(abs(Fraction(word)) > 1000 for word in words):
                raise ValueError
        except (ValueError, ZeroDivisionError) as error:
            raise forms.ValidationError(_("Type table points for rank 1, 2, …, such as 8 6 4 2.")) from error
        if not all(re.fullmatch(r"-?[0-9]{1,4}([./][0-9]{1,4})?", word) for word in words):
            raise forms.ValidationError(_("Type table points for rank 1, 2, …, such as 8 6 4 2."))
        return words

    def prepare_value(self, value: Any) -> Any:
        return " ".join(map(str, value)) if isinstance(value, list) else value


class ReadyForm(forms.Form):
    """A ready format to start from."""

    ready = forms.ChoiceField(
        label=gettext_lazy("Ready format"), choices=[(name, READY_LABELS[name]) for name in READY],
    )  # fmt: skip


class StageForm(forms.Form):
    """One stage. A later stage begins after the one before, so only its last session is asked."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=100, required=False)
    last_session = WholeNumberField(label=gettext_lazy("Last session"), min_value=1, max_value=99)
    method = forms.ChoiceField(label=gettext_lazy("Draw"), choices=Stage.Method.choices)
    who = forms.ChoiceField(label=gettext_lazy("Who plays"), choices=Stage.Who.choices)
    count = WholeNumberField(
        label=gettext_lazy("How many play"), required=False, min_value=1, max_value=2000,
        help_text=gettext_lazy("In all, or of each table."),
    )  # fmt: skip
    most = WholeNumberField(label=gettext_lazy("At most of one country"), required=False, min_value=1, max_value=2000)
    players = NumbersField(label=gettext_lazy("Players named here"), required=False, max_length=4000)
    advance = WholeNumberField(
        label=gettext_lazy("How many go on"), required=False, min_value=1, max_value=2000,
        help_text=gettext_lazy("Empty: all."),
    )  # fmt: skip
    carry = forms.ChoiceField(label=gettext_lazy("Carried over"), choices=Stage.Carry.choices)
    bonus = PointsField(label=gettext_lazy("Bonus points for rank 1, 2, …"), required=False, max_length=4000)
    frozen = WholeNumberField(
        label=gettext_lazy("Frozen brackets"), required=False, min_value=4, max_value=2000,
        help_text=gettext_lazy("Brackets of so many keep their range of ranks. Empty: nothing is frozen."),
    )  # fmt: skip
    rematch = forms.ChoiceField(label=gettext_lazy("Rematches"), choices=Stage.Rematch.choices, required=False)
    kin = forms.ChoiceField(
        label=gettext_lazy("Team-mates and compatriots"), choices=Stage.Rematch.choices, required=False
    )
    for_units = forms.BooleanField(label=gettext_lazy("Counts for teams and groups"), required=False)

    @property
    def columns(self) -> dict[str, Any]:
        """Return the columns of the stage, without its first session."""
        return dict(self.cleaned_data)

    def clean(self) -> dict[str, Any]:
        """Require the figure that the choice needs."""
        data = self.cleaned_data
        limited = (Stage.Who.BEST, Stage.Who.COUNTRIES, Stage.Who.WINNERS)
        if data.get("who") in limited and "count" in data and not data["count"]:
            self.add_error("count", _("Type how many play."))
        if data.get("who") == Stage.Who.COUNTRIES and "most" in data and not data["most"]:
            self.add_error("most", _("Type how many of one country play at most."))
        if data.get("who") == Stage.Who.NAMED and "players" in data and not data["players"]:
            self.add_error("players", _("Type player numbers, such as 3, 8, 12."))
        return data


class CutForm(forms.Form):
    """The order of a play-off, and who does not want to go on."""

    play_off = NumbersField(
        label=gettext_lazy("Order of the play-off"), required=False, max_length=4000,
        help_text=gettext_lazy("The numbers of all who are tied, the best first."),
    )  # fmt: skip
    declined = NumbersField(
        label=gettext_lazy("Do not want to go on"), required=False, max_length=4000,
        help_text=gettext_lazy("The next in rank move up. Ask the players first."),
    )  # fmt: skip
