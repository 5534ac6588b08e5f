"""The folder that holds everything Pinju writes, and the secrets kept in it."""

import base64
import os
import secrets
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

PRIVATE_FOLDER = 0o700
#: The umask of every process that writes into PINJU_HOME: files 0600, folders 0700.
PRIVATE = 0o077


def made_home(path: Path) -> Path:
    """Make PINJU_HOME if need be, close it to other users, and return its absolute path.

    Ends the program with one sentence if the folder cannot be made or written, belongs to another user, or is one
    that the whole machine shares.
    """
    path = path.expanduser().resolve()
    try:
        path.mkdir(parents=True, mode=PRIVATE_FOLDER, exist_ok=True)
    except OSError as error:
        sys.exit(f"The folder for Pinju's data, {path}, cannot be made: {error.strerror}.")
    if problem := _home_problem(path):
        sys.exit(f"The folder for Pinju's data, {path}, {problem}. PINJU_HOME can name another folder.")
    _close(path, path.stat())
    return path


def _home_problem(path: Path) -> str:
    """The rest of a sentence about a folder that cannot hold the data; empty if it can."""
    if os.name == "posix":
        about = path.stat()
        if path == Path(path.anchor) or about.st_mode & stat.S_ISVTX:
            return "is shared by the whole machine"
        if about.st_uid != os.geteuid():
            return f"belongs to another user ({_user_name(about.st_uid)}): run Pinju as that user"
    if not os.access(path, os.W_OK | os.X_OK):
        return "cannot be written"
    return ""


def _user_name(number: int) -> str:
    import pwd  # POSIX only

    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return f"number {number}"


def close_to_others(home: Path) -> int:
    """Take from group and others every right to what lies in PINJU_HOME; return how many entries were changed.

    Links are neither changed nor followed. What the system refuses to change, such as a FAT stick, which knows no
    permissions, is skipped. Does nothing on Windows, where a folder's rights are inherited.
    """
    return _closed_below(str(home)) if os.name == "posix" else 0


def _closed_below(folder: str) -> int:
    changed = 0
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            with suppress(OSError):  # deleted meanwhile
                about = entry.stat(follow_symlinks=False)
                changed += _close(entry.path, about)
                if stat.S_ISDIR(about.st_mode):
                    changed += _closed_below(entry.path)
    return changed


def _close(path: str | Path, about: os.stat_result) -> bool:
    """Take the rights of group and others from a file or folder; whether there were any and they could be taken."""
    if os.name != "posix" or stat.S_ISLNK(about.st_mode) or not about.st_mode & PRIVATE:
        return False
    try:
        os.chmod(path, stat.S_IMODE(about.st_mode) & ~PRIVATE)
    except OSError:
        return False
    return True


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
