"""Years of audit chains that were moved into files."""

from django.db import models

from common.actions.models.ledgers import Ledger


class AuditArchive(models.Model):
    """The entries ``first_seq`` to ``last_seq`` of a chain, of one calendar year, moved into a stored file.

    ``previous`` is the hash before the first entry, ``hash`` that of the last one: the chain continues through them.
    ``name`` is the file in the folder "audit-archives", ``digest`` the SHA-256 of its bytes.
    """

    ledger = models.ForeignKey(Ledger, on_delete=models.PROTECT, related_name="audit_archives")
    year = models.PositiveIntegerField()
    first_seq = models.PositiveBigIntegerField()
    last_seq = models.PositiveBigIntegerField()
    previous = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    name = models.CharField(max_length=100, unique=True)
    digest = models.CharField(max_length=64)
    archived_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["ledger", "first_seq"], name="audit_archive_once")]
        ordering = ["ledger", "first_seq"]

    def __str__(self) -> str:
        return f"{self.ledger.name} #{self.first_seq} to #{self.last_seq}"
