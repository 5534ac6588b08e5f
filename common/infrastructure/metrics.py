"""Count requests and writes in every process of the server, in the form of Prometheus.

Each process counts in files of its own, which all processes can read (the multiprocess mode of prometheus_client). The
files have the number of a slot, not of a process: a new process takes the slot of an ended one and counts on, so that
no counter decreases at a restart and their number stays small.
"""

import atexit
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from prometheus_client import Counter, Histogram, values
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from launcher.locks import take_lock

FOLDER = Path(settings.HOME) / "metrics"
#: Bytes of a file of counters, written at once: a mapped file that grows on a full disk would kill its process.
FILE_BYTES = 1 << 17
#: The types of the metrics below, which name the files.
TYPES = ("counter", "histogram")
#: Seconds; one second is the limit above which a page counts as slow.
BUCKETS = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)

#: Process -> its slot; a forked process takes another.
_slots: dict[int, int] = {}


def _slot() -> int:
    """Return this process's slot, taken at its first count; the lock ends with the process. Raises OSError."""
    process = os.getpid()
    if process not in _slots:
        FOLDER.mkdir(mode=0o700, exist_ok=True)
        slot = 1
        while (lock := take_lock(FOLDER / f"{slot}.lock")) is None:
            slot += 1
        for metric_type in TYPES:
            file = FOLDER / f"{metric_type}_{slot}.db"
            if not file.exists() or file.stat().st_size < FILE_BYTES:
                file.write_bytes(bytes(FILE_BYTES))
        atexit.register(lock.close)  # keeps the lock until then
        _slots[process] = slot
    return _slots[process]


os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(FOLDER)
with suppress(OSError):  # a full disk: this process counts for itself only
    values.ValueClass = values.MultiProcessValue(_slot)

REQUESTS = Counter("pinju_requests", "Answered requests, by kind and status.", ["kind", "status"], registry=None)
SECONDS = Histogram("pinju_request_seconds", "Time to answer.", ["kind"], registry=None, buckets=BUCKETS)
WRITES = Counter("pinju_writes", "Writes, by outcome.", ["outcome"], registry=None)


def count_request(kind: str, status: str, seconds: float) -> None:
    """Count an answered request: its kind, its status such as "200 OK", and the time that it took."""
    with suppress(OSError):  # a full disk
        REQUESTS.labels(kind, f"{status[:1]}xx").inc()
        SECONDS.labels(kind).observe(seconds)


def count_write(outcome: str) -> None:
    """Count a call of an action: "done", "conflict", "question", "refused" or "failed"."""
    with suppress(OSError):  # a full disk
        WRITES.labels(outcome).inc()


class AllProcesses(Collector):
    """The counts of all processes, those that have ended included."""

    def collect(self) -> Iterable[Metric]:
        if not FOLDER.is_dir():
            return []
        return MultiProcessCollector(None, str(FOLDER)).collect()
