"""Counting in several processes: each has a slot, a new one takes that of an ended one, a full disk stops nothing."""

import json
from pathlib import Path

import pytest

from tests.start.processes import run

COUNT = """
import json, os
from common.infrastructure import metrics

metrics.count_request("page", "200 OK", 0.2)
if os.fork() == 0:
    metrics.count_request("page", "503 Service Unavailable", 3.0)
    os._exit(0)
os.wait()
samples = [sample for metric in metrics.AllProcesses().collect() for sample in metric.samples]
print(json.dumps([[sample.name, *sorted(sample.labels.values()), sample.value] for sample in samples]))
"""


def counted(home: Path) -> list[list[str | float]]:
    done = run("-c", COUNT, home=home, DJANGO_SETTINGS_MODULE="config.settings")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.server
def test_ended_processes_stay_counted_and_new_ones_take_their_slots(tmp_path: Path) -> None:
    counted(tmp_path)
    samples = counted(tmp_path)
    assert ["pinju_requests_total", "2xx", "page", 2.0] in samples
    assert ["pinju_requests_total", "5xx", "page", 2.0] in samples
    assert ["pinju_request_seconds_bucket", "0.25", "page", 2.0] in samples
    assert ["pinju_request_seconds_count", "page", 4.0] in samples
    assert {file.name for file in (tmp_path / "metrics").iterdir()} == {
        "1.lock", "2.lock", "counter_1.db", "counter_2.db", "histogram_1.db", "histogram_2.db",
    }  # fmt: skip


@pytest.mark.server
def test_a_folder_that_cannot_be_made_stops_no_request(tmp_path: Path) -> None:
    (tmp_path / "metrics").touch()
    assert counted(tmp_path) == []
