"""Labels of the audit entries of clocks and announcements."""

from django.utils.translation import gettext_lazy as _

from common.actions.labels import AuditLabels, declare_labels

declare_labels(
    __name__,
    AuditLabels(
        keys={
            "break": _("Break"),
            "en": _("English"),
            "ended": _("Ended"),
            "from": _("From"),
            "ja": _("Japanese"),
            "minutes": _("Minutes"),
            "pause": _("Pause"),
            "seats_checked": _("Seat check"),
            "silent": _("Without gong"),
            "started": _("Started"),
            "taken_back": _("Taken back"),
            "zh": _("Chinese"),
        },
        subjects={"announcement": _("Announcement %(name)s")},
    ),
)
