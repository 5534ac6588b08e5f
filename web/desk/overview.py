"""The overview of one event: what is done, the next step, and what else is open."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.display.selectors.ceremony import ceremony_of
from scoring.formats.selectors.leavers import corrected_after, leavers
from scoring.formats.selectors.session_draws import against_drawing, redrawable, session_to_draw
from scoring.progress.selectors.progress import session_to_play
from scoring.releases.selectors.closing import open_words, waiting_for_referees
from scoring.releases.selectors.waits import Kind, Wait, appeal_waits, several_words
from scoring.sheets.selectors.corrections import under_way
from tournament.draws.selectors.draws import current_draw, since_frozen
from tournament.events.models.events import Event
from tournament.events.models.tables import Table
from tournament.events.selectors.events import tables_needed
from web.desk import checklist
from web.desk.papers.address import address_warning
from web.desk.session_grid import KEY, session_grid
from web.shared.access import EventAccess, event_desk, signed_in
from web.shared.desk.facts import EventFacts
from web.shared.desk.labels import EventPath, event_path

#: Items of the checklist that a next step stands for, by the code of the step.
STEP_ITEMS = {"players": "players", "times": "times"}


@dataclass(frozen=True)
class OpenLine:
    """Something that is open: tone, sentence, and the page where it is done; ``href`` may be empty.

    A line for several things of a kind has instead of its page ``folded``: address and label of each.
    """

    tone: str
    text: str
    href: str = ""
    label: str | Promise = ""
    folded: tuple[tuple[str, str], ...] = ()


@signed_in
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """Show how far the event is and what comes next."""
    desk = event_desk(request, slug)
    path = event_path(desk)
    progress = path.facts.progress
    context = {
        "desk": desk,
        "path": path,
        "open_lines": [
            *_address_line(request, desk),
            *_uncharted_line(desk, path),
            *_play_lines(desk, path),
            *_award_line(desk, path),
            *_close_line(desk, path),
            *_preparation_lines(desk, path),
        ],
        "rows": session_grid(desk.event, progress, session_to_play(desk.event, progress)),
        "key": KEY,
        "tables": tables_needed(desk.event),
    }
    return render(request, "desk/overview.html", context)


def _address_line(request: HttpRequest, desk: EventAccess) -> list[OpenLine]:
    warning = address_warning(request, desk.event)
    address = reverse("desk:paper-address", args=[desk.event.slug]) if desk.may_print else ""
    return [OpenLine("warn", str(warning), address, _("Choose the address"))] if warning else []


def _play_lines(desk: EventAccess, path: EventPath) -> list[OpenLine]:
    """Return what is open during play: discrepancies, calls, appeals, and players who are not here."""
    slug, facts = desk.event.slug, path.facts
    if not facts.seated:
        return []
    lines = []
    wrong = facts.progress.contradictions
    if wrong and path.code != "resolve" and not facts.closed:
        text = ngettext("%(count)d table does not add up", "%(count)d tables do not add up", wrong) % {"count": wrong}
        lines.append(OpenLine("stop", text, reverse("desk:contradictions", args=[slug]), _("Check results")))
    lines += _correction_line(desk)
    floor = reverse("floor:tables", args=[slug])
    lines += [OpenLine("warn", words, floor, _("Floor")) for words in open_words(waiting_for_referees(desk.event))]
    lines += _wait_lines(desk, path)
    lines += _release_line(desk, path) + _session_draw_line(desk, path)
    return lines + _missing_line(desk, facts) if path.code != "check-in" else lines


def _correction_line(desk: EventAccess) -> list[OpenLine]:
    """Return the tables of released sessions whose sheets are being corrected: several in one line."""
    tables = Table.objects.filter(sheet__corrections__in=under_way(), session__event=desk.event)
    rows = [
        (reverse("desk:sheet", args=[desk.event.slug, session, number]), {"session": session, "table": number})
        for session, number in tables.values_list("session__number", "number").order_by("session__number", "number")
    ]
    if not rows:
        return []
    if len(rows) == 1:
        [(href, place)] = rows
        text = _("Session %(session)d, table %(table)d is under correction") % place
        return [OpenLine("stop", text, href, _("To the sheet"))]
    words = ngettext("%(count)d table is under correction", "%(count)d tables are under correction", len(rows))
    links = tuple((href, _("Session %(session)d, table %(table)d") % place) for href, place in rows)
    return [OpenLine("stop", words % {"count": len(rows)}, folded=links)]


def _wait_lines(desk: EventAccess, path: EventPath) -> list[OpenLine]:
    """Return the appeals that are not decided; when the event could be closed, everything that closing waits for.

    Several waits of a kind are one line.
    """
    shown = Kind if path.code in ("show-awards", "wait", "close") else [Kind.APPEAL]
    waits = appeal_waits(desk.event)
    of_kinds = ([wait for wait in waits if wait.kind is kind] for kind in shown)
    return [_wait_line(desk.event, of_kind) for of_kind in of_kinds if of_kind]


def _wait_line(event: Event, waits: list[Wait]) -> OpenLine:
    """Return the line of waits of one kind: its page, or a fold with the page of each."""
    kind = waits[0].kind
    if len(waits) == 1:
        text = capfirst(str(waits[0]))
        if kind is Kind.SESSION:
            return OpenLine("warn", text, _wait_page(event, waits[0]), _("Clock"))
        return OpenLine("warn", text, reverse("floor:appeals", args=[event.slug]), _("Appeals"))
    links = tuple((_wait_page(event, wait), wait.label) for wait in waits)
    return OpenLine("warn", several_words(kind, len(waits)), folded=links)


def _wait_page(event: Event, wait: Wait) -> str:
    if wait.kind is Kind.SESSION:
        return f"{reverse('floor:clock', args=[event.slug])}?session={wait.number}"
    if wait.kind is Kind.TIME:
        return reverse("floor:appeals", args=[event.slug])
    return reverse("floor:appeal", args=[event.slug, wait.number])


def _release_line(desk: EventAccess, path: EventPath) -> list[OpenLine]:
    """Return that a played session is not released, while the next step is to draw the one after it."""
    played = path.facts.progress.next
    if path.code != "draw-session" or played is None or not played.tables:
        return []
    text = _("Session %(number)d is not released yet") % {"number": played.number}
    page, label = ("desk:release", _("Release")) if played.complete else ("desk:confirm-session", _("Confirm sheets"))
    address = reverse(page, args=[desk.event.slug, played.number]) if desk.may_release else ""
    return [OpenLine("warn", text, address, label)]


def _session_draw_line(desk: EventAccess, path: EventPath) -> list[OpenLine]:
    """Return that a session can be drawn, or what its released draw waits for: players left, results were corrected."""
    if not path.facts.by_standings or path.code == "draw-session":
        return []
    drawable = session_to_draw(desk.event)
    if drawable and not against_drawing(desk.event, drawable):
        return [_draw_line(desk, drawable, _("Session %(number)d can be drawn") % {"number": drawable})]
    drawn = redrawable(desk.event)
    if drawn is None:
        return []
    number, gone = drawn.session, leavers(drawn)
    if gone:
        names = ", ".join(desk.event.entries.filter(number__in=gone).order_by("number").values_list("name", flat=True))
        text = _("Left after the draw of session %(number)d: %(names)s") % {"number": number, "names": names}
    elif corrected_after(drawn):
        text = _("Results were corrected after the draw of session %(number)d") % {"number": number}
    else:
        return []
    return [_draw_line(desk, number, text)]


def _draw_line(desk: EventAccess, session: int, text: str) -> OpenLine:
    page = reverse("desk:format-session", args=[desk.event.slug, session]) if desk.may_draw else ""
    return OpenLine("warn", text, page, _("Open the draw"))


def _missing_line(desk: EventAccess, facts: EventFacts) -> list[OpenLine]:
    if facts.begun or not facts.day_reached or not facts.missing:
        return []
    words = ngettext("%(count)d player is not checked in", "%(count)d players are not checked in", facts.missing)
    address = reverse("desk:checkin", args=[desk.event.slug]) if desk.may_check_in else ""
    return [OpenLine("warn", words % {"count": facts.missing}, address, _("Check-in"))]


def _uncharted_line(desk: EventAccess, path: EventPath) -> list[OpenLine]:
    """Return how many came after the draw and have no seat, until play begins."""
    draw = None if path.facts.begun else current_draw(desk.event)
    count = len(since_frozen(draw).entered) if draw else 0
    if not count:
        return []
    text = ngettext("%(count)d player is not on the chart", "%(count)d players are not on the chart", count)
    address = reverse("desk:draw", args=[desk.event.slug]) if desk.may_draw else ""
    return [OpenLine("stop", text % {"count": count}, address, _("Open the draw"))]


def _close_line(desk: EventAccess, path: EventPath) -> list[OpenLine]:
    """Return that the event can be closed, while the next step is its ceremony: not every event holds one."""
    if path.code != "show-awards" or path.facts.closable_from:
        return []
    address = reverse("desk:close", args=[desk.event.slug]) if desk.may_release else ""
    return [OpenLine("note", _("The event can be closed without a ceremony"), address, _("Close the event"))]


def _award_line(desk: EventAccess, path: EventPath) -> list[OpenLine]:
    """Return that awards are missing or their ceremony is not held, from the end of the last session on."""
    if path.code not in ("confirm", "release", "wait", "close") or not path.facts.at_the_end or desk.event.rehearsal:
        return []
    page, label = ("desk:ceremony", _("To the ceremony")) if path.facts.awards else ("desk:awards", _("Add awards"))
    if not path.facts.awards:
        text = _("There are no awards yet: the ceremony and the diplomas need them")
    elif ceremony_of(desk.event) is None:
        text = _("The award ceremony has not begun")
    else:
        return []
    return [OpenLine("warn", text, reverse(page, args=[desk.event.slug]) if desk.may_release else "", label)]


def _preparation_lines(desk: EventAccess, path: EventPath) -> list[OpenLine]:
    """Return what the checklist misses, without the next step and the draw, which the path shows.

    Once play has begun only self-registrations and teams that are not in the standings are left.
    """
    missing, _done = checklist.lines(desk)
    return [
        OpenLine(line.tone, line.text, line.href, line.label)
        for line in missing
        if line.code not in ("seats", STEP_ITEMS.get(path.code))
        and (not path.facts.begun or line.code in ("applications", "empty-teams", "withdrawn-teams"))
    ]
