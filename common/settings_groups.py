"""Typed settings: each column has its article and a one-sentence help text."""

from collections.abc import Iterator
from typing import Any, ClassVar

from django.db import models
from django.utils.functional import Promise


def setting(article: str, field: "models.Field[Any, Any]") -> Any:
    """Mark ``field`` as a setting that interprets ``article``; its help text is one sentence."""
    field.article = article  # type: ignore[attr-defined]
    return field


class SettingsGroup(models.Model):
    """A one-row group of settings; subclasses add a title and columns made by :func:`setting`."""

    title: ClassVar[str | Promise]
    #: Whether the settings interpret the rules: a value other than the default then departs from their text.
    reads_rules: ClassVar[bool] = True

    class Meta:
        abstract = True

    @classmethod
    def setting_fields(cls) -> "Iterator[models.Field[Any, Any]]":
        """Yield the columns that are settings, in order."""
        return (field for field in cls._meta.fields if hasattr(field, "article"))

    def departures(self) -> "list[models.Field[Any, Any]]":
        """Return the settings whose value differs from the default reading of the rules."""
        return [field for field in self.setting_fields() if getattr(self, field.name) != field.get_default()]
