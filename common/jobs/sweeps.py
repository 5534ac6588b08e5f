"""What is tidied up every minute: lost jobs and their files, and what each room declares in its ``tasks.py``.

Also the look at the clock for the next backup.
"""

import logging
from collections.abc import Callable, Mapping

from django.utils.module_loading import autodiscover_modules

from common import jobs
from common.backups import running

logger = logging.getLogger(__name__)

#: A room's sweep: what it deleted, by what people call it in a log (plain English, for the command line).
Sweep = Callable[[], Mapping[str, int]]
SWEEPS: list[Sweep] = []


def sweeps(run: Sweep) -> Sweep:
    """Declare a function that tidies up; it may be called at any time and by several at once."""
    SWEEPS.append(run)
    return run


def sweep() -> tuple[jobs.Swept, dict[str, int]]:
    """Tidy up once: what became of the jobs, and what the rooms deleted. A room that fails stops no other."""
    swept = jobs.sweep()
    deleted: dict[str, int] = {}
    autodiscover_modules("tasks")
    for run in SWEEPS:
        try:
            deleted.update(run())
        except Exception:  # whatever it was, the next minute tries again
            logger.exception("%s failed", run.__qualname__)
    running.send_if_due()
    return swept, deleted
