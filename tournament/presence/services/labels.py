"""Labels of the audit entries of the presence of players."""

from django.utils.translation import gettext_lazy as _

from common.actions.labels import AuditLabels, column_values, declare_labels
from tournament.events.models.entries import Entry
from tournament.presence.models.presence import CheckedItems
from tournament.registration.services.labels import ENTRY_KEYS

declare_labels(
    __name__,
    AuditLabels(
        keys={
            **ENTRY_KEYS,
            **dict(CheckedItems.Mark.choices),
            "called": _("Called"),
            "here": _("Here"),
            "late_from": _("Lateness counts from"),
        },
        values=column_values(Entry),
        codes=dict(Entry.Status.choices),
    ),
)
