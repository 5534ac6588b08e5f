"""Typed settings: each column with its article and one sentence, and its departure from the text."""

from collections.abc import Iterator
from typing import Any, ClassVar

from django.db import models
from django.utils.functional import Promise


def setting(article: str, field: "models.Field[Any, Any]") -> Any:
    """Mark ``field`` (whose help text is the one sentence) with the article it reads."""
    field.article = article  # type: ignore[attr-defined]
    return field


class SettingsGroup(models.Model):
    """A one-row group of settings; subclasses add a title and columns made by :func:`setting`."""

    title: ClassVar[str | Promise]
    #: Whether it reads the rules: a value that is not the default then departs from their text.
    reads_rules: ClassVar[bool] = True

    class Meta:
        abstract = True

    @classmethod
    def setting_fields(cls) -> "Iterator[models.Field[Any, Any]]":
        """The columns that are settings, in their order."""
        return (field for field in cls._meta.fields if hasattr(field, "article"))

    def departures(self) -> "list[models.Field[Any, Any]]":
        """The settings whose value is not the default reading of the text."""
        return [field for field in self.setting_fields() if getattr(self, field.name) != field.get_default()]
