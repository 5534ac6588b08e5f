"""Where an account is signed in."""

from django.db import models

from tournament.people.models.accounts import Account


class AccountSession(models.Model):
    """A browser in which an account is signed in, beside Django's session, which has no column for the account.

    ``device`` is address and browser as in the audit log. ``seen_at`` is written at most once in five minutes, as no
    fact of any event and outside every audit chain.
    """

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="sessions")
    session_key = models.CharField(max_length=40, unique=True)
    device = models.CharField(max_length=200)
    began_at = models.DateTimeField()
    seen_at = models.DateTimeField()

    class Meta:
        ordering = ["-seen_at"]

    def __str__(self) -> str:
        return f"{self.account}: {self.device}"
