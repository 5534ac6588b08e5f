"""Labels of the audit entries about publishing online."""

from django.utils.translation import gettext_lazy as _

from common.actions.labels import AuditLabels, declare_labels

declare_labels(
    __name__,
    AuditLabels(
        keys={
            "package": _("Package"),
            "digest": _("SHA-256 of the package"),
            "server": _("Server"),
            "token": _("New token"),
        },
    ),
)
