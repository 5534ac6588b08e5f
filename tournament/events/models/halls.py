"""The plan of the hall: the positions of tables on a grid, and the side of East."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.events.models.events import Event


class HallPlan(models.Model):
    """A grid of ``rows`` x ``columns`` positions seen from above, and the side of East."""

    #: Maximum of rows and of columns: 30 x 30 positions are 900 tables.
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


class HallTable(models.Model):
    """A table in the hall: row from the top and column from the left, both from 1."""

    hall = models.ForeignKey(HallPlan, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveIntegerField()
    row = models.PositiveSmallIntegerField()
    column = models.PositiveSmallIntegerField()

    class Meta:
        # The table keeps its name, so that backups of every version compare.
        db_table = "tournament_hallplace"
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["hall", "number"], name="hall_table_once"),
            models.UniqueConstraint(fields=["hall", "row", "column"], name="hall_place_once"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.row}/{self.column}"
