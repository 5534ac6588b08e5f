"""Labels of the audit entries of hand-overs."""

from django.utils.translation import gettext_lazy as _

from common.actions.labels import AuditLabels, declare_labels

declare_labels(
    __name__,
    AuditLabels(
        keys={
            "event_id": _("Id of the event"),
            "entries": _("Entries of the audit that came back"),
            "hand_over": _("Number of the hand-over"),
            "holder": _("Held by"),
            "since": _("Since"),
            "source": _("From"),
        }
    ),
)
