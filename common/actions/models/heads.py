"""The head row: the versions and the audit chain's end of one event, one body, or of people and accounts."""

from django.db import models


class Head(models.Model):
    """One row that a poll reads and that every write on its subject locks last.

    ``public`` rises with released facts, ``live`` with every fact, ``clock`` and ``calls`` on their own. ``audit_seq``
    and ``audit_hash`` are the number and the hash of the chain's newest entry.
    """

    name = models.CharField(max_length=100, unique=True)
    public = models.PositiveBigIntegerField(default=0)
    live = models.PositiveBigIntegerField(default=0)
    clock = models.PositiveBigIntegerField(default=0)
    calls = models.PositiveBigIntegerField(default=0)
    audit_seq = models.PositiveBigIntegerField(default=0)
    audit_hash = models.CharField(max_length=64, default="0" * 64)

    def __str__(self) -> str:
        return self.name
