"""Bodies that confirm classes and issue pins, their members, and their interpretation of A9."""

from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from common.actions.models.ledgers import Ledger
from common.i18n.text_fields import TextsField
from common.settings_groups import SettingsGroup, setting
from tournament.access.models import AccountInvitation
from tournament.people.models.accounts import Account

#: The longest promise of form A10, and the longest text on fees and at the end of mails.
PROMISE_LENGTH, NOTE_LENGTH = 2_000, 1_000


class Body(models.Model):
    """An authority of A9 7.3 and 7.4: the WMCC, a member organisation for its countries, or a web site.

    ``countries`` are two-letter codes; a world body is for every country. ``promise`` is the official text of form A10
    by language; a language without one has the program's own text. ``address`` is where everybody reaches the program
    ("https://pins.example.org"); certificates have it. ``fees`` says what a pin costs and how to pay, ``mail_end`` ends
    the mails to applicants, both by language. Each body has its own audit chain.
    """

    class Kind(models.TextChoices):
        WORLD = "world", _("World body (WMCC)")
        MEMBER = "member", _("Member organisation")
        WEB = "web", _("Web site")

    ledger = models.OneToOneField(Ledger, db_column="head_id", on_delete=models.PROTECT, related_name="body")
    slug = models.CharField(_("id"), max_length=64, unique=True, validators=[RegexValidator(r"^[a-z0-9][a-z0-9-]*$")])
    name = models.CharField(_("name"), max_length=200)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    countries = models.JSONField(_("countries"), default=list, blank=True)
    site = models.CharField(_("web site"), max_length=200, blank=True)
    address = models.CharField(_("public address"), max_length=200, blank=True)
    promise = TextsField(_("promise of applicants"), default=dict, blank=True, max_length=PROMISE_LENGTH)
    fees = TextsField(_("fees"), default=dict, blank=True, max_length=NOTE_LENGTH)
    mail_end = TextsField(_("end of mails"), default=dict, blank=True, max_length=NOTE_LENGTH)

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name


class BodySeal(models.Model):
    """The seal that a body prints on certificates, as JPEG."""

    body = models.OneToOneField(Body, on_delete=models.CASCADE, related_name="seal")
    jpeg = models.BinaryField()

    def __str__(self) -> str:
        return f"seal of {self.body_id}"


class BodyMember(models.Model):
    """An account that works for a body: its chair, or a member of its committee.

    ``title`` is printed under the name on certificates, such as "President"; empty: the role.
    """

    class Role(models.TextChoices):
        CHAIR = "body-head", _("Head of the body")
        MEMBER = "body-member", _("Member of the body's committee")

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="bodies")
    body = models.ForeignKey(Body, on_delete=models.CASCADE, related_name="members")
    role = models.CharField(_("role"), max_length=15, choices=Role.choices)
    title = models.CharField(_("title on certificates"), max_length=100, blank=True)

    class Meta:
        ordering = ["role", "account__username"]
        constraints = [models.UniqueConstraint(fields=["account", "body"], name="body_member_once")]

    def __str__(self) -> str:
        return f"{self.account}: {self.get_role_display()}"


class BodyInvitation(models.Model):
    """What an invitation to an account gives besides the account: a role in a body."""

    invitation = models.OneToOneField(AccountInvitation, on_delete=models.CASCADE, related_name="body_invitation")
    body = models.ForeignKey(Body, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(_("role"), max_length=15, choices=BodyMember.Role.choices)

    class Meta:
        ordering = ["-invitation__made_at", "-pk"]

    def __str__(self) -> str:
        return f"invitation {self.invitation_id} of body {self.body_id}"


class PinSettings(SettingsGroup):
    """How a body interprets what A9 leaves open."""

    title = _("Pins")

    class Positive(models.TextChoices):
        COMPETITION = "competition", _("The event's total if it is positive")
        SESSION = "session", _("The sum of the positive sessions")

    class BelowC(models.TextChoices):
        NOT = "not", _("They do not count")
        COUNT = "count", _("They count")

    body = models.OneToOneField(Body, on_delete=models.CASCADE, related_name="pin_settings")
    positive_cp = setting(
        "A9 4.2, 4.6",
        models.CharField(
            _("competition points for pins"),
            max_length=15,
            choices=Positive.choices,
            default=Positive.COMPETITION,
            help_text=_("Whether positive competition points are counted per event or per session."),
        ),
    )
    below_c = setting(
        "A9 5",
        models.CharField(
            _("registered events below class C"),
            max_length=10,
            choices=BelowC.choices,
            default=BelowC.NOT,
            help_text=_("Whether an event that reaches no class counts for pins."),
        ),
    )

    def __str__(self) -> str:
        return f"pin settings of {self.body_id}"
