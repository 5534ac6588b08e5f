"""Labels of the audit entries of an event's head data and settings."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from common.actions.labels import AuditLabels, Label, ValueText, column_labels, column_values, declare_labels
from common.i18n.text_fields import labelled_texts
from scoring.settings.models.groups import SETTINGS_GROUPS
from tournament.events.models.events import Event

EVENT_COLUMNS = ("starts", "ends", "rules", "scope", "sanction_body", "sanction_number", "web_site")


def _setting_labels() -> dict[str, Label]:
    columns = (column for group in SETTINGS_GROUPS.values() for column in group.setting_fields())
    return {column.name: column.verbose_name for column in columns}


def _setting_values() -> dict[str, ValueText]:
    values = {name: text for group in SETTINGS_GROUPS.values() for name, text in column_values(group).items()}
    return values | {"oath": _oath_text}


def _oath_text(oath: Any) -> str:
    """The oath of an entry; entries of earlier versions have one text for all languages."""
    return labelled_texts(oath) if isinstance(oath, dict) else str(oath)


declare_labels(
    __name__,
    AuditLabels(
        keys={**column_labels(Event, *EVENT_COLUMNS), **_setting_labels(), "template": _("Template")},
        values={**column_values(Event), **_setting_values()},
    ),
)
