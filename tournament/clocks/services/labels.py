"""Labels of the audit entries of clocks and announcements."""

from django.utils.translation import gettext_lazy as _

from common.actions.labels import AuditLabels, declare_labels
from common.i18n.text_fields import text_labels

declare_labels(
    __name__,
    AuditLabels(
        keys={
            **text_labels("{language}"),
            "break": _("Break"),
            "ended": _("Ended"),
            "from": _("From"),
            "minutes": _("Minutes"),
            "pause": _("Pause"),
            "seats_checked": _("Seat check"),
            "silent": _("Without gong"),
            "started": _("Started"),
            "taken_back": _("No longer public"),
        },
        subjects={"announcement": _("Announcement %(name)s")},
    ),
)
