"""The numbers that federations gave to persons."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.people.models.persons import Person
from tournament.people.rules import FederationNumber, NumberKind


class PersonNumber(models.Model):
    """A number of a person, of whom it is known which federation gave it.

    ``Person.federation_number`` is the one that lists and papers show; it may be among these. ``country`` is that of a
    national federation, empty for the others. The numbers of a merged person stay with its row. ``key`` finds every
    spelling.
    """

    class Kind(models.TextChoices):
        EMA = NumberKind.EMA.value, _("EMA number")
        JMSA = NumberKind.JMSA.value, _("JMSA number")
        NATIONAL = NumberKind.NATIONAL.value, _("National number")

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="numbers")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    country = models.CharField(_("country"), max_length=3, blank=True)
    number = models.CharField(max_length=30)
    key = models.CharField(max_length=120, db_index=True)

    class Meta:
        ordering = ["kind", "country", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["kind", "country", "key"], name="person_number_once"),
            models.UniqueConstraint(fields=["person", "kind", "country"], name="person_number_giver_once"),
            models.CheckConstraint(
                condition=Q(kind=NumberKind.NATIONAL.value) | Q(country=""), name="person_number_country"
            ),
        ]

    def __str__(self) -> str:
        return f"number of person {self.person_id}"

    @property
    def value(self) -> FederationNumber:
        """Return the number without its row."""
        return FederationNumber(self.kind, self.number, self.country)
