"""Labels of the audit entries of invitations and backups."""

from django.utils.translation import gettext_lazy as _

from common.actions.labels import AuditLabels, declare_labels

declare_labels(
    __name__,
    AuditLabels(
        keys={"folder": _("Folder"), "is_staff": _("May create events"), "keep": _("Backups to keep")},
        subjects={
            "backups": _("Backups"),
            "invitation": _("Invitation %(name)s"),
            "account_invitation": _("Invitation to an account %(name)s"),
        },
    ),
)
