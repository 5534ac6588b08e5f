"""Events and their officials."""

from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from common.actions.models.ledgers import Ledger
from tournament.events.models.subjects import LockingEventSubject


def can_be_public(to_event: str = "") -> Q:
    """Return the condition that something of an event can become public, as `Event.is_private` has it.

    ``to_event`` leads to the event, such as ``session__event__``.
    """
    return Q(**{f"{to_event}rehearsal": False, f"{to_event}ledger__written_as": ""})


class Event(models.Model):
    """A competition: its name, venue and dates, its rule set and scope; settings are separate rows, one per group."""

    class Rules(models.TextChoices):
        WMO_2014 = "wmo-2014", _("WMO rules of 2014")
        GUOBIAO = "guobiao", _("Guobiao as played")
        GB_1998 = "gb-1998", _("Chinese national rules of 1998")
        IMJ_0702 = "imj-0702", _("International Mahjong Rules v0702")

    class Scope(models.TextChoices):
        WORLD = "world", _("World championship")
        CONTINENTAL_CHAMPIONSHIP = "continental-championship", _("Continental championship")
        CONTINENTAL = "continental", _("Continental event")
        MULTINATIONAL = "multinational", _("Event of several countries")
        NATIONAL = "national", _("National event")
        REGIONAL = "regional", _("Regional event")
        FRIENDLY = "friendly", _("Friendly event")
        WEB = "web", _("Web event")

    class Class(models.TextChoices):
        A = "A", _("Class A")
        B = "B", _("Class B")
        C = "C", _("Class C")
        NONE = "none", _("Below class C")

    #: Facts that only an event from `event_by_slug` has: stages are planned, a draw is released, a player is called,
    #: the results are those that a hall published.
    staged: bool
    seated: bool
    calling: bool
    from_hall: bool

    ledger = models.OneToOneField(Ledger, db_column="head_id", on_delete=models.PROTECT, related_name="event")
    slug = models.CharField(_("id"), max_length=64, unique=True, validators=[RegexValidator(r"^[a-z0-9][a-z0-9-]*$")])
    name = models.CharField(_("name"), max_length=200)
    country = models.CharField(_("country"), max_length=3, blank=True)
    venue = models.CharField(_("place"), max_length=200, blank=True, db_column="place")
    # Empty: the zone of the machine, which is that of the hall.
    time_zone = models.CharField(_("time zone"), max_length=64, blank=True, default="")
    starts = models.DateField(_("first day"), null=True, blank=True)
    ends = models.DateField(_("last day"), null=True, blank=True)
    rules = models.CharField(_("rule set"), max_length=20, choices=Rules.choices, default=Rules.WMO_2014)
    scope = models.CharField(_("scope"), max_length=30, choices=Scope.choices, blank=True)
    planned_sessions = models.PositiveSmallIntegerField(_("sessions"), default=6)
    sanction_body = models.CharField(_("sanctioned by"), max_length=200, blank=True)
    sanction_number = models.CharField(_("sanction number"), max_length=60, blank=True)
    web_site = models.CharField(_("web site"), max_length=200, blank=True)
    # As ranking last confirmed it, or as imported from a file (A9 5); "none": below class C.
    confirmed_class = models.CharField(_("class"), max_length=4, choices=Class.choices, blank=True, default="")
    rehearsal = models.BooleanField(_("rehearsal"), default=False)
    # Default values that the imported file spelled out; an export spells them out again.
    stated = models.JSONField(default=list, blank=True)

    def __str__(self) -> str:
        return self.name

    @property
    def is_set_aside(self) -> bool:
        """Whether this is a copy that went another way than the event itself, which people with a role can read."""
        return bool(self.ledger.written_as)

    @property
    def is_private(self) -> bool:
        """Whether nothing of it ever becomes public or counts anywhere: a rehearsal, or a copy that was set aside."""
        return self.rehearsal or self.is_set_aside

    @property
    def zone(self) -> ZoneInfo:
        """The time zone of its pages and papers."""
        return ZoneInfo(self.time_zone or settings.TIME_ZONE)


class Official(LockingEventSubject):
    """A line of the officials' list (2.3.4), in printing order."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="officials")
    order = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=200)
    function = models.CharField(_("function"), max_length=100)
    qualification = models.CharField(_("qualification"), max_length=100, blank=True)
    qualification_number = models.CharField(_("qualification number"), max_length=60, blank=True)
    tables = models.CharField(_("tables"), max_length=100, blank=True)

    class Meta:
        ordering = ["order"]
        constraints = [models.UniqueConstraint(fields=["event", "order"], name="official_order")]

    def __str__(self) -> str:
        return f"{self.name} ({self.function})"
