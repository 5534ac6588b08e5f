"""What commands read: their files, standard input and arguments."""

import sys
from argparse import ArgumentTypeError
from contextlib import AbstractContextManager, nullcontext
from typing import Any, BinaryIO

from django.core.management.base import CommandError

from common.files.json_files import FileErrors, load, read


def opened(name: str) -> AbstractContextManager[BinaryIO]:
    """Open a file for reading, or standard input for "-"; CommandError with status 2 if it cannot be read."""
    try:
        return nullcontext(sys.stdin.buffer) if name == "-" else open(name, "rb")
    except OSError as error:
        raise CommandError(f"{name} cannot be read: {error.strerror}", returncode=2) from error


def read_bytes(name: str) -> bytes:
    """Return the content of a file, or of standard input for "-"; CommandError with status 2 if it cannot be read."""
    with opened(name) as file:
        return read(file)


def read_json(name: str) -> Any:
    """Return the JSON document in a file, or in standard input for "-"; CommandError if there is none."""
    try:
        return load(read_bytes(name))
    except FileErrors as errors:
        raise CommandError(f"{name} cannot be read: {'; '.join(map(str, errors.errors))}") from errors


def utf8_text(argument: str) -> str:
    """Return an argument; ArgumentTypeError if its bytes are not UTF-8."""
    try:
        argument.encode()
    except UnicodeEncodeError:
        raise ArgumentTypeError("it is not UTF-8 text") from None
    return argument
