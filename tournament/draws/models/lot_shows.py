"""The lots as the Wall shows them, one by one."""

from django.db import models

from tournament.draws.models.draws import Draw


class LotShow(models.Model):
    """The ceremony of a draw on the Wall: of its lots, in the order they are shown, the first ``shown`` are public.

    ``group`` is how many are shown with one step. Without a row the Wall shows nothing of the draw.
    """

    draw = models.OneToOneField(Draw, on_delete=models.CASCADE, related_name="show")
    shown = models.PositiveIntegerField(default=0)
    group = models.PositiveSmallIntegerField(default=1)
    begun_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.shown} lots of draw {self.draw_id}"
