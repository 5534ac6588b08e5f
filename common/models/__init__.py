"""What every room stores: heads, audit entries, client keys, jobs."""

from common.models.audit import AuditEntry
from common.models.heads import Head
from common.models.jobs import Job
from common.models.keys import ClientKey

__all__ = ["AuditEntry", "ClientKey", "Head", "Job"]
