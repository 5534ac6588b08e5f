"""Accounts of a federation's OpenID provider that open an account here."""

from django.db import models

from tournament.people.models.accounts import Account


class Identity(models.Model):
    """Who signs in at the provider ``issuer`` as ``subject`` is signed in to ``account`` here."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="identities")
    issuer = models.CharField(max_length=200)
    subject = models.CharField(max_length=255)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["issuer", "subject"], name="identity_once"),
            models.UniqueConstraint(fields=["issuer", "account"], name="account_has_one_identity"),
        ]

    def __str__(self) -> str:
        return f"identity {self.pk} of account {self.account_id}"
