"""When a backup is due, and what became of it; the work is done by ``common.backups.worker``, a process of its own.

The plan is one row beside every chain: like a job's, its figures are no facts of an event.
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

from common.backups.generations import PLACE
from common.backups.models import BackupPlan
from common.backups.worker import MOST_SECONDS
from common.infrastructure.queue import publish

logger = logging.getLogger(__name__)

TASK = "common.tasks.back_up"
EVERY = timedelta(minutes=10)
#: A stick that was pulled out is looked for again after so long.
AGAIN = timedelta(seconds=50)
#: Files of finished jobs can be made again, and end after a week anyway.
LEFT_OUT = ["jobs"]
ADMIN_PASSWORD = "admin-password.txt"


def the_plan() -> BackupPlan:
    """The plan as it stands, with the folder of the environment where none was chosen at the Desk."""
    plan = BackupPlan.objects.filter(pk=BackupPlan.ONLY).first() or BackupPlan(pk=BackupPlan.ONLY)
    plan.folder = plan.folder or settings.BACKUP_FOLDER
    return plan


def place_of(plan: BackupPlan) -> Path:
    """Where the plan's backups lie."""
    return Path(plan.folder) / PLACE


def last_backup() -> str:
    """Return the sentence that says when and where the last good backup was made; empty if the plan cannot be read."""
    try:
        plan = the_plan()
    except DatabaseError:
        return ""
    if plan.good_at is None:
        return _("There is no backup yet.")
    facts = {"time": date_format(timezone.localtime(plan.good_at), "DATETIME_FORMAT"), "place": place_of(plan)}
    return _("The last backup was made on %(time)s, in %(place)s.") % facts


def want() -> None:
    """Have a backup made after the commit of what is being written; nothing happens without a folder."""
    transaction.on_commit(ask_now, robust=True)


def ask_now() -> None:
    """Have a backup made as soon as a worker is free; nothing happens without a folder."""
    if the_plan().folder:
        BackupPlan.objects.update_or_create(pk=BackupPlan.ONLY, defaults={"wanted_at": timezone.now()})
        publish(TASK)


def due(plan: BackupPlan, now: datetime) -> bool:
    """Whether a backup should be made now."""
    if not plan.folder:
        return False
    # A time in the future was noted before the clock was set back.
    if plan.tried_at is None or plan.tried_at > now:
        return True
    if plan.wanted_at is not None and plan.tried_at < plan.wanted_at <= now:
        return True
    return now - plan.tried_at >= (AGAIN if plan.fault else EVERY)


def send_if_due() -> bool:
    """Queue a backup if one is due; whether it was."""
    found = due(the_plan(), timezone.now())
    if found:
        publish(TASK)
    return found


def back_up() -> bool:
    """Make a backup if one is due and nobody is faster; whether one was made and verified."""
    plan, now = the_plan(), timezone.now()
    if not due(plan, now) or not _claimed(plan, now):
        return False
    answer = _answer(_asked(plan, now))
    if fault := answer.get("fault"):
        logger.warning("no backup: %s %s", fault, answer["detail"])
        _tried(now).update(fault=fault, fault_detail=answer["detail"])
        return False
    _tried(now).update(fault="", fault_detail="")
    figures = {f"good_{name}": value for name, value in answer.items()}
    BackupPlan.objects.filter(folder__in=["", plan.folder]).update(good_at=now, **figures)
    return True


def _claimed(plan: BackupPlan, now: datetime) -> bool:
    """Whether this one is ours: of several that find it due at once, one writes its time."""
    BackupPlan.objects.get_or_create(pk=BackupPlan.ONLY)
    return bool(BackupPlan.objects.filter(tried_at=plan.tried_at).update(tried_at=now))


def _tried(now: datetime) -> Any:
    return BackupPlan.objects.filter(tried_at=now)


def _asked(plan: BackupPlan, now: datetime) -> dict[str, Any]:
    """What the worker is told; the secrets as they are in use, wherever they come from."""
    secrets = {"secret-key.txt": settings.SECRET_KEY}
    for file in (settings.PRIVATE_DATA_KEY_FILE, settings.HOME / ADMIN_PASSWORD):
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
    found = connection.settings_dict
    if connection.vendor == "sqlite":
        return {"kind": "sqlite", "path": str(found["NAME"])}
    return {"kind": "postgresql"} | {name: found[name] for name in ("HOST", "PORT", "USER", "PASSWORD", "NAME")}


def _answer(asked: dict[str, Any]) -> dict[str, Any]:
    """What the worker says, in time; one that hangs on a broken stick is not waited for."""
    command = [sys.executable, "-m", "common.backups.worker"]
    worker = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=settings.BASE_DIR)
    assert worker.stdin is not None
    assert worker.stdout is not None
    try:
        # It stays open: the worker ends when this process does.
        worker.stdin.write(json.dumps(asked) + "\n")
        worker.stdin.flush()
        worker.wait(MOST_SECONDS)
        answer: dict[str, Any] = json.loads(worker.stdout.read())
    except subprocess.TimeoutExpired:
        worker.kill()
        return {"fault": "too_slow", "detail": ""}
    except (ValueError, OSError):  # it died, and its own words stand in the log
        return {"fault": "failed", "detail": ""}
    finally:
        worker.stdin.close()
        worker.stdout.close()
    return answer
