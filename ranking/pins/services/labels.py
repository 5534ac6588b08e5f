"""Labels of the audit entries of pins."""

from django.utils.translation import gettext_lazy as _

from common.actions.labels import AuditLabels, column_choices, declare_labels
from ranking.pins.models.applications import PinApplication
from ranking.pins.models.claims import MissingResult

declare_labels(
    __name__,
    AuditLabels(
        keys={
            "level": _("Level"),
            "missing_result": _("Missing result"),
            "pin_kind": PinApplication._meta.get_field("kind").verbose_name,
            "pin_state": _("State"),
            "serial": _("Certificate number"),
            "why_local": _("Why without a public address"),
        },
        values={
            "missing_result": column_choices(MissingResult, "status"),
            "pin_kind": column_choices(PinApplication, "kind"),
            "pin_state": column_choices(PinApplication, "status"),
        },
        subjects={
            "pin_application": _("Application %(name)s for a pin"),
            "pin_applications": _("Applications for pins"),
        },
    ),
)
