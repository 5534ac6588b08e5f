"""Labels of the setup checklist, each item with the page where it is done."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from scoring.setup.selectors.checklist import MISSING, Item, checklist
from web.shared.access import EventAccess

#: Code of an item -> text when done, text when missing, URL name of the page where it is done, label of its link.
WORDS: Mapping[str, tuple[str | Promise, str | Promise, str, str | Promise]] = {
    "dates": (_("The dates are known"), _("The event has no dates yet"), "desk:settings", _("To the settings")),
    "venue": (_("The venue is known"), _("The event has no venue yet"), "desk:settings", _("To the settings")),
    "times": (
        _("Every session has its time"),
        ngettext_lazy("%(count)d session has no time yet", "%(count)d sessions have no time yet", "count"),
        "desk:timetable",
        _("To the timetable"),
    ),
    "six-sessions": (
        _("At least six sessions (3.5.4)"),
        ngettext_lazy(
            "%(count)d session: with fewer than six the event has no class (3.5.4)",
            "%(count)d sessions: with fewer than six the event has no class (3.5.4)",
            "count",
        ),
        "desk:timetable",
        _("To the timetable"),
    ),
    "chief-referee": (
        _("There is a chief referee"),
        _("There is no chief referee yet, who confirms the tables"),
        "desk:roles",
        _("To the roles"),
    ),
    "officials": (
        _("The officials' list is begun (2.3.4)"),
        _("The officials' list is empty (2.3.4)"),
        "desk:officials",
        _("To the officials"),
    ),
    "approval": (
        _("Electronic scoring is approved (3.5.5.6)"),
        _("Nobody has approved electronic scoring yet (3.5.5.6, 3.9.1.5)"),
        "desk:settings",
        _("To the settings"),
    ),
    "players": (
        ngettext_lazy("%(count)d player is registered", "%(count)d players are registered", "count"),
        _("No registered players yet"),
        "desk:registration",
        _("To the registration"),
    ),
    "applications": (
        _("Every self-registration is answered"),
        ngettext_lazy(
            "%(count)d self-registration waits for an answer",
            "%(count)d self-registrations wait for an answer",
            "count",
        ),
        "desk:applications",
        _("To the registrations"),
    ),
    "empty-teams": (
        _("Every team has players"),
        ngettext_lazy(
            "%(count)d team has no players and is not in the standings: remove it, or enter its players",
            "%(count)d teams have no players and are not in the standings: remove them, or enter their players",
            "count",
        ),
        "desk:units",
        _("To the teams"),
    ),
    "withdrawn-teams": (
        _("Every team has players"),
        ngettext_lazy(
            "The players of %(count)d team withdrew before they played: it is not in the standings",
            "The players of %(count)d teams withdrew before they played: they are not in the standings",
            "count",
        ),
        "desk:units",
        _("To the teams"),
    ),
    "fillers": (
        _("No seat is left empty"),
        ngettext_lazy(
            "%(count)d filler is missing to complete the tables",
            "%(count)d fillers are missing to complete the tables",
            "count",
        ),
        "desk:registration",
        _("To the registration"),
    ),
    "hall": (
        _("Every table has its position in the hall"),
        _("%(placed)d of %(count)d tables have a position in the hall"),
        "desk:hall",
        _("To the plan of the hall"),
    ),
    "equipment": (
        _("Equipment and site are confirmed (3.5.5)"),
        ngettext_lazy(
            "%(count)d item of equipment and site is not confirmed yet (3.5.5)",
            "%(count)d items of equipment and site are not confirmed yet (3.5.5)",
            "count",
        ),
        "desk:equipment",
        _("To the equipment"),
    ),
    "seats": (_("Seats are drawn"), _("No seats are drawn yet"), "desk:draw", _("To the draw")),
}


#: Code of an item -> the fragment of the field on its page.
FIELDS = {"approval": "#play_electronic_approved_by", "dates": "#event_starts", "venue": "#event_venue"}


@dataclass(frozen=True)
class Line:
    """A checklist item; ``href`` is empty where the account may not open the page."""

    code: str
    tone: str
    text: str
    href: str
    label: str | Promise


def lines(desk: EventAccess) -> tuple[list[Line], list[Line]]:
    """Return the lines of the items that are missing and of those that are done."""
    items = checklist(desk.event)
    missing = [_line(desk, item) for item in items if not item.done]
    done = [_line(desk, item) for item in items if item.done]
    return missing, done


def _line(desk: EventAccess, item: Item) -> Line:
    done_text, missing_text, page, label = WORDS[item.code]
    tone = "ok"
    if not item.done:
        tone = "stop" if item.matters == MISSING else "warn"
    text = (done_text if item.done else missing_text) % item.figures
    href = reverse(page, args=[desk.event.slug]) + FIELDS.get(item.code, "") if desk.may_set_up else ""
    return Line(item.code, tone, text, href, label)
