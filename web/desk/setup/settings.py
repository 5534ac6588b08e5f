"""The page of an event's data and settings, in sections that are saved one by one.

The effect of a change of settings is explained before it is saved.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.forms.boundfield import BoundField
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.i18n.text_fields import TextsField, joined_texts, spread_texts, text_form_fields
from scoring.settings.selectors import applies, plain_value, settings_of
from scoring.setup.selectors.settings_effect import settings_effect
from scoring.setup.services.changing_settings import change_settings
from scoring.setup.services.setting_up import change_event
from tournament.events.models.events import Event
from web.desk.setup.event_data import EventForm
from web.desk.setup.settings_labels import MEANS, setting_text
from web.shared.access import EventAccess, event_desk, signed_in
from web.shared.forms.based import BasedForm
from web.shared.forms.fields import LinesField, date_field, moment_field
from web.shared.forms.writing import status_of, write


@dataclass(frozen=True)
class Section:
    """A section of the page: its title and the groups of settings that it holds."""

    title: str | Promise
    groups: tuple[str, ...]


#: The section of the event's own columns.
EVENT = "event"
#: The other sections, by their anchor. Every group of settings is in one of them.
SECTIONS = {
    "play": Section(gettext_lazy("Play and scoring"), ("play", "scoring")),
    "standings": Section(gettext_lazy("Standings"), ("standings",)),
    "penalties": Section(gettext_lazy("Penalties and appeals"), ("penalties", "appeals")),
    "registration": Section(gettext_lazy("Registration and privacy"), ("registration", "privacy")),
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
    """A setting that is about to change, with its values as text and the effect of the change."""

    name: str
    before: str
    after: str
    means: str | Promise


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
            )

    def parts(self) -> list[tuple[str | Promise, list[SettingField]]]:
        """Return the title and the fields of each group."""
        return [
            (group.title, [field for column in self._columns(group) for field in self._setting_fields(group, column)])
            for group in self.groups.values()
            if self._columns(group)
        ]

    def _columns(self, group: Any) -> list[Any]:
        """Return the settings of the group that the event's game has."""
        return [column for column in group.setting_fields() if applies(column, self.event)]

    def _setting_fields(self, group: Any, column: Any) -> list[SettingField]:
        departure = next((departure for departure in group.departures() if departure.field == column), None)
        text = setting_text(column, column.get_default()) if departure else ""
        against = departure is not None and departure.against
        return [SettingField(self[name], column.article, text, against) for name in _field_names(column)]

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
            )
            for name, chosen in changes.items()
            for column in self.groups[name].setting_fields()
            if column.name in chosen
        ]


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
    field: forms.Field = column.formfield()
    field.required = required
    field.validators += column.validators
    return field


@signed_in
def event_data(request: HttpRequest, slug: str) -> HttpResponse:
    """Save the event's data, the first section of the settings."""
    desk = event_desk(request, slug)
    desk.require(desk.may_set_up)
    if request.method != "POST":
        return redirect("desk:settings", slug)
    form = EventForm(request.POST, event=desk.event)
    payload = {name: value for name, value in form.cleaned_data.items() if name != "reason"} if form.is_valid() else {}
    if write(request, form, change_event, desk.actor, desk.event, **payload).done:
        messages.success(request, _("Saved."))
        return _back_to(slug, EVENT)
    return _page(request, desk, EVENT, form)


@signed_in
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all sections; a submission explains a section's changes, a second with the same changes saves them."""
    desk = event_desk(request, slug)
    desk.require(desk.may_set_up)
    if request.method != "POST":
        return _page(request, desk)
    section = request.POST.get("section", "")
    if section not in SECTIONS:
        raise Http404
    form = SettingsForm(request.POST, desk.event, section)
    changes = form.changes() if form.is_valid() else {}
    if form.is_valid() and not changes:
        messages.info(request, _("Nothing was changed."))
        return _back_to(slug, section)
    seen = hashlib.sha256(repr(changes).encode()).hexdigest()
    payload = {"values": changes, "base": form.cleaned_data["base"]} if changes else {}
    if (
        request.POST.get("seen") == seen
        and write(request, form, change_settings, desk.actor, desk.event, **payload).done
    ):
        messages.success(request, _("The settings are saved."))
        return _back_to(slug, section)
    context: dict[str, Any] = {}
    if changes:
        context |= {"changes": form.described(changes), "seen": seen}
        context["effect"] = settings_effect(desk.event, changes)
    return _page(request, desk, section, form, **context)


def _back_to(slug: str, section: str) -> HttpResponse:
    return redirect(f"{reverse('desk:settings', args=[slug])}#{section}")


def _page(
    request: HttpRequest, desk: EventAccess, section: str = "", form: forms.Form | None = None, **context: Any
) -> HttpResponse:
    """Show all sections; ``form`` is the submitted one of ``section``."""
    submitted = {section: form} if form is not None else {}
    sections = [
        (name, declared.title, submitted.get(name) or SettingsForm(None, desk.event, name))
        for name, declared in SECTIONS.items()
    ]
    context |= {
        "desk": desk,
        "event_form": submitted.get(EVENT) or EventForm(event=desk.event),
        "sections": sections,
        "submitted": section,
        "form": form,
    }
    status = status_of(form) if form is not None else 200
    return render(request, "desk/setup/settings.html", context, status=status)
