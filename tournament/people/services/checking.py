"""Checks of a row before it is written: column constraints, single-line texts, dates not in the future."""

import unicodedata
from datetime import date, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.errors import Refused


def check_row(row: models.Model, *, exclude: tuple[str, ...] = ()) -> None:
    """Raise Refused, naming the column, if a column rejects its value or a text holds a control character."""
    for field in row._meta.fields:
        value = getattr(row, field.attname)
        if isinstance(field, models.CharField) and isinstance(value, str):
            check_line(value, field.name)
    try:
        row.full_clean(exclude=exclude)
    except ValidationError as error:
        columns: dict[str, Any] = error.message_dict
        where, messages = next(iter(columns.items()))
        raise Refused(" ".join(messages), where=where) from None


def check_line(text: str, where: str) -> None:
    """Raise Refused unless the text is a single line."""
    if any(unicodedata.category(sign) in ("Cc", "Zl", "Zp") for sign in text):
        raise Refused(_("This contains a line break or another invisible character."), where=where)


def check_begun(day: date, where: str) -> None:
    """Raise Refused for a day in the future; one day of tolerance for time zones ahead of this one."""
    if day > timezone.localdate() + timedelta(days=1):
        raise Refused(_("This day is in the future."), where=where)
