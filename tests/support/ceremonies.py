"""Awards and ceremonies, and an example of every action on them."""

from collections.abc import Callable
from typing import Any

from django.utils import timezone

from scoring.display.models.ceremonies import Award, AwardWinner, Ceremony
from scoring.settings.models.groups import SETTINGS_GROUPS
from scoring.sheets.models.sheets import Sheet
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.events.models.tables import Table
from tournament.people.models.persons import Person


def new_award(event: Event, kind: str = "own", **columns: Any) -> Award:
    """Create an award at the end of the ceremony."""
    title = "最佳新人" if kind == "own" else ""
    columns = {"title": title, "places": 3} | columns
    return Award.objects.create(event=event, order=event.awards.count() + 1, kind=kind, **columns)


def new_winner(event: Event, award: Award, **columns: Any) -> AwardWinner:
    """Create a player of the event and choose this player for the award."""
    number = 2_000 + event.entries.count()
    entry = Entry.objects.create(event=event, person=Person.objects.create(name="小龙女"), number=number, name="小龙女")
    return AwardWinner.objects.create(award=award, entry=entry, **columns)


def _ready(event: Event, *, begun: bool = False) -> Event:
    """Return an event whose only session is confirmed, with an award and its chosen winner."""
    for group in SETTINGS_GROUPS.values():
        group.objects.get_or_create(event=event)
    event.planned_sessions = 1
    event.save(update_fields=["planned_sessions"])
    session, _new = Session.objects.get_or_create(event=event, number=1)
    table, _new = Table.objects.get_or_create(session=session, number=1)
    Sheet.objects.get_or_create(table=table, defaults={"state": Sheet.State.CONFIRMED})
    new_winner(event, new_award(event))
    Ceremony.objects.filter(event=event).delete()
    if begun:
        Ceremony.objects.create(event=event, steps=2, begun_at=timezone.now())
    return event


def _changed(event: Event, state: str) -> tuple[Award, dict[str, Any]]:
    Ceremony.objects.filter(event=event).delete()
    return new_award(event), {"title": "最佳新秀", "places": 1, "winners": []}


def _award(**facts: Any) -> Callable[[Event, str], tuple[Award, dict[str, Any]]]:
    def example(event: Event, state: str) -> tuple[Award, dict[str, Any]]:
        Ceremony.objects.filter(event=event).delete()
        new_award(event)
        return new_award(event), facts

    return example


def _event(**facts: Any) -> Callable[[Event, str], tuple[Event, dict[str, Any]]]:
    def example(event: Event, state: str) -> tuple[Event, dict[str, Any]]:
        Ceremony.objects.filter(event=event).delete()
        event.awards.all().delete()
        return event, facts

    return example


EXAMPLES: dict[str, Callable[[Event, str], tuple[Any, dict[str, Any]]]] = {
    "award.add": _event(kind="own", title="最佳新人", places=1),
    "award.usual": _event(),
    "award.change": _changed,
    "award.move": _award(place=1),
    "award.remove": _award(),
    "ceremony.begin": lambda event, state: (_ready(event), {}),
    "ceremony.step": lambda event, state: (_ready(event, begun=True), {"move": "next", "seen": 0}),
    "ceremony.end": lambda event, state: (_ready(event, begun=True), {}),
}
