"""Audit log: append-only entries, one chain per ledger."""

from typing import Any

from django.db import models

from common.actions.models.ledgers import Ledger


class AuditEntry(models.Model):
    """One entry of the audit log: who changed what, when, from which device and why; chained by hash.

    The database refuses UPDATE and DELETE (triggers installed by a migration). The author is stored as text, so that an
    entry outlives the account. Personal fields are stored as name and keyed digest, never as value.
    """

    ledger = models.ForeignKey(Ledger, db_column="head_id", on_delete=models.PROTECT, related_name="audit_entries")
    seq = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    action = models.CharField(max_length=60)
    actor_ref = models.CharField(max_length=60)
    actor_name = models.CharField(max_length=200)
    device = models.CharField(max_length=200, blank=True)
    about = models.CharField(max_length=100)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    reason = models.TextField(blank=True)
    previous = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["ledger", "seq"], name="audit_one_entry_per_seq")]
        ordering = ["ledger", "seq"]

    def __str__(self) -> str:
        return f"{self.ledger.name} #{self.seq} {self.action}"

    def content(self) -> dict[str, Any]:
        """Return everything that the hash covers, as plain values."""
        return {
            "head": self.ledger.chain_name,
            "seq": self.seq,
            "at": self.at.isoformat(),
            "action": self.action,
            "actor": [self.actor_ref, self.actor_name, self.device],
            "about": self.about,
            "before": self.before,
            "after": self.after,
            "reason": self.reason,
            "previous": self.previous,
        }
