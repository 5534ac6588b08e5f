"""The backup plan: where backups go and how the last one ended; one row for the whole program."""

from django.db import models


class BackupPlan(models.Model):
    """The folder that the administrator chose, the number of backups to keep, and the state of the last ones.

    ``wanted_at`` is when something last deserved a backup of its own, ``tried_at`` when the newest one began. ``fault``
    says why that one failed (empty: it succeeded). ``good_*`` describes the newest verified backup.
    """

    ONLY = 1

    folder = models.TextField(blank=True)
    keep = models.PositiveSmallIntegerField(default=20)
    wanted_at = models.DateTimeField(null=True)
    tried_at = models.DateTimeField(null=True)
    fault = models.CharField(max_length=20, blank=True)
    fault_detail = models.CharField(max_length=200, blank=True)
    good_at = models.DateTimeField(null=True)
    good_name = models.CharField(max_length=100, blank=True)
    good_bytes = models.PositiveBigIntegerField(default=0)
    good_digest = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(pk=1), name="backup_plan_only_one")]

    def __str__(self) -> str:
        return f"backups in {self.folder or 'no folder'}"
