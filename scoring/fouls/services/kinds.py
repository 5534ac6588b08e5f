"""An event's own entries in the catalogue of fouls."""

import re
from collections.abc import Collection
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import Call, Done, action
from common.actions.errors import Refused
from scoring.fouls.models import FoulKind
from scoring.fouls.rules.catalogue import EFFECTS, ONE, SCOPES, fouls
from scoring.fouls.rules.proposing import Penalty, faults, in_order
from scoring.fouls.selectors.labels import fault_sentence
from scoring.sheets.rules.entering import EACH, NOBODY
from tournament.events.models.events import Event
from tournament.people.models.accounts import Role

SETTERS = [Role.Name.ORGANIZER, Role.Name.CHIEF_REFEREE]
CODE = re.compile(r"[a-z0-9][a-z0-9-]{0,29}")
MAX_NAME, MAX_ABOUT = 100, 300
WORDS = ("name_zh", "name_en", "name_ja", "about_zh", "about_en", "about_ja")


@action("foul_kind.set", summary=gettext_lazy("Add a foul to the catalogue"), roles=SETTERS, subject="event")
def set_kind(
    call: Call,
    event: Event,
    *,
    code: str,
    words: dict[str, str],
    article: str = "",
    scope: str = "hand",
    effects: Collection[str] = ("warning",),
    points: int = 0,
    payee: str = NOBODY,
    counted: bool = False,
) -> Done:
    """Add an own entry of the event, or change the one with this ``code``; the keys of ``words`` are ``WORDS``.

    Recorded fouls keep their penalty. Refused: a code of the catalogue, no name, an invalid penalty.
    """
    if not CODE.fullmatch(code) or code in fouls():
        raise Refused(_("Choose a code of small letters that the catalogue does not have."), where="code")
    texts = {name: " ".join(words.get(name, "").split()) for name in WORDS}
    if not any(texts[name] for name in WORDS[:3]):
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
    for name, value in texts.items():
        setattr(kind, name, value[: MAX_NAME if name.startswith("name") else MAX_ABOUT])
    kind.save()
    return Done({"kind": code}, f"foul_kind:{code}", before, _audit_values(kind))


@action("foul_kind.remove", summary=gettext_lazy("Take a foul out of the catalogue"), roles=SETTERS, subject="event")
def remove_kind(call: Call, event: Event, *, code: str) -> Done:
    """Remove an own entry of the event; Refused once a foul of this kind was recorded."""
    kind = FoulKind.objects.filter(event=event, code=code).first()
    if kind is None:
        return Done({"kind": code}, f"foul_kind:{code}", changed=False)
    if event.fouls.filter(kind=code).exists():
        raise Refused(_("Fouls of this kind are recorded: it stays."))
    before = _audit_values(kind)
    kind.delete()
    return Done({"kind": code}, f"foul_kind:{code}", before, None)


def _audit_values(kind: FoulKind) -> dict[str, Any]:
    names = ("article", "scope", "effects", "points", "payee", "counted", *WORDS[:3])
    return {name: getattr(kind, name) for name in names}
