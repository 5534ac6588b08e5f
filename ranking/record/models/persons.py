"""Who is in the record: kept for lists of persons, which sort by the newest event."""

from django.db import models

from ranking.record.models.records import RecordedEvent
from tournament.people.models.persons import Person


class RecordedPerson(models.Model):
    """A person with official results, own or of those merged into this one, and the newest event of these.

    It follows from the results (`ranking.record.services.recorded_persons`). A merged person has none. ``last_day`` is
    the first day of the event.
    """

    person = models.OneToOneField(Person, on_delete=models.CASCADE, primary_key=True, related_name="recorded")
    last_event = models.ForeignKey(RecordedEvent, on_delete=models.CASCADE, related_name="+")
    last_day = models.DateField(null=True)

    class Meta:
        indexes = [models.Index(fields=["last_day", "person"], name="recorded_person_by_day")]

    def __str__(self) -> str:
        return f"person {self.person_id}: {self.last_day}"
