"""Draw: freeze the list, commit and mix the seed, type lots, make, change and approve the chart.

Releasing creates the tables' sheets and is therefore in scoring (``scoring.draw_release.services.releasing``).
"""

import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import LIVE, PUBLIC, Answer, Call, Done, action
from common.actions.errors import Refused
from common.i18n.wording import listed
from tournament.draws.models.draws import Draw, DrawNumber
from tournament.draws.rules import AREAS, candidates
from tournament.draws.rules.changes.hand_changes import as_lists
from tournament.draws.rules.changes.swaps import swapped
from tournament.draws.rules.records import digest, entrants_of, list_text, mixed_seed, terms_text
from tournament.draws.rules.types import Draw as Drawn
from tournament.draws.rules.types import DrawError
from tournament.draws.selectors.draws import (
    against_freezing,
    as_drawn,
    drawable_entries,
    entrants_now,
    list_lines,
    numbers_of,
    seat_wishes,
    why_not,
)
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.people.models.accounts import Role

#: Roles that draw, approve, release and retract.
DRAWERS = [Role.Name.ORGANIZER, Role.Name.COMMITTEE, Role.Name.CHIEF_REFEREE]
#: Refused in every state of a draw; each action overrides its allowed states.
NEVER: dict[str, Answer] = dict.fromkeys(Draw.State.values, Answer.REFUSED)


@action("draw.freeze", summary=gettext_lazy("Freeze the list for a draw"), roles=DRAWERS, subject="event")
def freeze_list(
    call: Call,
    event: Event,
    *,
    sessions: int,
    lots: str = Draw.Lots.SEED,
    count: int = 1,
    areas: Mapping[str, str] | None = None,
) -> Done:
    """Freeze the list of entered players and commit a random seed for a draw of ``sessions`` sessions.

    The seed will give ``count`` candidates. With ``areas`` (name of a group -> name of its area; there are four areas)
    each table has one player of each area. The answer holds the draw's version and, as far as they are known, the
    hashes of the list and of the secret. With typed lots the list is complete, and hashed, once every player has a lot.
    """
    draw = create_frozen_draw(call, event, sessions=sessions, lots=lots, count=count, areas=areas)
    after = {"players": draw.players, "sessions": sessions, "list_hash": draw.list_hash, "commitment": draw.commitment}
    after |= {"rule": draw.scheme, "candidates": count}
    return Done({"draw": draw.version, **after}, _audit_ref(draw), None, after, (PUBLIC, LIVE))


def create_frozen_draw(
    call: Call, event: Event, *, sessions: int, lots: str, count: int, areas: Mapping[str, str] | None
) -> Draw:
    """Create a draw with its frozen list and committed secret, as ``freeze_list`` describes; part of an action."""
    against = against_freezing(event, sessions)
    if against:
        raise Refused(against)
    entries = list(drawable_entries(event))
    scheme = Draw.Scheme.AREAS if areas else Draw.Scheme.APART
    last = event.draws.aggregate(last=Max("version"))["last"] or 0
    secret = secrets.token_hex(32)
    draw = Draw(
        event=event,
        version=last + 1,
        lots=lots,
        scheme=scheme,
        areas=sorted(set(areas.values())) if areas else [],
        candidates=count,
        players=len(entries),
        sessions=sessions,
        secret=secret,
        commitment=digest(secret),
        frozen_at=_now(),
    )
    lines = [_new_line(draw, entry, areas) for entry in entries]
    _refuse_no_areas(draw, lines)
    draw.save()
    if lots == Draw.Lots.SEED:
        for number, line in enumerate(lines, start=1):
            line.number = number
        _hash_list(draw, lines)
    DrawNumber.objects.bulk_create(lines)
    return draw


def _new_line(draw: Draw, entry: Entry, areas: Mapping[str, str] | None) -> DrawNumber:
    group = entry.group or (entry.team and entry.team.group)
    region = group.name if group else ""
    return DrawNumber(
        draw=draw,
        entry=entry,
        name=entry.public_name,  # the list is published
        team=entry.team.name if entry.team else "",
        country=entry.country,
        region=areas.get(region, "") if areas else region,
    )


def _refuse_no_areas(draw: Draw, lines: Sequence[DrawNumber]) -> None:
    if draw.scheme != AREAS:
        return
    without = [line.name for line in lines if not line.region]
    if without:
        raise Refused(_("These belong to none of the four areas: %(names)s.") % {"names": listed(without[:10])})
    if len({line.region for line in lines}) != 4:
        raise Refused(_("Exactly four areas are needed, each with players."), where="areas")


def _hash_list(draw: Draw, lines: Sequence[DrawNumber]) -> None:
    """Add the organizer's wishes to the list, by its numbers, then hash the list and fix the terms."""
    by_entry = {line.entry_id: line for line in lines}
    for line in lines:
        line.table, line.apart = None, []
    for wish in seat_wishes(draw.event):
        line_of_entry, line_of_other = by_entry.get(wish.entry_id), by_entry.get(wish.other_id or 0)
        if line_of_entry and line_of_other:
            line_of_entry.apart = sorted({*line_of_entry.apart, line_of_other.number})
        elif line_of_entry and wish.table:
            if wish.table > -(-draw.players // 4):
                figures = {"table": wish.table, "name": line_of_entry.name}
                raise Refused(_("There is no table %(table)d for %(name)s in this draw.") % figures)
            line_of_entry.table = wish.table
    draw.list_hash, draw.terms = digest(list_text(list_lines(lines))), _terms(draw, lines)
    draw.save(update_fields=["list_hash", "terms"])


def _terms(draw: Draw, lines: Sequence[DrawNumber]) -> str:
    try:
        return terms_text(list_lines(lines), draw.sessions, draw.scheme, draw.candidates)
    except DrawError as error:
        raise Refused(why_not(error)) from error


@action(
    "draw.lots",
    summary=gettext_lazy("Type the lots drawn by hand"),
    roles=DRAWERS,
    subject="draw",
    states={**NEVER, Draw.State.FROZEN: Answer.SAFE},
)
def type_lots(call: Call, draw: Draw, *, lots: Mapping[int, int | None], drawn_by: Mapping[int, str]) -> Done:
    """Store the lots typed so far: entry number -> lot (None: not drawn yet), and who drew for absent players (3.5.1).

    Entries that are not named keep their lots. Lots are from 1 to the number of players, each once.
    """
    if draw.lots != Draw.Lots.TYPED:
        raise Refused(_("The lots of this draw come from its seed."))
    lines = numbers_of(draw)
    before = _lots_of(lines)
    for line in lines:
        line.number = lots.get(line.entry.number, line.number)
        line.drawn_by = drawn_by.get(line.entry.number, line.drawn_by)
    _refuse_wrong_lots(draw, lines)
    # Numbers are unique at every moment: clear them all before numbers are swapped.
    draw.numbers.update(number=None)
    missing = sum(line.number is None for line in lines)
    draw.list_hash = draw.terms = ""
    _hash_list(draw, lines) if not missing else draw.save(update_fields=["list_hash", "terms"])
    DrawNumber.objects.bulk_update(lines, ["number", "drawn_by", "table", "apart"])
    return Done({"missing": missing}, _audit_ref(draw), before, _lots_of(lines))


def _lots_of(lines: Sequence[DrawNumber]) -> dict[str, str]:
    """Return entry number -> lot, with the person who drew for an absent player."""
    drawn = {line.entry.number: (line.number, line.drawn_by) for line in lines if line.number or line.drawn_by}
    return {str(number): " · ".join(str(value) for value in values if value) for number, values in drawn.items()}


def _refuse_wrong_lots(draw: Draw, lines: list[DrawNumber]) -> None:
    drawn = [line for line in lines if line.number is not None]
    beyond = [line.name for line in drawn if not 1 <= (line.number or 0) <= draw.players]
    if beyond:
        figures = {"last": draw.players, "names": listed(beyond)}
        raise Refused(_("Lots go from 1 to %(last)d. Wrong: %(names)s.") % figures)
    counts = Counter(line.number for line in drawn)
    twice = sorted(number for number, count in counts.items() if number and count > 1)
    if twice:
        figures = {
            "lots": listed(twice),
            "names": listed(line.name for line in drawn if counts[line.number] > 1),
        }
        raise Refused(_("These lots stand there more than once: %(lots)s (%(names)s).") % figures)


@action(
    "draw.make",
    summary=gettext_lazy("Mix the seed and draw the chart"),
    roles=DRAWERS,
    subject="draw",
    states={**NEVER, Draw.State.FROZEN: Answer.SAFE},
)
def make_chart(call: Call, draw: Draw, *, public_value: str = "") -> Done:
    """Mix secret, public value, list and terms into the seed and draw; only officials see the result.

    A single candidate becomes the draft at once; of several one is to be chosen. Without typed lots a value named in
    public is required; typed lots serve as such a value.
    """
    value = public_value.strip()
    lines = numbers_of(draw)
    if draw.lots == Draw.Lots.SEED and not value:
        raise Refused(_("Type the value that was named in public."), where="public_value")
    missing = [line.name for line in lines if line.number is None]
    if missing:
        raise Refused(_("These have no lot yet: %(names)s.") % {"names": listed(missing[:10])})
    _refuse_other_program(draw, lines)
    draw.public_value = value
    draw.seed = mixed_seed(draw.secret, value, draw.list_hash, draw.terms)
    entrants = entrants_of(list_lines(lines))
    try:
        drawn = candidates(entrants, draw.sessions, draw.seed, rule=draw.scheme, count=draw.candidates)
    except DrawError as error:
        raise Refused(why_not(error)) from error
    draw.made_at, draw.state = _now(), Draw.State.OFFERED
    draw.options = [
        {
            "method": candidate.draw.method,
            "quality": asdict(candidate.draw.quality),
            "chart": as_lists(candidate.draw.chart),
            "start": as_lists(candidate.start),
        }
        for candidate in drawn
    ]
    draw.engine = drawn[0].draw.version
    if draw.candidates == 1:
        _adopt_candidate(draw, 0)
    draw.save()
    after = {"public_value": value, "seed": draw.seed, "candidates": draw.candidates}
    return Done({"draw": draw.version, "candidates": draw.candidates}, _audit_ref(draw), None, after, (PUBLIC, LIVE))


@action(
    "draw.choose",
    summary=gettext_lazy("Choose one of the candidates drawn"),
    roles=DRAWERS,
    subject="draw",
    states={**NEVER, Draw.State.OFFERED: Answer.ASKS},
)
def choose_candidate(call: Call, draw: Draw, *, candidate: int) -> Done:
    """Make the candidate (from 0) the draft; the record keeps the choice, its author and its reason."""
    if not 0 <= candidate < len(draw.options):
        raise Refused(_("There is no such candidate."), where="candidate")
    _adopt_candidate(draw, candidate)
    draw.chosen_by, draw.choice_reason = call.actor.name[:150], call.reason[:500]
    draw.save()
    after = {"candidate": candidate + 1, "candidates": draw.candidates, "method": draw.method}
    return Done({"draw": draw.version, **after}, _audit_ref(draw), None, after, (PUBLIC, LIVE))


def _refuse_other_program(draw: Draw, lines: Sequence[DrawNumber]) -> None:
    """Refuse if the program was updated: the terms name its version, and the draw would differ."""
    if draw.terms != _terms(draw, lines):
        message = _("The program was updated since the list was frozen: discard this draw and freeze the list anew.")
        raise Refused(message)


def _adopt_candidate(draw: Draw, candidate: int) -> None:
    """Make the candidate's chart the draw's; only the figures of all candidates are kept."""
    option = draw.options[candidate]
    draw.candidate, draw.state = candidate, Draw.State.DRAFT
    draw.method, draw.quality, draw.chart = option["method"], option["quality"], option["chart"]
    draw.start = option["start"]
    draw.options = [{name: kept[name] for name in ("method", "quality")} for kept in draw.options]


@action(
    "draw.swap",
    summary=gettext_lazy("Swap two players of a draft by hand"),
    roles=DRAWERS,
    subject="draw",
    states={**NEVER, Draw.State.DRAFT: Answer.SAFE},
)
def swap_players(call: Call, draw: Draw, *, session: int, one: int, other: int) -> Done:
    """Exchange the seats of two numbers of the chart in one session; the record keeps the change by hand."""
    if one == other:
        raise Refused(_("Choose two different players."), where="other")
    try:
        drawn = swapped(as_drawn(draw), entrants_now(draw), session, one, other)
    except DrawError as error:
        raise Refused(why_not(error)) from error
    before = draw.quality
    change: dict[str, Any] = {"session": session, "numbers": [one, other]}
    keep_drawn(call, draw, drawn, change)
    figures = {name: value for name, value in draw.quality.items() if before[name] != value}
    return Done({"quality": draw.quality}, _audit_ref(draw), {name: before[name] for name in figures}, change | figures)


@action(
    "draw.approve",
    summary=gettext_lazy("Approve a drawn chart"),
    roles=DRAWERS,
    subject="draw",
    states={**NEVER, Draw.State.DRAFT: Answer.SAFE},
)
def approve_draw(call: Call, draw: Draw) -> Done:
    """Approve the draft; from now on it cannot be changed."""
    return _set_state(draw, Draw.State.APPROVED, approved_at=_now(), approved_by=call.actor.name[:150])


@action(
    "draw.reopen",
    summary=gettext_lazy("Take the approval of a chart back"),
    roles=DRAWERS,
    subject="draw",
    states={**NEVER, Draw.State.APPROVED: Answer.ASKS},
)
def reopen_draw(call: Call, draw: Draw) -> Done:
    return _set_state(draw, Draw.State.DRAFT, approved_at=None, approved_by="")


@action(
    "draw.discard",
    summary=gettext_lazy("Discard a draw that is not released"),
    roles=DRAWERS,
    subject="draw",
    states=NEVER
    | dict.fromkeys([Draw.State.FROZEN, Draw.State.OFFERED, Draw.State.DRAFT, Draw.State.APPROVED], Answer.ASKS),
)
def discard_draw(call: Call, draw: Draw) -> Done:
    """Discard the draw, with a public reason; a new draw becomes the next version."""
    return _set_state(draw, Draw.State.DISCARDED, ended_at=_now(), reason=call.reason)


def close_draw(call: Call, draw: Draw, state: Draw.State) -> None:
    """Mark the draw as released, or as retracted for the call's reason; part of both actions in scoring."""
    draw.state = state
    if state == Draw.State.RELEASED:
        draw.released_at, draw.released_by = _now(), call.actor.name[:150]
    else:
        draw.ended_at, draw.reason = _now(), call.reason
    draw.save(update_fields=["state", "released_at", "released_by", "ended_at", "reason"])


def _set_state(draw: Draw, state: Draw.State, **columns: Any) -> Done:
    before, draw.state = draw.state, state
    for name, value in columns.items():
        setattr(draw, name, value)
    draw.save(update_fields=["state", *columns])
    return Done({"draw": draw.version, "state": str(state)}, _audit_ref(draw), before, str(state), (PUBLIC, LIVE))


def describe_line(call: Call, draw: Draw, entry: Entry) -> DrawNumber:
    """Return an unsaved line of the list for an entry, without number; by areas with the group's area."""
    line = _new_line(draw, entry, None)
    if draw.areas:
        # The name of an area consists of the names of its groups.
        line.region = next((area for area in draw.areas if line.region in area.split(" / ")), "")
    return line


def keep_drawn(call: Call, draw: Draw, drawn: Drawn, change: dict[str, Any]) -> None:
    """Store the draft after one more change by hand."""
    _keep_chart(draw, drawn)
    draw.changes = [*draw.changes, change]
    draw.save()


def _keep_chart(draw: Draw, drawn: Drawn) -> None:
    draw.method, draw.chart, draw.quality = drawn.method, as_lists(drawn.chart), asdict(drawn.quality)


def _audit_ref(draw: Draw) -> str:
    return f"draw:{draw.version}"


def _now() -> Any:
    return timezone.now().replace(microsecond=0)
