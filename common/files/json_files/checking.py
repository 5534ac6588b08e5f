"""Check a document against a JSON Schema, with plain sentences in place of the library's."""

import re
from collections.abc import Iterator
from datetime import date, datetime
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from jsonschema import Draft202012Validator, FormatChecker, ValidationError
from jsonschema.validators import extend

from common.files.json_files.errors import FileError, limited, path_text, shown

KINDS: dict[str, str | Promise] = {
    "object": gettext_lazy("an object"),
    "array": gettext_lazy("a list"),
    "string": gettext_lazy("text"),
    "integer": gettext_lazy("a whole number"),
    "number": gettext_lazy("a number with a decimal point"),
    "boolean": gettext_lazy("true or false"),
    "null": gettext_lazy("null"),
}
_PYTHON_KINDS = {dict: "object", list: "array", str: "string", int: "integer", float: "number", bool: "boolean"}

LIMITS: dict[str, str | Promise] = {
    "minimum": gettext_lazy("%(value)s is less than %(limit)s"),
    "maximum": gettext_lazy("%(value)s is more than %(limit)s"),
    "multipleOf": gettext_lazy("%(value)s is not a multiple of %(limit)s"),
    "maxLength": gettext_lazy("the text is longer than %(limit)s characters"),
    "minItems": gettext_lazy("the list has fewer than %(limit)s items"),
    "maxItems": gettext_lazy("the list has more than %(limit)s items"),
    "minLength": gettext_lazy("the text is empty"),
    "minProperties": gettext_lazy("the object is empty"),
    "const": gettext_lazy("%(value)s is not allowed here, only %(limit)s"),
}

_FORMATS = FormatChecker(formats=())


@_FORMATS.checks("date", ValueError)
def _date(value: object) -> bool:
    return not isinstance(value, str) or bool(date.fromisoformat(value))


@_FORMATS.checks("date-time", ValueError)
def _date_time(value: object) -> bool:
    return not isinstance(value, str) or bool(datetime.fromisoformat(value))


def check(document: Any, schema: dict[str, Any]) -> list[FileError]:
    """Return the errors of the document against the schema: at most one per path, the first hundred.

    ``8.0`` and ``true`` are not whole numbers here: a document must be written exactly as it was read.
    """
    return limited(_errors(document, schema))


def _errors(document: Any, schema: dict[str, Any]) -> Iterator[FileError]:
    seen = set()
    for error in _Validator(schema, format_checker=_FORMATS).iter_errors(document):
        path = path_text(error.absolute_path)
        if path not in seen:
            seen.add(path)
            yield FileError(path, _sentence(error))


def _sentence(error: ValidationError) -> str:
    value, limit, keyword = error.instance, error.validator_value, str(error.validator)
    if keyword == "type":
        kind = limit if isinstance(limit, str) else limit[0]
        return _("expected %(expected)s, found %(found)s") % {"found": _kind(value), "expected": KINDS[kind]}
    if keyword == "enum":
        return _("%(value)s is not one of: %(choices)s") % {
            "value": _value_or_kind(value),
            "choices": ", ".join("null" if choice is None else str(choice) for choice in limit),
        }
    if keyword in _OWN:
        return error.message
    return str(LIMITS[keyword]) % {"value": _value_or_kind(value), "limit": _value_or_kind(limit)}


def _kind(value: Any) -> str:
    return str(KINDS["null" if value is None else _PYTHON_KINDS[type(value)]])


def _value_or_kind(value: Any) -> str:
    return _kind(value) if isinstance(value, dict | list) else shown(value)


# Keywords with errors of our own: the library's do not name the key, or read patterns as Python does.


def _required(_validator: Any, keys: Any, instance: Any, _schema: Any) -> Iterator[ValidationError]:
    if isinstance(instance, dict):
        for key in keys:
            if key not in instance:
                yield ValidationError(_("is missing"), path=[key])


def _additional(_validator: Any, _allowed: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if isinstance(instance, dict):
        for key in instance:
            if key not in schema.get("properties", {}):
                yield ValidationError(_("unknown key %(key)s") % {"key": shown(key)}, path=[key])


def _pattern(_validator: Any, pattern: str, instance: Any, schema: Any) -> Iterator[ValidationError]:
    # In JSON Schema a closing $ is the end of the text; Python's also matches before a final line break.
    if isinstance(instance, str) and not re.search(re.sub(r"\$$", r"\\Z", pattern), instance):
        yield ValidationError(_wrong_form(instance, schema))


def _format(validator: Any, name: str, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if validator.format_checker is not None and not validator.format_checker.conforms(instance, name):
        yield ValidationError(_wrong_form(instance, schema))


def _wrong_form(instance: str, schema: dict[str, Any]) -> str:
    if "examples" not in schema:
        return _("%(value)s is blank or contains characters that are not allowed here") % {"value": shown(instance)}
    return _("%(value)s has the wrong form; it should look like %(example)s") % {
        "value": shown(instance),
        "example": schema["examples"][0],
    }


_OWN = {"required": _required, "additionalProperties": _additional, "pattern": _pattern, "format": _format}
_Validator = extend(
    Draft202012Validator,
    validators=_OWN,
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine(
        "integer", lambda _checker, value: isinstance(value, int) and not isinstance(value, bool)
    ),
)
