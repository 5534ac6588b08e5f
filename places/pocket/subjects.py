"""Whose page it is: the number in a page's address, as its live fragment reads it."""

from django.http import Http404, HttpRequest


def numbers_of(request: HttpRequest, count: int = 1) -> list[int]:
    """The ``count`` numbers of the fragment's subject ("12", "4-9"); 404 for anything else."""
    parts = request.GET.get("subject", "").split("-")
    if len(parts) != count or not all(part.isascii() and part.isdigit() for part in parts):
        raise Http404
    return [int(part) for part in parts]
