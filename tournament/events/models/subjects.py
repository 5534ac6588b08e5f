"""Abstract models of the rows of an event that actions change."""

from typing import TYPE_CHECKING

from django.db import models

from common.actions.models.ledgers import Ledger

if TYPE_CHECKING:
    from tournament.events.models.events import Event


class EventSubject(models.Model):
    """A row of an event: actions on it are written on the event's ledger."""

    event: "models.ForeignKey[Event, Event]"

    class Meta:
        abstract = True

    @property
    def ledger(self) -> Ledger:
        return self.event.ledger


class LockingEventSubject(EventSubject):
    """A row of an event whose actions lock the event first: only one at a time changes rows of this kind."""

    class Meta:
        abstract = True

    @property
    def locked_before(self) -> "list[Event]":
        return [self.event]
