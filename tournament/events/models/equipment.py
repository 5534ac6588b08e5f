"""The equipment and the site of an event, and who confirmed each (3.5.5)."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.events.models.events import Event


class EquipmentCheck(models.Model):
    """A confirmation that an item of 3.5.5 is as the rules ask: by whom, when, and a remark such as a certificate."""

    class Item(models.TextChoices):
        TILES = "tiles", _("Tiles: complete, clear, with equal backs (3.5.5.1)")
        DICE = "dice", _("Dice: two at each table, true and easy to read (3.5.5.2)")
        LIGHT = "light", _("Site and light: bright, quiet, aired, with emergency exits (3.5.5.3)")
        TABLES = "tables", _("Tables: square and steady, with cloth (3.5.5.4)")
        CHAIRS = "chairs", _("Chairs: they fit the tables (3.5.5.5)")
        SCORING = "scoring", _("Score sheets or electronic scoring (3.5.5.6)")
        TIMER = "timer", _("Timer: everybody can see it (3.5.5.7)")
        SIGNS = "signs", _("Signs in the hall (3.5.5.8)")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="equipment_checks")
    item = models.CharField(max_length=10, choices=Item.choices)
    by = models.CharField(_("confirmed by"), max_length=150)
    at = models.DateTimeField()
    remark = models.CharField(_("remark"), max_length=300, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["event", "item"], name="equipment_item_once")]

    def __str__(self) -> str:
        return f"{self.item} of {self.event_id}"
