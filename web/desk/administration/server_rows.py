"""What the server's page says about each figure: what it is, whether it is good, and what to do."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from django.template.defaultfilters import filesizeformat
from django.utils.formats import localize
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from common.doctor.figures import Stored
from common.doctor.history import Counts
from common.infrastructure.disk import Space
from common.jobs.models import Job
from web.desk.administration.backup_labels import BackupState, age_words

#: Shares of all, from which slow answers and conflicts are named; below MOST_RARE of them chance decides.
SLOW_SHARE, CONFLICT_SHARE, MOST_RARE = 0.01, 0.05, 3
#: A worker takes a job within seconds.
LONG_WAIT = timedelta(minutes=2)

#: A check of /readyz -> its name, and what to do while it fails.
CHECKS: dict[str, tuple[str | Promise, str | Promise]] = {
    "database": (gettext_lazy("Database"), gettext_lazy("Start the database server that DATABASE_URL names.")),
    "migrations": (
        gettext_lazy("Tables of the database"),
        gettext_lazy("Run manage.py migrate, then restart the server and the worker."),
    ),
    "cache": (gettext_lazy("Cache"), gettext_lazy("Start the Redis that CACHE_URL names; meanwhile pages are slower.")),
    "queue": (
        gettext_lazy("Queue of jobs"),
        gettext_lazy("Start the broker that CELERY_BROKER_URL names; jobs wait and are not lost."),
    ),
    "worker": (
        gettext_lazy("Worker"),
        gettext_lazy("Start the worker; on one laptop it restarts automatically within a minute."),
    ),
    "disk": (gettext_lazy("Disk"), gettext_lazy("Free some space: nothing can be saved until then.")),
}


@dataclass(frozen=True)
class Row:
    """A line of the page: its name, its figure, the tone and words of its state (empty: none), and what to do."""

    name: str
    figure: str
    tone: str = ""
    state: str = ""
    advice: str = ""


def rows_of_checks(passes: dict[str, bool], space: Space) -> Iterator[Row]:
    """Yield a row for each check of ``/readyz``; the disk has its free space."""
    for check, (name, advice) in CHECKS.items():
        figure = _("%(free)s free") % {"free": filesizeformat(space.free)} if check == "disk" else ""
        if not passes[check]:
            yield Row(str(name), figure, "stop", _("Does not work"), str(advice))
        elif check == "disk" and space.low:
            yield Row(str(name), figure, "warn", _("Almost full"), _("Free some space before the next event."))
        else:
            yield Row(str(name), figure, "ok", _("Works"))


def rows_of_requests(counts: Counts) -> Iterator[Row]:
    """Yield the rows of what the processes counted lately."""
    values = {"all": localize(counts.requests), "polls": localize(counts.polls)}
    figure = _("%(all)s, of which %(polls)s are polls of open pages") % values
    if counts.faults:
        state = ngettext("%(count)d fault", "%(count)d faults", counts.faults) % {"count": counts.faults}
        advice = _("The log has each fault with its traceback: send those lines to the developers.")
        yield Row(_("Requests to the server"), figure, "stop", state, advice)
    else:
        yield Row(_("Requests to the server"), figure, "ok", _("No fault"))
    yield _row_of_speed(counts)
    yield _row_of_writes(counts)


def _row_of_speed(counts: Counts) -> Row:
    figure = ngettext("%(count)d took more than a second", "%(count)d took more than a second", counts.slow)
    figure %= {"count": counts.slow}
    if counts.slow > max(MOST_RARE, SLOW_SHARE * counts.requests):
        advice = _("Close other programs on this machine; on a server start more processes, and set CACHE_URL.")
        return Row(_("Speed"), figure, "warn", _("Slow"), advice)
    return Row(_("Speed"), figure, "ok", _("Fast enough"))


def _row_of_writes(counts: Counts) -> Row:
    values = {"saved": localize(counts.writes), "refused": localize(counts.refused)}
    figure = _("%(saved)s saved, %(refused)s refused or asked about") % values
    if counts.conflicts > max(MOST_RARE, CONFLICT_SHARE * counts.writes):
        state = ngettext("%(count)d conflict", "%(count)d conflicts", counts.conflicts) % {"count": counts.conflicts}
        advice = _("Several people enter the same sheets: agree who enters which. No entry is lost.")
        return Row(_("Writes"), figure, "warn", state, advice)
    return Row(_("Writes"), figure, "ok", _("Few conflicts"))


def rows_of_stored(stored: Stored, backup: BackupState) -> Iterator[Row]:
    """Yield the rows of jobs, backups and the audit log."""
    values = {name: localize(stored.jobs[name]) for name in Job.State.values}
    figure = _("%(queued)s waiting, %(running)s running; in 24 hours %(done)s done, %(failed)s failed") % values
    if stored.waiting > LONG_WAIT:
        state = _("One has waited for %(time)s") % {"time": age_words(stored.waiting)}
        yield Row(_("Jobs"), figure, "stop", state, _("Start the worker, or a second one on a server."))
    elif stored.jobs[Job.State.FAILED]:
        advice = _("The page of each job says why it failed; the log has it by its number.")
        yield Row(_("Jobs"), figure, "warn", _("Some failed"), advice)
    else:
        yield Row(_("Jobs"), figure, "ok", _("No long waits"))
    advice = (
        "" if backup.tone == "ok" else backup.fault or _("Choose a folder under Backups, and keep the worker running.")
    )
    yield Row(_("Backups"), "", backup.tone, backup.words, "" if backup.tone == "ok" else advice)
    entries = _("%(count)s entries since the beginning") % {"count": localize(stored.audit_entries)}
    yield Row(_("Audit log"), entries)
