"""The figures of the whole server that are not counted but read: checks, disk, jobs, backups, audit log."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Min, Sum

from common.actions.models.ledgers import Ledger
from common.backups.running import the_plan
from common.infrastructure import health
from common.jobs.models import Job

#: Ended jobs are counted for this long.
ENDED_WITHIN = timedelta(days=1)


@dataclass(frozen=True)
class Stored:
    """Figures of the database.

    ``jobs`` has the number of waiting and running jobs, and of those that ended within a day, by state; ``waiting`` is
    how long the oldest waiting job has waited. ``backup_age`` is None without a backup, ``backup_failed`` tells whether
    the last attempt failed; ``backups_wanted`` is false while no folder is chosen.
    """

    jobs: dict[str, int]
    waiting: timedelta
    backups_wanted: bool
    backup_age: timedelta | None
    backup_failed: bool
    audit_entries: int


def works() -> dict[str, bool]:
    """Return by its name whether each check of ``/readyz`` passes."""
    return {name: finding.ok for name, finding in health.report().items()}


def stored(now: datetime) -> Stored:
    """Read the figures of the database at ``now``. Raises DatabaseError."""
    alive = Job.objects.filter(state__in=[Job.State.QUEUED, Job.State.RUNNING])
    counted = alive | Job.objects.filter(ended_at__gte=now - ENDED_WITHIN)
    jobs = dict.fromkeys(Job.State.values, 0)
    jobs |= dict(counted.values_list("state").annotate(Count("pk")).order_by())
    since = alive.filter(state=Job.State.QUEUED).aggregate(Min("made_at"))["made_at__min"]
    plan = the_plan()
    return Stored(
        jobs=jobs,
        waiting=max(timedelta(), now - since) if since else timedelta(),
        backups_wanted=bool(plan.folder),
        backup_age=now - plan.good_at if plan.good_at else None,
        backup_failed=bool(plan.fault),
        audit_entries=Ledger.objects.aggregate(Sum("audit_seq"))["audit_seq__sum"] or 0,
    )
