"""Labels of the audit entries of released draws."""

from django.utils.translation import gettext_lazy as _

from common.actions.labels import AuditLabels, declare_labels
from tournament.draws.services.labels import DRAW_CODES, DRAW_KEYS, DRAW_SUBJECTS

declare_labels(
    __name__,
    AuditLabels(
        keys={**DRAW_KEYS, "line_ups_left": _("Line-ups that did not fit")},
        codes=DRAW_CODES,
        subjects=DRAW_SUBJECTS,
    ),
)
