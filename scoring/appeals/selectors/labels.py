"""Labels of appeals: their target and the end of their fee."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.appeals.models.appeals import Appeal
from scoring.appeals.selectors.targets import Target
from scoring.fouls.selectors.labels import kind_name

FEE_ENDS: Mapping[str, str | Promise] = {
    "returned": gettext_lazy("The fee is to be returned."),
    "kept": gettext_lazy("The fee is to be kept."),
}


def target_text(target: Target, kinds: Mapping[str, Any]) -> str:
    """Describe the target of an appeal in one line; ``kinds``: the event's catalogue of fouls by code."""
    where = {"session": target.session.number, "table": target.sheet.table.number if target.sheet else 0}
    location = _("Session %(session)d, table %(table)d") % where if target.sheet else _("Session %(session)d") % where
    words: dict[str, Any] = {"place": location}
    if target.of_competition:
        words["said"] = (
            Appeal.Subject(target.subject).label if target.subject else _("another matter of the competition")
        )
        return _("%(place)s: %(said)s") % words
    if target.ruling:
        words |= {"number": target.ruling.number, "said": target.ruling.decision or _("The hand counts as written.")}
        return _("%(place)s: ruling %(number)d, %(said)s") % words
    if target.foul:
        words |= {"number": target.foul.number, "said": kind_name(target.foul, kinds)}
        return _("%(place)s: foul %(number)d, %(said)s") % words
    return _("%(place)s: the score sheet") % words
