"""Read draws: the current one, its list, its record, and the reasons why an action is impossible now."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext as _

from tournament.draws.models.draws import Draw, DrawNumber, SeatWish
from tournament.draws.models.session_draws import SessionDraw
from tournament.draws.rules import Entrant
from tournament.draws.rules.figures import Figure, figures
from tournament.draws.rules.records import ListLine, counted_figures, entrants_of, line_of, list_text
from tournament.draws.rules.types import FEWEST, Quality
from tournament.draws.rules.types import Draw as Drawn
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.settings import PlaySettings
from tournament.events.models.stages import Stage
from tournament.events.models.tables import Table
from tournament.events.selectors.events import charted_sessions


def current_draw(event: Event) -> Draw | None:
    """Return the draw in preparation or released; None if there is none."""
    return _with_event(event, event.draws.filter(state__in=Draw.CURRENT).first())


def released_draw(event: Event) -> Draw | None:
    """Return the released draw; None: no seat is public."""
    later = Q(event__session_draws__state=SessionDraw.State.RELEASED)
    released = event.draws.filter(state=Draw.State.RELEASED)
    return _with_event(event, released.annotate(last_drawn=Max("event__session_draws__session", filter=later)).first())


def _with_event(event: Event, draw: Draw | None) -> Draw | None:
    if draw is not None:
        draw.event = event
    return draw


def earlier_draws(event: Event) -> QuerySet[Draw]:
    """Return the retracted or discarded versions, newest first."""
    return event.draws.exclude(state__in=Draw.CURRENT)


def drawable_entries(event: Event) -> QuerySet[Entry]:
    """Return the entries to draw: entered players, without fillers and reserves, by number."""
    entered = event.entries.filter(kind=Entry.Kind.PLAYER, status=Entry.Status.ENTERED)
    return entered.select_related("team__group", "group").order_by("number")


def drawn_groups(event: Event) -> list[str]:
    """Return the names of the groups above the teams of the drawable entries, sorted."""
    groups = {entry.group or (entry.team and entry.team.group) for entry in drawable_entries(event)}
    return sorted({group.name for group in groups if group})


def filler_entries(event: Event) -> list[Entry]:
    """Return the entered fillers, by number."""
    entered = event.entries.filter(kind=Entry.Kind.FILLER, status=Entry.Status.ENTERED)
    return list(entered.order_by("number"))


def list_lines(numbers: Sequence[DrawNumber]) -> list[ListLine]:
    """Return the current lines of those with a number."""
    return [
        ListLine(row.number, row.name, row.team, row.country, row.region, tuple(row.apart), row.table)
        for row in numbers
        if row.number is not None
    ]


def frozen_lines(draw: Draw, numbers: Sequence[DrawNumber]) -> list[ListLine]:
    """Return the lines of the frozen list: without late arrivals, and with the original holders of numbers."""
    lines = {line.number: line for line in list_lines(numbers)}
    for change in reversed(draw.changes):
        if "late" in change:
            del lines[change["late"]["number"]]
        elif "instead" in change:
            lines[change["instead"]["number"]] = line_of(change["was"])
    return list(lines.values())


def entrants_now(draw: Draw) -> list[Entrant]:
    """Return the numbers of the chart as entrants, including substitutes and late arrivals."""
    return entrants_of(list_lines(numbers_of(draw)))


def first_pools(event: Event) -> Stage | None:
    """Return the first stage if it is played in pools; its draw deals them."""
    return event.stages.filter(number=1, pools__isnull=False).first()


def seat_wishes(event: Event) -> list[SeatWish]:
    """Return the organizer's wishes for the next draw."""
    return list(event.seat_wishes.select_related("entry", "other"))


def numbers_of(draw: Draw) -> list[DrawNumber]:
    """Return the draw's list with the entries."""
    return list(draw.numbers.select_related("entry__team").order_by("number", "entry__number"))


def draw_record(draw: Draw) -> dict[str, Any]:
    """Return the public record of a drawn chart, as ``tournament.draws.rules.records`` checks it.

    ``drawn_by`` names the people who drew lots for absent players (3.5.1); it is outside the list, which is hashed.
    """
    numbers = numbers_of(draw)
    return {
        "title": draw.event.name,
        "draw": draw.version,
        "players": draw.players,
        "sessions": draw.sessions,
        "fillers": draw.fillers,
        "seed": draw.seed,
        "version": draw.engine,
        "method": draw.method,
        "rule": draw.scheme,
        "chart": draw.chart,
        "quality": counted_figures(draw.quality),
        "list": list_text(frozen_lines(draw, numbers)),
        "drawn_by": [{"number": line.number, "by": line.drawn_by} for line in numbers if line.drawn_by],
        "list_hash": draw.list_hash,
        "terms": draw.terms,
        "plans" if draw.rests_on_plans else "start": draw.start,
        "secret": draw.secret,
        "commitment": draw.commitment,
        "public_value": draw.public_value,
        "candidate": draw.candidate,
        "offered": draw.options,
        "changes": draw.changes,
        "signed": _signed(draw),
    }


def _signed(draw: Draw) -> dict[str, dict[str, str]]:
    """Return the names and times of choice, approval and release."""
    moments = {"frozen": draw.frozen_at, "drawn": draw.made_at, "approved": draw.approved_at}
    moments["released"] = draw.released_at
    names = {"chosen": draw.chosen_by, "approved": draw.approved_by, "released": draw.released_by}
    signatures: dict[str, dict[str, str]] = {
        name: {"at": f"{moment:%Y-%m-%dT%H:%M:%SZ}"} for name, moment in moments.items() if moment
    }
    for name, by in names.items():
        if by:
            signatures.setdefault(name, {})["by"] = by
    if draw.choice_reason:
        signatures.setdefault("chosen", {})["reason"] = draw.choice_reason
    return signatures


def against_freezing(event: Event, sessions: int) -> str:
    """Return the reason why no list can be frozen for this number of sessions; empty if it can."""
    if current_draw(event):
        return _("There is already a draw: withdraw or discard it first.")
    taken = first_session_with_tables(event, sessions)
    if taken:
        return _("Session %(number)d already has tables.") % {"number": taken}
    charted = charted_sessions(event)
    if sessions > charted:
        return _("In this format only the first %(count)d sessions have a chart.") % {"count": charted}
    count = drawable_entries(event).count()
    if count < FEWEST:
        return _("A draw needs at least four entered players; there are %(count)d.") % {"count": count}
    return ""


def against_releasing(draw: Draw) -> str:
    """Return the reason why the chart cannot be released; empty if it can."""
    taken = first_session_with_tables(draw.event, draw.sessions)
    if taken:
        return _("Session %(number)d already has tables.") % {"number": taken}
    stage = first_pools(draw.event)
    if (stage.pools if stage else 0) != (len(draw.pools.tables) if draw.pools else 0):
        return _("The pools of the format were changed since the list was frozen. Discard this draw and freeze again.")
    missing = draw.fillers - len(filler_entries(draw.event))
    if missing > 0 and draw.event.play_settings.incomplete_tables == PlaySettings.IncompleteTables.FILLERS:
        return _("More fillers are needed: enter %(count)d more to complete the tables.") % {"count": missing}
    return ""


def first_session_with_tables(event: Event, sessions: int) -> int | None:
    """Return the number of the first session up to ``sessions`` that has tables; None if none has."""
    tables = Table.objects.filter(session__event=event, session__number__lte=sessions)
    return tables.order_by("session__number").values_list("session__number", flat=True).first()


def tables_of(draw: Draw, first: int = 1) -> QuerySet[Table]:
    """Return the tables that the released draw created, from session ``first`` on."""
    return Table.objects.filter(session__event=draw.event, session__number__range=(first, draw.sessions))


@dataclass(frozen=True)
class SinceFrozen:
    """Changes since the list was frozen: ``entered`` have no number, ``gone`` have one but left the event."""

    entered: list[Entry]
    gone: list[Entry]


def since_frozen(draw: Draw) -> SinceFrozen:
    """Return the changes of entries since the list was frozen, except those that a redraw has settled."""
    numbers = dict(draw.numbers.values_list("entry", "number"))
    listed_ids = set(numbers)
    current = list(drawable_entries(draw.event))
    settled = {entry for entry, number in numbers.items() if number in draw.left}
    gone = listed_ids - {entry.pk for entry in current} - settled
    return SinceFrozen(
        entered=[entry for entry in current if entry.pk not in listed_ids],
        gone=list(Entry.objects.filter(pk__in=gone).order_by("number")),
    )


def candidate_figures(draw: Draw) -> list[tuple[Figure, ...]]:
    """Return the figures of each candidate, with their bounds."""
    entrants = entrants_now(draw)
    return [figures(as_drawn(as_candidate(draw, index)), entrants) for index in range(len(draw.options))]


def as_candidate(draw: Draw, candidate: int) -> Draw:
    """Return the draw changed to this candidate (from 0); it must not be saved."""
    option = draw.options[candidate]
    draw.method, draw.quality, draw.chart = option["method"], option["quality"], option["chart"]
    return draw


def as_drawn(draw: Draw) -> Drawn:
    """Return the stored chart as a draw of the engine."""
    return Drawn(
        players=draw.players,
        sessions=draw.sessions,
        fillers=draw.fillers,
        seed=draw.seed,
        version=draw.engine,
        method=draw.method,
        chart=tuple(tuple((e, s, w, n) for e, s, w, n in session) for session in draw.chart),
        quality=Quality(**draw.quality),
    )
