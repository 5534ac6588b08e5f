"""Refused writes of scoring devices as answers of the interface."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from common.actions.errors import KeyReused, Refused, Unusual
from common.actions.full_disk import DiskFull
from web.api.interface import api, mistakes


class NotWritten(Exception):
    """Refused: ``answer`` is `Mistakes` or more, ``version`` that of the sheet for `ETag` (None: no header)."""

    def __init__(self, status: int, answer: dict[str, Any], version: int | None = None) -> None:
        super().__init__(status)
        self.status = status
        self.answer = answer
        self.version = version


@api.exception_handler(NotWritten)
def not_written(request: HttpRequest, refused: NotWritten) -> HttpResponse:
    """Answer with what the refusal says."""
    answer = api.create_response(request, refused.answer, status=refused.status)
    if refused.version is not None:
        answer["ETag"] = etag(refused.version)
    return answer


def etag(version: int) -> str:
    return f'"{version}"'


def refusal(refused: Refused, names: dict[str, str]) -> NotWritten:
    """Return the answer to a refusal of a service; ``names``: field of the service -> name in the interface."""
    where = names.get(refused.where, refused.where) or "table"
    message = str(refused.message)
    if isinstance(refused, Unusual):
        questions = [{"code": code, "message": question} for code, question in refused.questions.items()]
        errors = [
            {"where": "no" if question["code"] == "gap" else where, "message": question["message"]}
            for question in questions
        ]
        return NotWritten(409, {"errors": errors, "questions": questions})
    if isinstance(refused, KeyReused):
        return NotWritten(422, mistakes("Idempotency-Key", "this key came with another request before"))
    if isinstance(refused, DiskFull):
        return NotWritten(refused.status, mistakes("", message))
    return NotWritten(422, mistakes(where, message))


def out_of_date(message: str, version: int | None, hand: dict[str, Any] | None) -> NotWritten:
    """Return the answer to a write that is based on another version: the sheet has ``version`` now, with ``hand``."""
    return NotWritten(412, mistakes("If-Match", message) | {"version": version, "hand": hand}, version)
