"""The register of sanctioned events: the events that the WMCC runs, registers or authorises (A9 4.4)."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from ranking.bodies.models import Body
from ranking.record.models.records import RecordedEvent


class SanctionedEvent(models.Model):
    """An entry of the register, kept by the world body; a withdrawn one stays with the reason.

    ``slug`` is the id of the event (empty: the entry is found by ``number`` and first day); ``letter`` the class that
    was applied for. An entry counts for one event of the record (`RecordedEvent.register_entry`).
    """

    body = models.ForeignKey(Body, on_delete=models.PROTECT, related_name="sanctioned_events")
    number = models.CharField(_("sanction number"), max_length=60)
    slug = models.CharField(_("id of the event"), max_length=64, blank=True)
    name = models.CharField(_("event"), max_length=200)
    country = models.CharField(_("country"), max_length=3, blank=True)
    starts = models.DateField(_("first day"), null=True, blank=True)
    letter = models.CharField(_("class applied for"), max_length=1, choices=RecordedEvent.Letter.choices, blank=True)
    granted_on = models.DateField(_("granted on"))
    granted_by = models.CharField(_("granted by"), max_length=150)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.CharField(max_length=150, blank=True)
    withdrawn_reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["-granted_on", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["number"], condition=models.Q(withdrawn_at=None), name="sanction_number_once"
            ),
            models.UniqueConstraint(
                fields=["slug"],
                condition=models.Q(withdrawn_at=None) & ~models.Q(slug=""),
                name="sanctioned_event_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.name}"
