"""An event's own entries in the catalogue of fouls."""

import re
from collections.abc import Collection
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import ActionContext, Done, action
from common.actions.errors import Refused
from common.i18n.text_fields import cleaned_texts, spread_texts
from common.i18n.texts import Texts
from scoring.fouls.models import FoulKind
from scoring.fouls.rules.catalogue import EFFECTS, ONE, SCOPES, fouls
from scoring.fouls.rules.proposing import Penalty, faults, in_order
from scoring.fouls.selectors.labels import fault_sentence
from scoring.sheets.rules.entering import EACH, NOBODY
from tournament.events.models.events import Event
from tournament.people.models.accounts import Role
from tournament.people.services.checking import check_row

SETTERS = [Role.Name.ORGANIZER, Role.Name.CHIEF_REFEREE]
CODE = re.compile(r"[a-z0-9][a-z0-9-]{0,29}")


@action("foul_kind.set", summary=gettext_lazy("Add a foul to the catalogue"), roles=SETTERS, subject="event")
def set_kind(
    _context: ActionContext,
    event: Event,
    *,
    code: str,
    name: Texts,
    about: Texts | None = None,
    article: str = "",
    scope: str = "hand",
    effects: Collection[str] = ("warning",),
    points: int = 0,
    payee: str = NOBODY,
    counted: bool = False,
) -> Done:
    """Add an own entry of the event, or change the one with this ``code``; ``name``, ``about``: texts by language.

    Recorded fouls keep their penalty. Refused: a code of the catalogue, no name, an unknown language, an invalid
    penalty.
    """
    if not CODE.fullmatch(code) or code in fouls():
        raise Refused(_("Choose a code of lowercase letters that is not in the catalogue yet."), where="code")
    names, abouts = cleaned_texts(name), cleaned_texts(about or {})
    if not names:
        raise Refused(_("Write the name in at least one language."), where="name_en")
    if scope not in SCOPES or payee not in (NOBODY, EACH, ONE) or not set(effects) <= set(EFFECTS):
        raise Refused(_("Choose what the penalty is."), where="effects")
    penalty = Penalty(in_order(effects), points, payee)
    # The payee is named when a foul is recorded.
    for fault in faults(penalty, scope, 1):
        if fault != "payee-missing":
            raise Refused(fault_sentence(fault), where="effects")
    kind = FoulKind.objects.filter(event=event, code=code).first() or FoulKind(event=event, code=code)
    before = _audit_values(kind) if kind.pk else None
    kind.article, kind.scope, kind.effects = article.strip()[:30], scope, list(penalty.effects)
    kind.points, kind.payee, kind.counted = points, payee, counted
    kind.name = {language: text[: FoulKind.MAX_NAME] for language, text in names.items()}
    kind.about = {language: text[: FoulKind.MAX_ABOUT] for language, text in abouts.items()}
    check_row(kind, exclude=("event", "effects"))
    kind.save()
    return Done({"kind": code}, f"foul_kind:{code}", before, _audit_values(kind))


@action("foul_kind.remove", summary=gettext_lazy("Remove a foul from the catalogue"), roles=SETTERS, subject="event")
def remove_kind(_context: ActionContext, event: Event, *, code: str) -> Done:
    """Remove an own entry of the event; Refused once a foul of this kind was recorded."""
    kind = FoulKind.objects.filter(event=event, code=code).first()
    if kind is None:
        return Done({"kind": code}, f"foul_kind:{code}", changed=False)
    if event.fouls.filter(kind=code).exists():
        raise Refused(_("Fouls of this kind are recorded, so it cannot be removed."))
    before = _audit_values(kind)
    kind.delete()
    return Done({"kind": code}, f"foul_kind:{code}", before, None)


def _audit_values(kind: FoulKind) -> dict[str, Any]:
    names = ("article", "scope", "effects", "points", "payee", "counted")
    return {name: getattr(kind, name) for name in names} | spread_texts(kind.name, "name_")
