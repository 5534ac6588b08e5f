"""What every room stores: heads, audit entries, client keys, jobs; where backups go."""

from common.models.audit import AuditEntry
from common.models.backups import BackupPlan
from common.models.heads import Head
from common.models.jobs import Job
from common.models.keys import ClientKey

__all__ = ["AuditEntry", "BackupPlan", "ClientKey", "Head", "Job"]
