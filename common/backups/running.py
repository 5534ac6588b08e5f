"""Decide when a backup is due and record its result; ``common.backups.worker``, a separate process, does the work.

The plan is a single row outside every audit chain: like a job's progress, its figures are not facts of an event.
"""

import json
import logging
import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from common.backups.generations import SUBFOLDER
from common.backups.models import BackupPlan
from common.backups.worker import MOST_SECONDS
from common.infrastructure.queue import publish

logger = logging.getLogger(__name__)

TASK = "common.tasks.back_up"
INTERVAL = timedelta(minutes=10)
#: Interval between attempts after a failure, for example while the stick is pulled out.
RETRY_INTERVAL = timedelta(seconds=50)
#: Files of finished jobs can be made again, and end after a week anyway.
LEFT_OUT = ["jobs"]
ADMIN_PASSWORD = "admin-password.txt"


def the_plan() -> BackupPlan:
    """Return the plan, with the folder of the environment where none was chosen at the Desk."""
    plan = BackupPlan.objects.filter(pk=BackupPlan.ONLY).first() or BackupPlan(pk=BackupPlan.ONLY)
    plan.folder = plan.folder or settings.BACKUP_FOLDER
    return plan


def backup_folder_of(plan: BackupPlan) -> Path:
    return Path(plan.folder) / SUBFOLDER


def last_backup() -> str:
    """Return the sentence that says when and where the last good backup was made; empty if the plan cannot be read."""
    try:
        plan = the_plan()
    except DatabaseError:
        return ""
    if plan.good_at is None:
        return _("There is no backup yet.")
    context = {
        "time": date_format(timezone.localtime(plan.good_at), "DATETIME_FORMAT"),
        "place": backup_folder_of(plan),
    }
    return _("The last backup was made on %(time)s, in %(place)s.") % context


def back_up_after_commit() -> None:
    """Request a backup after the commit of the current transaction; without a folder nothing happens."""
    transaction.on_commit(request_backup, robust=True)


def request_backup() -> None:
    """Request a backup as soon as a worker is free; without a folder nothing happens."""
    if the_plan().folder:
        BackupPlan.objects.update_or_create(pk=BackupPlan.ONLY, defaults={"wanted_at": timezone.now()})
        publish(TASK)


def due(plan: BackupPlan, now: datetime) -> bool:
    """Return whether a backup should be made now."""
    if not plan.folder:
        return False
    # A time in the future was noted before the clock was set back.
    if plan.tried_at is None or plan.tried_at > now:
        return True
    if plan.wanted_at is not None and plan.tried_at < plan.wanted_at <= now:
        return True
    return now - plan.tried_at >= (RETRY_INTERVAL if plan.fault else INTERVAL)


def send_if_due() -> bool:
    """Queue a backup if one is due; return whether it was queued."""
    is_due = due(the_plan(), timezone.now())
    if is_due:
        publish(TASK)
    return is_due


def back_up() -> bool:
    """Make a backup if one is due and no other worker claims it; return whether one was made and verified."""
    plan, now = the_plan(), timezone.now()
    if not due(plan, now) or not _claimed(plan, now):
        return False
    answer = _run_worker(_worker_request(plan, now))
    fault = answer.get("fault")
    if fault:
        logger.warning("no backup: %s %s", fault, answer["detail"])
        _claimed_plan(now).update(fault=fault, fault_detail=answer["detail"])
        return False
    _claimed_plan(now).update(fault="", fault_detail="")
    figures = {f"good_{name}": value for name, value in answer.items()}
    BackupPlan.objects.filter(folder__in=["", plan.folder]).update(good_at=now, **figures)
    return True


def _claimed(plan: BackupPlan, now: datetime) -> bool:
    """Claim the backup by compare-and-set on ``tried_at``; return whether this process won."""
    BackupPlan.objects.get_or_create(pk=BackupPlan.ONLY)
    return bool(BackupPlan.objects.filter(tried_at=plan.tried_at).update(tried_at=now))


def _claimed_plan(now: datetime) -> Any:
    return BackupPlan.objects.filter(tried_at=now)


def _worker_request(plan: BackupPlan, now: datetime) -> dict[str, Any]:
    """Build the request to the worker, with the secrets that are in use."""
    secrets = {"secret-key.txt": settings.SECRET_KEY}
    for file in (settings.PRIVATE_DATA_KEY_FILE, settings.PUSH_KEY_FILE, settings.HOME / ADMIN_PASSWORD):
        if file.exists():
            secrets[file.name] = file.read_text(encoding="ascii")
    for file in sorted(settings.CERTIFICATE_KEYS.glob("*.*")):
        secrets[f"{settings.CERTIFICATE_KEYS.name}/{file.name}"] = file.read_text(encoding="ascii")
    return {
        "folder": plan.folder,
        "first": plan.good_at is None,
        "keep": plan.keep,
        "at": now.isoformat(),
        "home": str(settings.HOME),
        "media": str(settings.MEDIA_ROOT),
        "left_out": LEFT_OUT,
        "secrets": secrets,
        "database": _database(),
    }


def _database() -> dict[str, Any]:
    config = connection.settings_dict
    if connection.vendor == "sqlite":
        return {"kind": "sqlite", "path": str(config["NAME"])}
    return {"kind": "postgresql"} | {name: config[name] for name in ("HOST", "PORT", "USER", "PASSWORD", "NAME")}


def _run_worker(request: dict[str, Any]) -> dict[str, Any]:
    """Return the worker's answer; kill a worker that exceeds its time limit, for example on a broken stick."""
    command = [sys.executable, "-m", "common.backups.worker"]
    worker = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=settings.BASE_DIR)
    assert worker.stdin is not None
    assert worker.stdout is not None
    try:
        # The pipe stays open: the worker ends when this process ends.
        worker.stdin.write(json.dumps(request) + "\n")
        worker.stdin.flush()
        worker.wait(MOST_SECONDS)
        answer: dict[str, Any] = json.loads(worker.stdout.read())
    except subprocess.TimeoutExpired:
        worker.kill()
        return {"fault": "too_slow", "detail": ""}
    except (ValueError, OSError):  # the worker died; its error is in the log
        return {"fault": "failed", "detail": ""}
    finally:
        worker.stdin.close()
        worker.stdout.close()
    return answer
