"""The facts on a sheet: hands, totals, penalties, forfeits, signatures, settlements, seats of rounds."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from scoring.game.rules.mcr.hands import MINIMUM_POINTS
from scoring.sheets.models.fact_rows import Fact, one_current
from scoring.sheets.models.games import game_field, hand_limit, only_mcr
from tournament.events.models.tables import SeatChoices


class Hand(Fact):
    """A hand (盘): won, drawn or aborted by the referee. Seats are the starting seats.

    ``points``: in the unit of the ``game``. Of games other than MCR: ``robbed``: won by robbing the discarder's kong;
    ``bound``: the seat that pays for all; ``false_wins``: the letters of the seats that declared falsely.
    ``disputed``: a ruling is needed; play goes on, signing waits (3.9.1.4).
    """

    class Result(models.TextChoices):
        WON = "won", _("Won")
        DRAWN = "drawn", _("Drawn")
        ABORTED = "aborted", _("Aborted by the referee")

    game = game_field()
    no = models.PositiveSmallIntegerField()
    result = models.CharField(max_length=10, choices=Result.choices)
    winner = models.CharField(max_length=1, choices=SeatChoices.choices, blank=True)
    discarder = models.CharField(max_length=1, choices=SeatChoices.choices, blank=True)
    points = models.PositiveIntegerField(null=True)
    robbed = models.BooleanField(default=False)
    bound = models.CharField(max_length=1, choices=SeatChoices.choices, blank=True)
    false_wins = models.CharField(max_length=4, blank=True)
    disputed = models.BooleanField(default=False)

    class Meta:
        ordering = ["no"]
        constraints = [
            *one_current("hand", "no"),
            models.CheckConstraint(condition=Q(no__gte=1) & hand_limit("no"), name="hand_no_of_game"),
            models.CheckConstraint(
                condition=(Q(result="won") & ~Q(winner="") & Q(points__isnull=False) & ~Q(discarder=F("winner")))
                | (~Q(result="won") & Q(winner="", discarder="", bound="", robbed=False, points__isnull=True)),
                name="hand_result_whole",
            ),
            models.CheckConstraint(
                condition=(Q(robbed=False) | ~Q(discarder=""))
                & (Q(bound="") | (Q(discarder="") & ~Q(bound=F("winner")))),
                name="hand_payer_whole",
            ),
            models.CheckConstraint(
                condition=only_mcr(
                    Q(robbed=False, bound="", false_wins="") & (Q(points__isnull=True) | Q(points__gte=MINIMUM_POINTS))
                ),
                name="hand_values_of_game",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sheet_id} hand {self.no}"


class SignedTotal(Fact):
    """A player's total on the signed sheet (competition points)."""

    seat = models.CharField(max_length=1, choices=SeatChoices.choices)
    points = models.IntegerField()

    class Meta:
        constraints = one_current("signed_total", "seat")

    def __str__(self) -> str:
        return f"{self.sheet_id} {self.seat} {self.points}"


class StatedTablePoints(Fact):
    """Table points as text from the source ("4", "2.33", "7/3")."""

    seat = models.CharField(max_length=1, choices=SeatChoices.choices)
    text = models.CharField(max_length=20)

    class Meta:
        constraints = one_current("stated_table_points", "seat")

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
            *one_current("adjustment", "seat", "hand_no", "order"),
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
            *one_current("forfeit", "seat"),
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
        constraints = one_current("signature", "step", "signer")

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
        constraints = one_current("settlement")

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
            *one_current("round_seating", "round_no"),
            models.CheckConstraint(condition=Q(round_no__gte=1, round_no__lte=4), name="round_seating_round_1_to_4"),
        ]

    def __str__(self) -> str:
        return f"{self.sheet_id} round {self.round_no} {self.seats}"
