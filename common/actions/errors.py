"""What a service says when it refuses: errors that people read, apart from faults of ours."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise


class Refused(Exception):
    """The write is refused; nothing was changed.

    ``message`` is a translated sentence for the person who asked, ``where`` the field it stands beside (empty: the
    whole form).
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
    """The subject's state does not allow this action now."""

    status = 409


class Conflict(Refused):
    """Someone else changed the same fact; ``theirs`` and ``yours`` are both values, as plain data.

    ``version`` is the subject's version that ``theirs`` was read at (None where it has none): the version to send as
    seen once a person has chosen between the two.
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
    """What was asked for is allowed but seldom meant; it goes through with the ``questions`` acknowledged.

    ``questions``: code -> translated sentence. Nothing was changed.
    """

    status = 409

    def __init__(self, questions: Mapping[str, str], *, where: str = "") -> None:
        super().__init__(" ".join(questions.values()), where=where)
        self.questions = dict(questions)


class KeyReused(Refused):
    """A client key came again with another body."""

    status = 422
