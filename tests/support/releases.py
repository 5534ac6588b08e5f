"""Events with results to release, and examples of actions on the results of a whole event."""

from collections.abc import Callable
from typing import Any

from django.utils import timezone

from scoring.releases.models.closings import Closing
from tests.support.appeals import ended
from tests.support.cup import cup, taken_in
from tests.support.sheets import made_sheet, with_settings
from tournament.events.models.events import Event


def closed(event: Event) -> Event:
    Closing.objects.create(event=event, closed_at=timezone.now(), by="赵敏")
    return event


#: Points of player 1 in the held back session and in total; no other text has these figures.
SECRETS = ("7771", "7791")


def held_back() -> Event:
    """The cup, running; its confirmed last session is kept for the ceremony and contains SECRETS of player 1."""
    document = cup(starts="2126-05-01", ends="2126-05-02", settings={"standings": {"last_session": "ceremony"}})
    [first, second] = document["sessions"][2]["tables"]
    hands = [{"no": 1, "winner": "E", "points": 2583}]
    first |= {"state": "confirmed", "hands": hands, "totals": {"E": 7771, "S": -2590, "W": -2590, "N": -2591}}
    second["state"] = "confirmed"
    return taken_in(document, release=2)


def _appealable(event: Event, state: str) -> tuple[Event, dict[str, Any]]:
    ended(made_sheet(event), timezone.now())
    return event, {"names": "韦一笑"}


#: (event, state of the subject) -> (subject, facts)
EXAMPLES: dict[str, Callable[[Event, str], tuple[Any, dict[str, Any]]]] = {
    "event.close": lambda event, state: (with_settings(event), {"by": "赵敏"}),
    "event.end_appeal_times": _appealable,
    "event.reopen": lambda event, state: (closed(event), {}),
}
