"""Showing the lots on the Wall, one by one."""

from django.db import models

from tournament.draws.models.draws import Draw


class LotShow(models.Model):
    """The ceremony of a draw on the Wall: the first ``shown`` of its lots, in display order, are public.

    ``group`` is the number of lots per step. Without a row the Wall shows nothing of the draw.
    """

    draw = models.OneToOneField(Draw, on_delete=models.CASCADE, related_name="show")
    shown = models.PositiveIntegerField(default=0)
    group = models.PositiveSmallIntegerField(default=1)
    begun_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.shown} lots of draw {self.draw_id}"
