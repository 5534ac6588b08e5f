"""The folder of everything that Pinju writes, and the secrets in it."""

import base64
import os
import secrets
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from launcher.texts import gettext as _

PRIVATE_FOLDER = 0o700
#: The umask of every process that writes into PINJU_HOME: files 0600, folders 0700.
PRIVATE = 0o077


def made_home(path: Path) -> Path:
    """Create PINJU_HOME if necessary, close it to other users, and return its absolute path.

    Exits with one sentence if the folder cannot be created or written, belongs to another user, or is shared by the
    whole machine.
    """
    path = path.expanduser().resolve()
    try:
        path.mkdir(parents=True, mode=PRIVATE_FOLDER, exist_ok=True)
    except OSError as error:
        text = _("The folder for Pinju's data, %(folder)s, cannot be made: %(error)s.")
        sys.exit(text % {"folder": path, "error": error.strerror})
    problem = _home_problem(path)
    if problem:
        advice = _("PINJU_HOME can name another folder.")
        sys.exit(f"{problem} {advice}")
    _close(path, path.stat())
    return path


def _home_problem(path: Path) -> str:
    """Return one sentence if the folder cannot be used; empty if it can."""
    if os.name == "posix":
        status = path.stat()
        if path == Path(path.anchor) or status.st_mode & stat.S_ISVTX:
            return _("The folder for Pinju's data, %s, is shared by the whole machine.") % path
        if status.st_uid != os.geteuid():
            text = _(
                "The folder for Pinju's data, %(folder)s, belongs to another user (%(user)s): run Pinju as that user."
            )
            return text % {"folder": path, "user": _user_name(status.st_uid)}
    if not os.access(path, os.W_OK | os.X_OK):
        return _("The folder for Pinju's data, %s, cannot be written.") % path
    return ""


def _user_name(number: int) -> str:
    import pwd  # POSIX only

    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return f"number {number}"


def close_to_others(home: Path) -> int:
    """Remove the permissions of group and others below PINJU_HOME; return the number of changed entries.

    Links are neither changed nor followed. An entry that the system refuses to change is skipped, such as on a FAT
    stick, which has no permissions. Does nothing on Windows, where a folder's permissions are inherited.
    """
    return _closed_below(str(home)) if os.name == "posix" else 0


def _closed_below(folder: str) -> int:
    changed = 0
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            with suppress(OSError):  # deleted meanwhile
                status = entry.stat(follow_symlinks=False)
                changed += _close(entry.path, status)
                if stat.S_ISDIR(status.st_mode):
                    changed += _closed_below(entry.path)
    return changed


def _close(path: str | Path, status: os.stat_result) -> bool:
    """Remove the permissions of group and others from a file or folder; return whether they were removed."""
    if os.name != "posix" or stat.S_ISLNK(status.st_mode) or not status.st_mode & PRIVATE:
        return False
    try:
        os.chmod(path, stat.S_IMODE(status.st_mode) & ~PRIVATE)
    except OSError:
        return False
    return True


def kept_secret(file: Path, make: Callable[[], str] = lambda: secrets.token_urlsafe(50)) -> str:
    """Return the secret in ``file``; the first call creates it with ``make`` (mode 0600).

    Processes and threads that ask at once agree: each writes a temporary file and links it into place, and only the
    first link succeeds.
    """
    if not file.exists():
        aside = file.with_name(f"{file.name}.{secrets.token_hex(8)}.new")
        descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as new:
            new.write(make())
        with suppress(FileExistsError):
            os.link(aside, file)
        aside.unlink()
    return file.read_text(encoding="ascii").strip()


def kept_fernet_key(file: Path) -> bytes:
    """Return the Fernet key in ``file``; the first call creates it."""
    return kept_secret(file, lambda: base64.urlsafe_b64encode(os.urandom(32)).decode()).encode()
