"""The base of all facts: rows that hold from one version of a sheet to another."""

from typing import Any

from django.db import models
from django.db.models import F, Q

from scoring.sheets.models.sheets import Sheet


class FactQuerySet(models.QuerySet[Any]):
    def current(self) -> "FactQuerySet":
        """Return the facts that hold now."""
        return self.filter(valid_until_version__isnull=True)

    def at(self, version: int) -> "FactQuerySet":
        """Return the facts that held at ``version`` of their sheet."""
        return self.filter(
            Q(valid_until_version__isnull=True) | Q(valid_until_version__gt=version), valid_from_version__lte=version
        )


class Fact(models.Model):
    """A fact of a sheet. It holds before version ``valid_until_version``; null: it holds now."""

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="%(class)s_set")
    valid_from_version = models.PositiveIntegerField()
    valid_until_version = models.PositiveIntegerField(null=True)

    objects: Any = FactQuerySet.as_manager()

    class Meta:
        abstract = True


def one_current(name: str, *fields: str) -> list[models.BaseConstraint]:
    """Allow one current row for each value of ``fields``, and ends only after beginnings."""
    return [
        models.UniqueConstraint(
            fields=["sheet", *fields], condition=Q(valid_until_version__isnull=True), name=f"{name}_one_current"
        ),
        models.CheckConstraint(
            condition=Q(valid_until_version__isnull=True) | Q(valid_until_version__gt=F("valid_from_version")),
            name=f"{name}_ends_after",
        ),
    ]
