"""The counts of the last hour, one sample a minute, so that a page can tell what happened lately."""

import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from datetime import datetime, timedelta
from pathlib import Path

from django.utils import timezone
from prometheus_client.samples import Sample

from common.infrastructure.metrics import FOLDER, AllProcesses

HISTORY = FOLDER / "history.json"
KEPT = timedelta(hours=1)


@dataclass(frozen=True)
class Counts:
    """What was counted: all requests, the polls among them, faults (5xx), those that took over a second; writes.

    ``conflicts`` are writes on what somebody else had changed, ``refused`` those that a rule or a right forbids.
    """

    requests: int = 0
    polls: int = 0
    faults: int = 0
    slow: int = 0
    writes: int = 0
    conflicts: int = 0
    refused: int = 0

    def since(self, earlier: "Counts") -> "Counts":
        """Return what was counted after ``earlier``."""
        pairs = {field.name: (getattr(self, field.name), getattr(earlier, field.name)) for field in fields(self)}
        # A count is smaller than before only if the folder of the counts was emptied.
        return Counts(**{name: max(0, later - before) for name, (later, before) in pairs.items()})


def counts_now() -> Counts:
    """Return the counts of all processes."""
    return _counts(sample for metric in AllProcesses().collect() for sample in metric.samples)


def _counts(samples: Iterable[Sample]) -> Counts:
    counted = dict.fromkeys((field.name for field in fields(Counts)), 0)
    for sample in samples:
        for name in _counted_as(sample):
            counted[name] += int(sample.value)
        if sample.name == "pinju_request_seconds_bucket" and sample.labels["le"] == "1.0":
            counted["slow"] -= int(sample.value)
    return Counts(**counted)


def _counted_as(sample: Sample) -> Iterable[str]:
    """Return the names of the counts to which a sample adds."""
    match sample.name:
        case "pinju_requests_total":
            yield "requests"
            if sample.labels["kind"] == "poll":
                yield "polls"
            if sample.labels["status"] == "5xx":
                yield "faults"
        case "pinju_request_seconds_count":
            yield "slow"  # all, less those of the bucket up to one second
        case "pinju_writes_total":
            outcome = sample.labels["outcome"]
            yield {"done": "writes", "conflict": "conflicts"}.get(outcome, "refused")


def keep_sample() -> None:
    """Store the counts of this minute, and drop those older than an hour."""
    now = timezone.now()
    kept = [(at, counts) for at, counts in _samples() if now - KEPT < at < now]
    rows = [{"at": at.isoformat(), **asdict(counts)} for at, counts in [*kept, (now, counts_now())]]
    FOLDER.mkdir(mode=0o700, exist_ok=True)
    draft = Path(f"{HISTORY}.{os.getpid()}")
    draft.write_text(json.dumps(rows), encoding="ascii")
    draft.replace(HISTORY)


def counts_of_the_last(period: timedelta) -> tuple[datetime | None, Counts]:
    """Return since when, at most ``period`` ago, and what was counted since; None while there is no sample."""
    oldest = timezone.now() - period
    for at, counts in _samples():
        if at >= oldest:
            return at, counts_now().since(counts)
    return None, Counts()


def _samples() -> list[tuple[datetime, Counts]]:
    """Return the stored samples, the oldest first; none if the file is missing or of another version."""
    try:
        rows = json.loads(HISTORY.read_text(encoding="ascii"))
        return [(datetime.fromisoformat(row.pop("at")), Counts(**row)) for row in rows]
    except (OSError, ValueError, TypeError, KeyError):
        return []
