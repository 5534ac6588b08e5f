"""The form of a series: its name and its rule, as people type them."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from ranking.series.rules.plain import MOST_EVENTS, RuleError, decimal_text, read_points
from ranking.series.rules.rule import Counting, Points, Rule, Tie, contradictions, parsed_rule
from ranking.series.selectors.values import COUNTINGS, LABELS, POINTS, SHARED, TIES, UNITS, Label
from ranking.series.services.labels import RULE_ERRORS
from web.shared.forms.alternatives import AlternativesForm, OnlyWith
from web.shared.forms.based import BasedForm

#: How many tie-breaks the form offers.
TIE_FIELDS = ("tie1", "tie2", "tie3")
_BETWEEN = re.compile(r"[\s,;，、；]+")


def _choices(labels: Mapping[Any, Label]) -> list[tuple[str, Label]]:
    return [(str(code), label) for code, label in labels.items()]


def _number(name: str, **kwargs: Any) -> WholeNumberField:
    return WholeNumberField(label=LABELS[name], max_value=MOST_EVENTS, **kwargs)


class PointsField(forms.CharField):
    """Points of the places 1, 2, …, separated by spaces or commas, as a list of decimal texts."""

    def prepare_value(self, value: Any) -> Any:
        return " ".join(value) if isinstance(value, (list, tuple)) else value

    def to_python(self, value: Any) -> Any:
        words = [word for word in _BETWEEN.split(self.prepare_value(value) or "") if word]
        return [_points(word) for word in words]


class StepsField(forms.CharField):
    """Steps "players: points", one in a line, as pairs."""

    widget = forms.Textarea(attrs={"rows": 3})

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return "\n".join(f"{players}: {points}" for players, points in value)
        return value

    def to_python(self, value: Any) -> Any:
        lines = [line for line in (self.prepare_value(value) or "").splitlines() if line.strip()]
        return [_step(line) for line in lines]


class SeriesForm(AlternativesForm, BasedForm):
    """Name and rule of a series; `values` are those of ``series_values``."""

    name = forms.CharField(label=gettext_lazy("Name of the series"), max_length=200)
    unit = forms.ChoiceField(
        label=LABELS["unit"],
        choices=_choices(UNITS),
        help_text=gettext_lazy("A team is known by its name in every event."),
    )
    points = forms.ChoiceField(label=LABELS["points"], choices=_choices(POINTS))
    placing = PointsField(
        label=LABELS["placing"],
        required=False,
        max_length=2_000,
        help_text=gettext_lazy("From the first place on, such as 25 18 15 12 10; all further places get 0."),
    )
    shared = forms.ChoiceField(label=LABELS["shared"], choices=_choices(SHARED))
    counting = forms.ChoiceField(label=LABELS["counting"], choices=_choices(COUNTINGS))
    best = _number("best", required=False, min_value=1)
    worst = _number("worst", required=False, min_value=1)
    least = _number("least", min_value=1)
    size_bonus = StepsField(
        label=LABELS["size_bonus"],
        required=False,
        max_length=1_000,
        help_text=gettext_lazy("Lines such as 16: 10 – from 16 players on, every player gets 10 points more."),
    )
    place_bonus = PointsField(
        label=LABELS["place_bonus"],
        required=False,
        max_length=2_000,
        help_text=gettext_lazy("Added to the points of the event, from the first place on, such as 30 20 10."),
    )
    tie1 = forms.ChoiceField(label=LABELS["ties"], required=False)
    tie2 = forms.ChoiceField(label=gettext_lazy("Then by"), required=False)
    tie3 = forms.ChoiceField(label=gettext_lazy("Then by"), required=False)
    finalists = _number(
        "finalists", required=False, min_value=0, help_text=gettext_lazy("Empty: the series has no final.")
    )
    alternatives = (
        OnlyWith("points", [Points.PLACING.value], ["placing"]),
        OnlyWith("counting", [Counting.BEST.value, Counting.BEST_WORST.value], ["best"], chosen_by_typing=False),
        OnlyWith("counting", [Counting.BEST_WORST.value], ["worst"], chosen_by_typing=False),
    )

    shown_with = {
        "placing": "points=placing",
        "shared": "points=placing place_bonus=*",
        "best": "counting=best counting=best-worst",
        "worst": "counting=best-worst",
        "tie2": "tie1=*",
        "tie3": "tie2=*",
    }

    def __init__(self, *args: Any, values: Mapping[str, Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial = {**_initial(values), **self.initial}
        for name in TIE_FIELDS:
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [("", _("nothing: the rank is shared")), *_choices(TIES)]

    def clean(self) -> dict[str, Any]:
        """Read the rule, so that what is wrong in it stands at its field."""
        cleaned = super().clean()
        for error in self._rule_errors(cleaned):
            field = _field_of(error.where)
            if field not in self.errors:
                self.add_error(field, str(RULE_ERRORS[error.code]))
        return cleaned

    def _rule_errors(self, cleaned: dict[str, Any]) -> list[RuleError]:
        """Keep the rule of the fields that are right, and return what is wrong in it."""
        try:
            cleaned["rule"] = parsed_rule(self.rule_values())
        except RuleError as error:
            return [error]
        return list(contradictions(cleaned["rule"]))

    def rule_values(self) -> dict[str, Any]:
        """Return the rule of the fields that are right as plain data."""
        data = self.cleaned_data
        numbers = {name: data.get(name) or 0 for name in ("best", "worst", "least", "finalists")}
        ties = [data[name] for name in TIE_FIELDS if data.get(name)]
        names = ("unit", "points", "placing", "shared", "counting", "size_bonus", "place_bonus")
        return {name: data[name] for name in names if name in data} | numbers | {"ties": ties}

    @property
    def rule(self) -> Rule:
        """The rule of a valid form."""
        rule: Rule = self.cleaned_data["rule"]
        return rule


def _initial(values: Mapping[str, Any]) -> dict[str, Any]:
    ties = dict(zip(TIE_FIELDS, values["ties"], strict=False))
    numbers = {name: values[name] or None for name in ("best", "worst", "finalists")}
    return {**values, **numbers, **ties}


def _field_of(name: str) -> str:
    return "tie1" if name == "ties" else name


def _points(word: str) -> str:
    try:
        return decimal_text(read_points(word.replace("−", "-")))
    except ValueError:
        raise forms.ValidationError(
            _("“%(word)s”: %(wrong)s") % {"word": word[:40], "wrong": RULE_ERRORS["points"]}
        ) from None


def _step(line: str) -> list[Any]:
    players, _colon, points = line.replace("：", ":").partition(":")
    if not players.strip().isdecimal() or len(players.strip()) > 5:
        raise forms.ValidationError(_("Write each step as players: points, such as 16: 10."))
    return [int(players), _points(points)]


#: The rule that a new series begins with.
USUAL = Rule(ties=(Tie.RESULTS,))
