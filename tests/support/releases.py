"""Events with results to release, and an example of what is done with a whole event's results."""

from collections.abc import Callable
from typing import Any

from django.utils import timezone

from scoring.models import Closing
from tests.support.sheets import with_settings
from tournament.models import Event


def closed(event: Event) -> Event:
    """The event, closed."""
    Closing.objects.create(event=event, closed_at=timezone.now(), by="赵敏")
    return event


#: (event, state of the subject) -> (subject, facts)
EXAMPLES: dict[str, Callable[[Event, str], tuple[Any, dict[str, Any]]]] = {
    "event.close": lambda event, state: (with_settings(event), {"by": "赵敏"}),
    "event.reopen": lambda event, state: (closed(event), {}),
}
