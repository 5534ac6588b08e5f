"""The plan of the hall: which table stands where on a grid, and where East is."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.events.models.events import Event


class HallPlan(models.Model):
    """A grid of ``rows`` x ``columns`` places seen from above, and the side of it where East is."""

    #: The most rows, and columns: 30 x 30 places are 900 tables.
    MOST = 30

    class Side(models.TextChoices):
        TOP = "top", _("Top")
        RIGHT = "right", _("Right")
        BOTTOM = "bottom", _("Bottom")
        LEFT = "left", _("Left")

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="hall")
    rows = models.PositiveSmallIntegerField(_("rows"), validators=[MinValueValidator(1), MaxValueValidator(MOST)])
    columns = models.PositiveSmallIntegerField(_("columns"), validators=[MinValueValidator(1), MaxValueValidator(MOST)])
    east = models.CharField(_("East is at"), max_length=6, choices=Side.choices, default=Side.TOP)

    def __str__(self) -> str:
        return f"hall of {self.event_id}"


class HallPlace(models.Model):
    """The place of a table, its row from the top and its column from the left, both from 1."""

    hall = models.ForeignKey(HallPlan, on_delete=models.CASCADE, related_name="places")
    number = models.PositiveIntegerField()
    row = models.PositiveSmallIntegerField()
    column = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["hall", "number"], name="hall_table_once"),
            models.UniqueConstraint(fields=["hall", "row", "column"], name="hall_place_once"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.row}/{self.column}"
