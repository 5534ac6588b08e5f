"""The form of one section of an event's settings, and what a change of them means."""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.i18n.text_fields import TextsField, joined_texts, spread_texts, text_form_fields
from scoring.settings.selectors import applies, article_in, departures, plain_value, settings_of
from tournament.events.models.events import Event
from web.desk.setup.settings_labels import MEANS, setting_text
from web.shared.forms.based import BasedForm
from web.shared.forms.fields import LinesField, date_field, moment_field


@dataclass(frozen=True)
class Section:
    """A section of the page: its title, the groups of settings that it holds, and what they are about."""

    title: str | Promise
    groups: tuple[str, ...]
    about: str | Promise


#: The sections besides the event's own columns, by their anchor. Every group of settings is in one of them.
SECTIONS = {
    "play": Section(
        gettext_lazy("Play and scoring"),
        ("play", "imj", "scoring"),
        gettext_lazy("Length of a session, missing players, check-in, ties at a table, electronic scoring"),
    ),
    "standings": Section(
        gettext_lazy("Standings"),
        ("standings",),
        gettext_lazy("Equal points, teams and groups, ties at a cut, the last session"),
    ),
    "penalties": Section(
        gettext_lazy("Penalties and appeals"),
        ("penalties", "appeals"),
        gettext_lazy("False wins, repeated fouls, time and fee of an appeal"),
    ),
    "registration": Section(
        gettext_lazy("Registration, privacy, federation"),
        ("registration", "privacy", "federation"),
        gettext_lazy("When players register themselves, consents, the oath, private data"),
    ),
}


@dataclass(frozen=True)
class SettingField:
    """A setting in the form; ``departs`` is the default value as text where the event departs from it.

    ``against``: the text of the rules says otherwise; it is silent if not.
    """

    field: BoundField
    article: str
    departs: str
    against: bool


@dataclass(frozen=True)
class Change:
    """A setting that is about to change: its values as text, the effect, whether the new value is against the rules."""

    name: str
    before: str
    after: str
    means: str | Promise
    against: bool


class SettingsForm(BasedForm):
    """The settings of one section's groups, and a reason if results are public."""

    def __init__(self, data: Any, event: Event, section: str) -> None:
        super().__init__(data, auto_id=f"{section}_%s")
        groups = settings_of(event)
        self.groups = {name: groups[name] for name in SECTIONS[section].groups}
        self.event = event
        for group in self.groups.values():
            for column in self._columns(group):
                self.fields |= _form_fields(column)
                self.initial.update(_initial_values(column, getattr(group, column.name)))
        if "at_time" in self.fields and event.rules != Event.Rules.IMJ_0702:
            at_time: Any = self.fields["at_time"]
            at_time.choices = [choice for choice in at_time.choices if choice[0] != "round"]
        self.carry(
            {
                column.name: plain_value(getattr(group, column.name))
                for group in self.groups.values()
                for column in self._columns(group)
            }
        )
        if event.sessions.filter(released_at__isnull=False).exists():
            self.fields["reason"] = forms.CharField(
                label=_("Reason"),
                max_length=500,
                required=False,
                help_text=_("Results are public: a change needs a reason, which is kept with it."),
                widget=forms.TextInput(attrs={"aria-required": "true"}),
            )

    def parts(self) -> list[tuple[str | Promise, list[SettingField]]]:
        """Return the title and the fields of each group."""
        return [
            (group.title, [field for column in self._columns(group) for field in self._setting_fields(group, column)])
            for group in self.groups.values()
            if self._columns(group)
        ]

    def departures(self) -> int:
        """Return how many of the settings depart from the text of the rules."""
        return sum(len(departures(group, self.event)) for group in self.groups.values())

    def _columns(self, group: Any) -> list[Any]:
        """Return the settings of the group that the event's game has."""
        return [column for column in group.setting_fields() if applies(column, self.event)]

    def _setting_fields(self, group: Any, column: Any) -> list[SettingField]:
        departure = next((departure for departure in departures(group, self.event) if departure.field == column), None)
        text = setting_text(column, column.get_default()) if departure else ""
        against = departure is not None and departure.against
        article = article_in(self.event, column)
        return [SettingField(self[name], article, text, against) for name in _field_names(column)]

    def changes(self) -> dict[str, dict[str, Any]]:
        """Return the changed values, as group name -> setting name -> new value."""
        changes: dict[str, dict[str, Any]] = {}
        for name, group in self.groups.items():
            for column in self._columns(group):
                value = _typed_value(column, self.cleaned_data)
                if plain_value(value) != self.cleaned_data["base"].get(column.name):
                    changes.setdefault(name, {})[column.name] = value
        return changes

    def described(self, changes: dict[str, dict[str, Any]]) -> list[Change]:
        """Return the changes with their values as text."""
        return [
            Change(
                capfirst(str(column.verbose_name)),
                setting_text(column, getattr(self.groups[name], column.name)),
                setting_text(column, chosen[column.name]),
                MEANS[column.name],
                self._is_against(name, column, chosen[column.name]),
            )
            for name, chosen in changes.items()
            for column in self.groups[name].setting_fields()
            if column.name in chosen
        ]

    def _is_against(self, name: str, column: Any, value: Any) -> bool:
        """Whether the text of the rules excludes this value."""
        chosen = copy(self.groups[name])
        setattr(chosen, column.name, value)
        return any(departure.against for departure in departures(chosen, self.event) if departure.field == column)


def _field_names(column: Any) -> list[str]:
    """Return the names of a setting's form fields: one, or one for each language."""
    return list(spread_texts({}, _prefix(column))) if isinstance(column, TextsField) else [column.name]


def _prefix(column: Any) -> str:
    return f"{column.name}_"


def _form_fields(column: Any) -> dict[str, forms.Field]:
    if not isinstance(column, TextsField):
        return {column.name: _form_field(column)}
    label = f"{column.verbose_name} ({{language}})"
    options = {"max_length": column.max_length, "help_text": column.help_text}
    return {**text_form_fields(label, _prefix(column), field=LinesField, **options)}


def _initial_values(column: Any, value: Any) -> dict[str, Any]:
    return spread_texts(value, _prefix(column)) if isinstance(column, TextsField) else {column.name: value}


def _typed_value(column: Any, values: Mapping[str, Any]) -> Any:
    if not isinstance(column, TextsField):
        return values[column.name]
    return {language: text for language, text in joined_texts(values, _prefix(column)).items() if text}


def _form_field(column: Any) -> forms.Field:
    required = not column.blank
    if column.get_internal_type() == "DateField":
        return date_field(label=capfirst(column.verbose_name), help_text=column.help_text, required=required)
    if column.get_internal_type() == "DateTimeField":
        return moment_field(label=capfirst(column.verbose_name), help_text=column.help_text, required=required)
    if column.get_internal_type() == "TextField":
        return LinesField(label=capfirst(column.verbose_name), help_text=column.help_text, required=required)
    # A stored value stays selected, so no empty choice is offered.
    field: Any = column.formfield()
    field.unit = column.unit
    field.required = required
    field.validators += column.validators
    return field
