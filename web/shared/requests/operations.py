"""Notices about the state of queue, worker and disk."""

from dataclasses import dataclass

from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _

from common.infrastructure import disk
from common.infrastructure.health import finding


@dataclass(frozen=True)
class Notice:
    """A problem with queue, worker or disk: tone and words of a badge, a sentence, and a remedy for administrators."""

    tone: str
    words: str
    sentence: str
    remedy: str


def notices() -> list[Notice]:
    """Return the notices for the Desk; empty if nothing is wrong."""
    return [notice for notice in (queue_notice(), _disk_notice()) if notice]


def queue_notice() -> Notice | None:
    """Return why papers and other jobs wait; None if nothing is wrong."""
    if not finding("queue").ok:
        sentence = _("The queue does not answer: papers and other tasks wait until it does.")
        remedy = _("Start the broker that %(setting)s names.") % {"setting": "CELERY_BROKER_URL"}
        return Notice("stop", _("Queue does not answer"), sentence, remedy)
    if not finding("worker").ok:
        sentence = _("No worker is running: papers and other tasks wait until one does.")
        remedy = _("On one laptop it restarts automatically within a minute; on servers start the worker.")
        return Notice("stop", _("No worker"), sentence, remedy)
    return None


def _disk_notice() -> Notice | None:
    space = disk.space()
    if not space.low:
        return None
    sentence = _("The server's disk has %(free)s left; when it is full, nothing can be saved.")
    words = _("Disk almost full")
    return Notice(
        "stop" if space.full else "warn",
        words,
        sentence % {"free": filesizeformat(space.free)},
        _("Free some space: delete files of other programs, or old backups on the same disk."),
    )
