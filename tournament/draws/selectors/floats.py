"""Players who sat outside their score group: in a draft, and in earlier draws by standings."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tournament.draws.models.session_draws import SessionDraw
from tournament.draws.rules.rounds import Demands, floaters, task_from
from tournament.events.models.events import Event
from tournament.events.models.stages import Stage

#: Ways of drawing with score groups.
GROUPED = (Stage.Method.SWISS, Stage.Method.WINNERS)


def floaters_of(document: Any, result: Mapping[str, Any]) -> list[int]:
    """Return the numbers outside their score group in a draw by standings; tables mended afterwards count none."""
    method = result["method"]
    if method not in GROUPED:
        return []
    demands = Demands(**result["demands"])
    task = task_from(document, method, result["seed"], demands=demands, bracket=result["bracket"])
    return floaters(task, result["tables"])


def earlier_floats(event: Event, session: int) -> Counter[int]:
    """Return number -> how often it sat outside its score group in the released draws before a session."""
    draws = event.session_draws.filter(state=SessionDraw.State.RELEASED, session__lt=session)
    parts = [part for drawn in draws for part in drawn.parts]
    return Counter(number for part in parts for number in floaters_of(part["document"], part["result"]))
