"""Freeze the list for a draw: its entrants, the committed secret, and the hash of the list."""

import secrets
from collections.abc import Mapping, Sequence

from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import LIVE, PUBLIC, ActionContext, Done, action
from common.actions.errors import Refused
from common.i18n.wording import listed
from tournament.draws.models.draws import Draw, DrawNumber
from tournament.draws.rules import AREAS, Entrant
from tournament.draws.rules.how import RuleKind
from tournament.draws.rules.lots.pooled import rule_for
from tournament.draws.rules.records import digest, list_text, terms_text
from tournament.draws.rules.types import DrawError
from tournament.draws.selectors.draws import against_freezing, drawable_entries, first_pools, list_lines, seat_wishes
from tournament.draws.selectors.impossible import why_not
from tournament.draws.services.shared import DRAWERS, audit_ref, now_to_the_second
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.stages import Stage


@action("draw.freeze", summary=gettext_lazy("Freeze the list for a draw"), roles=DRAWERS, subject="event")
def freeze_list(
    context: ActionContext,
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
    draw = create_frozen_draw(context, event, sessions=sessions, lots=lots, count=count, areas=areas)
    after = {"players": draw.players, "sessions": sessions, "list_hash": draw.list_hash, "commitment": draw.commitment}
    after |= {"rule": draw.scheme, "candidates": count}
    return Done({"draw": draw.version, **after}, audit_ref(draw), None, after, (PUBLIC, LIVE))


def create_frozen_draw(
    context: ActionContext, event: Event, *, sessions: int, lots: str, count: int, areas: Mapping[str, str] | None
) -> Draw:
    """Create a draw with its frozen list and committed secret, as ``freeze_list`` describes; part of an action."""
    against = against_freezing(event, sessions)
    if against:
        raise Refused(against)
    if areas and first_pools(event):
        raise Refused(_("The format has pools: a draw by areas is not possible. Change one of them."), where="areas")
    entries = list(drawable_entries(event))
    last = event.draws.aggregate(last=Max("version"))["last"] or 0
    secret = secrets.token_hex(32)
    draw = Draw(
        event=event,
        version=last + 1,
        lots=lots,
        areas=sorted(set(areas.values())) if areas else [],
        candidates=count,
        players=len(entries),
        sessions=sessions,
        secret=secret,
        commitment=digest(secret),
        frozen_at=now_to_the_second(),
    )
    lines = [_new_line(draw, entry, areas) for entry in entries]
    draw.scheme = _scheme(draw, lines)
    _refuse_no_areas(draw, lines)
    draw.save()
    if lots == Draw.Lots.SEED:
        for number, line in enumerate(lines, start=1):
            line.number = number
        hash_list(context, draw, lines)
    DrawNumber.objects.bulk_create(lines)
    return draw


def _scheme(draw: Draw, lines: Sequence[DrawNumber]) -> str:
    """Return the rule of the draw: by areas, in the pools of the first stage, or everybody together."""
    stage = first_pools(draw.event)
    if stage is None or stage.pools is None:
        return Draw.Scheme.AREAS if draw.areas else Draw.Scheme.APART
    plain = stage.pooling == Stage.Pooling.SNAKE and stage.compatriots_may_meet
    kind: RuleKind = "plain" if plain else Stage.Pooling(stage.pooling).value  # type: ignore[assignment]
    entrants = [Entrant(number, line.team) for number, line in enumerate(lines, start=1)]
    try:
        return str(rule_for(entrants, stage.pools, kind, teams=stage.pool_teams))
    except DrawError as error:
        raise Refused(why_not(error)) from error


def describe_line(draw: Draw, entry: Entry) -> DrawNumber:
    """Return an unsaved line of the list for an entry, without number; by areas with the group's area."""
    line = _new_line(draw, entry, None)
    if draw.areas:
        # The name of an area consists of the names of its groups.
        line.region = next((area for area in draw.areas if line.region in area.split(" / ")), "")
    return line


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


def hash_list(_context: ActionContext, draw: Draw, lines: Sequence[DrawNumber]) -> None:
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
    draw.list_hash, draw.terms = digest(list_text(list_lines(lines))), terms_of(draw, lines)
    draw.save(update_fields=["list_hash", "terms"])


def terms_of(draw: Draw, lines: Sequence[DrawNumber]) -> str:
    """Return what the seed rests on besides secret and value; raise Refused if no draw can satisfy the wishes."""
    try:
        return terms_text(list_lines(lines), draw.sessions, draw.scheme, draw.candidates)
    except DrawError as error:
        raise Refused(why_not(error)) from error
