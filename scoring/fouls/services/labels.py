"""Labels of the audit entries of fouls and of the measures after them."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from common.actions.labels import AuditLabels, column_labels, declare_labels
from common.actions.models.audit import AuditEntry
from common.i18n.text_fields import text_labels
from common.numbers import number_in
from scoring.fouls.models import FoulKind, Measure, Scope
from scoring.fouls.rules.catalogue import fouls
from scoring.fouls.selectors.labels import EFFECT_WORDS, location_text, translated
from scoring.fouls.services.following import ELSEWHERE
from scoring.sheets.rules.entering import EACH, NOBODY


def kind_names(entries: Iterable[AuditEntry]) -> Mapping[str, str]:
    """The names of the kinds of fouls by code: the catalogue's, and those that the events of the entries added.

    Reads the database only where an entry has a kind of foul.
    """
    ledgers = {entry.ledger_id for entry in entries if _has_kind(entry)}
    added = FoulKind.objects.filter(event__ledger__in=ledgers) if ledgers else []
    kinds = [*fouls().values(), *(kind.as_rule for kind in added)]
    return {kind.code: translated(kind.name) for kind in kinds}


def _has_kind(entry: AuditEntry) -> bool:
    return entry.about.startswith("foul_kind:") or any(
        isinstance(stored, dict) and "offence" in stored for stored in (entry.before, entry.after)
    )


def location_of_code(value: Any) -> str:
    """Where a foul happened: "3/12 W 5" is session 3, table 12, West, hand 5; "3" the session."""
    text = str(value)
    match = re.fullmatch(r"(\d+)/(\d+) ([ESWN]) (\d+)", text)
    if match is None:
        session = number_in(text)
        return text if session is None else location_text(session)
    session_number, table, seat, hand = match.groups()
    return location_text(int(session_number), int(table), seat, int(hand))


declare_labels(
    __name__,
    AuditLabels(
        keys={
            **column_labels(FoulKind, "scope"),
            **text_labels(FoulKind.NAME_LABEL, "name_"),
            "against": _("Directed against"),
            "arrived_at": _("Arrived at"),
            "article": _("Article"),
            "by": _("Number of the substitute"),
            "cancelled": pgettext_lazy("foul", "Cancelled"),
            "changed": _("changed"),
            "counted": _("Counted when repeated"),
            "difference": _("Difference"),
            "effects": _("Penalty"),
            "foul": _("Foul"),
            "fouls": _("Fouls"),
            "measure": _("Measure"),
            "offence": _("Kind of foul"),
            "payee": _("Paid to"),
            "points": _("Points"),
            "sort": _("Measure"),
            "where": _("Where"),
        },
        values={
            "payee": {NOBODY: _("nobody"), EACH: _("each of the others"), "one": _("one player, chosen at the table")},
            "scope": dict(Scope.choices),
            "sort": dict(Measure.Kind.choices),
            "where": location_of_code,
        },
        codes={**EFFECT_WORDS, **dict(Measure.State.choices)},
        subjects={
            "foul": _("Foul %(name)s"),
            "foul_kind": _("Kind of foul %(name)s"),
            "measure": _("Measure %(name)s"),
            "sheet": _("Sheet %(name)s"),
        },
        names={"foul_kind": kind_names},
        references={"offence": "foul_kind"},
        actions={ELSEWHERE: _("Repeated fouls counted again because another foul's player was corrected")},
    ),
)
