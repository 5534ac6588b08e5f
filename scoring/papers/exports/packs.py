"""Several papers of an event at once, as one zip: the start papers, the result papers."""

import io
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import localtime, now
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.errors import Refused
from scoring.papers.exports.making import Made, make_paper
from scoring.papers.exports.papers import PAPERS, Choice, Papers, codes_in_use
from tournament.papers.exports.kinds import When

if TYPE_CHECKING:
    from tournament.events.models.events import Event

START, RESULTS = "start", "results"
TITLES: Mapping[str, str | Promise] = {
    START: gettext_lazy("Start papers"),
    RESULTS: gettext_lazy("Result papers"),
}
#: When the papers of a pack are needed.
_NEEDED = {START: When.BEFORE, RESULTS: When.RESULTS}
CONTENTS = "0-contents.txt"


@dataclass(frozen=True)
class Packed:
    """A zip, and the papers in it by kind."""

    data: bytes
    papers: Mapping[str, Made]


def papers_of_pack(papers: Papers, pack: str, *, may_issue: bool) -> list[str]:
    """Return the kinds of papers that a pack would have now, in the order of use.

    ``pack``: START or RESULTS. Papers whose new codes would end printed ones are left out; so are all papers with codes
    unless the caller ``may_issue`` codes.
    """
    return [
        kind.name
        for kind in PAPERS.values()
        if kind.when is _NEEDED[pack]
        and kind.endings[0] == "pdf"
        and not papers.missing(kind)
        and (not kind.codes or (may_issue and not codes_in_use(papers.event, kind)))
    ]


def zip_of_papers(
    event: "Event", choices: Sequence[Choice], advice: str, *, step: Callable[[], None], made: Callable[[], None]
) -> Packed:
    """Return a zip of the chosen papers, numbered, with a list of contents that ends with ``advice``.

    Call ``made`` after each paper, ``step`` after each part; both may raise. The list of contents names each paper that
    cannot be made now, with the reason.
    """
    lines: list[str] = []
    missing: list[str] = []
    packed, papers = io.BytesIO(), {}
    with (
        translation.override(choices[0].language),
        timezone.override(event.zone),
        zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive,
    ):
        for choice, title, paper in _papers(event, choices, step):
            if isinstance(paper, Made):
                lines.append(f"{len(lines) + 1} {title} ({choice.size})")
                archive.writestr(f"{len(lines)}-{paper.file_name}", paper.data)
                papers[choice.paper] = paper
            else:
                missing.append(f"– {title}: {paper}")
            made()
        archive.writestr(CONTENTS, "\n".join([_head(event), "", *lines, *_absent(missing), "", advice, ""]))
    return Packed(packed.getvalue(), papers)


def make_pack(
    event: "Event",
    names: Sequence[str],
    language: str,
    *,
    step: Callable[[], None],
    made: Callable[[], None],
) -> Packed:
    """Return the zip of a pack with the papers of these kinds.

    It shows the released results; before the first release those that count so far. Refused without any paper.
    """
    views = Papers(event).views
    choices = [Choice(name, language, size=PAPERS[name].sizes[0]) for name in names]
    if views:
        choices = [replace(choice, view=views[0]) for choice in choices]
    if not choices:
        raise Refused(_("None of these papers can be made now."))
    with translation.override(language):
        advice = _("The large papers are for the wall; a printer can scale them down.")
    return zip_of_papers(event, choices, advice, step=step, made=made)


def _papers(
    event: "Event", choices: Sequence[Choice], step: Callable[[], None]
) -> Iterator[tuple[Choice, str, Made | str]]:
    """Yield each choice, its title, and the paper; if it is impossible, the reason."""
    for choice in choices:
        try:
            paper: Made | str = make_paper(event, choice, total=lambda _units: None, step=step)
        except Refused as refused:
            paper = str(refused.message)
        yield choice, str(PAPERS[choice.paper].title), paper


def _head(event: "Event") -> str:
    moment = date_format(localtime(now()), "DATETIME_FORMAT")
    return _("%(event)s, as of %(time)s") % {"event": event.name, "time": moment}


def _absent(missing: list[str]) -> list[str]:
    """Return the lines of the missing papers with their reasons, under a heading."""
    return ["", _("Not included:"), *missing] if missing else []
