"""Errors by which a service refuses a write, with a message for the person."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise


class Refused(Exception):
    """The write is refused; nothing was changed.

    ``message`` is a translated sentence for the person. ``where`` is the form field that shows it (empty: the whole
    form).
    """

    status = 400

    def __init__(self, message: str | Promise, *, where: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.where = where


class Forbidden(Refused):
    """The actor's roles do not allow this action here."""

    status = 403


class WrongState(Refused):
    """The subject's state does not allow this action."""

    status = 409


class HeldElsewhere(WrongState):
    """Another installation holds the event, so nothing is written here."""


class Conflict(Refused):
    """Another person changed the same fact; ``theirs`` and ``yours`` are both values, as plain data.

    ``version`` is the version of the subject at which ``theirs`` was read (None where it has none). Send it as the seen
    version after a person has chosen between the two.
    """

    status = 409

    def __init__(
        self, message: str | Promise, *, theirs: Any, yours: Any, where: str = "", version: int | None = None
    ) -> None:
        super().__init__(message, where=where)
        self.theirs = theirs
        self.yours = yours
        self.version = version


class Unusual(Refused):
    """The request is allowed but rarely intended; it succeeds once the ``questions`` are acknowledged.

    ``questions``: code -> translated sentence. Nothing was changed.
    """

    status = 409

    def __init__(self, questions: Mapping[str, str], *, where: str = "") -> None:
        super().__init__(" ".join(questions.values()), where=where)
        self.questions = dict(questions)


class KeyReused(Refused):
    """An idempotency key came again with a different request."""

    status = 422
