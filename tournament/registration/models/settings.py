"""Settings of players' own registration."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from common.i18n.text_fields import TextsField
from common.settings_groups import SettingsGroup, setting
from tournament.events.models.events import Event

#: The longest oath; the one in the rule book has about 1,500 letters in English.
OATH_LENGTH = 6_000


class RegistrationSettings(SettingsGroup):
    """When players may register, which questions they answer, and how they are approved."""

    title = _("Self-registration")
    reads_rules = False

    class Approval(models.TextChoices):
        ORGANIZER = "organizer", _("The organizer approves each")
        AUTOMATIC = "automatic", _("Approved automatically while places are free, unless in doubt")

    class MailConfirmation(models.TextChoices):
        ASKED = "asked", _("Asked if this program can send mail")
        NOT_ASKED = "not-asked", _("Not asked")

    class Document(models.TextChoices):
        NOT_ASKED = "not-asked", _("Not asked")
        OPTIONAL = "optional", _("Optional")
        REQUIRED = "required", _("Required")

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
            help_text=_("From this time players can register on the event's page. Empty: no self-registration."),
        ),
    )
    closes = setting(
        "2.3.1",
        models.DateTimeField(
            _("registration closes"),
            null=True,
            blank=True,
            help_text=_("Registration closes at this time. Empty: at the first session."),
        ),
    )
    capacity = setting(
        "3.5.5.3",
        models.PositiveSmallIntegerField(
            pgettext_lazy("registration", "places"),
            null=True,
            blank=True,
            validators=[MinValueValidator(1), MaxValueValidator(9_999)],
            help_text=_("The maximum number of players; later registrations go to the waiting list. Empty: no limit."),
        ),
    )
    approval = setting(
        "2.3.1",
        models.CharField(
            _("approval"),
            max_length=10,
            choices=Approval.choices,
            default=Approval.ORGANIZER,
            help_text=_("Who approves self-registrations."),
        ),
    )
    mail_confirmation = setting(
        "2.3.1",
        models.CharField(
            _("confirmation by mail"),
            max_length=10,
            choices=MailConfirmation.choices,
            default=MailConfirmation.ASKED,
            help_text=_("Whether a registration counts only after its mail address is confirmed."),
        ),
    )
    guardian_age = setting(
        "A2",
        models.PositiveSmallIntegerField(
            _("guardian below the age of"),
            default=18,
            validators=[MaxValueValidator(25)],
            help_text=_(
                "Players younger than this on the first day must name a guardian who agrees. 0: the age is not asked."
            ),
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
                "What players are asked to agree to. Players who do not agree to their name appear in"
                " public with initials."
            ),
        ),
    )
    oath = setting(
        "A2",
        TextsField(
            _("oath"),
            blank=True,
            default=dict,
            max_length=OATH_LENGTH,
            help_text=_("What players promise when they register. Empty: the program's text."),
        ),
    )

    def __str__(self) -> str:
        return f"registration settings of {self.event_id}"
