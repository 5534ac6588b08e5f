"""Labels of the state of backups: the age of the newest, and why the last one failed."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from common.backups.models import BackupPlan
from common.backups.running import INTERVAL

#: A newest backup older than two intervals (of ten minutes) is a warning.
OLD = 2 * INTERVAL + timedelta(minutes=1)
#: Fault code of common.backups -> message; an unknown code shows its detail only.
FAULTS: dict[str, str | Promise] = {
    "gone": gettext_lazy("The folder does not exist. Is the USB stick plugged in?"),
    "other": gettext_lazy("Another USB stick is plugged in, or none: choose the folder again to use it."),
    "full": gettext_lazy("The USB stick is full."),
    "closed": gettext_lazy("The folder cannot be written to."),
    "damaged": gettext_lazy("The backup could not be read back correctly: use another USB stick."),
    "chains": gettext_lazy(
        "The audit in the backup differs from the program's: keep the last good backup, and verify the audit."
    ),
    "too_slow": gettext_lazy("The USB stick does not answer, or is too slow."),
    "no_program": gettext_lazy("This machine has no %(detail)s: install PostgreSQL's client programs."),
    "database": gettext_lazy("PostgreSQL's program says: %(detail)s"),
    "here": gettext_lazy("This machine could not copy the database: %(detail)s"),
    "here_full": gettext_lazy("This machine's own disk is full."),
    "failed": gettext_lazy("It failed: %(detail)s"),
}


@dataclass(frozen=True)
class BackupState:
    """The tone and the text of the backup badge, and why the last backup failed (empty: it did not)."""

    tone: str
    words: str
    fault: str

    @property
    def version(self) -> str:
        """The version that a poll compares."""
        return f"{self.tone}.{self.words}.{self.fault}"


def backup_state(plan: BackupPlan, now: datetime) -> BackupState:
    """Return the state of the plan's backups at ``now``."""
    fault = fault_words(plan)
    if not plan.folder:
        return BackupState("warn", _("No backups are made"), "")
    if plan.good_at is None:
        return BackupState("stop" if fault else "wait", _("No backup yet"), fault)
    age = now - plan.good_at
    words = _("Backup %(age)s old") % {"age": age_words(age)}
    tone = "warn" if age > OLD else "ok"
    return BackupState("stop" if fault else tone, words, fault)


def age_words(age: timedelta) -> str:
    """Return an age in minutes, from two hours on in hours."""
    minutes = max(0, int(age.total_seconds() // 60))
    if minutes < 120:
        return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
    hours = minutes // 60
    return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}


def fault_words(plan: BackupPlan) -> str:
    """Return why the newest backup failed; empty if it did not."""
    if not plan.fault:
        return ""
    detail = plan.fault_detail or _("see the program's log")
    return str(FAULTS.get(plan.fault, FAULTS["failed"])) % {"detail": detail}
