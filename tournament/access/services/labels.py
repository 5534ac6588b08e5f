"""Labels of the audit entries of invitations, tokens and backups."""

from django.utils.translation import gettext_lazy as _

from common.actions.labels import AuditLabels, declare_labels
from tournament.access.models import ApiToken

declare_labels(
    __name__,
    AuditLabels(
        keys={
            "folder": _("Folder"),
            "is_staff": _("May create events"),
            "keep": _("Backups to keep"),
            "scopes": _("May do"),
            "token": _("Token of a program"),
        },
        codes=dict(ApiToken.Scope.choices),
        subjects={
            "backups": _("Backups"),
            "invitation": _("Invitation %(name)s"),
            "account_invitation": _("Invitation to an account %(name)s"),
        },
    ),
)
