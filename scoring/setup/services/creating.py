"""Create an event with its ledger and every group of settings."""

from typing import Any

from common.actions.engine import ActionContext
from common.actions.models.ledgers import Ledger
from scoring.settings.models.groups import SETTINGS_GROUPS
from tournament.events.models.events import Event
from tournament.people.models.accounts import Role


def make_event(context: ActionContext, settings: dict[str, dict[str, Any]] | None = None, **columns: Any) -> Event:
    """Write a new event (``columns``: those of Event) with its ledger and settings (group -> name -> value).

    The actor's account becomes the organizer (the command line has none). ValidationError for an invalid value.
    """
    event = Event(ledger=Ledger.objects.create(name=f"event:{columns['slug']}"), **columns)
    event.full_clean()
    event.save()
    for name, group in SETTINGS_GROUPS.items():
        values: dict[str, Any] = {"event": event} | (settings or {}).get(name, {})
        chosen = group(**values)
        chosen.full_clean()
        chosen.save()
    if context.actor.account is not None:
        Role.objects.create(account=context.actor.account, event=event, name=Role.Name.ORGANIZER)
    return event
