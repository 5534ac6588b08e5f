"""What the actions of a draw share: who may draw, allowed states, stored charts."""

from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.utils import timezone

from common.actions.engine import ActionContext, Answer
from tournament.draws.models.draws import Draw
from tournament.draws.rules.changes.hand_changes import as_lists
from tournament.draws.rules.types import Draw as Drawn
from tournament.people.models.accounts import Role

#: Roles that draw, approve, release and retract.
DRAWERS = [Role.Name.ORGANIZER, Role.Name.COMMITTEE, Role.Name.CHIEF_REFEREE]
#: Refused in every state of a draw; each action overrides its allowed states.
NEVER: dict[str, Answer] = dict.fromkeys(Draw.State.values, Answer.REFUSED)


def audit_ref(draw: Draw) -> str:
    return f"draw:{draw.version}"


def now_to_the_second() -> datetime:
    return timezone.now().replace(microsecond=0)


def keep_drawn(_context: ActionContext, draw: Draw, drawn: Drawn, change: dict[str, Any]) -> None:
    """Store the draft after one more change by hand."""
    draw.method, draw.chart, draw.quality = drawn.method, as_lists(drawn.chart), asdict(drawn.quality)
    draw.changes = [*draw.changes, change]
    draw.save()
