"""Labels of the audit entries of imported events."""

from django.utils.translation import gettext_lazy as _

from common.actions.labels import AuditLabels, declare_labels

declare_labels(
    __name__, AuditLabels(keys={"entries": _("Players"), "night": _("New club night"), "rehearsal": _("Rehearsal")})
)
