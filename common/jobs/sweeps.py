"""The sweep of every minute: lost jobs, their files, and the functions that rooms declare in their ``tasks.py``.

It also queues the next backup when one is due.
"""

import logging
from collections.abc import Callable, Mapping

from django.utils.module_loading import autodiscover_modules

from common import jobs
from common.backups import running

logger = logging.getLogger(__name__)

#: A room's sweep: returns the number of deleted rows by their name in the log (plain English).
Sweep = Callable[[], Mapping[str, int]]
SWEEPS: list[Sweep] = []


def sweeps(run: Sweep) -> Sweep:
    """Declare a function that tidies up; it may run at any time and several times at once."""
    SWEEPS.append(run)
    return run


def sweep() -> tuple[jobs.Swept, dict[str, int]]:
    """Tidy up once; return the result for jobs, and the deletions by room. A room that fails stops no other."""
    swept = jobs.sweep()
    deleted: dict[str, int] = {}
    autodiscover_modules("tasks")
    for run in SWEEPS:
        try:
            deleted.update(run())
        except Exception:  # any error: the next minute tries again
            logger.exception("%s failed", run.__qualname__)
    running.send_if_due()
    return swept, deleted
