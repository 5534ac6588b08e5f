"""Series with their rule, their events, and the accounts that keep them."""

from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from common.actions.models.ledgers import Ledger
from ranking.bodies.models import Body
from tournament.people.models.accounts import Account


class Series(models.Model):
    """A series of events: of a body, whose committee keeps it, or of organizers (``body`` is null).

    ``rule`` is plain data (`ranking.series.rules.rule`); ``final`` is the id of the event that is its final, or empty.
    """

    ledger = models.OneToOneField(Ledger, on_delete=models.PROTECT, related_name="series")
    slug = models.CharField(_("id"), max_length=64, unique=True, validators=[RegexValidator(r"^[a-z0-9][a-z0-9-]*$")])
    name = models.CharField(_("name"), max_length=200)
    body = models.ForeignKey(Body, on_delete=models.PROTECT, null=True, blank=True, related_name="series")
    rule = models.JSONField()
    final = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = "series"

    def __str__(self) -> str:
        return self.name


class SeriesEvent(models.Model):
    """An event of a series, or one session of a club night (``session`` 0: the whole event).

    ``slug`` is the event's id, here or in the record, as results of a list can be replaced or withdrawn there; ``name``
    is its name when it was added.
    """

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="events")
    slug = models.CharField(max_length=64)
    session = models.PositiveSmallIntegerField(default=0)
    name = models.CharField(max_length=200)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["series", "slug", "session"], name="series_event_once")]
        indexes = [models.Index(fields=["slug"], name="series_event_slug")]

    def __str__(self) -> str:
        return f"{self.name} in {self.series_id}"


class SeriesKeeper(models.Model):
    """An account that keeps a series."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="keepers")
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="kept_series")

    class Meta:
        ordering = ["account__username"]
        constraints = [models.UniqueConstraint(fields=["series", "account"], name="series_keeper_once")]

    def __str__(self) -> str:
        return f"{self.account_id} keeps {self.series_id}"
