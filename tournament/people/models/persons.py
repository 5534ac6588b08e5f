"""Persons, and their restricted private data."""

from typing import Any

from django.db import models
from django.db.models.functions import Upper
from django.utils.translation import gettext_lazy as _

from common.i18n.search import searched_names
from common.privacy.fields import EncryptedTextField


class FoldedNames(models.TextField):  # type: ignore[type-arg]  # generic in the stubs only
    """The folded names of a person, in which a search looks for words; set whenever the row is written."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:  # noqa: ARG002
        person: Any = model_instance
        text = searched_names(person.name, person.latin_name, person.family_name, person.given_name)
        setattr(person, self.attname, text)
        return text


class Comparison(models.IntegerChoices):
    """The steps of comparing a person with all others (tournament/registration/services/similar.py)."""

    WAITING, KEYED, COMPARED = range(3)


class ComparisonState(models.PositiveSmallIntegerField):  # type: ignore[type-arg]
    """How far the names are compared with those of all others; back to the start whenever the row is written."""

    def pre_save(self, model_instance: models.Model, add: bool) -> int:  # noqa: ARG002
        setattr(model_instance, self.attname, Comparison.WAITING)
        return Comparison.WAITING


class Person(models.Model):
    """A person known to the program, across events.

    Names keep their own script and order: ``name`` is the full name; the parts may be empty. A merged person keeps its
    row and points to the remaining one; undoing the merge clears the pointer.
    """

    name = models.CharField(_("name"), max_length=200)
    family_name = models.CharField(_("family name"), max_length=100, blank=True)
    given_name = models.CharField(_("given name"), max_length=100, blank=True)
    latin_name = models.CharField(_("name in Latin letters"), max_length=200, blank=True)
    country = models.CharField(_("country"), max_length=3, blank=True)
    federation_number = models.CharField(_("federation number"), max_length=30, unique=True, null=True, blank=True)
    merged_into = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="merged_from")
    search = FoldedNames(blank=True, editable=False)
    comparison = ComparisonState(default=Comparison.WAITING, editable=False)

    class Meta:
        # On PostgreSQL migration 0036 adds a trigram index on ``search``.
        indexes = [
            models.Index(fields=["name", "id"], name="person_by_name"),
            models.Index(fields=["country", "name", "id"], name="person_by_country"),
            models.Index(fields=["federation_number", "id"], name="person_sorted_by_number"),
            models.Index(Upper("federation_number"), name="person_by_number"),
            models.Index(
                fields=["comparison"],
                name="person_not_compared",
                condition=models.Q(comparison__lt=Comparison.COMPARED),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def kept(self) -> "Person":
        """Return the person itself, or the one it was merged into."""
        return self if self.merged_into is None else self.merged_into


class PrivateData(models.Model):
    """Document, contact and birth date of a person, encrypted with a key outside the database.

    Read only through selectors that check permissions; deleted some months after the event (setting). ``delete_after``
    is the day that follows from the person's events, null while none of them has dates; ``keep_until`` is a later day
    for which an organizer gave a reason.
    """

    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="private")
    document = EncryptedTextField(_("ID document number"), blank=True)
    contact = EncryptedTextField(_("contact"), blank=True)
    birth_date = EncryptedTextField(_("date of birth"), blank=True)
    delete_after = models.DateField(null=True)
    keep_until = models.DateField(_("kept until"), null=True, blank=True)

    def __str__(self) -> str:
        return f"private data of person {self.person_id}"


class DistinctPersons(models.Model):
    """A decision that two similar persons are different; ``first`` has the lower id."""

    first = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="distinct_after")
    second = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="distinct_before")
    by = models.CharField(max_length=150, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="distinct_persons_once"),
            models.CheckConstraint(
                condition=models.Q(first__lt=models.F("second")), name="distinct_persons_lower_first"
            ),
        ]

    def __str__(self) -> str:
        return f"persons {self.first_id} and {self.second_id}"
