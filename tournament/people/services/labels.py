"""Labels of the audit entries of accounts."""

from django.utils.translation import gettext_lazy as _

from common.actions.labels import AuditLabels, declare_labels

declare_labels(
    __name__,
    AuditLabels(
        keys={
            "is_active": _("Active"),
            "is_staff": _("May create and import events"),
            "is_superuser": _("Administrator of this program"),
            "sessions_ended": _("Devices signed out"),
            "second_factor": _("Second factor"),
            "passkey": _("Passkey"),
            "provider": _("Provider of accounts"),
            "recovery_codes": _("Recovery codes"),
            "username": _("Username"),
        }
    ),
)
