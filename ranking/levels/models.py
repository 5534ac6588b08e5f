"""The levels that persons reach, as last evaluated."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.people.models.persons import Person


class Qualification(models.Model):
    """The highest level whose conditions a person meets; the pin itself has to be applied for.

    ``reached_at`` is the time of the evaluation that first found this level; ``events`` are the ids (slugs) of the
    recorded events that count for it. Web pins have one row for each ``site``.
    """

    class Kind(models.TextChoices):
        PIN = "pin", _("Pin")
        WEB = "web", _("Web pin")

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="qualifications")
    kind = models.CharField(max_length=5, choices=Kind.choices)
    site = models.CharField(max_length=200, blank=True)
    level = models.PositiveSmallIntegerField()
    reached_at = models.DateTimeField()
    events = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["-reached_at", "level", "person"]
        constraints = [models.UniqueConstraint(fields=["person", "kind", "site"], name="qualification_once")]

    def __str__(self) -> str:
        return f"{self.person_id}: {self.kind} {self.level}"
