"""Router, pages and answers of the operations that read public data."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Annotated, Any

from django.db.models import QuerySet
from django.http import HttpResponse
from ninja import Field, Router, Schema, Status

from ranking.rankings.selectors.names import PublicName
from web.api.interface import Mistakes, mistakes

#: The most rows of an answer.
PAGE = 500
#: The position of the first row of an answer.
Start = Annotated[int, Field(ge=0, le=10_000_000)]
#: A text in an address; PostgreSQL takes no NUL.
Text = Annotated[str, Field(max_length=200, pattern=r"^[^\x00]*$")]
#: Errors of operations that name something in their address, and of lists.
Answers = {404: Mistakes, 422: Mistakes, 429: Mistakes}
ListAnswers = {422: Mistakes, 429: Mistakes}


class Person(Schema):
    """A person as the public sees it; who asks not to be shown has initials as `name`, and no `person`."""

    name: str
    latin_name: str
    person: int | None


def public_router(tag: str) -> Router:
    """Return a router of operations that need no account; scripts of other sites may read the answers."""
    router = Router(tags=[tag])
    router.add_decorator(_for_everybody, mode="view")
    return router


def page_of(rows: Sequence[Any] | QuerySet[Any], start: int) -> tuple[list[Any], int | None]:
    """Return the rows from ``start`` on, at most PAGE, and the start of the next page (None: there is none)."""
    end = start + PAGE
    read = list(rows[start : end + 1])
    return read[:PAGE], end if len(read) > PAGE else None


def person_of(shown: PublicName) -> dict[str, Any]:
    return {"name": shown.name, "latin_name": shown.latin_name, "person": shown.person}


def absent(where: str) -> Status[Any]:
    """Return the answer to an address that names nothing public."""
    return Status(404, mistakes(where, f"not found, or not public: {where}"))


def _for_everybody(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    @wraps(view)
    def answer(*args: Any, **keys: Any) -> HttpResponse:
        response = view(*args, **keys)
        response["Access-Control-Allow-Origin"] = "*"
        return response

    return answer
