"""What commands write to standard output."""

import json
from typing import Any

from django.core.management.base import OutputWrapper


def write_bytes(stdout: OutputWrapper, raw: bytes) -> None:
    """Write ``raw`` unchanged, so that the same content gives the same file on every machine."""
    buffer = getattr(stdout._out, "buffer", None)
    if buffer is None:
        stdout.write(raw.decode(), ending="")
    else:
        buffer.write(raw)
        buffer.flush()


def write_json(stdout: OutputWrapper, document: Any) -> None:
    """Write the document on a line, in UTF-8 whatever the encoding of the terminal."""
    text = json.dumps(document, ensure_ascii=False) + "\n"
    # UTF-8 has no lone surrogates; written with a backslash they are the escapes of JSON.
    write_bytes(stdout, text.encode("utf-8", "backslashreplace"))
