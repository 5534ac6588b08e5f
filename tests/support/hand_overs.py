"""Hand-overs of events and their files, for tests of services and pages."""

from collections.abc import Callable
from io import BytesIO
from typing import Any

from django.utils import timezone

from common.actions.models.ledgers import Ledger
from common.actions.permissions import system_actor
from common.privacy.sealed_files import new_key
from scoring.hand_over.exports import write_file
from scoring.hand_over.models import HandOver, Installation, LateFile
from scoring.hand_over.rules.tokens import network_token
from scoring.hand_over.selectors.package import Package, opened
from scoring.hand_over.services.giving import hand_over
from tests.support.events import small_event
from tests.support.sheets import with_settings
from tournament.access.rules import token_hash
from tournament.events.models.events import Event

HOME, HALL = system_actor("home"), system_actor("hall")


class ExamplePackage(Package):
    """A file that stays open when an example is copied."""

    def __deepcopy__(self, _memo: object) -> "ExamplePackage":
        return self


def file_of(row: HandOver) -> bytes:
    """Return the file of a hand-over."""
    file = BytesIO()
    write_file(row, file)
    return file.getvalue()


def package_in(raw: bytes) -> Package:
    """Return the opened file."""
    return opened(BytesIO(raw))


def given(event: Event) -> HandOver:
    """Hand the event over."""
    return HandOver.objects.get(
        uid=hand_over(HOME, event, other="laptop of the hall", here="home.example")["hand_over"]
    )


def without_action(event: Event, side: str, state: str = HandOver.State.OPEN) -> HandOver:
    """Create a hand-over, and hold the event if it does, without an entry in the audit."""
    Installation.objects.get_or_create(pk=1)
    key, now = new_key(), timezone.now()
    row = HandOver.objects.create(
        event=with_settings(event),
        side=side,
        state=state,
        here="home.example",
        other="laptop of the hall",
        key=key,
        key_hash=token_hash(network_token(key)),
        head_seq=event.ledger.audit_seq,
        began_at=now,
        began_by="Anna",
        ended_at=None if state == HandOver.State.OPEN else now,
    )
    if row.held_elsewhere:
        Ledger.objects.filter(pk=event.ledger.pk).update(held_since=now, holder=row.other)
    return row


def _given(event: Event) -> HandOver:
    return without_action(event, HandOver.Side.GIVEN)


def file_back(row: HandOver) -> bytes:
    """Return the file that gives the event of a hand-over back as it is here."""
    return file_of(HandOver(uid=row.uid, event=row.event, side=HandOver.Side.TAKEN, key=row.key, here="laptop"))


def _package(raw: bytes) -> ExamplePackage:
    return ExamplePackage(package_in(raw).digest, BytesIO(raw))


def _take(_event: Event, _state: str) -> tuple[None, dict[str, Any]]:
    row = _given(small_event("from-elsewhere"))
    raw, key = file_of(row), row.key
    ledger = row.event.ledger
    row.event.delete()
    ledger.delete()
    return None, {"package": _package(raw), "file_key": key}


def _late(event: Event, _state: str) -> tuple[HandOver, dict[str, Any]]:
    row = without_action(event, HandOver.Side.GIVEN, HandOver.State.DECIDED)
    return row, {"package": _package(file_back(row))}


def _with_late_file(event: Event, _state: str) -> tuple[HandOver, dict[str, Any]]:
    row = without_action(event, HandOver.Side.GIVEN, HandOver.State.DECIDED)
    LateFile.objects.create(hand_over=row, name="none", digest="0" * 64, at=row.began_at, by="Anna")
    return row, {}


def _take_back(event: Event, _state: str) -> tuple[HandOver, dict[str, Any]]:
    row = _given(event)
    return row, {"package": _package(file_back(row))}


EXAMPLES: dict[str, Callable[[Event, str], tuple[Any, dict[str, Any]]]] = {
    "event.hand_over": lambda event, state: (event, {"other": "laptop of the hall", "here": "home.example"}),
    "event.decide_back": lambda event, state: (_given(event), {}),
    "event.set_aside": lambda event, state: (without_action(event, HandOver.Side.TAKEN), {}),
    "event.give_back": lambda event, state: (without_action(event, HandOver.Side.TAKEN), {}),
    "event.take": _take,
    "event.take_back": _take_back,
    "event.keep_late_file": _late,
    "event.drop_late_file": _with_late_file,
    "event.note_arrival": lambda event, state: (_given(event), {}),
}
