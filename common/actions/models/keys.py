"""Idempotency keys: a write repeated with the same key changes nothing and returns the same answer."""

from django.db import models


class ClientKey(models.Model):
    """An idempotency key that a client sent with a write; inserted first in the transaction of the write.

    ``actor_ref`` is the account or table token. ``body`` is the digest of the request, so that a key reused for a
    different request is refused. ``answer`` is the answer of the write.
    """

    actor_ref = models.CharField(max_length=60)
    key = models.CharField(max_length=64)
    action = models.CharField(max_length=60)
    body = models.CharField(max_length=64)
    answer = models.JSONField(null=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["actor_ref", "key"], name="client_key_once_per_actor")]

    def __str__(self) -> str:
        return f"{self.actor_ref} {self.key}"
