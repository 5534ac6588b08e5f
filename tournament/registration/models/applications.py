"""Players' own registrations: the application, its private data, its keys and its mails."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from common.privacy.fields import EncryptedTextField
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.subjects import LockingEventSubject


class Application(LockingEventSubject):
    """A player's request to take part, from the public form until it becomes an entry or ends otherwise.

    The waiting list is ordered by ``waiting_since``. ``address`` is the base URL at which the player opened the form
    ("https://pinju.example"); links in mails use it. ``mail_mark`` and ``person_mark`` are keyed digests that recognise
    the same person (tournament.registration.selectors.applications). Applications are not in the event file; entries
    are.
    """

    class State(models.TextChoices):
        UNCONFIRMED = "unconfirmed", _("Mail not confirmed yet")
        SUBMITTED = "submitted", _("Waiting for the organizer")
        ASKED = "asked", _("Waiting for the player's answer")
        WAITING = "waiting", _("On the waiting list")
        APPROVED = "approved", _("Approved")
        DECLINED = "declined", _("Declined")
        WITHDRAWN = "withdrawn", _("Withdrawn by the player")

    #: States of a player who still wants a place and has none.
    OPEN = (State.UNCONFIRMED, State.SUBMITTED, State.ASKED, State.WAITING)

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="applications")
    number = models.PositiveIntegerField(_("number"))
    state = models.CharField(_("state"), max_length=15, choices=State.choices)
    name = models.CharField(_("name"), max_length=200)
    family_name = models.CharField(_("family name"), max_length=100)
    given_name = models.CharField(_("given name"), max_length=100, blank=True)
    latin_name = models.CharField(_("name in Latin letters"), max_length=200, blank=True)
    country = models.CharField(_("country"), max_length=3, blank=True)
    federation_number = models.CharField(_("federation number"), max_length=30, blank=True)
    team = models.CharField(_("team"), max_length=200, blank=True)
    name_consent = models.BooleanField(null=True)
    photo_consent = models.BooleanField(null=True)
    guardian_consent = models.BooleanField(default=False)
    # The digest of the promised text, and the time of the promise.
    oath_digest = models.CharField(max_length=64)
    oath_at = models.DateTimeField()
    language = models.CharField(max_length=10)
    address = models.CharField(max_length=200)
    mail_mark = models.CharField(max_length=64)
    person_mark = models.CharField(max_length=64)
    submitted_at = models.DateTimeField()
    mail_confirmed_at = models.DateTimeField(null=True)
    waiting_since = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    # The organizer's question or reason for declining, and the player's answer.
    question = models.CharField(max_length=1_000, blank=True)
    remark = models.CharField(max_length=1_000, blank=True)
    entry = models.OneToOneField(Entry, on_delete=models.SET_NULL, null=True, related_name="application")

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="application_number")]
        indexes = [models.Index(fields=["event", "state"], name="application_state")]

    def __str__(self) -> str:
        return f"application {self.number} of {self.event_id}"

    @property
    def state_name(self) -> str:
        return self.get_state_display()


class ApplicationData(models.Model):
    """The private data of an application, encrypted, until ``delete_after``.

    ``mail`` and ``guardian_…`` stay here when the application is approved; document and date of birth move to the
    person (PrivateData).
    """

    application = models.OneToOneField(Application, on_delete=models.CASCADE, related_name="private")
    mail = EncryptedTextField(_("mail address"))
    document = EncryptedTextField(_("ID document number"), blank=True)
    birth_date = EncryptedTextField(_("date of birth"), blank=True)
    guardian_name = EncryptedTextField(_("guardian"), blank=True)
    guardian_contact = EncryptedTextField(_("guardian's contact"), blank=True)
    delete_after = models.DateField()

    def __str__(self) -> str:
        return f"private data of application {self.application_id}"


class ApplicationKey(models.Model):
    """A token that opens an application for its holder; only its SHA-256 is stored.

    The first key is created with the form. Each mail contains its own (``mailed``): presenting it proves access to the
    mailbox.
    """

    application = models.ForeignKey(Application, on_delete=models.CASCADE, related_name="keys")
    token_hash = models.CharField(max_length=64, unique=True)
    mailed = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"key {self.pk} of application {self.application_id}"


class ApplicationMail(models.Model):
    """A mail to a player: its kind and whether it was sent; never the address or the text."""

    class Kind(models.TextChoices):
        RECEIVED = "received", _("Registration received")
        APPROVED = "approved", _("Approved")
        WAITING = "waiting", _("On the waiting list")
        DECLINED = "declined", _("Declined")
        ASKED = "asked", _("Waiting for the player's answer")

    class State(models.TextChoices):
        QUEUED = "queued", _("Waiting to be sent")
        SENT = "sent", _("Sent")
        FAILED = "failed", _("Not sent")

    application = models.ForeignKey(Application, on_delete=models.CASCADE, related_name="mails")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    made_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)
    # The name of the error, such as SMTPRecipientsRefused; its text may contain the address.
    fault = models.CharField(max_length=100, blank=True)

    class Meta:
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.kind} of application {self.application_id}"
