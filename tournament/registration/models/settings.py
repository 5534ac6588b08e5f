"""Settings of players' own registration."""

from django.core.validators import MaxLengthValidator, MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from common.settings_groups import SettingsGroup, setting
from tournament.events.models.events import Event

#: The longest oath; the one in the rule book has about 1,500 letters in English.
OATH_LENGTH = 6_000


class RegistrationSettings(SettingsGroup):
    """When players may register, which questions they answer, and how they are approved."""

    title = _("Registration by the players")
    reads_rules = False

    class Approval(models.TextChoices):
        ORGANIZER = "organizer", _("The organizer approves each")
        AUTOMATIC = "automatic", _("Whoever is not doubtful is in while a place is free")

    class MailConfirmation(models.TextChoices):
        ASKED = "asked", _("Asked, where this program can send mail")
        NOT_ASKED = "not-asked", _("Not asked")

    class Document(models.TextChoices):
        NOT_ASKED = "not-asked", _("Not asked")
        OPTIONAL = "optional", _("May be given")
        REQUIRED = "required", _("Has to be given")

    class Consents(models.TextChoices):
        BOTH = "name-and-photo", _("For the name and for photos")
        NAME = "name", _("For the name")
        PHOTO = "photo", _("For photos")
        NONE = "none", _("None")

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="registration_settings")
    opens = setting(
        "2.3.1",
        models.DateTimeField(
            _("registration opens"),
            null=True,
            blank=True,
            help_text=_("From then on players register themselves on the event's page; empty: they cannot."),
        ),
    )
    closes = setting(
        "2.3.1",
        models.DateTimeField(
            _("registration closes"),
            null=True,
            blank=True,
            help_text=_("Nobody registers from then on; empty: until the first session."),
        ),
    )
    capacity = setting(
        "3.5.1",
        models.PositiveSmallIntegerField(
            _("places"),
            null=True,
            blank=True,
            validators=[MinValueValidator(1), MaxValueValidator(9_999)],
            help_text=_("How many players take part at most; whoever comes later waits. Empty: no limit."),
        ),
    )
    approval = setting(
        "2.3.1",
        models.CharField(
            _("approval"),
            max_length=10,
            choices=Approval.choices,
            default=Approval.ORGANIZER,
            help_text=_("Who lets players in who registered themselves."),
        ),
    )
    mail_confirmation = setting(
        "2.3.1",
        models.CharField(
            _("confirmation by mail"),
            max_length=10,
            choices=MailConfirmation.choices,
            default=MailConfirmation.ASKED,
            help_text=_("Whether a registration counts only when its mail address answered."),
        ),
    )
    guardian_age = setting(
        "A2",
        models.PositiveSmallIntegerField(
            _("guardian below the age of"),
            default=18,
            validators=[MaxValueValidator(25)],
            help_text=_("Players younger than this on the first day name a guardian who agrees; 0: no age is asked."),
        ),
    )
    document = setting(
        "A2",
        models.CharField(
            _("ID document number"),
            max_length=10,
            choices=Document.choices,
            default=Document.NOT_ASKED,
            help_text=_("Whether players give the number of their ID document when they register."),
        ),
    )
    consents = setting(
        "A2",
        models.CharField(
            _("consents"),
            max_length=15,
            choices=Consents.choices,
            default=Consents.BOTH,
            help_text=_(
                "What players are asked to agree to; whoever refuses the name appears with initials in public."
            ),
        ),
    )
    oath = setting(
        "A2",
        models.TextField(
            _("oath"),
            blank=True,
            default="",
            validators=[MaxLengthValidator(OATH_LENGTH)],
            help_text=_("What players promise when they register; empty: a text of this program in their language."),
        ),
    )

    def __str__(self) -> str:
        return f"registration settings of {self.event_id}"
