"""The jobs of the event file, run by a real worker."""

import json
from pathlib import Path

import pytest
from django.core.files import File

from common.actions.models.audit import AuditEntry
from common.jobs.models import Job
from tests.support.paths import DATA
from tests.support.workers import Hall, until
from tournament.events.models.events import Event

REAL = DATA / "event_open_2018.json"
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.server, pytest.mark.database]


def test_a_worker_imports_and_exports_the_real_event_unchanged(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    with REAL.open("rb") as file:
        [job] = hall.start("event.import", upload=File(file))
    with hall.worker():
        until(lambda: Job.objects.get(pk=job.pk).ended, 60)
        taken_in = Job.objects.get(pk=job.pk)
        assert taken_in.result["data"] == {"event": "open-2018", "written": True, "contradictions": 37}
        [export] = hall.start("event.export", event="open-2018")
        until(lambda: Job.objects.get(pk=export.pk).ended)
    export.refresh_from_db()
    raw = (hall.home / "media" / export.file.name).read_bytes()
    assert (export.file_name, json.loads(raw)) == ("open-2018.json", json.loads(REAL.read_bytes()))
    assert AuditEntry.objects.get(action="event.import").actor_name == "hall"
    assert not Event.objects.get().roles.exists()


def test_the_export_of_a_deleted_event_fails_with_a_message(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    [job] = hall.start("event.export", event="gone")
    with hall.worker():
        until(lambda: Job.objects.get(pk=job.pk).ended)
    job.refresh_from_db()
    assert job.result["errors"] == [{"where": "", "message": "There is no event gone."}]
