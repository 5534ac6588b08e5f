"""The papers for the European federation: the request for certification, and the observer's report."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.i18n.days import day_range
from common.i18n.wording import listed
from common.paper import Paper, mm
from common.paper.flow import Flow
from common.templatetags.pinju import country
from scoring.appeals.selectors.appeals import appeals_of
from scoring.federation.rules import ask_by, certification, observer_by
from scoring.federation.selectors.labels import countries_text, marked, play_text, weight_text
from scoring.federation.selectors.view import FederationView, federation_view
from scoring.fouls.selectors.fouls import fouls_of
from tournament.papers.exports.kinds import Kind, When
from tournament.papers.exports.order import SIZES, Order

if TYPE_CHECKING:
    from tournament.events.models.events import Event

#: The height of the line on which the observer signs.
SIGNING = 12 * mm


def certification_request(order: Order) -> bytes:
    """Return the request as a PDF: what the event is, the conditions, and lines to sign."""
    event, view = order.event, order.content["view"]
    order.total(1)
    flow = _begun(order, _("Request for certification"))
    _facts(flow, event, view)
    flow.lines(event.federation_settings.get_entry_display(), label=_("Who may take part"))
    if event.starts:
        flow.lines(date_format(ask_by(event.starts), "DATE_FORMAT"), label=_("Ask by"))
        flow.lines(date_format(observer_by(event.starts), "DATE_FORMAT"), label=_("Name the observer by"))
    flow.lines(", ".join(view.observers), label=_("Observer"))
    flow.heading(_("Conditions"))
    for check in certification(view.tournament):
        flow.lines(marked(check))
    flow.lines(_("A country has at most three certified events a year under the same rules; this is number ____."))
    flow.heading(_("Signatures"))
    for label in (_("Organizer, date"), _("Member of the federation, date")):
        flow.signing(label, "")
    order.step()
    return flow.finished()


def observer_report(order: Order) -> bytes:
    """Return the report as a PDF: what the event was, and room for what the observer saw."""
    view = order.content["view"]
    order.total(1)
    flow = _begun(order, _("Observer's report"))
    _facts(flow, order.event, view)
    for label, count in order.content["counts"].items():
        flow.lines(str(count), label=label)
    headings = (
        _("Hall and equipment"), _("Draw and seats"), _("Referees"), _("Timekeeping"), _("Scores and results"),
        _("Incidents, and how they were settled"), _("Advice"),
    )  # fmt: skip
    _writing(flow, headings)
    flow.signing(_("Observer, date"), ", ".join(view.observers), height=SIGNING)
    order.step()
    return flow.finished()


def _writing(flow: Flow, headings: Sequence[str]) -> None:
    """Give each heading its share of what is left of this page and of the next one, without the line to sign on."""
    here, there = flow.room.height - mm, flow.paper.body.height - SIGNING - mm
    first = max(1, round(len(headings) * here / (here + there)))
    for heading in headings[:first]:
        flow.writing(heading, here / first)
    flow.new_page()
    for heading in headings[first:]:
        flow.writing(heading, there / (len(headings) - first))


def _begun(order: Order, title: str) -> Flow:
    head = f"{order.event.name} · {title}"
    paper = Paper(head, language=order.language, size=SIZES[order.size], furniture=order.furniture(title))
    flow = Flow(paper, label=48 * mm)
    flow.heading(title, 18)
    return flow


def _facts(flow: Flow, event: "Event", view: FederationView) -> None:
    tournament = view.tournament
    flow.lines(event.name, label=_("Event"), bold=True)
    flow.lines(day_range(event.starts, event.ends), label=_("Dates"))
    flow.lines(listed(filter(None, [event.venue, country(event.country)])), label=_("Place"))
    flow.lines(event.get_rules_display(), label=_("Rules"))
    flow.lines(play_text(tournament.minutes), label=_("Play"))
    flow.lines(str(tournament.players), label=_("Players"))
    flow.lines(countries_text(tournament), label=_("Countries"))
    flow.lines(weight_text(view.weight) if view.weight else "", label=_("Weight"))


def _request_content(event: "Event", _language: str) -> dict[str, Any]:
    return {"view": federation_view(event)}


def _report_content(event: "Event", _language: str) -> dict[str, Any]:
    released = event.sessions.exclude(released_at=None).count()
    fouls, appeals = fouls_of(event).count(), appeals_of(event).count()
    counts = {_("Released sessions"): released, _("Recorded fouls"): fouls, _("Appeals"): appeals}
    return {"view": federation_view(event), "counts": counts}


FEDERATION_PAPERS = [
    Kind(
        "certification-request",
        gettext_lazy("Request for certification"),
        gettext_lazy("For the European federation, three months ahead: the event, its conditions, lines to sign."),
        certification_request,
        content=_request_content,
        seats=False,
        when=When.PLANNING,
    ),
    Kind(
        "observer-report",
        gettext_lazy("Observer's report"),
        gettext_lazy("For the federation's observer: what the event was, and room for what the observer saw."),
        observer_report,
        content=_report_content,
        seats=False,
        when=When.AFTER,
    ),
]
