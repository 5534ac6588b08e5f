"""The printed calculation of a pin."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from common.paper import A4, Furniture, Paper, mm
from common.paper.flow import Flow
from common.templatetags.pinju import signed
from ranking.pins.exports.mail import pin_label
from ranking.pins.exports.papers import DASH, days_text
from scoring.game.rules.table_points import rounded


@dataclass(frozen=True)
class Calculation:
    """A calculation to print: each condition is (what, article, needed, reached, met or missed), translated.

    ``reasons`` leads from a reason to its text; ``note`` is printed below the name.
    """

    name: str
    kind: str
    level: int
    day: date
    conditions: Sequence[Sequence[str]]
    events: Sequence[Mapping[str, Any]]
    reasons: Mapping[str, str]
    language: str
    note: str = ""


def calculation_paper(order: Calculation) -> bytes:
    """Return the PDF: every condition with its figures, then each event with its result and whether it counts."""
    with translation.override(order.language):
        pin = pin_label(order.kind, order.level)
        title = _("Calculation for %(pin)s") % {"pin": pin}
        furniture = Furniture(order.name, title, "")
        paper = Paper(title, language=order.language, size=A4, margin=14 * mm, furniture=furniture)
        flow = Flow(paper, label=46 * mm)
        flow.heading(title, 17)
        flow.lines(order.name, label=_("Name"), bold=True)
        flow.lines(date_format(order.day), label=_("Date"))
        if order.note:
            flow.lines(order.note, together=True)
        flow.heading(_("Conditions"))
        for condition, article, needed, reached, met in order.conditions:
            flow.lines(f"{reached} · {needed} ({article}) · {met}", label=condition, together=True)
        flow.heading(_("Events"))
        for event in order.events:
            flow.lines(_event_text(order, event), label=days_text(event) or DASH, together=True)
        if not order.events:
            flow.lines(
                _("No event is in the record yet. An event is added once it is closed and its class is confirmed.")
            )
        return flow.finished()


def _event_text(order: Calculation, event: Mapping[str, Any]) -> str:
    if order.kind == "web":
        figures = _("web points %(web_points)s, rank %(rank)s")
    else:
        figures = _("TP %(tp)s, CP %(cp)s (positive %(positive)s), rank %(rank)s, group %(group)s, team %(team)s")
    result = figures % {
        "tp": rounded(event["table_points"]),
        "cp": signed(event["competition_points"]),
        "positive": event["positive"],
        "rank": event["individual_rank"] or DASH,
        "group": event["group_rank"] or DASH,
        "team": event["team_rank"] or DASH,
        "web_points": event["web_points"] or 0,
    }
    letter = _("class %(letter)s") % {"letter": event["class"] or DASH}
    first_line = f"{event['name']} · {letter}"
    return "\n".join(filter(None, (first_line, result, order.reasons.get(event["reason"], ""))))
