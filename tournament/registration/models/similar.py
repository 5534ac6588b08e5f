"""Persons whose names are alike: the keys that find them, and the pairs that were found."""

from django.db import models
from django.db.models import F, Q

from tournament.people.models.persons import Person


class NameKey(models.Model):
    """A search key of a person's names, as a number; two persons with alike names share one."""

    pk = models.CompositePrimaryKey("key", "person")
    key = models.BigIntegerField()
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="name_keys")

    def __str__(self) -> str:
        return f"key {self.key} of person {self.person_id}"


class SimilarPair(models.Model):
    """Two persons with alike names; ``first`` has the lower id, ``strength`` stands for the evidence (0: strongest).

    The countries are those of the persons: a body finds its pairs by them. A pair may be out of date for a person whose
    ``comparison`` is not over. Merged persons keep their pairs.
    """

    first = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="similar_after", db_index=False)
    second = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="similar_before")
    strength = models.PositiveSmallIntegerField()
    first_country = models.CharField(max_length=3, blank=True)
    second_country = models.CharField(max_length=3, blank=True)

    class Meta:
        ordering = ["strength", "first_id", "second_id"]
        indexes = [models.Index(fields=["strength", "first", "second"], name="similar_pair_by_strength")]
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="similar_pair_once"),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="similar_pair_lower_first"),
        ]

    def __str__(self) -> str:
        return f"persons {self.first_id} and {self.second_id}"
