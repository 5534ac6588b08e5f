"""Labels of the audit entries of formats and draws by standings."""

from django.utils.translation import gettext_lazy as _

from common.actions.labels import AuditLabels, declare_labels
from tournament.draws.services.labels import DRAW_CODES, DRAW_KEYS

declare_labels(
    __name__,
    AuditLabels(
        keys={
            **DRAW_KEYS,
            "stages": _("stages"),
            "play_off": _("order of the play-off"),
            "declined": _("do not want to go on"),
        },
        codes=DRAW_CODES,
        subjects={"session_draw": _("Draw of session"), "stage": _("Stage")},
    ),
)
