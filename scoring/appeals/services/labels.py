"""Labels of the audit entries of appeals."""

from django.utils.translation import gettext_lazy as _

from common.actions.labels import AuditLabels, column_choices, column_labels, declare_labels
from scoring.appeals.models.appeals import STATE_NAMES, Appeal
from scoring.appeals.models.steps import AppealStep
from scoring.settings.models.appeals import AppealSettings

declare_labels(
    __name__,
    AuditLabels(
        keys={
            **column_labels(AppealSettings, "fee"),
            "against": _("Directed against"),
            "department": _("Department"),
            "files": _("Files"),
            "finding": _("Finding"),
            "heard": _("Hearing"),
            "instance": _("Instance"),
            "late": _("Too late"),
            "matter": _("Matter"),
            "note": _("Note"),
            "player": _("Number"),
            "signed": _("Signed"),
            "subject": _("About"),
            "texts": _("Texts"),
            "tries": _("Tries left"),
        },
        values={
            "against": column_choices(Appeal, "against"),
            "fee": column_choices(Appeal, "fee_state"),
            "finding": column_choices(AppealStep, "finding"),
            "instance": column_choices(AppealStep, "instance"),
            "matter": column_choices(Appeal, "matter"),
            "subject": {"": "", **column_choices(Appeal, "subject")},
        },
        codes={state.value: label for state, label in STATE_NAMES.items()},
        subjects={"appeal": _("Appeal %(name)s")},
    ),
)
