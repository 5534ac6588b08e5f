"""One zip with all papers that are needed to continue an event without a computer."""

import io
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from common.actions.errors import Refused
from scoring.papers.exports.making import make_paper
from scoring.papers.exports.papers import BLANK, LIVE, OPEN, PAPERS, Choice

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
CONTENTS = "0-contents.txt"


def paper_state(event: "Event", language: str, *, step: Callable[[], None], made: Callable[[], None]) -> bytes:
    """Return the zip in a language. Call ``made`` after each of ``STATE``, ``step`` after each part; both may raise.

    The list of contents names each paper that cannot be made now, with the reason; empty sheets are always possible.
    """
    lines: list[str] = []
    missing: list[str] = []
    packed = io.BytesIO()
    with translation.override(language), zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for title, name, data in _papers(event, language, step, made):
            if not data:
                missing.append(f"– {title}: {name}")
                continue
            lines.append(f"{len(lines) + 1} {title}")
            archive.writestr(f"{len(lines)}-{name}", data)
        archive.writestr(CONTENTS, "\n".join([_head(event), "", *lines, *_absent(missing), "", _advice(), ""]))
    return packed.getvalue()


def _papers(
    event: "Event", language: str, step: Callable[[], None], made: Callable[[], None]
) -> Iterator[tuple[str, str, bytes]]:
    """Yield title, file name and content of each paper; if it is impossible, the reason instead of name, and b""."""
    for choice in STATE:
        title = str(PAPERS[choice.paper].title)
        try:
            paper = make_paper(event, replace(choice, language=language), total=lambda _units: None, step=step)
        except Refused as refused:
            yield title, str(refused.message), b""
        else:
            yield title, paper.file_name, paper.data
        made()


def _head(event: "Event") -> str:
    moment = date_format(localtime(timezone.now()), "DATETIME_FORMAT")
    return _("%(event)s, as it stood %(time)s") % {"event": event.name, "time": moment}


def _absent(missing: list[str]) -> list[str]:
    """Return the lines of the missing papers with their reasons, under a heading."""
    return ["", _("Not in it:"), *missing] if missing else []


def _advice() -> str:
    return _(
        "Print all of it. Results of sessions that are not released are in it too: they are for officials only. "
        "The sheets of tables that are not confirmed hold what was entered so far."
    )
