"""Rankings of bodies, and their snapshots by day: events with weights, lines of players, countries."""

from decimal import Decimal
from fractions import Fraction

from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from common.i18n.text_fields import TextsField
from ranking.bodies.models import Body
from tournament.people.models.persons import Person

#: Of points, parts and weights: the digits in all, and those after the point.
DIGITS, DECIMALS = 14, 4
NAME_LENGTH = 200


def decimal_of(value: Fraction) -> Decimal:
    """Return the value rounded to the decimals of its column, half to even."""
    scale = 10**DECIMALS
    return Decimal(round(value * scale)) / scale


class Ranking(models.Model):
    """A ranking that a body declares. ``rule`` is plain data (`ranking.rankings.rules.rule`).

    ``renewal`` says when it is computed without anybody asking.
    """

    class Renewal(models.TextChoices):
        HAND = "hand", _("Only when the committee asks")
        WEEK = "week", _("Every Monday")
        MONTH = "month", _("On the first day of each month")

    body = models.ForeignKey(Body, on_delete=models.PROTECT, related_name="rankings")
    slug = models.CharField(_("id"), max_length=64, unique=True, validators=[RegexValidator(r"^[a-z0-9][a-z0-9-]*$")])
    name = TextsField(_("name"), max_length=NAME_LENGTH)
    rule = models.JSONField()
    renewal = models.CharField(
        _("computed automatically"), max_length=5, choices=Renewal.choices, default=Renewal.MONTH
    )

    class Meta:
        ordering = ["body__name", "pk"]

    def __str__(self) -> str:
        return self.slug


class RankingSnapshot(models.Model):
    """A ranking as of ``day``, by the ``rule`` of that time; not public while ``computed_at`` is null.

    ``size`` is the number of ranked players.
    """

    ranking = models.ForeignKey(Ranking, on_delete=models.CASCADE, related_name="snapshots")
    day = models.DateField(_("day"))
    rule = models.JSONField()
    size = models.PositiveIntegerField(default=0)
    begun_at = models.DateTimeField()
    computed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-day", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["ranking", "day"], condition=models.Q(computed_at__isnull=False), name="ranking_day_once"
            )
        ]

    def __str__(self) -> str:
        return f"ranking {self.ranking_id} of {self.day}"


class RankedEvent(models.Model):
    """An event of a snapshot: its figures at that time, its weight (``stated`` or computed), and the age factor."""

    snapshot = models.ForeignKey(RankingSnapshot, on_delete=models.CASCADE, related_name="events")
    slug = models.CharField(max_length=64)
    name = models.CharField(max_length=200)
    country = models.CharField(max_length=3, blank=True)
    ends = models.DateField()
    days = models.PositiveSmallIntegerField()
    players = models.PositiveIntegerField()
    countries = models.PositiveSmallIntegerField()
    qualification = models.BooleanField()
    stated = models.BooleanField(default=False)
    weight = models.DecimalField(max_digits=DIGITS, decimal_places=DECIMALS)
    factor = models.DecimalField(max_digits=DIGITS, decimal_places=DECIMALS)

    class Meta:
        ordering = ["-ends", "-pk"]

    def __str__(self) -> str:
        return f"{self.slug} in snapshot {self.snapshot_id}"


class RankingLine(models.Model):
    """A player in a snapshot; without ``position`` and rank while the results are too few.

    ``position`` counts the ranked players 1, 2, 3, … (equal ones by id), so that a page needs no offset. ``counted``:
    the results (`ranking.rankings.rules.packing`). ``country`` is that of the newest result. Of a rating, ``part_a`` is
    the estimate and ``part_b`` its deviation, ``results`` are tables, and ``counted`` has tables and points after each
    event.
    """

    # Its own index would only lead PostgreSQL to read a whole snapshot; each index below begins with the snapshot.
    snapshot = models.ForeignKey(RankingSnapshot, on_delete=models.CASCADE, related_name="lines", db_index=False)
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="ranking_lines")
    position = models.PositiveIntegerField(null=True)
    rank = models.PositiveIntegerField(null=True)
    country = models.CharField(max_length=3, blank=True)
    points = models.DecimalField(max_digits=DIGITS, decimal_places=DECIMALS, null=True)
    part_a = models.DecimalField(max_digits=DIGITS, decimal_places=DECIMALS, null=True)
    part_b = models.DecimalField(max_digits=DIGITS, decimal_places=DECIMALS, null=True)
    results = models.PositiveSmallIntegerField()
    counted = models.TextField()

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["snapshot", "person"], name="ranking_line_once"),
            models.UniqueConstraint(fields=["snapshot", "position"], name="ranking_position_once"),
        ]
        indexes = [
            models.Index(fields=["snapshot", "country", "position"], name="ranking_line_country"),
            models.Index(fields=["snapshot", "points"], name="ranking_line_points"),
        ]

    def __str__(self) -> str:
        return f"line {self.position} of snapshot {self.snapshot_id}"


class RankedCountry(models.Model):
    """A country in a snapshot: the mean of its best three players, its ranked players, and those above 700 points."""

    snapshot = models.ForeignKey(RankingSnapshot, on_delete=models.CASCADE, related_name="countries")
    country = models.CharField(max_length=3)
    rank = models.PositiveIntegerField()
    points = models.DecimalField(max_digits=DIGITS, decimal_places=DECIMALS)
    players = models.PositiveIntegerField()
    above = models.PositiveIntegerField()

    class Meta:
        ordering = ["rank", "country"]
        constraints = [models.UniqueConstraint(fields=["snapshot", "country"], name="ranked_country_once")]

    def __str__(self) -> str:
        return f"{self.country} in snapshot {self.snapshot_id}"
