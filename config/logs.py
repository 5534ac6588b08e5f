"""Logs: one line for a refused request, a traceback for a fault, no secret addresses, files of bounded size."""

import logging
import re
from logging.handlers import RotatingFileHandler
from pathlib import Path

#: Bytes of a log file, and the number of rotated files that are kept.
MOST_BYTES, OLD_FILES = 5_000_000, 3
#: Tokens in addresses that give access (cards of tables, screens, invitations, certificates, applications), and query
#: strings.
SECRET = re.compile(r"(/+(?:t|w|i|c|register)/+)[^/\s?#'\"][^\s'\"]*|\?[^\s'\"]+", re.IGNORECASE)
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
#: Lines in which PostgreSQL repeats the values of a row.
VALUES = re.compile(r"^(?:DETAIL|CONTEXT|LINE \d+):.*?(?=\n\n|\Z)", re.DOTALL | re.MULTILINE)


class OneLine(logging.Formatter):
    """Write the message as one line without secret addresses, and a traceback without the values of a row."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name}: {message}", style="{")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 (logging's name)
        return CONTROL.sub(_escaped, without_secrets(super().formatMessage(record)))

    def formatException(self, ei) -> str:  # type: ignore[no-untyped-def]  # noqa: N802 (logging's name)
        return VALUES.sub("(the values are left out)", super().formatException(ei))


class NoTracebackIfRefused(logging.Filter):
    """Log a refused request (status 400 to 499) as a warning without traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        if 400 <= getattr(record, "status_code", 0) < 500:
            record.exc_info = record.exc_text = None
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        return True


class Rotating(RotatingFileHandler):
    """A log file for one process. Errors of writing or renaming it are ignored."""

    def __init__(self, file: Path) -> None:
        super().__init__(file, maxBytes=MOST_BYTES, backupCount=OLD_FILES, encoding="utf-8", errors="replace")

    def doRollover(self) -> None:  # noqa: N802 (logging's name)
        try:
            super().doRollover()
        except OSError:  # on Windows while another program has it open: the file grows meanwhile
            self.stream = self._open()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 (logging's name)
        """Ignore the error: the disk is full or gone."""


def without_secrets(text: str) -> str:
    """Replace the tokens and query strings of all addresses in the text by an ellipsis."""
    return SECRET.sub(lambda match: (match[1] or "?") + "…", text)


def to_file(file: Path) -> None:
    """Write the log of this process to a file of its own instead of standard error."""
    root = logging.getLogger()
    handler = Rotating(file)
    handler.setFormatter(OneLine())
    handler.addFilter(NoTracebackIfRefused())
    root.handlers[:] = [handler]


def _escaped(match: "re.Match[str]") -> str:
    return match[0].encode("unicode_escape").decode("ascii")
