"""Drawing: the list is frozen, the seed committed and mixed, lots typed; the chart is looked at, mended, approved.

Releasing opens the tables' sheets and so stands in scoring (``scoring.draw_release.services.releasing``).
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

#: Who draws, approves, releases and takes back.
DRAWERS = [Role.Name.ORGANIZER, Role.Name.COMMITTEE, Role.Name.CHIEF_REFEREE]
#: Refused in every state of a draw; what an action allows is put over it.
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

    The seed will give ``count`` candidates. With ``areas`` (the name of a group -> the name of its area, of which there
    are four) everybody meets one of each area at every table. The answer holds the draw's version and, as far as they
    are known, the hash of the list and of the secret. With typed lots the list is complete, and hashed, once everybody
    has a lot.
    """
    draw = frozen_draw(call, event, sessions=sessions, lots=lots, count=count, areas=areas)
    after = {"players": draw.players, "sessions": sessions, "list_hash": draw.list_hash, "commitment": draw.commitment}
    after |= {"rule": draw.scheme, "candidates": count}
    return Done({"draw": draw.version, **after}, _about(draw), None, after, (PUBLIC, LIVE))


def frozen_draw(
    call: Call, event: Event, *, sessions: int, lots: str, count: int, areas: Mapping[str, str] | None
) -> Draw:
    """A new draw with its frozen list and committed secret, as ``freeze_list`` describes it; part of an action."""
    if against := against_freezing(event, sessions):
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
    lines = [_line(draw, entry, areas) for entry in entries]
    _refuse_no_areas(draw, lines)
    draw.save()
    if lots == Draw.Lots.SEED:
        for at, line in enumerate(lines, start=1):
            line.number = at
        _hash_list(draw, lines)
    DrawNumber.objects.bulk_create(lines)
    return draw


def _line(draw: Draw, entry: Entry, areas: Mapping[str, str] | None) -> DrawNumber:
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
    if without := [line.name for line in lines if not line.region]:
        raise Refused(_("These belong to none of the four areas: %(names)s.") % {"names": listed(without[:10])})
    if len({line.region for line in lines}) != 4:
        raise Refused(_("Exactly four areas are needed, each with players."), where="areas")


def _hash_list(draw: Draw, lines: Sequence[DrawNumber]) -> None:
    """Put the organizer's wishes into the list, by its numbers, hash it, and fix what the lots start from."""
    by_entry = {line.entry_id: line for line in lines}
    for line in lines:
        line.table, line.apart = None, []
    for wish in seat_wishes(draw.event):
        one, other = by_entry.get(wish.entry_id), by_entry.get(wish.other_id or 0)
        if one and other:
            one.apart = sorted({*one.apart, other.number})
        elif one and wish.table:
            if wish.table > -(-draw.players // 4):
                figures = {"table": wish.table, "name": one.name}
                raise Refused(_("There is no table %(table)d for %(name)s in this draw.") % figures)
            one.table = wish.table
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
    """Keep the lots typed so far: entry number -> lot (None: not drawn yet), and who drew for whom is absent (3.5.1).

    Entries that are not named keep what they have. Lots go from 1 to the number of players, each once.
    """
    if draw.lots != Draw.Lots.TYPED:
        raise Refused(_("The lots of this draw come from its seed."))
    lines = numbers_of(draw)
    before = _lots_of(lines)
    for line in lines:
        line.number = lots.get(line.entry.number, line.number)
        line.drawn_by = drawn_by.get(line.entry.number, line.drawn_by)
    _refuse_wrong_lots(draw, lines)
    # A number is unique at every moment, so that those that change places are let go first.
    draw.numbers.update(number=None)
    missing = sum(line.number is None for line in lines)
    draw.list_hash = draw.terms = ""
    _hash_list(draw, lines) if not missing else draw.save(update_fields=["list_hash", "terms"])
    DrawNumber.objects.bulk_update(lines, ["number", "drawn_by", "table", "apart"])
    return Done({"missing": missing}, _about(draw), before, _lots_of(lines))


def _lots_of(lines: Sequence[DrawNumber]) -> dict[str, str]:
    """Entry number -> lot, with who drew it for somebody absent."""
    drawn = {line.entry.number: (line.number, line.drawn_by) for line in lines if line.number or line.drawn_by}
    return {str(number): " · ".join(str(one) for one in values if one) for number, values in drawn.items()}


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
    """Mix secret, public value, list and terms into the seed and draw; nobody but officials sees what comes of it.

    One candidate is a draft at once; of several one is to be chosen. Without typed lots a value named in public is
    needed, with them the lots are such a value.
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
        found = candidates(entrants, draw.sessions, draw.seed, rule=draw.scheme, count=draw.candidates)
    except DrawError as error:
        raise Refused(why_not(error)) from error
    draw.made_at, draw.state = _now(), Draw.State.OFFERED
    draw.options = [
        {
            "method": one.draw.method,
            "quality": asdict(one.draw.quality),
            "chart": as_lists(one.draw.chart),
            "start": as_lists(one.start),
        }
        for one in found
    ]
    draw.engine = found[0].draw.version
    if draw.candidates == 1:
        _take(draw, 0)
    draw.save()
    after = {"public_value": value, "seed": draw.seed, "candidates": draw.candidates}
    return Done({"draw": draw.version, "candidates": draw.candidates}, _about(draw), None, after, (PUBLIC, LIVE))


@action(
    "draw.choose",
    summary=gettext_lazy("Choose one of the candidates drawn"),
    roles=DRAWERS,
    subject="draw",
    states={**NEVER, Draw.State.OFFERED: Answer.ASKS},
)
def choose_candidate(call: Call, draw: Draw, *, candidate: int) -> Done:
    """Make the candidate (from 0) the draft; that it was chosen, of how many, by whom and why stands in the record."""
    if not 0 <= candidate < len(draw.options):
        raise Refused(_("There is no such candidate."), where="candidate")
    _take(draw, candidate)
    draw.chosen_by, draw.choice_reason = call.actor.name[:150], call.reason[:500]
    draw.save()
    after = {"candidate": candidate + 1, "candidates": draw.candidates, "method": draw.method}
    return Done({"draw": draw.version, **after}, _about(draw), None, after, (PUBLIC, LIVE))


def _refuse_other_program(draw: Draw, lines: Sequence[DrawNumber]) -> None:
    """The terms name the program and its starts: after an update the draw would not be what was fixed."""
    if draw.terms != _terms(draw, lines):
        message = _("The program was updated since the list was frozen: discard this draw and freeze the list anew.")
        raise Refused(message)


def _take(draw: Draw, candidate: int) -> None:
    """The candidate's chart becomes the draw's; of all of them the figures stay."""
    option = draw.options[candidate]
    draw.candidate, draw.state = candidate, Draw.State.DRAFT
    draw.method, draw.quality, draw.chart = option["method"], option["quality"], option["chart"]
    draw.start = option["start"]
    draw.options = [{name: one[name] for name in ("method", "quality")} for one in draw.options]


@action(
    "draw.swap",
    summary=gettext_lazy("Swap two players of a draft by hand"),
    roles=DRAWERS,
    subject="draw",
    states={**NEVER, Draw.State.DRAFT: Answer.SAFE},
)
def swap_players(call: Call, draw: Draw, *, session: int, one: int, other: int) -> Done:
    """Exchange the seats of two numbers of the chart in one session; the record keeps that it was done by hand."""
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
    return Done({"quality": draw.quality}, _about(draw), {name: before[name] for name in figures}, change | figures)


@action(
    "draw.approve",
    summary=gettext_lazy("Approve a drawn chart"),
    roles=DRAWERS,
    subject="draw",
    states={**NEVER, Draw.State.DRAFT: Answer.SAFE},
)
def approve_draw(call: Call, draw: Draw) -> Done:
    """Approve the draft after a second look; from now on nobody changes it."""
    return _move(draw, Draw.State.APPROVED, approved_at=_now(), approved_by=call.actor.name[:150])


@action(
    "draw.reopen",
    summary=gettext_lazy("Take the approval of a chart back"),
    roles=DRAWERS,
    subject="draw",
    states={**NEVER, Draw.State.APPROVED: Answer.ASKS},
)
def reopen_draw(call: Call, draw: Draw) -> Done:
    """Make the approved chart a draft again."""
    return _move(draw, Draw.State.DRAFT, approved_at=None, approved_by="")


@action(
    "draw.discard",
    summary=gettext_lazy("Discard a draw that is not released"),
    roles=DRAWERS,
    subject="draw",
    states=NEVER
    | dict.fromkeys([Draw.State.FROZEN, Draw.State.OFFERED, Draw.State.DRAFT, Draw.State.APPROVED], Answer.ASKS),
)
def discard_draw(call: Call, draw: Draw) -> Done:
    """Put the draw away, with the reason, which everybody may read; a new one becomes the next version."""
    return _move(draw, Draw.State.DISCARDED, ended_at=_now(), reason=call.reason)


def close_draw(call: Call, draw: Draw, state: Draw.State) -> None:
    """Note that the draw was released, or taken back for the call's reason; part of both actions in scoring."""
    draw.state = state
    if state == Draw.State.RELEASED:
        draw.released_at, draw.released_by = _now(), call.actor.name[:150]
    else:
        draw.ended_at, draw.reason = _now(), call.reason
    draw.save(update_fields=["state", "released_at", "released_by", "ended_at", "reason"])


def _move(draw: Draw, state: Draw.State, **columns: Any) -> Done:
    before, draw.state = draw.state, state
    for name, value in columns.items():
        setattr(draw, name, value)
    draw.save(update_fields=["state", *columns])
    return Done({"draw": draw.version, "state": str(state)}, _about(draw), before, str(state), (PUBLIC, LIVE))


def describe_line(call: Call, draw: Draw, entry: Entry) -> DrawNumber:
    """A line of the list for an entry, not saved and without number; by areas the group's area is taken over."""
    line = _line(draw, entry, None)
    if draw.areas:
        # An area's name is that of its groups.
        line.region = next((area for area in draw.areas if line.region in area.split(" / ")), "")
    return line


def keep_drawn(call: Call, draw: Draw, drawn: Drawn, change: dict[str, Any]) -> None:
    """Keep the draft as it is after one more change by hand."""
    _keep_chart(draw, drawn)
    draw.changes = [*draw.changes, change]
    draw.save()


def _keep_chart(draw: Draw, drawn: Drawn) -> None:
    draw.method, draw.chart, draw.quality = drawn.method, as_lists(drawn.chart), asdict(drawn.quality)


def _about(draw: Draw) -> str:
    return f"draw:{draw.version}"


def _now() -> Any:
    return timezone.now().replace(microsecond=0)
