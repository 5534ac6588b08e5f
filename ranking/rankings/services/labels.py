"""Labels of the audit entries of rankings."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from common.actions.labels import AuditLabels, column_labels, column_values, day_text, declare_labels
from common.actions.models.audit import AuditEntry
from common.i18n.text_fields import text_labels
from ranking.rankings.models import Ranking
from ranking.rankings.selectors.values import KINDS, LABELS, TOTALS, VALUES, YEARS, Label
from ranking.rankings.selectors.wording import name_of


def _names(entries: Iterable[AuditEntry]) -> dict[str, str]:
    """Return the names of the rankings that the entries are about."""
    slugs = {entry.about.partition(":")[2] for entry in entries if entry.about.startswith("ranking:")}
    return {f"ranking:{ranking.slug}": name_of(ranking) for ranking in Ranking.objects.filter(slug__in=slugs)}


def _plain(labels: Mapping[Any, Label]) -> dict[str, Label]:
    return {str(code): label for code, label in labels.items()}


declare_labels(
    __name__,
    AuditLabels(
        keys={
            **LABELS,
            **text_labels(_("name in {language}"), "name_"),
            **column_labels(Ranking, "renewal"),
            "ranked": _("Ranked players"),
            "ranking_day": _("As of"),
        },
        values={
            "kind": _plain(KINDS),
            "years": _plain(YEARS),
            "value": _plain(VALUES),
            "total": _plain(TOTALS),
            **column_values(Ranking),
            "ranking_day": day_text,
        },
        subjects={"ranking": _("Ranking %(name)s")},
        names={"ranking": _names},
    ),
)
