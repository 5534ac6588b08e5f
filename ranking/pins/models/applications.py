"""Applications for pins (A10), their private data and messages, and the certificates that were issued."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from common.actions.models.ledgers import Ledger
from common.privacy.fields import EncryptedTextField
from ranking.bodies.models import Body
from ranking.pins.rules.applications import serial
from tournament.people.models.accounts import Account
from tournament.people.models.persons import Person


class PinKind(models.TextChoices):
    """The two separate records of pins (A9 3.5)."""

    PIN = "pin", _("Pin")
    WEB = "web", _("Web pin")


class PinApplication(models.Model):
    """An application of a person to a body for one level (A9 7.1, 7.2).

    ``calculation`` is a snapshot of the record at submission (ranking.pins.selectors.calculations), ``promise`` the
    digest of the promised text, ``public`` the player's consent to the register, ``language`` that of mails and
    letters. ``received_on`` is the day on which an application on paper came, ``entered_by`` who entered it.
    """

    class State(models.TextChoices):
        SUBMITTED = "submitted", _("Submitted")
        ASKED = "asked", _("Waiting for an answer from the player")
        ANSWERED = "answered", _("Answered")
        APPROVED = "approved", _("Approved by one person")
        GRANTED = "granted", _("Granted")
        REFUSED = "refused", _("Refused")
        WITHDRAWN = "withdrawn", _("Withdrawn by the applicant")
        REVOKED = "revoked", _("Revoked")

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="pin_applications")
    account = models.ForeignKey(Account, on_delete=models.SET_NULL, null=True, related_name="+")
    body = models.ForeignKey(Body, on_delete=models.PROTECT, related_name="pin_applications")
    kind = models.CharField(_("kind"), max_length=5, choices=PinKind.choices)
    level = models.PositiveSmallIntegerField(_("level"))
    status = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.SUBMITTED)
    calculation = models.JSONField()
    promise = models.CharField(max_length=64)
    public = models.BooleanField(default=False)
    language = models.CharField(max_length=10)
    submitted_at = models.DateTimeField()
    received_on = models.DateField(_("received on"), null=True, blank=True)
    entered_by = models.CharField(max_length=150, blank=True)
    first_person = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    first_by = models.CharField(max_length=150, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.CharField(max_length=150, blank=True)

    class Meta:
        ordering = ["submitted_at", "pk"]
        indexes = [models.Index(fields=["body", "status"], name="pin_application_queue")]

    def __str__(self) -> str:
        return f"application {self.pk}: {self.kind} {self.level}"

    @property
    def on_paper(self) -> bool:
        return self.received_on is not None

    @property
    def ledger(self) -> Ledger:
        return self.body.ledger

    @property
    def locked_before(self) -> tuple[models.Model, ...]:
        """The body, because granting takes the next number of its certificates."""
        return (self.body,)

    @property
    def read_with(self) -> tuple[str, ...]:
        """The related rows that every action reads."""
        return ("body__ledger", "body__pin_settings", "person__merged_into")

    @property
    def state(self) -> str:
        """The name of the state in the table of permissions."""
        return self.status

    @property
    def state_name(self) -> str:
        return self.get_status_display()


class PinApplicationData(models.Model):
    """The encrypted entries of form A10; deleted after ``delete_after``. An empty ``sex`` is not stated."""

    class Sex(models.TextChoices):
        FEMALE = "female", _("female")
        MALE = "male", _("male")
        OTHER = "other", _("other")

    application = models.OneToOneField(PinApplication, on_delete=models.CASCADE, related_name="private")
    document = EncryptedTextField(_("ID document number"))
    contact = EncryptedTextField(_("contact"))
    sex = EncryptedTextField(_("sex"), blank=True)
    delete_after = models.DateField()

    def __str__(self) -> str:
        return f"private data of pin application {self.application_id}"


class PinMessage(models.Model):
    """A question, an answer or a reason; encrypted, and deleted with the private data.

    ``by`` is empty if the player wrote it.
    """

    application = models.ForeignKey(PinApplication, on_delete=models.CASCADE, related_name="messages")
    text = EncryptedTextField()
    by = models.CharField(max_length=150, blank=True)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["made_at", "pk"]

    def __str__(self) -> str:
        return f"message {self.pk} of pin application {self.application_id}"


class Certificate(models.Model):
    """A granted pin: a snapshot of what its certificate shows, and whether it was revoked.

    ``number`` runs without gaps for each body; ``code`` is part of its public address; ``signature`` is made with the
    key ``key_id`` over the text of ranking.pins.rules.signing.
    """

    application = models.OneToOneField(PinApplication, on_delete=models.PROTECT, related_name="certificate")
    body = models.ForeignKey(Body, on_delete=models.PROTECT, related_name="pin_certificates")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="pin_certificates")
    number = models.PositiveIntegerField()
    body_slug = models.CharField(max_length=64)
    code = models.CharField(max_length=32, unique=True)
    kind = models.CharField(_("kind"), max_length=5, choices=PinKind.choices)
    level = models.PositiveSmallIntegerField(_("level"))
    name = models.CharField(_("name"), max_length=200)
    latin_name = models.CharField(_("name in Latin letters"), max_length=200, blank=True)
    country = models.CharField(_("country"), max_length=3, blank=True)
    issued_on = models.DateField(_("date"))
    body_name = models.CharField(_("issued by"), max_length=200)
    signers = models.JSONField(default=list)
    public = models.BooleanField(default=False)
    key_id = models.CharField(max_length=40)
    signature = models.CharField(max_length=100)
    revoked_at = models.DateTimeField(null=True, blank=True)
    revoked_by = models.CharField(max_length=150, blank=True)
    revoke_reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["-issued_on", "-pk"]
        constraints = [models.UniqueConstraint(fields=["body", "number"], name="certificate_number_once")]

    def __str__(self) -> str:
        return self.serial

    @property
    def serial(self) -> str:
        return serial(self.body_slug, self.number)

    @property
    def valid(self) -> bool:
        return self.revoked_at is None
