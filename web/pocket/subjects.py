"""The subject of a live fragment: the numbers of a player, table or session."""

from django.http import Http404, HttpRequest

from common.numbers import number_in


def numbers_of(request: HttpRequest, count: int = 1) -> list[int]:
    """Return the ``count`` numbers of the fragment's subject ("12", "4-9"); 404 for anything else.

    Digits of other scripts are refused, so that a fragment has one URL.
    """
    subject = request.GET.get("subject", "")
    numbers = [number_in(part) for part in subject.split("-")] if subject.isascii() else []
    known = [number for number in numbers if number is not None]
    if not len(known) == len(numbers) == count:
        raise Http404
    return known
