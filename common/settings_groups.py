"""Typed settings: each column has its article, a one-sentence help text, and what the rules say about its values."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, ClassVar

from django.db import models
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import get_language, gettext_lazy, ngettext_lazy

from common.i18n.texts import text_for


@dataclass(frozen=True)
class Unit:
    """What the figure of a setting counts: the word beside its input, and the text of a figure."""

    name: str | Promise
    counted: Any


MINUTES = Unit(gettext_lazy("minutes"), ngettext_lazy("%(count)d minute", "%(count)d minutes", "count"))
MONTHS = Unit(gettext_lazy("months"), ngettext_lazy("%(count)d month", "%(count)d months", "count"))


def anything(_group: "SettingsGroup") -> bool:
    """Allow every value: the rules leave it to the event."""
    return True


def setting(
    article: str,
    field: "models.Field[Any, Any]",
    *,
    allows: "Callable[[Any], bool] | None" = None,
    silent: bool = False,
    unit: Unit | None = None,
) -> Any:
    """Mark ``field`` as a setting that interprets ``article`` (empty: none); its help text is one sentence.

    ``allows``: whether the text of the rules allows the value in a group of settings (None: only the default).
    ``silent``: the text does not decide, so a value that is not allowed departs from our reading, not from the rules.
    ``unit``: what a figure counts.
    """
    field.article, field.unit = article, unit  # type: ignore[attr-defined]
    field.allows, field.silent = allows, silent  # type: ignore[attr-defined]
    return field


def value_text(field: "models.Field[Any, Any]", value: Any) -> str:
    """Return a setting's value as text in the reader's language; empty for an empty value."""
    if value is None or value in ("", {}):
        return ""
    if isinstance(value, dict):
        return text_for(value, get_language() or "")[1]
    if isinstance(value, datetime):
        return date_format(localtime(value), "SHORT_DATETIME_FORMAT")
    if isinstance(value, date):
        return date_format(value)
    unit = getattr(field, "unit", None)
    if unit:
        return str(unit.counted % {"count": value})
    return str(dict(getattr(field, "flatchoices", ())).get(value, value))


@dataclass(frozen=True)
class Departure:
    """A setting whose value the text does not allow; ``against``: the text says otherwise (False: it is silent)."""

    field: "models.Field[Any, Any]"
    against: bool


class SettingsGroup(models.Model):
    """A one-row group of settings; subclasses add a title and columns made by :func:`setting`."""

    title: ClassVar[str | Promise]
    #: Whether the settings interpret the rules, so that values may depart from their text.
    reads_rules: ClassVar[bool] = True

    class Meta:
        abstract = True

    @classmethod
    def setting_fields(cls) -> "Iterator[models.Field[Any, Any]]":
        """Yield the columns that are settings, in order."""
        return (field for field in cls._meta.fields if hasattr(field, "article"))

    def changed_fields(self) -> "list[models.Field[Any, Any]]":
        """Return the settings whose value differs from the default."""
        return [field for field in self.setting_fields() if getattr(self, field.name) != field.get_default()]

    def departures(self) -> list[Departure]:
        """Return the settings whose value the text of the rules does not allow; none if the group reads no rules."""
        fields = self.setting_fields() if self.reads_rules else ()
        return [Departure(field, not field.silent) for field in fields if not self._allows(field)]  # type: ignore[attr-defined]

    def _allows(self, field: Any) -> bool:
        if field.allows is not None:
            return bool(field.allows(self))
        return bool(getattr(self, field.name) == field.get_default())
