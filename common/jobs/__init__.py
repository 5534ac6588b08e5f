"""Long tasks: declared as kinds, kept as rows, done by workers, swept when a worker is lost.

A room declares a kind in its ``tasks.py``::

    @job("event.export", summary=_("Export of an event"))
    def export(progress: Progress, *, event: str) -> Result: ...

and whoever has checked that the person may do it calls ``start(actor, "event.export", parameters={"event": slug})``
and leads to the page of the job. A kind may be run up to three times from its start, so a write in it is called with
``key=progress.key`` and as ``progress.owner``: a repeated one then changes nothing and answers the same.

Starting and cancelling are no actions: they change no fact of any chain (many jobs have no head to be audited on).
What a job changes, it changes through services, and those are actions with the owner's name in the audit.
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
