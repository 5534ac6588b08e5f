"""What commands read: their files, standard input and arguments."""

import sys
from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from common.files.json_files import FileErrors, load


def read_bytes(name: str) -> bytes:
    """Return the content of a file, or of standard input for "-"; OSError if it cannot be read."""
    return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()


def read_json(name: str) -> Any:
    """Return the JSON document in a file, or in standard input for "-"; CommandError if there is none."""
    try:
        return load(read_bytes(name))
    except FileErrors as errors:
        raise CommandError(f"{Path(name).name} cannot be read: {'; '.join(map(str, errors.errors))}") from errors
    except OSError as error:
        raise CommandError(f"{Path(name).name} cannot be read: {error.strerror}") from error


def utf8_text(argument: str) -> str:
    """Return an argument; ArgumentTypeError if its bytes are not UTF-8."""
    try:
        argument.encode()
    except UnicodeEncodeError:
        raise ArgumentTypeError("it is not UTF-8 text") from None
    return argument
