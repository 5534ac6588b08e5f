"""Codes that link accounts to persons, whether a record is public, and requests for corrections."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.models.ledgers import Ledger
from common.privacy.fields import EncryptedTextField
from ranking.bodies.models import Body
from tournament.people.models.accounts import Account
from tournament.people.models.persons import Person
from tournament.registration.models.applications import Application


class LinkCode(models.Model):
    """A code that links an account to ``person``; only its SHA-256 is stored.

    An official hands it out, or it is mailed to the confirmed address of ``application``; a mailed code has no hash
    before the mail is written. It can be used once, until ``expires``.
    """

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="link_codes")
    application = models.ForeignKey(Application, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    code_hash = models.CharField(max_length=64, unique=True, null=True, blank=True)
    made_at = models.DateTimeField()
    made_by = models.CharField(max_length=150, blank=True)
    expires = models.DateTimeField()
    account = models.ForeignKey(Account, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return f"code {self.pk} for person {self.person_id}"

    @property
    def open(self) -> bool:
        """Whether the code can still be used."""
        return self.used_at is None and self.expires > timezone.now()


class PersonRecord(models.Model):
    """A person's choice whether everybody may see their record."""

    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="record")
    public = models.BooleanField(_("everybody can see my record"), default=True)

    def __str__(self) -> str:
        return f"record of person {self.person_id}"


class CorrectionRequest(models.Model):
    """A person's request to correct what is stored about them; a body answers it.

    Text and answer may be private: they are encrypted, and deleted after ``delete_after``.
    """

    class State(models.TextChoices):
        OPEN = "open", _("Waiting for an answer")
        DONE = "done", _("Corrected")
        DECLINED = "declined", _("Not corrected")

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="correction_requests")
    account = models.ForeignKey(Account, on_delete=models.SET_NULL, null=True, related_name="+")
    body = models.ForeignKey(Body, on_delete=models.CASCADE, related_name="correction_requests")
    text = EncryptedTextField(_("what is wrong, and what is correct"))
    answer = EncryptedTextField(_("answer"), blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    made_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.CharField(max_length=150, blank=True)
    delete_after = models.DateField()

    class Meta:
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return f"correction {self.pk} of person {self.person_id}"

    @property
    def ledger(self) -> Ledger:
        return self.body.ledger

    @property
    def state_name(self) -> str:
        return self.get_state_display()
