"""The form of one stage."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from common.numbers import fraction_in
from scoring.standings.rules.formats.crossing import MOST_POOLS
from tournament.events.models.stages import Stage

#: The most table points of a rank.
MOST_POINTS = 1000


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


def _is_points(word: str) -> bool:
    """Return whether a word is a number of table points; its form first, as "1e999999999" would fill the memory."""
    number = fraction_in(word) if re.fullmatch(r"-?[0-9]{1,4}([./][0-9]{1,4})?", word) else None
    return number is not None and abs(number) <= MOST_POINTS


class PointsField(forms.CharField):
    """A list of table points by rank."""

    def to_python(self, value: Any) -> Any:
        words = (super().to_python(value) or "").replace(",", " ").split()
        if not all(map(_is_points, words)):
            raise forms.ValidationError(_("Type table points for rank 1, 2, …, such as 8 6 4 2."))
        return words

    def prepare_value(self, value: Any) -> Any:
        return " ".join(map(str, value)) if isinstance(value, list) else value


class StageForm(forms.Form):
    """One stage. A later stage begins after the one before, so only its last session is asked."""

    SECTIONS: ClassVar[Mapping[str | Promise, Sequence[str]]] = {
        gettext_lazy("Sessions"): ("name", "last_session"),
        gettext_lazy("Who plays"): ("who", "count", "most", "players"),
        gettext_lazy("How the tables are drawn"): ("method", "numbering", "rematch", "kin", "compatriots", "apart"),
        gettext_lazy("Pools"): ("pools", "pooling", "pool_teams"),
        gettext_lazy("What counts"): ("carry", "bonus", "frozen", "for_units"),
        gettext_lazy("Who goes on"): ("advance",),
    }

    name = forms.CharField(label=gettext_lazy("Name of the stage"), max_length=100, required=False)
    last_session = WholeNumberField(label=gettext_lazy("Final session of the stage"), min_value=1, max_value=99)
    method = forms.ChoiceField(label=gettext_lazy("Draw"), choices=Stage.Method.choices)
    who = forms.ChoiceField(label=gettext_lazy("Players of the stage"), choices=Stage.Who.choices)
    count = WholeNumberField(
        label=gettext_lazy("How many play"), required=False, min_value=1, max_value=2000,
        help_text=gettext_lazy("In all, of each group or pool, or of each table."),
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
        help_text=gettext_lazy(
            "The number of players in a bracket; each bracket keeps its range of ranks. Empty: nothing is frozen."
        ),
    )  # fmt: skip
    pools = WholeNumberField(
        label=gettext_lazy("Number of pools"), required=False, min_value=2, max_value=MOST_POOLS,
        help_text=gettext_lazy(
            "The number of pools. Pools share no tables, and compatriots are kept apart. Empty: none."
        ),
    )  # fmt: skip
    pooling = forms.ChoiceField(
        label=gettext_lazy("Dealt to the pools"), choices=Stage.Pooling.choices, required=False,
        help_text=gettext_lazy(
            "In the first stage the snake goes by the numbers of the players. It is exact if compatriots may "
            "meet; else players of a row exchange their pools to keep them apart."
        ),
    )  # fmt: skip
    pool_teams = forms.BooleanField(label=gettext_lazy("Whole teams in a pool"), required=False)
    rematch = forms.ChoiceField(label=gettext_lazy("Rematches"), choices=Stage.Rematch.choices, required=False)
    kin = forms.ChoiceField(label=gettext_lazy("Team-mates"), choices=Stage.Rematch.choices, required=False)
    compatriots = forms.ChoiceField(
        label=gettext_lazy("Compatriots"), required=False,
        choices=[("", gettext_lazy("As for team-mates")), *Stage.Rematch.choices[1:]],
    )  # fmt: skip
    apart = forms.ChoiceField(
        label=gettext_lazy("Pairs that must not meet"), choices=Stage.Rematch.choices, required=False,
        help_text=gettext_lazy("The pairs are entered under Draw."),
    )  # fmt: skip
    numbering = forms.ChoiceField(
        label=gettext_lazy("Table numbers"), choices=Stage.Numbering.choices, required=False,
        help_text=gettext_lazy("For sessions drawn by standings."),
    )  # fmt: skip
    for_units = forms.BooleanField(label=gettext_lazy("Counts for teams and groups"), required=False)

    def __init__(self, *args: Any, number: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._number = number

    @property
    def sections(self) -> list[tuple[str | Promise, list[forms.BoundField]]]:
        """Return the fields in sections, each with its title."""
        return [(title, [self[name] for name in names]) for title, names in self.SECTIONS.items()]

    @property
    def columns(self) -> dict[str, Any]:
        """Return the columns of the stage, without its first session."""
        return dict(self.cleaned_data)

    def field_at(self, where: str) -> str | None:
        """Return the field where a fault of this stage, or one that this stage causes in another, is corrected."""
        place, _slash, column = where.partition("/")
        if place == f"stage-{self._number}":
            return column if column in self.fields else "method" if column else None
        causes = {"last_session": "last_session", "who": "pools" if self.cleaned_data.get("pools") else "who"}
        return causes.get(column, "advance" if self.cleaned_data.get("advance") else "last_session") if column else None

    def clean_numbering(self) -> str:
        return self.cleaned_data["numbering"] or Stage.Numbering.TOP

    def clean_pooling(self) -> str:
        return self.cleaned_data["pooling"] or Stage.Pooling.SNAKE

    def clean(self) -> dict[str, Any]:
        """Require the figure that the choice needs."""
        data = self.cleaned_data
        limited = (Stage.Who.BEST, Stage.Who.GROUPS, Stage.Who.POOLS, Stage.Who.COUNTRIES, Stage.Who.WINNERS)
        if data.get("who") in limited and "count" in data and not data["count"]:
            self.add_error("count", _("Type how many play."))
        if data.get("who") == Stage.Who.COUNTRIES and "most" in data and not data["most"]:
            self.add_error("most", _("Type how many of one country play at most."))
        if data.get("who") == Stage.Who.NAMED and "players" in data and not data["players"]:
            self.add_error("players", _("Type player numbers, such as 3, 8, 12."))
        return data
