"""Players who get one mail a day, the evening of an event, and examples of the actions."""

from itertools import count
from typing import Any

from django.utils import timezone

from common.actions.permissions import Actor
from common.jobs.models import Job
from common.jobs.running import run
from scoring.notifications.models import Digest
from scoring.notifications.services.digests import ask_for_digest
from scoring.tasks.notifications import digests as sweep
from tests.support.applications import new_application
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.registration.models.applications import Application

_numbers = count(1)


def at_hour(event: Event, hour: int) -> None:
    """Move the event to a zone of the sea in which it is this hour (20 to 23, or 8) now."""
    offset = (hour - timezone.now().hour) % 24
    offset -= 24 if offset > 12 else 0
    event.time_zone = f"Etc/GMT{-offset:+d}" if offset else "UTC"
    event.save()


def confirmed(event: Event, entry: Entry | None = None, language: str = "en", state: str = "") -> Application:
    """Return a registration whose mail address was confirmed; of a player, it is approved."""
    application = new_application(event, state or ("approved" if entry else "submitted"))
    columns: dict[str, Any] = {"entry": entry, "mail_confirmed_at": timezone.now(), "language": language}
    Application.objects.filter(pk=application.pk).update(**columns)
    return Application.objects.select_related("event__ledger", "entry").get(pk=application.pk)


def mailed(application: Application) -> Digest:
    """Let the registrant ask for a mail a day."""
    ask_for_digest(Actor("phone", "", shown=application), application)
    return Digest.objects.get(application=application)


def evening() -> None:
    """Let the sweep look, and its job run."""
    sweep()
    for job in Job.objects.filter(state=Job.State.QUEUED, kind="digest.send"):
        run(job.pk)


def _due(event: Event, _state: str) -> tuple[Event, dict[str, Any]]:
    at_hour(event, 21)
    row = mailed(confirmed(event))
    Application.objects.filter(pk=row.application_id).update(state="waiting")
    return event, {"digest": row.pk, "token": f"evening {next(_numbers)}"}


def _asked(event: Event, state: str) -> tuple[Application, dict[str, Any]]:
    application = mailed(confirmed(event)).application
    application.state = state or application.state
    application.save()
    return application, {}


def _returned(event: Event, _state: str) -> tuple[Event, dict[str, Any]]:
    before = {"told_until": timezone.now().isoformat(), "seat": {}, "application_state": "submitted"}
    return event, {"digest": mailed(confirmed(event)).pk, "before": before}


EXAMPLES = {
    "digest.ask": lambda event, state: (confirmed(event, state=state), {}),
    "digest.stop": _asked,
    "digest.take": _due,
    "digest.return": _returned,
}
