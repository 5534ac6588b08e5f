"""Read and write JSON: limits before parsing, and strict about everything that JSON allows silently."""

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

from django.utils.translation import gettext as _

from common.files.json_files.errors import FileError, FileErrors, limited, path_text, shown

MAX_BYTES = 10_000_000
MAX_DEPTH = 64
MAX_DIGITS = 18

# A whole string (or an unterminated one), else a bracket; possessive, against catastrophic backtracking.
_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[\]{}]', re.DOTALL)
# Escapes of characters that no text may hold: NUL, and lone surrogates, which UTF-8 cannot encode.
_BAD_ESCAPE = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")
_BAD_CHARACTER = re.compile("[\x00\ud800-\udfff]")


class _Refused:
    """A placeholder in a parsed document for a value that cannot be accepted."""

    def __init__(self, message: str) -> None:
        self.message = message


def read(stream: BinaryIO, max_bytes: int = MAX_BYTES) -> bytes:
    """Return at most ``max_bytes`` + 1 bytes of a stream: :func:`load` refuses more as too large."""
    return stream.read(max_bytes + 1)


def load(raw: bytes, max_bytes: int = MAX_BYTES, max_depth: int = MAX_DEPTH) -> Any:
    """Return the value of a JSON document in UTF-8 (a byte order mark is accepted).

    Raises :class:`FileErrors` for more than ``max_bytes`` bytes or ``max_depth`` levels, other encodings, invalid JSON
    (by line and column), duplicate keys, NaN and infinities, whole numbers of more than 18 digits, texts with NUL or a
    lone surrogate.
    """
    if len(raw) > max_bytes:
        raise _whole_file(_("the file is larger than %(n)d bytes") % {"n": max_bytes})
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _whole_file(_("the file is not UTF-8 text (byte %(n)d)") % {"n": error.start + 1}) from None
    if not text.strip():
        raise _whole_file(_("the file is empty"))
    _check_depth(text, max_depth)
    return _parse(text)


def dump(document: Any) -> bytes:
    """Return the document as UTF-8 with compact separators, keys in their order, no final line break."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def _whole_file(message: str) -> FileErrors:
    return FileErrors([FileError("", message)])


def _check_depth(text: str, max_depth: int) -> None:
    depth = 0
    for match in _STRING_OR_BRACKET.finditer(text):
        first = text[match.start()]
        if first in "[{":
            depth += 1
            if depth > max_depth:
                line, column = _line_and_column(text, match.start())
                raise _whole_file(
                    _("brackets are nested deeper than %(n)d levels (line %(line)d, column %(column)d)")
                    % {"n": max_depth, "line": line, "column": column}
                )
        elif first in "]}":
            depth -= 1


def _line_and_column(text: str, position: int) -> tuple[int, int]:
    return text.count("\n", 0, position) + 1, position - text.rfind("\n", 0, position)


def _parse(text: str) -> Any:
    refused: list[_Refused] = []
    doubles: list[tuple[dict[str, Any], str]] = []

    def refuse(message: str) -> _Refused:
        refused.append(_Refused(message))
        return refused[-1]

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        mapping = dict(items)
        if len(mapping) < len(items):
            occurrences = Counter(key for key, _value in items)
            doubles.extend((mapping, key) for key in mapping if occurrences[key] > 1)
        return mapping

    try:
        document = json.loads(
            text,
            object_pairs_hook=pairs,
            parse_int=lambda digits: _whole_number(digits, refuse),
            parse_float=lambda digits: _decimal(digits, refuse),
            parse_constant=lambda name: refuse(_("%(value)s is not a JSON number") % {"value": name}),
        )
    except json.JSONDecodeError as error:
        raise _whole_file(_not_json(text, error)) from None
    if refused or doubles or _BAD_ESCAPE.search(text):
        _raise_refused(document, doubles)
    return document


def _whole_number(digits: str, refuse: Callable[[str], _Refused]) -> int | _Refused:
    if len(digits.lstrip("-")) > MAX_DIGITS:
        return refuse(_("%(value)s… has more than %(n)d digits") % {"value": digits[:20], "n": MAX_DIGITS})
    return int(digits)


def _decimal(digits: str, refuse: Callable[[str], _Refused]) -> float | _Refused:
    value = float(digits)
    return value if math.isfinite(value) else refuse(_("%(value)s is too large") % {"value": digits[:20]})


def _not_json(text: str, error: json.JSONDecodeError) -> str:
    near = text[error.pos : error.pos + 20]
    context = {"line": error.lineno, "column": error.colno, "near": shown(near)}
    if not near:
        return _("this is not JSON: it ends too early in line %(line)d, column %(column)d") % context
    return _("this is not JSON: line %(line)d, column %(column)d, at %(near)s") % context


def _raise_refused(document: Any, doubles: list[tuple[dict[str, Any], str]]) -> None:
    """Walk the document again to find the paths of the refused values; harmless escapes raise nothing."""
    errors = limited(_refused_values(document, {(id(holder), key) for holder, key in doubles}))
    if errors:
        raise FileErrors(errors)


def _refused_values(document: Any, doubles: set[tuple[int, str]]) -> Iterator[FileError]:
    for steps, value in _walk(document):
        if isinstance(value, _Refused):
            yield FileError(path_text(steps), value.message)
        elif isinstance(value, str) and _BAD_CHARACTER.search(value):
            yield FileError(path_text(steps), _("the text contains a character that cannot be stored"))
        elif isinstance(value, dict):
            for key in value:
                if (id(value), key) in doubles:
                    yield FileError(path_text([*steps, key]), _twice(key))
                elif _BAD_CHARACTER.search(key):
                    yield FileError(path_text([*steps, key]), _("the key contains a character that cannot be stored"))


def _twice(key: str) -> str:
    return _("the key %(key)s appears twice in one object") % {"key": shown(key)}


def _walk(value: Any, steps: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    yield steps, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _walk(inner, (*steps, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _walk(inner, (*steps, index))
