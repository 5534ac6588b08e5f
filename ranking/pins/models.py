"""Applications for pins (A10) with what was said about them, and the certificates that were issued."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from common.actions.models.heads import Head
from common.privacy.fields import EncryptedTextField
from ranking.bodies.models import Body
from ranking.pins.rules.applications import serial
from tournament.people.models.accounts import Account
from tournament.people.models.persons import Person


class PinKind(models.TextChoices):
    """The two records that never mix (A9 3.5)."""

    PIN = "pin", _("Pin")
    WEB = "web", _("Web pin")


class PinApplication(models.Model):
    """A person applies to a body for one level (A9 7.1, 7.2).

    ``calculation`` is what the record held when it was submitted (ranking.pins.selectors.calculations); ``promise`` the
    digest of the text that was promised; ``public``: the player agrees to stand in the register. ``language`` is that
    of the mails.
    """

    class State(models.TextChoices):
        SUBMITTED = "submitted", _("Submitted")
        ASKED = "asked", _("Waits for the player's answer")
        ANSWERED = "answered", _("Answered")
        APPROVED = "approved", _("Approved by one person")
        GRANTED = "granted", _("Granted")
        REFUSED = "refused", _("Refused")
        WITHDRAWN = "withdrawn", _("Taken back by the player")
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
    def head(self) -> Head:
        """The body's head."""
        return self.body.head

    @property
    def locked_before(self) -> tuple[models.Model, ...]:
        """The body: whoever grants draws the next number of its certificates."""
        return (self.body,)

    @property
    def read_with(self) -> tuple[str, ...]:
        """The rows that every action looks at."""
        return ("body__head", "body__pin_settings", "person__merged_into")

    @property
    def state(self) -> str:
        """The state, as the table of rights names it."""
        return self.status

    @property
    def state_name(self) -> str:
        """The state as people read it."""
        return self.get_status_display()


class PinApplicationData(models.Model):
    """What an applicant typed on form A10, encrypted; deleted after ``delete_after``."""

    application = models.OneToOneField(PinApplication, on_delete=models.CASCADE, related_name="private")
    document = EncryptedTextField(_("ID document number"))
    contact = EncryptedTextField(_("contact"))
    delete_after = models.DateField()

    def __str__(self) -> str:
        return f"private data of pin application {self.application_id}"


class PinMessage(models.Model):
    """A question, an answer or a reason; the words may hold private things and go with them.

    ``by`` is empty where the player wrote it.
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
    """A pin that was granted: what its certificate shows, for ever as it was then, and whether it still holds.

    ``number`` runs without gaps for each body; ``code`` is its address; ``signature`` is over the text that
    ranking.certificates.rules makes of it, with the key ``key_id``.
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
        """The number as people read it."""
        return serial(self.body_slug, self.number)

    @property
    def valid(self) -> bool:
        """Whether it was not revoked."""
        return self.revoked_at is None
