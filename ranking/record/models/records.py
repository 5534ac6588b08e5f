"""The record: events with their class and official result, frozen when an official confirms them."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from common.privacy.fields import EncryptedTextField
from ranking.bodies.models import Body
from tournament.events.models.events import Event
from tournament.people.models.persons import Person


class RecordedEvent(models.Model):
    """An event in the record, with its confirmed class and the reasons for it (A9 4.4, 5).

    ``event`` is the event that was frozen at its public version ``revision`` (null: from a list of results); ``digest``
    is the digest of what was frozen. ``letter`` is the class (empty: below C), ``conditions`` holds every condition
    with figures (ranking.record.rules.classes), ``departures`` the settings that depart from the text.
    ``register_entry`` is the valid entry of the register that sanctions it, ``sanctioned`` says whether there is one.
    ``evaluated_at`` is null until the players are evaluated for pins. ``calculation`` is the version of the calculation
    that froze the result (``CALCULATION`` in ranking.record.selectors.official_results). ``stated_weight`` is what the
    European federation published as the weight of an event whose results came as a list; null: computed.
    """

    class Letter(models.TextChoices):
        A = "A", "A"
        B = "B", "B"
        C = "C", "C"

    event = models.OneToOneField(Event, on_delete=models.PROTECT, null=True, blank=True, related_name="recorded")
    body = models.ForeignKey(Body, on_delete=models.PROTECT, related_name="recorded_events")
    slug = models.CharField(_("id"), max_length=64, unique=True)
    name = models.CharField(_("name"), max_length=200)
    country = models.CharField(_("country"), max_length=3, blank=True)
    venue = models.CharField(_("place"), max_length=200, blank=True, db_column="place")
    starts = models.DateField(_("first day"), null=True, blank=True)
    ends = models.DateField(_("last day"), null=True, blank=True)
    rules = models.CharField(_("rule set"), max_length=20, choices=Event.Rules.choices)
    scope = models.CharField(_("scope"), max_length=30, choices=Event.Scope.choices, blank=True)
    sanction_body = models.CharField(_("sanctioned by"), max_length=200, blank=True)
    sanction_number = models.CharField(_("sanction number"), max_length=60, blank=True)
    web_site = models.CharField(_("web site"), max_length=200, blank=True)
    players = models.PositiveIntegerField(_("players"))
    sessions = models.PositiveSmallIntegerField(_("sessions"))
    stated_weight = models.DecimalField(_("weight"), max_digits=4, decimal_places=2, null=True, blank=True)
    letter = models.CharField(_("class"), max_length=1, choices=Letter.choices, blank=True)
    sanctioned = models.BooleanField(default=False)
    register_entry = models.OneToOneField(
        "ranking.SanctionedEvent", on_delete=models.PROTECT, null=True, blank=True, related_name="recorded"
    )
    rules_met = models.BooleanField(default=False)
    conditions = models.JSONField(default=list, blank=True)
    departures = models.JSONField(default=list, blank=True)
    revision = models.PositiveBigIntegerField(default=0)
    digest = models.CharField(max_length=64, blank=True)
    calculation = models.PositiveSmallIntegerField(default=1)
    version = models.PositiveIntegerField(default=1)
    confirmed_at = models.DateTimeField()
    confirmed_by = models.CharField(max_length=150)
    evaluated_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-starts", "-pk"]
        indexes = [models.Index(fields=["evaluated_at"], name="recorded_evaluated")]

    def __str__(self) -> str:
        return self.name

    @property
    def valid_letter(self) -> str:
        """The class, for a sanctioned event only (A9 4.4); else empty."""
        return self.letter if self.sanctioned else ""

    @property
    def web(self) -> bool:
        """Whether it is a web event, which counts for web pins only (A9 3.5)."""
        return self.scope == Event.Scope.WEB


class OfficialResult(models.Model):
    """The result of an event for one person, as earned in its sessions (never carried or halved).

    ``table_points`` are twelfths (4 TP = 48); ``positive_sessions`` is the sum of the positive sessions' competition
    points, null where only the total is known. A missing rank is null; team and group ranks belong only to members who
    played for them. Only web events have ``web_points``. ``row`` orders the list.
    """

    class Status(models.TextChoices):
        RANKED = "ranked", _("Ranked")
        UNRANKED = "unranked", _("Not ranked")
        WITHDRAWN = "withdrawn", _("Withdrawn")
        DISQUALIFIED = "disqualified", _("Disqualified")
        RANK_LOST = "rank-lost", _("Loss of rank")

    recorded = models.ForeignKey(RecordedEvent, on_delete=models.CASCADE, related_name="results")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="official_results")
    row = models.PositiveIntegerField()
    number = models.PositiveIntegerField(null=True, blank=True)
    name = models.CharField(_("name"), max_length=200)
    latin_name = models.CharField(max_length=200, blank=True)
    country = models.CharField(_("country"), max_length=3, blank=True)
    team = models.CharField(_("team"), max_length=200, blank=True)
    group = models.CharField(_("group"), max_length=200, blank=True)
    status = models.CharField(max_length=15, choices=Status.choices, default=Status.RANKED)
    individual_rank = models.PositiveIntegerField(null=True, blank=True)
    team_rank = models.PositiveIntegerField(null=True, blank=True)
    group_rank = models.PositiveIntegerField(null=True, blank=True)
    table_points = models.PositiveIntegerField()
    competition_points = models.IntegerField()
    positive_sessions = models.PositiveIntegerField(null=True, blank=True)
    web_points = models.PositiveIntegerField(null=True, blank=True)
    sessions = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["row"]
        constraints = [models.UniqueConstraint(fields=["recorded", "row"], name="official_result_row")]
        indexes = [
            models.Index(fields=["country"], name="official_result_country"),
            models.Index(fields=["team"], name="official_result_team"),
        ]

    def __str__(self) -> str:
        return f"{self.name}: {self.table_points}/12 {self.competition_points:+d}"


class ResultList(models.Model):
    """A list of results that one account of a body uploaded, before it enters the record.

    ``sheets`` is encrypted JSON as in a preview of registrations. ``header`` holds what was typed about the event,
    ``people`` leads from rows to the reviewer's decisions: the id of a person, or "new". ``sent``: the results of a web
    site that the list holds; ``claim``: the missing result of an applicant that it enters.
    """

    body = models.ForeignKey(Body, on_delete=models.CASCADE, related_name="result_lists")
    actor_ref = models.CharField(max_length=60)
    file_name = models.CharField(max_length=200)
    file_digest = models.CharField(max_length=64)
    sheets = EncryptedTextField()
    sheet = models.PositiveSmallIntegerField(default=0)
    heading = models.PositiveIntegerField(null=True, blank=True)
    mapping = models.JSONField(default=dict, blank=True)
    header = models.JSONField(default=dict, blank=True)
    people = models.JSONField(default=dict, blank=True)
    sent = models.OneToOneField(
        "ranking.SiteResults", on_delete=models.CASCADE, null=True, blank=True, related_name="list"
    )
    claim = models.ForeignKey(
        "ranking.MissingResult", on_delete=models.SET_NULL, null=True, blank=True, related_name="lists"
    )
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.file_name} for {self.body_id}"
