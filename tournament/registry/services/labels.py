"""Labels of the audit entries of registries."""

from django.utils.translation import gettext_lazy as _

from common.actions.labels import AuditLabels, day_text, declare_labels

declare_labels(
    __name__,
    AuditLabels(
        keys={
            "registry": _("Registry"),
            "server": _("Server"),
            "token_kept": _("Token"),
            "dated": _("Date of the list"),
            "members": _("Members"),
            "added": _("Added"),
            "changed": _("Changed"),
            "gone": _("No longer in the list"),
            "same": _("Unchanged"),
        },
        values={"dated": day_text, "token_kept": {"new": _("kept for the first time"), "replaced": _("replaced")}},
        subjects={"registry": _("Registry"), "registry_source": _("Server of registries")},
    ),
)
