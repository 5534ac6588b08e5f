"""The models of all rooms of common."""

from common.actions.models.archives import AuditArchive
from common.actions.models.audit import AuditEntry
from common.actions.models.keys import ClientKey
from common.actions.models.ledgers import Ledger
from common.backups.models import BackupPlan
from common.jobs.models import Job

__all__ = ["AuditArchive", "AuditEntry", "BackupPlan", "ClientKey", "Ledger", "Job"]
