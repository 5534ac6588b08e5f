"""The head row: versions and audit chain of one event, of one body, or of all people and accounts."""

from django.db import models


class Head(models.Model):
    """The row that polls read and that every write on its subject locks last.

    ``public`` rises with released facts, ``live`` with every fact, ``clock`` and ``calls`` separately. ``audit_seq``
    and ``audit_hash`` are the number and the hash of the newest entry of the chain.
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
