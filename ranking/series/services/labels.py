"""Labels of the audit entries of series, and what is wrong with a rule."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from common.actions.labels import AuditLabels, declare_labels
from common.actions.models.audit import AuditEntry
from ranking.series.models import Series
from ranking.series.selectors.values import COUNTINGS, LABELS, POINTS, SHARED, TIES, UNITS, Label


def _names(entries: Iterable[AuditEntry]) -> dict[str, str]:
    """Return the names of the series that the entries are about."""
    slugs = {entry.about.partition(":")[2] for entry in entries if entry.about.startswith("series:")}
    return {f"series:{slug}": name for slug, name in Series.objects.filter(slug__in=slugs).values_list("slug", "name")}


def _plain(labels: Mapping[Any, Label]) -> dict[str, Label]:
    return {str(code): label for code, label in labels.items()}


declare_labels(
    __name__,
    AuditLabels(
        keys={
            **LABELS,
            "event": _("Event"),
            "events": _("Events"),
            "entries": _("Players"),
            "final": _("Final"),
            "keeper": _("Keeper"),
            "session": _("Session"),
        },
        values={
            "unit": _plain(UNITS),
            "points": _plain(POINTS),
            "shared": _plain(SHARED),
            "counting": _plain(COUNTINGS),
        },
        codes=_plain(TIES),
        subjects={"series": _("Series %(name)s")},
        names={"series": _names},
    ),
)

#: Code of a `RuleError` -> its text.
RULE_ERRORS: Mapping[str, Label] = {
    "long": _("Too many values."),
    "missing": _("Needed for this rule."),
    "number": _("Only whole numbers from 0 to 200; sizes from 1."),
    "points": _("Write points as 25 or 12.5, with at most three decimals."),
    "twice": _("This appears twice."),
    "unknown": _("The rule has no such value."),
}
