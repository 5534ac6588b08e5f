"""Ledgers: versions and audit chains."""

import secrets

from django.db import models


def new_era() -> str:
    """Return a value that no earlier ledger had, whatever was deleted or restored since."""
    return secrets.token_hex(4)


class Ledger(models.Model):
    """The versions and the audit chain of an event, a body, or of all people and accounts.

    Polls read its row, and every write on its subject locks it last; roles are held on it.

    ``public`` rises with released facts, ``live`` with every fact, ``clock`` and ``calls`` separately. ``audit_seq``
    and ``audit_hash`` are the number and the hash of the newest entry of the chain. ``era`` changes when a backup is
    restored: the versions after it repeat, and caches must not take them for those before. While another installation
    holds the subject, ``held_since`` and ``holder`` say so, and nothing is written here. ``written_as`` is the
    former name of a renamed ledger, which the entries of its chain contain.
    """

    name = models.CharField(max_length=100, unique=True)
    public = models.PositiveBigIntegerField(default=0)
    live = models.PositiveBigIntegerField(default=0)
    clock = models.PositiveBigIntegerField(default=0)
    calls = models.PositiveBigIntegerField(default=0)
    era = models.CharField(max_length=8, default=new_era)
    audit_seq = models.PositiveBigIntegerField(default=0)
    audit_hash = models.CharField(max_length=64, default="0" * 64)
    held_since = models.DateTimeField(null=True, blank=True)
    holder = models.CharField(max_length=200, blank=True, default="")
    written_as = models.CharField(max_length=100, blank=True, default="")

    class Meta:
        db_table = "common_head"  # its name until 1.0; backups of every version are compared by it

    def __str__(self) -> str:
        return self.name

    @property
    def chain_name(self) -> str:
        """Return the name that the entries of the chain contain."""
        return self.written_as or self.name
