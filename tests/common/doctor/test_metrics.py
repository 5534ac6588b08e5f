"""The metrics for Prometheus, as it reads them; the alerts rest on them; the counts of the last minutes."""

import re
from datetime import timedelta
from urllib.request import urlopen

import pytest
import yaml
from django.core.management import CommandError, call_command
from django.utils import timezone

from common.actions.models.ledgers import Ledger
from common.backups.models import BackupPlan
from common.doctor import history
from common.doctor.figures import stored
from common.doctor.history import Counts, counts_of_the_last, keep_sample
from common.doctor.metrics import serve_metrics
from common.infrastructure.metrics import count_request, count_write
from common.jobs.models import Job
from tests.start.processes import free_port
from tests.support.paths import ROOT

NAME = re.compile(r"\bpinju_\w+")


def job(state: Job.State, **columns: object) -> Job:
    made = Job.objects.create(kind="test.count", owner_ref="system", state=state)
    Job.objects.filter(pk=made.pk).update(**columns)
    return made


@pytest.mark.django_db
def test_jobs_backups_and_audit_are_read_from_the_database() -> None:
    now = timezone.now()
    job(Job.State.QUEUED, made_at=now - timedelta(minutes=3))
    job(Job.State.QUEUED, made_at=now - timedelta(minutes=1))
    job(Job.State.FAILED, ended_at=now - timedelta(hours=2))
    job(Job.State.FAILED, ended_at=now - timedelta(days=2))
    Ledger.objects.create(name="event:1", audit_seq=30)
    Ledger.objects.create(name="event:2", audit_seq=12)
    before = Ledger.objects.exclude(name__startswith="event:").values_list("audit_seq", flat=True)
    figures = stored(now)
    assert figures.jobs == {"queued": 2, "running": 0, "done": 0, "failed": 1, "cancelled": 0}
    assert figures.waiting == timedelta(minutes=3)
    assert figures.audit_entries == 42 + sum(before)
    assert (figures.backups_wanted, figures.backup_age, figures.backup_failed) == (False, None, False)

    BackupPlan.objects.create(pk=BackupPlan.ONLY, folder="/stick", good_at=now - timedelta(minutes=7), fault="full")
    figures = stored(now)
    assert (figures.backups_wanted, figures.backup_age, figures.backup_failed) == (True, timedelta(minutes=7), True)


@pytest.mark.django_db(transaction=True)
def test_alerts_use_metrics_that_are_served_and_say_what_to_do() -> None:
    BackupPlan.objects.create(pk=BackupPlan.ONLY, folder="/stick", good_at=timezone.now())
    count_request("page", "200 OK", 0.02)
    count_write("conflict")
    port = free_port()
    serve_metrics(("127.0.0.1", port))
    with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as answer:
        served = answer.read().decode()
    assert 'pinju_jobs{state="failed"} 0.0' in served
    assert "pinju_backup_failed 0.0" in served
    names = set(NAME.findall(served))
    [group] = yaml.safe_load((ROOT / "deploy" / "alerts.yml").read_text())["groups"]
    for alert in group["rules"]:
        assert set(NAME.findall(alert["expr"])) <= names, alert["alert"]
        for sentence in (alert["annotations"]["summary"], alert["annotations"]["action"]):
            assert re.fullmatch(r"[A-Z].+\.", sentence), alert["alert"]
    documented = (ROOT / "docs" / "deployment.md").read_text()
    metrics = set(re.findall(r"^# TYPE (pinju_\w+)", served, re.MULTILINE))
    assert {name for name in metrics if f"`{name}" not in documented} == set()


def test_without_an_address_the_command_says_what_to_set(settings) -> None:
    settings.METRICS_ADDRESS = None
    with pytest.raises(CommandError, match="Set PINJU_METRICS"):
        call_command("serve_metrics")


def test_the_counts_of_the_last_minutes_are_the_differences_to_a_stored_sample() -> None:
    history.HISTORY.unlink(missing_ok=True)
    assert counts_of_the_last(timedelta(minutes=10)) == (None, Counts())
    count_request("poll", "204 No Content", 0.001)
    keep_sample()
    count_request("poll", "204 No Content", 0.001)
    count_request("page", "500 Internal Server Error", 4.0)
    count_write("done")
    count_write("conflict")
    count_write("question")
    since, counts = counts_of_the_last(timedelta(minutes=10))
    assert since is not None
    assert counts == Counts(requests=2, polls=1, faults=1, slow=1, writes=1, conflicts=1, refused=1)
    assert Counts().since(counts) == Counts()  # the folder of the counts was emptied

    history.HISTORY.write_text("[]]")  # of a full disk: the next sample begins again
    keep_sample()
    assert counts_of_the_last(timedelta(minutes=10))[0] is not None
