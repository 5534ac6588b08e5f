"""Logs: one line for a refused request, a traceback for a fault, no secret addresses, files of bounded size."""

import json
import logging
import re
import traceback
from collections.abc import Mapping
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path

from django.conf import settings

from common.infrastructure.log_fields import Fields, current_fields

#: Bytes of a log file, and the number of rotated files that are kept.
MOST_BYTES, OLD_FILES = 5_000_000, 3
#: Tokens in addresses that give access (cards of tables, screens, invitations, certificates, applications), and query
#: strings.
SECRET = re.compile(r"(/+(?:t|w|i|c|register)/+)[^/\s?#'\"][^\s'\"]*|\?[^\s'\"]+", re.IGNORECASE)
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
#: Lines in which PostgreSQL repeats the values of a row.
VALUES = re.compile(r"^(?:DETAIL|CONTEXT|LINE \d+):.*?(?=\n\n|\Z)", re.DOTALL | re.MULTILINE)

#: In request.META: the fields of the request's log lines.
FIELDS = "pinju.log_fields"


class OneLine(logging.Formatter):
    """Write the message as one line without secret addresses, and a traceback without the values of a row."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name}: {message}", style="{")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 (logging's name)
        return CONTROL.sub(_escaped, without_secrets(super().formatMessage(record)))

    def formatException(self, ei) -> str:  # type: ignore[no-untyped-def]  # noqa: N802 (logging's name)
        return VALUES.sub("(the values are left out)", super().formatException(ei))


class Json(logging.Formatter):
    """Write one JSON object for each record, with the fields of its request or job.

    A fault has the places in the program and the types of the exceptions. Their texts are left out, because they may
    hold what a person typed.
    """

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, str | int] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": without_secrets(_message_of(record)),
            **_fields_of(record),
        }
        if record.exc_info and record.exc_info[1]:
            line["exception"] = type(record.exc_info[1]).__name__
            line["traceback"] = places_of(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False)


def places_of(error: BaseException | None) -> str:
    """Return the traceback of the exception and of those that led to it, the first one first, without their texts."""
    if error is None:
        return ""
    earlier = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return f"{places_of(earlier)}{''.join(traceback.format_tb(error.__traceback__))}{type(error).__name__}\n"


def _message_of(record: logging.LogRecord) -> str:
    """Return the message; in Celery's about a failed task, which repeats the exception, without its text."""
    if isinstance(record.args, Mapping) and {"exc", "traceback"} <= record.args.keys():
        return str(record.msg) % {**record.args, "exc": "…", "traceback": ""}
    return record.getMessage()


def _fields_of(record: logging.LogRecord) -> Fields:
    """Return the fields of the record's request, else of this thread's, and the status of the answer."""
    request = getattr(record, "request", None)
    fields = dict(getattr(request, "META", {}).get(FIELDS) or current_fields())
    if hasattr(record, "status_code"):
        fields["status"] = record.status_code
    return fields


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


#: By the value of PINJU_LOG.
FORMATTERS: dict[str, type[logging.Formatter]] = {"text": OneLine, "json": Json}


def to_file(file: Path) -> None:
    """Write the log of this process to a file of its own instead of standard error."""
    root = logging.getLogger()
    handler = Rotating(file)
    handler.setFormatter(FORMATTERS[settings.LOG_FORMAT]())
    handler.addFilter(NoTracebackIfRefused())
    root.handlers[:] = [handler]


def _escaped(match: "re.Match[str]") -> str:
    return match[0].encode("unicode_escape").decode("ascii")
