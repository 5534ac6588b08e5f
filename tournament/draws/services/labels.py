"""Labels of the audit entries of draws."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from common.actions.labels import AuditLabels, Label, declare_labels
from tournament.draws.models.draws import Draw

#: The keys that the release of draws writes too.
DRAW_KEYS: Mapping[str, Label] = {
    "commitment": _("Hash of the secret"),
    "draw": _("Draw"),
    "left": _("Out of the event"),
    "list_hash": _("Hash of the list"),
    "seed": _("Seed"),
}
DRAW_CODES: Mapping[str, Label] = {**dict(Draw.State.choices), **dict(Draw.Scheme.choices)}
DRAW_SUBJECTS: Mapping[str, Label] = {"draw": _("Draw %(name)s")}

declare_labels(
    __name__,
    AuditLabels(
        keys={
            **DRAW_KEYS,
            "apart": _("Must not meet"),
            "candidate": _("Candidate"),
            "candidates": _("Candidates"),
            "fillers": _("Fillers"),
            "method": _("Method"),
            "public_value": _("Value named in public"),
            "region": _("Group"),
            "rule": _("Way of drawing"),
            "shown": _("Lots shown"),
            "step": _("Lots shown per step"),
        },
        codes=DRAW_CODES,
        subjects=DRAW_SUBJECTS,
    ),
)
