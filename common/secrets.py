"""The folder that holds everything Pinju writes, and the secrets kept in it."""

import base64
import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path


def made_home(path: Path) -> Path:
    """Make PINJU_HOME, readable by its owner only, and return its absolute path."""
    path = path.expanduser().resolve()
    if not path.exists():
        path.mkdir(parents=True, mode=0o700, exist_ok=True)
    return path


def kept_secret(file: Path, make: Callable[[], str] = lambda: secrets.token_urlsafe(50)) -> str:
    """Return the secret in ``file``; the first call makes it with ``make`` (mode 0600).

    Two processes that start at once agree: the file is written aside and linked into place, and only the first
    link succeeds.
    """
    if not file.exists():
        aside = file.with_name(f"{file.name}.{os.getpid()}.new")
        descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as new:
            new.write(make())
        with suppress(FileExistsError):
            os.link(aside, file)
        aside.unlink()
    return file.read_text(encoding="ascii").strip()


def kept_fernet_key(file: Path) -> bytes:
    """Return the Fernet key in ``file``; the first call makes it."""
    return kept_secret(file, lambda: base64.urlsafe_b64encode(os.urandom(32)).decode()).encode()
