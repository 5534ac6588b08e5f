"""Make the file of a chosen paper."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.actions.errors import Refused
from common.paper import NoSuchPageError, only_pages
from scoring.display.selectors.screens import logo_of
from scoring.papers.exports.papers import (
    LIVE,
    PAPERS,
    PLAYER_CODES,
    TABLE_CARDS,
    Choice,
    Papers,
    codes_in_use,
    contents_of,
)
from scoring.papers.exports.results.papers import LIVE_PART
from scoring.papers.exports.score_sheets.labels import Labels
from scoring.papers.exports.session_pack import SESSION_PACK, card_tables
from scoring.papers.selectors.results_report import ResultsReport
from scoring.publishing.selectors.packages import code_of_public
from scoring.sheets.rules.codes import new_player_codes, new_table_access
from tournament.papers.exports.kinds import Kind
from tournament.papers.exports.order import Order
from tournament.papers.selectors import WHOLE
from tournament.seating.selectors.seating import Seating

if TYPE_CHECKING:
    from tournament.events.models.events import Event


@dataclass(frozen=True)
class Made:
    """A file, and the digests of its parts by number (as text).

    ``codes``: number of a table or player -> the code printed on it, which is not valid until it is issued.
    """

    data: bytes
    file_name: str
    parts: dict[str, str]
    codes: Mapping[int, Any]


def make_paper(event: "Event", choice: Choice, *, total: Callable[[int], None], step: Callable[[], None]) -> Made:
    """Make the chosen paper; ``total`` gets the number of its parts, ``step`` is called after each.

    It writes nothing to the database. Raises Refused if something is missing.
    """
    papers, kind = Papers(event), PAPERS[choice.paper]
    sentence = papers.missing(kind, codes=choice.codes) or _missing_results(papers, kind, choice)
    if sentence:
        raise Refused(sentence)
    numbers = papers.chosen(choice)
    if numbers is not None:
        total(max(1, len(numbers)))
    codes = _new_codes(kind, numbers or [], contents_of(kind, choice))
    ending = choice.ending if choice.ending in kind.endings else kind.endings[0]
    with translation.override(Labels(choice.language).main), timezone.override(event.zone), only_pages(choice.pages):
        data = _data(kind, _order(papers, choice, ending, numbers, codes, total, step))
    digests = papers.digests(kind)
    whole = LIVE_PART if kind.results and choice.view == LIVE else WHOLE
    wanted = [whole] if numbers is None else numbers
    parts = {str(number): digests[number] for number in wanted if number in digests}
    name = f"{event.slug}-{kind.name}-{choice.language.replace('+', '-')}.{ending}"
    return Made(data, name, parts, codes)


def _missing_results(papers: Papers, kind: Kind, choice: Choice) -> str:
    """Return why the chosen results cannot be shown; empty if they can."""
    if kind.results and choice.view not in papers.views:
        return _("No session is released yet.")
    return ""


def _new_codes(kind: Kind, numbers: list[int], contents: list[str]) -> Mapping[int, Any]:
    """Return the new codes for the parts of a paper, by number; empty for papers without codes."""
    if kind in (TABLE_CARDS, SESSION_PACK):
        return new_table_access(numbers if kind is TABLE_CARDS else card_tables(numbers, contents))
    return new_player_codes(numbers) if kind is PLAYER_CODES else {}


def ended_codes(event: "Event", choice: Choice) -> list[int]:
    """Return the numbers of the tables or players whose printed codes the paper would end; Refused without parts."""
    papers, kind = Papers(event), PAPERS[choice.paper]
    carrier = TABLE_CARDS if kind is SESSION_PACK else kind
    if not carrier.codes:
        return []
    numbers = _new_codes(kind, papers.chosen(choice) or [], contents_of(kind, choice))
    return sorted(codes_in_use(event, carrier) & set(numbers))


def _order(
    papers: Papers,
    choice: Choice,
    ending: str,
    numbers: Sequence[int] | None,
    codes: Mapping[int, Any],
    total: Callable[[int], None],
    step: Callable[[], None],
) -> Order:
    kind, event = PAPERS[choice.paper], papers.event
    content = {
        **kind.content(event, choice.language),
        "codes": codes,
        "contents": contents_of(kind, choice),
        "weight": choice.weight,
        "weight_column": choice.weight_column,
    }
    report = ResultsReport(event, live=choice.view == LIVE) if kind.results else None
    return Order(
        event=event,
        language=choice.language,
        at=timezone.now(),
        seating=Seating(0, []) if kind.results else papers.seating,
        size=choice.size,
        ending=ending,
        parts=None if numbers is None else frozenset(numbers),
        address=papers.address if choice.codes else "",
        seal=event.ledger.audit_hash,
        code=code_of_public(event) if report and choice.view != LIVE else "",
        content={**content, "report": report} if report else content,
        unreleased=bool(report and report.unreleased),
        logo=logo_of(event),
        total=total,
        step=step,
    )


def _data(kind: Kind, order: Order) -> bytes:
    try:
        return kind.make(order)
    except NoSuchPageError as error:
        words = ngettext("The file has %(count)d page only.", "The file has %(count)d pages only.", error.pages)
        raise Refused(words % {"count": error.pages}) from None
