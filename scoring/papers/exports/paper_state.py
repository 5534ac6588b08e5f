"""One zip with all papers that are needed to continue an event without a computer."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from django.utils import translation
from django.utils.translation import gettext as _

from scoring.papers.exports.packs import zip_of_papers
from scoring.papers.exports.papers import BLANK, LIVE, OPEN, Choice

if TYPE_CHECKING:
    from tournament.events.models.events import Event

#: The papers in the order of use: seats, results, sheets in play. They are on A4 for any printer and without QR codes,
#: which would lead nowhere; the language comes with the order.
STATE = [
    Choice("chart", ""),
    Choice("by-name", ""),
    Choice("results", "", view=LIVE),
    Choice("standings", "", view=LIVE),
    Choice("team-list", "", view=LIVE),
    Choice("group-list", "", view=LIVE),
    Choice("filled-sheets", "", which=OPEN, codes=False),
    Choice("score-sheets", "", which=BLANK, codes=False),
]


def paper_state(event: "Event", language: str, *, step: Callable[[], None], made: Callable[[], None]) -> bytes:
    """Return the zip in a language. Call ``made`` after each of ``STATE``, ``step`` after each part; both may raise.

    The list of contents names each paper that cannot be made now, with the reason; empty sheets are always possible.
    """
    with translation.override(language):
        advice = _advice()
    choices = [replace(choice, language=language) for choice in STATE]
    return zip_of_papers(event, choices, advice, step=step, made=made).data


def _advice() -> str:
    return _(
        "Print all of it. It includes results of sessions that are not released: for officials only. "
        "Sheets of tables that are not confirmed show what was entered so far."
    )
