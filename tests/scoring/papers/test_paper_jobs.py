"""If a worker is killed, the next one makes the paper, completely and once."""

import shutil
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path

import pypdf
import pytest
from django.conf import settings
from django.utils import timezone

from common.jobs.models import Job
from scoring.papers.exports.papers import Choice
from scoring.sheets.models.codes import TableCode
from tests.support.draws import drawn, planned
from tests.support.workers import Hall, until
from tournament.events.models.events import Event
from tournament.papers.models import PaperAddress

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.server, pytest.mark.database]


def fresh(job: Job) -> Job:
    return Job.objects.get(pk=job.pk)


def test_the_next_worker_makes_the_paper_of_a_killed_one_completely(tmp_path: Path) -> None:
    event = planned(players=16, sessions=5)
    drawn(event)
    PaperAddress.objects.create(event=event, address="http://192.168.1.20:8000")
    # The draw's secret is encrypted with the key of the test's own home.
    shutil.copy(settings.PRIVATE_DATA_KEY_FILE, tmp_path)
    hall = Hall(tmp_path)
    chosen = asdict(Choice("session-pack", "zh-hans+en"))
    [job] = hall.start("papers.make", event=event.slug, **chosen)
    with hall.worker() as worker:
        until(lambda: fresh(job).state == Job.State.RUNNING)
        worker.kill()
        worker.wait()
    assert fresh(job).state == Job.State.RUNNING
    # Killed in the middle: no code revoked, no file, no digest of printed parts.
    assert (TableCode.objects.count(), event.printed.count()) == (0, 0)
    Job.objects.filter(pk=job.pk).update(heartbeat=timezone.now() - timedelta(seconds=61))
    hall.run("sweep", "--skip-checks")
    with hall.worker():
        until(lambda: fresh(job).ended)
    done = fresh(job)
    assert (done.state, done.attempt) == (Job.State.DONE, 2), hall.log.read_text()
    assert done.done == done.total == 5 + 20 + 4
    files = list((hall.home / "media" / "jobs").iterdir())
    assert [file.name for file in files] == [Path(done.file.name).name]
    # Five charts, the seat rotation, twenty sheets, and four cards on two pages.
    assert len(pypdf.PdfReader(files[0]).pages) == 5 + 1 + 20 + 2
    assert TableCode.objects.filter(revoked_at=None).count() == TableCode.objects.count() == 4
    assert Event.objects.get(pk=event.pk).printed.get(paper="session-pack").by == "hall"
