"""The facts on a sheet: rows that hold from one version of the sheet to another."""

from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from scoring.sheets.models.sheets import Sheet
from tournament.events.models.tables import SeatChoices


class FactQuerySet(models.QuerySet[Any]):
    def current(self) -> "FactQuerySet":
        """Return the facts that hold now."""
        return self.filter(valid_until_version__isnull=True)

    def at(self, version: int) -> "FactQuerySet":
        """Return the facts that held at ``version`` of their sheet."""
        return self.filter(
            Q(valid_until_version__isnull=True) | Q(valid_until_version__gt=version), valid_from_version__lte=version
        )


class Fact(models.Model):
    """A fact of a sheet. It holds before version ``valid_until_version``; null: it holds now."""

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="%(class)s_set")
    valid_from_version = models.PositiveIntegerField()
    valid_until_version = models.PositiveIntegerField(null=True)

    objects: Any = FactQuerySet.as_manager()

    class Meta:
        abstract = True


def _one_current(name: str, *fields: str) -> list[models.BaseConstraint]:
    """Allow one current row for each value of ``fields``, and ends only after beginnings."""
    return [
        models.UniqueConstraint(
            fields=["sheet", *fields], condition=Q(valid_until_version__isnull=True), name=f"{name}_one_current"
        ),
        models.CheckConstraint(
            condition=Q(valid_until_version__isnull=True) | Q(valid_until_version__gt=F("valid_from_version")),
            name=f"{name}_ends_after",
        ),
    ]


class Hand(Fact):
    """A hand (盘): won, drawn or aborted by the referee. Seats are the starting seats.

    ``disputed``: a ruling is needed; play goes on, signing waits (3.9.1.4).
    """

    class Result(models.TextChoices):
        WON = "won", _("Won")
        DRAWN = "drawn", _("Drawn")
        ABORTED = "aborted", _("Aborted by the referee")

    no = models.PositiveSmallIntegerField()
    result = models.CharField(max_length=10, choices=Result.choices)
    winner = models.CharField(max_length=1, choices=SeatChoices.choices, blank=True)
    discarder = models.CharField(max_length=1, choices=SeatChoices.choices, blank=True)
    points = models.PositiveIntegerField(null=True)
    disputed = models.BooleanField(default=False)

    class Meta:
        ordering = ["no"]
        constraints = [
            *_one_current("hand", "no"),
            models.CheckConstraint(condition=Q(no__gte=1, no__lte=16), name="hand_no_1_to_16"),
            models.CheckConstraint(
                condition=(Q(result="won") & ~Q(winner="") & Q(points__gte=8) & ~Q(discarder=F("winner")))
                | (~Q(result="won") & Q(winner="", discarder="", points__isnull=True)),
                name="hand_result_whole",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sheet_id} hand {self.no}"


class SignedTotal(Fact):
    """A player's total on the signed sheet (competition points)."""

    seat = models.CharField(max_length=1, choices=SeatChoices.choices)
    points = models.IntegerField()

    class Meta:
        constraints = _one_current("signed_total", "seat")

    def __str__(self) -> str:
        return f"{self.sheet_id} {self.seat} {self.points}"


class StatedTablePoints(Fact):
    """Table points as text from the source ("4", "2.33", "7/3")."""

    seat = models.CharField(max_length=1, choices=SeatChoices.choices)
    text = models.CharField(max_length=20)

    class Meta:
        constraints = _one_current("stated_table_points", "seat")

    def __str__(self) -> str:
        return f"{self.sheet_id} {self.seat} {self.text}"


class Adjustment(Fact):
    """Penalty points given or taken: within a hand, or (``hand_no`` 0) between hands at this table.

    The rows with one ``order`` in a hand are one penalty: the player who loses points and those who receive them.
    ``dead``: the player goes on in that hand without the right to win (停和), also for 0 points. ``foul``: the foul
    behind the penalty; null for a penalty entered alone.
    """

    seat = models.CharField(max_length=1, choices=SeatChoices.choices)
    hand_no = models.PositiveSmallIntegerField(default=0)
    order = models.PositiveSmallIntegerField(default=0)
    points = models.IntegerField()
    article = models.CharField(max_length=30, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    dead = models.BooleanField(default=False)
    foul = models.ForeignKey("scoring.Foul", on_delete=models.RESTRICT, null=True, related_name="adjustments")

    class Meta:
        ordering = ["hand_no", "order"]
        constraints = [
            *_one_current("adjustment", "seat", "hand_no", "order"),
            models.UniqueConstraint(
                fields=["foul", "seat"],
                condition=Q(valid_until_version__isnull=True),
                name="adjustment_one_penalty_of_foul",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sheet_id} {self.seat} {self.points:+d}"


class Forfeit(Fact):
    """A seat whose holder gets nothing for the session: 0 table points, 0 competition points (3.11.2.1).

    ``foul``: the foul behind the forfeit; null for a forfeit entered alone.
    """

    seat = models.CharField(max_length=1, choices=SeatChoices.choices)
    reason = models.CharField(max_length=300, blank=True)
    foul = models.ForeignKey("scoring.Foul", on_delete=models.RESTRICT, null=True, related_name="forfeits")

    class Meta:
        constraints = [
            *_one_current("forfeit", "seat"),
            models.UniqueConstraint(
                fields=["foul"], condition=Q(valid_until_version__isnull=True), name="forfeit_one_of_foul"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sheet_id} {self.seat}"


class Signature(Fact):
    """The check or signature of a player, the referee or the chief referee.

    ``signer``: a starting seat, "referee" or "chief-referee"; ``name``: the person. Signatures end when a fact changes
    or the sheet is reopened.
    """

    class Step(models.TextChoices):
        CHECK = "check", _("Checked")
        SIGN = "sign", _("Signed")

    class Signer(models.TextChoices):
        EAST = "E", _("East")
        SOUTH = "S", _("South")
        WEST = "W", _("West")
        NORTH = "N", _("North")
        REFEREE = "referee", _("Referee")
        CHIEF_REFEREE = "chief-referee", _("Chief referee")

    class How(models.TextChoices):
        PHONE = "phone", _("on the phone")
        CODE = "code", _("with the personal code")
        PAPER = "paper", _("on paper")
        ACCOUNT = "account", _("signed in")

    step = models.CharField(max_length=5, choices=Step.choices)
    signer = models.CharField(max_length=15, choices=Signer.choices)
    how = models.CharField(max_length=10, choices=How.choices)
    name = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = _one_current("signature", "step", "signer")

    def __str__(self) -> str:
        return f"{self.sheet_id} {self.step} {self.signer}"


class Settlement(Fact):
    """How and why an official settled a contradiction on the sheet; it ends when hands or totals change."""

    class Way(models.TextChoices):
        TAKE_HANDS = "take-hands", _("The hands count")
        KEEP_TOTALS = "keep-totals", _("The signed totals count")
        SIGN_AGAIN = "sign-again", _("The sheet is signed again")

    way = models.CharField(max_length=15, choices=Way.choices)
    reason = models.CharField(max_length=500)
    name = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = _one_current("settlement")

    def __str__(self) -> str:
        return f"{self.sheet_id} {self.way}"


class RoundSeating(Fact):
    """The seating of a round that did not follow A4.

    ``seats``: the starting seats that sat East, South, West and North ("SENW": the player who started South sat
    East). Dealer and winds of the round follow.
    """

    round_no = models.PositiveSmallIntegerField()
    seats = models.CharField(max_length=4, db_column="places")

    class Meta:
        ordering = ["round_no"]
        constraints = [
            *_one_current("round_seating", "round_no"),
            models.CheckConstraint(condition=Q(round_no__gte=1, round_no__lte=4), name="round_seating_round_1_to_4"),
        ]

    def __str__(self) -> str:
        return f"{self.sheet_id} round {self.round_no} {self.seats}"
