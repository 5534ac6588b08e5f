"""Typed settings: each column with its article and one sentence, and its departure from the text."""

from collections.abc import Iterator
from typing import Any, TypeVar

from django.core.exceptions import FieldDoesNotExist
from django.db import models

F = TypeVar("F", bound=models.Field)


def setting(article: str, field: F) -> F:
    """Mark ``field`` (whose help text is the one sentence) with the article it reads."""
    field.article = article  # type: ignore[attr-defined]
    return field


class SettingsGroup(models.Model):
    """A one-row group of settings; subclasses add columns made by :func:`setting`."""

    class Meta:
        abstract = True

    @classmethod
    def setting_fields(cls) -> Iterator[models.Field]:
        """The columns that are settings, in their order."""
        return (field for field in cls._meta.fields if hasattr(field, "article"))

    def values(self) -> dict[str, Any]:
        """Every setting by name."""
        return {field.name: getattr(self, field.name) for field in self.setting_fields()}

    def departures(self) -> list[models.Field]:
        """The settings whose value is not the default reading of the text."""
        return [field for field in self.setting_fields() if getattr(self, field.name) != field.get_default()]

    def shown(self, name: str) -> Any:
        """The value of setting ``name`` as people read it."""
        try:
            field = self._meta.get_field(name)
        except FieldDoesNotExist:
            raise KeyError(name) from None
        return getattr(self, f"get_{field.name}_display")() if field.choices else getattr(self, field.name)
