"""The form of a ranking: names, formula and scope, as people type them."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from common.i18n.text_fields import joined_texts, text_form_fields
from ranking.rankings.models import NAME_LENGTH, Ranking
from ranking.rankings.rules.rule import FIRST_YEAR, LAST_YEAR, OWN_PARTS, Kind, Rule, Value, contradictions, parsed_rule
from ranking.rankings.selectors.values import KINDS, LABELS, TOTALS, VALUES, YEARS, Label
from ranking.rankings.services.rankings import RULE_WRONG
from ranking.record.models.records import RecordedEvent
from ranking.series.rules.plain import MOST_EVENTS, RuleError, decimal_text, read_points
from tournament.events.models.events import Event
from web.committee.bodies import CountriesField
from web.shared.forms.alternatives import AlternativesForm, OnlyWith
from web.shared.forms.based import BasedForm

#: The parts of a rule that limit events and players.
SCOPE_PARTS = ("letters", "scopes", "rule_sets", "countries", "players_of", "first_year", "last_year")
_BETWEEN = re.compile(r"[\s,;，、；]+")


def _choices(labels: Mapping[Any, Label]) -> list[tuple[str, Label]]:
    return [(str(code), label) for code, label in labels.items()]


class NumbersField(forms.CharField):
    """Numbers separated by spaces or commas, as a list of decimal texts."""

    def prepare_value(self, value: Any) -> Any:
        return " ".join(value) if isinstance(value, (list, tuple)) else value

    def to_python(self, value: Any) -> Any:
        words = [word for word in _BETWEEN.split(self.prepare_value(value) or "") if word]
        return [self._number(word) for word in words]

    def _number(self, word: str) -> str:
        try:
            return decimal_text(read_points(word.replace("−", "-")))
        except ValueError:
            wrong = {"word": word[:40], "wrong": RULE_WRONG["points"]}
            raise forms.ValidationError(_("“%(word)s”: %(wrong)s") % wrong) from None


class CodesField(forms.MultipleChoiceField):
    """Boxes to tick; none ticked: all."""

    widget = forms.CheckboxSelectMultiple

    def __init__(self, name: str, choices: Any, **kwargs: Any) -> None:
        super().__init__(label=LABELS[name], choices=choices, required=False, **kwargs)


def _year(name: str) -> WholeNumberField:
    return WholeNumberField(label=LABELS[name], required=False, min_value=FIRST_YEAR, max_value=LAST_YEAR)


class RankingForm(AlternativesForm, BasedForm):
    """Names, formula and scope of a ranking; ``values`` are those of ``ranking_values``."""

    renewal = forms.ChoiceField(label=gettext_lazy("Computed automatically"), choices=Ranking.Renewal.choices)
    kind = forms.ChoiceField(label=LABELS["kind"], choices=_choices(KINDS), widget=forms.RadioSelect)
    years = forms.ChoiceField(
        label=LABELS["years"],
        choices=_choices(YEARS),
        help_text=gettext_lazy("When the first and the second year after an event end. The federation does not say."),
    )
    value = forms.ChoiceField(label=LABELS["value"], choices=_choices(VALUES), required=False)
    placing = NumbersField(
        label=LABELS["placing"],
        required=False,
        max_length=2_000,
        help_text=gettext_lazy("From the first place on, such as 25 18 15 12 10; all further places get 0."),
    )
    weighted = forms.BooleanField(
        label=LABELS["weighted"],
        required=False,
        help_text=gettext_lazy("The weight of MERS: days, players, countries, qualification. Without it all weigh 1."),
    )
    factors = NumbersField(
        label=LABELS["factors"],
        required=False,
        max_length=200,
        help_text=gettext_lazy("Of the first, second, … year after an event, such as 1 0.5; then a result is over."),
    )
    total = forms.ChoiceField(label=LABELS["total"], choices=_choices(TOTALS), required=False)
    best = WholeNumberField(
        label=LABELS["best"],
        required=False,
        min_value=0,
        max_value=MOST_EVENTS,
        help_text=gettext_lazy("Empty: all results count."),
    )
    least = WholeNumberField(label=LABELS["least"], required=False, min_value=1, max_value=MOST_EVENTS)
    letters = CodesField("letters", RecordedEvent.Letter.choices, help_text=gettext_lazy("None ticked: all events."))
    scopes = CodesField(
        "scopes", Event.Scope.choices, help_text=gettext_lazy("None ticked: all but events on the web.")
    )
    rule_sets = CodesField("rule_sets", Event.Rules.choices, help_text=gettext_lazy("None ticked: all."))
    countries = CountriesField(
        label=LABELS["countries"], required=False, max_length=2_000, help_text=gettext_lazy("Codes such as CN or NL.")
    )
    players_of = CountriesField(
        label=LABELS["players_of"],
        required=False,
        max_length=2_000,
        help_text=gettext_lazy("Only players of these countries are ranked. Empty: all players."),
    )
    first_year = _year("first_year")
    last_year = _year("last_year")
    alternatives = (
        OnlyWith(
            "kind",
            [Kind.OWN.value],
            OWN_PARTS,
        ),
        OnlyWith("value", [Value.PLACING.value], ["placing"]),
        OnlyWith("kind", [Kind.MERS.value, Kind.OWN.value], ["years"], chosen_by_typing=False),
    )
    shown_with = {"years": "kind=mers kind=own", "placing": "value=placing"}

    def __init__(self, *args: Any, values: Mapping[str, Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = text_form_fields(gettext_lazy("name in {language}"), "name_", max_length=NAME_LENGTH)
        self.fields = {**names, **self.fields}
        empty = {name: values[name] or None for name in ("best", "first_year", "last_year")}
        self.initial = {**values, **empty, **self.initial}

    @property
    def general_fields(self) -> list[forms.BoundField]:
        """The fields above those of an own formula."""
        self.mark_choices()
        return [field for field in self.visible_fields() if field.name not in (*OWN_PARTS, *SCOPE_PARTS)]

    @property
    def own_fields(self) -> list[forms.BoundField]:
        """The fields of an own formula."""
        return [self[name] for name in OWN_PARTS]

    @property
    def scope_fields(self) -> list[forms.BoundField]:
        """The fields that limit events and players."""
        return [self[name] for name in SCOPE_PARTS]

    @property
    def shows_own_parts(self) -> bool:
        """Whether the fields of an own formula are used, or one of them has an error."""
        return self["kind"].value() == Kind.OWN or any(name in self.errors for name in OWN_PARTS)

    def clean(self) -> dict[str, Any]:
        """Read the rule, so that what is wrong in it stands at its field; a ranking has a name."""
        cleaned = super().clean()
        names = [name for name in self.fields if name.startswith("name_")]
        if not any(name in self.errors for name in names) and not any(joined_texts(cleaned, "name_").values()):
            self.add_error(names[0], _("Write the name in at least one language."))
        for error in self._rule_errors(cleaned):
            if error.where not in self.errors:
                self.add_error(error.where, str(RULE_WRONG[error.code]))
        return cleaned

    def _rule_errors(self, cleaned: dict[str, Any]) -> list[RuleError]:
        """Keep the rule of the fields that are right, and return what is wrong in it."""
        try:
            cleaned["rule"] = parsed_rule(self._rule_values())
        except RuleError as error:
            return [error]
        return list(contradictions(cleaned["rule"]))

    @property
    def rule(self) -> Rule:
        """The rule of a valid form."""
        rule: Rule = self.cleaned_data["rule"]
        return rule

    def values(self) -> dict[str, Any]:
        """Return the values of a valid form as `change_ranking` takes them."""
        data = self.cleaned_data
        names = {name: value for name, value in data.items() if name.startswith("name_")}
        return {**names, "renewal": data["renewal"], **self.rule.plain()}

    def _rule_values(self) -> dict[str, Any]:
        data = self.cleaned_data
        numbers = {name: data.get(name) or 0 for name in ("best", "first_year", "last_year")}
        given = {name: data[name] for name in Rule().plain() if name in data and data[name] not in (None, "")}
        return {**given, **numbers}
