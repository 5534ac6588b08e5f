"""Keys on devices that sign an account in."""

from django.db import models

from tournament.people.models.accounts import Account


class Passkey(models.Model):
    """The public half of a key pair (WebAuthn) whose secret half never leaves a person's device or its key store.

    ``credential_id`` and ``public_key`` (COSE) are in base64url. ``sign_count`` is what the device counted at the last
    use; devices that do not count say 0.
    """

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="passkeys")
    credential_id = models.CharField(max_length=1364, unique=True)
    public_key = models.TextField()
    sign_count = models.PositiveBigIntegerField()
    name = models.CharField(max_length=60)
    added_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["added_at", "pk"]

    def __str__(self) -> str:
        return f"{self.account}: {self.name}"
