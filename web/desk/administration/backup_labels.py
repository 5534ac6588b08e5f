"""How backups stand, in words: how old the newest is, and why the last one failed."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from common.backups.models import BackupPlan
from common.backups.running import EVERY

#: Backups are made every ten minutes: a newest one older than two of these is worth a word.
OLD = 2 * EVERY + timedelta(minutes=1)
#: The codes of common.backups; every other is told by the detail alone.
FAULTS: dict[str, str | Promise] = {
    "gone": gettext_lazy("The folder is not there. Is the stick in?"),
    "other": gettext_lazy("Another stick is in, or none: choose the folder again to use it."),
    "full": gettext_lazy("The stick is full."),
    "closed": gettext_lazy("The folder cannot be written to."),
    "damaged": gettext_lazy("What was written does not read back the same: take another stick."),
    "chains": gettext_lazy(
        "The audit in the backup is not that of the program: keep the last good one, and verify the audit."
    ),
    "too_slow": gettext_lazy("The stick does not answer, or is too slow."),
    "no_program": gettext_lazy("This machine has no %(detail)s: install PostgreSQL's client programs."),
    "database": gettext_lazy("PostgreSQL's program says: %(detail)s"),
    "here": gettext_lazy("This machine could not copy the database: %(detail)s"),
    "here_full": gettext_lazy("This machine's own disk is full."),
    "failed": gettext_lazy("It failed: %(detail)s"),
}


@dataclass(frozen=True)
class Standing:
    """How backups stand now: the tone of the badge, what it says, and why the last one failed (empty: it did not)."""

    tone: str
    words: str
    fault: str

    @property
    def version(self) -> str:
        """What a poll compares."""
        return f"{self.tone}.{self.words}.{self.fault}"


def standing(plan: BackupPlan, now: datetime) -> Standing:
    """The standing of the plan's backups."""
    fault = fault_words(plan)
    if not plan.folder:
        return Standing("warn", _("No backups are made"), "")
    if plan.good_at is None:
        return Standing("stop" if fault else "wait", _("No backup yet"), fault)
    age = now - plan.good_at
    words = _("Backup %(age)s old") % {"age": age_words(age)}
    return Standing("stop" if fault else "warn" if age > OLD else "ok", words, fault)


def age_words(age: timedelta) -> str:
    """An age in minutes, from two hours on in hours."""
    minutes = max(0, int(age.total_seconds() // 60))
    if minutes < 120:
        return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
    hours = minutes // 60
    return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}


def fault_words(plan: BackupPlan) -> str:
    """Why the newest backup failed; empty if it did not."""
    if not plan.fault:
        return ""
    detail = plan.fault_detail or _("the program's log says more")
    return str(FAULTS.get(plan.fault, FAULTS["failed"])) % {"detail": detail}
