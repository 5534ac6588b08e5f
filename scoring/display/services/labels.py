"""Labels of the audit entries of screens and ceremonies."""

from django.utils.translation import gettext_lazy as _

from common.actions.labels import AuditLabels, column_labels, column_values, declare_labels
from scoring.display.models.ceremonies import Award
from scoring.display.models.screens import Screen, ScreenPart

declare_labels(
    __name__,
    AuditLabels(
        keys={
            **column_labels(Award, "title"),
            "award": _("Award"),
            "award_places": _("Places awarded"),
            "awards": _("Awards"),
            "language": _("Language"),
            "logo": _("Logo of papers"),
            "screen_parts": _("Parts"),
            "steps_shown": _("Steps shown"),
            "winners": _("Given to"),
        },
        values={**column_values(Screen), "award": dict(Award.Kind.choices), "awards": dict(Award.Kind.choices)},
        codes={**dict(Award.Kind.choices), **dict(ScreenPart.Kind.choices)},
        subjects={
            "award": _("Award %(name)s"),
            "screen": _("Screen %(name)s"),
            "screen_picture": _("Picture %(name)s"),
        },
    ),
)
