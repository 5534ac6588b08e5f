"""Long tasks: declared as kinds, stored as rows, run by workers, queued again if a worker is lost.

A room declares a kind in its ``tasks.py``::

    @job("event.export", summary=_("Export of an event"))
    def export(progress: Progress, *, event: str) -> Result: ...

After a permission check, a view calls ``start(actor, "event.export", parameters={"event": slug})`` and redirects to the
page of the job. A job may run up to three times, so a write in it is called with ``key=progress.key`` (its idempotency
key) and as ``progress.owner``: a repeated write changes nothing and returns the same answer.

Starting and cancelling are not actions: they change no fact of an audit chain (many jobs have no ledger). A job changes
facts only through services, and those are actions with the owner's name in the audit log.
"""

from common.jobs.kinds import Result, job, kind_named, summary
from common.jobs.progress import Cancelled, Progress
from common.jobs.requests import cancel, may_see, start
from common.jobs.running import claim, run
from common.jobs.sweeping import Swept, sweep
from common.jobs.watching import watch

__all__ = [
    "Cancelled",
    "Progress",
    "Result",
    "Swept",
    "cancel",
    "claim",
    "job",
    "kind_named",
    "may_see",
    "run",
    "start",
    "summary",
    "sweep",
    "watch",
]
