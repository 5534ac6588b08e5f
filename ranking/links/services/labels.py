"""Labels of the audit entries of links and of requests."""

from django.utils.translation import gettext_lazy as _

from common.actions.labels import AuditLabels, declare_labels

declare_labels(
    __name__,
    AuditLabels(
        keys={
            "lists": _("Lists that were read"),
            "mail": _("Mail address"),
            "public": _("Shown to everybody"),
            "request": _("Request"),
            "requests": _("Requests"),
        },
        subjects={"correction": _("Request %(name)s"), "requests": _("Requests")},
    ),
)
