"""Awards and the ceremony: arranging them, choosing who has one, beginning, stepping, ending.

No version of the event rises by a step: what shows the ceremony asks for it itself. The last step releases the session
that was held back, and with that everything is public.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import Call, Done, action
from common.actions.errors import Refused
from common.actions.merging import fields_to_write
from scoring.display.models.ceremonies import Award, AwardWinner, Ceremony
from scoring.display.selectors.ceremony import (
    Winners,
    against_beginning,
    best_hands,
    ceremony_of,
    held_back,
    plain_winners,
    steps_of,
)
from scoring.releases.services.releasing import RELEASERS, release_within
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.people.services.checking import check_row

#: What an official may ask for.
MOVES = ("next", "back")
#: Who has an award, as plain data: "place", a player's "number", "note".
Chosen = Mapping[str, Any]


@action("award.add", summary=gettext_lazy("Add an award"), roles=RELEASERS, subject="event")
def add_award(call: Call, event: Event, *, kind: str, title: str = "", places: int = 3) -> Done:
    """Add an award at the end of the ceremony. The answer holds its ``award`` id."""
    _refuse_begun(event)
    award = _added(call, event, kind, title, places)
    return Done({"award": award.pk}, _about(award), None, _said(award), raises=())


@action("award.usual", summary=gettext_lazy("Add the usual awards"), roles=RELEASERS, subject="event")
def add_usual_awards(call: Call, event: Event) -> Done:
    """Add what most ceremonies have, in their order, as far as it is not there: best hand, groups, teams, players.

    The best hand is given to whoever won it by the sheets.
    """
    _refuse_begun(event)
    there = set(event.awards.values_list("kind", flat=True))
    wanted = {Award.Kind.BEST_HAND: 1}
    wanted |= {Award.Kind.GROUPS: 3} if event.groups.exists() else {}
    wanted |= {Award.Kind.TEAMS: 3} if event.teams.exists() else {}
    wanted |= {Award.Kind.INDIVIDUAL: 3}
    added = [_added(call, event, kind, "", places) for kind, places in wanted.items() if kind not in there]
    for award in added:
        if award.kind == Award.Kind.BEST_HAND:
            _give(award, _best(event))
    after = {"awards": [award.kind for award in added]}
    return Done({"awards": len(added)}, f"event:{event.slug}", None, after, raises=(), changed=bool(added))


@action("award.change", summary=gettext_lazy("Change an award"), roles=RELEASERS, subject="award")
def change_award(
    call: Call,
    award: Award,
    *,
    title: str,
    places: int,
    winners: Sequence[Chosen] | None = None,
    base: Mapping[str, Any] | None = None,
) -> Done:
    """Write an award anew, of one that is chosen by hand its ``winners`` too; ``base``: what the form showed.

    Raises Conflict where somebody else changed the same.
    """
    _refuse_begun(award.event)
    before = _whole(award)
    mine: dict[str, Any] = {"title": title, "places": places}
    mine["winners"] = before["winners"] if winners is None or award.ranked else [dict(one) for one in winners]
    changed = fields_to_write(base or {}, mine, before)
    wanted = {key: mine[key] if key in changed else before[key] for key in mine}
    if wanted != before:
        award.title, award.places = wanted["title"], wanted["places"]
        _check(call, award)
        award.save()
        if not award.ranked:
            _give(award, wanted["winners"])
    told, now = _audited(before), _audited(wanted)
    return Done({"award": award.pk}, _about(award), told, now, raises=(), changed=before != wanted)


@action("award.move", summary=gettext_lazy("Move an award"), roles=RELEASERS, subject="award")
def move_award(call: Call, award: Award, *, place: int) -> Done:
    """Put the award at a place of the ceremony, from 1; beyond its end is the end."""
    _refuse_begun(award.event)
    awards = list(award.event.awards.order_by("order"))
    before = awards.index(award) + 1
    awards.remove(award)
    after = min(max(place, 1), len(awards) + 1)
    awards.insert(after - 1, award)
    if before != after:
        # The list never has one order twice, not even for a moment: above all that there are, then from 1.
        for start in (max(one.order for one in awards) + 1, 1):
            for order, one in enumerate(awards, start=start):
                one.order = order
                one.save(update_fields=["order"])
    return Done(
        {"award": award.pk}, _about(award), {"place": before}, {"place": after}, raises=(), changed=before != after
    )


@action("award.remove", summary=gettext_lazy("Take an award away"), roles=RELEASERS, subject="award")
def remove_award(call: Call, award: Award) -> Done:
    """Take the award away with who was chosen for it."""
    _refuse_begun(award.event)
    done = Done({}, _about(award), _said(award), None, raises=())
    award.delete()
    return done


@action("ceremony.begin", summary=gettext_lazy("Begin the ceremony"), roles=RELEASERS, subject="event")
def begin_ceremony(call: Call, event: Event) -> Done:
    """Let the Wall announce the ceremony, and no name yet; who has the first places is kept as it stands now.

    What stood before begins anew, unless it is over.
    """
    if against := against_beginning(event):
        raise Refused(against)
    _refuse_over(event)
    found = Winners(event).given()
    rows = {"player": event.entries, "team": event.teams, "group": event.groups}
    ids = {kind: dict(query.values_list("number", "pk")) for kind, query in rows.items()}
    for given in found:
        if given.award.ranked:
            given.award.winners.all().delete()
            AwardWinner.objects.bulk_create(
                AwardWinner(
                    award=given.award,
                    place=one.place,
                    **{f"{'entry' if one.kind == 'player' else one.kind}_id": ids[one.kind][one.number]},
                )
                for one in given.winners
            )
    steps = len(steps_of(found)) + 1
    if steps == 1:
        raise Refused(_("Nobody has an award yet."))
    Ceremony.objects.filter(event=event).delete()
    Ceremony.objects.create(event=event, steps=steps, begun_at=timezone.now().replace(microsecond=0))
    return Done(_answer(0, steps), f"event:{event.slug}", None, {"steps_shown": 0}, raises=())


@action("ceremony.step", summary=gettext_lazy("Step the ceremony"), roles=RELEASERS, subject="event")
def step_ceremony(call: Call, event: Event, *, move: str, seen: int) -> Done:
    """Show the next step's names ("next") or hide the last ones ("back").

    ``seen`` is how many steps were shown when the official decided; where another step came before, nothing moves, so
    that two windows never jump twice. The last step releases the session that was held back; what is public stays so.
    """
    ceremony = ceremony_of(event)
    if ceremony is None:
        raise Refused(_("The ceremony has not begun; begin it first."))
    if move not in MOVES:
        raise Refused(_("There is no such step."))
    before, about = ceremony.shown, f"event:{event.slug}"
    to = before + {"next": 1, "back": -1}[move]
    if seen != before or not 0 <= to <= ceremony.steps:
        return Done(_answer(before, ceremony.steps), about, changed=False)
    if ceremony.over:
        raise Refused(_("The ceremony is over: everything is public."))
    ceremony.shown = to
    ceremony.save(update_fields=["shown"])
    released = _release_held_back(call, event) if ceremony.over else None
    after = {"steps_shown": to} | (released.answer if released else {})
    raises = released.raises if released else ()
    return Done(_answer(to, ceremony.steps), about, {"steps_shown": before}, after, raises=raises)


@action("ceremony.end", summary=gettext_lazy("End the ceremony before its last step"), roles=RELEASERS, subject="event")
def end_ceremony(call: Call, event: Event) -> Done:
    """Let the Wall show nothing of the ceremony any more; nothing is released by it."""
    _refuse_over(event)
    ended, _kinds = Ceremony.objects.filter(event=event).delete()
    AwardWinner.objects.filter(award__event=event, award__kind__in=Award.RANKED).delete()
    return Done({}, f"event:{event.slug}", {"steps_shown": True}, None, raises=(), changed=bool(ended))


def write_awards(call: Call, event: Event, document: Mapping[str, Any]) -> None:
    """Write the awards of a checked event file, and who was chosen; part of importing an event."""
    for found in document.get("awards", []):
        award = _added(call, event, found["kind"], found.get("title", ""), found.get("places", 3))
        _give(award, found.get("winners", []))


def _release_held_back(call: Call, event: Event) -> Done | None:
    """Release the session that was held back, if there is one; a rehearsal's results are never released."""
    session = held_back(event)
    if session is None or event.rehearsal:
        return None
    locked = Session.objects.select_for_update(of=("self",)).get(pk=session.pk)
    locked.event = event
    return release_within(call, locked)


def _added(call: Call, event: Event, kind: str, title: str, places: int) -> Award:
    last = event.awards.aggregate(last=Max("order"))["last"] or 0
    if event.awards.count() >= Award.MOST:
        raise Refused(_("A ceremony has at most %(most)d awards.") % {"most": Award.MOST})
    award = Award(event=event, order=last + 1, kind=kind, title=title, places=places)
    _check(call, award)
    award.save()
    return award


def _check(call: Call, award: Award) -> None:
    if award.kind == Award.Kind.OWN and not award.title:
        raise Refused(_("An own award needs a title."), where="title")
    check_row(call, award)


def _give(award: Award, winners: Sequence[Chosen]) -> None:
    """The award's winners as they were chosen, each player once."""
    entries = {
        entry.number: entry for entry in award.event.entries.filter(number__in=[one["number"] for one in winners])
    }
    if len(entries) < len(winners):
        raise Refused(_("Choose each player once."), where="winners")
    if any(not 1 <= one.get("place", 1) <= award.places for one in winners):
        raise Refused(_("The award has %(places)d places.") % {"places": award.places}, where="winners")
    award.winners.all().delete()
    AwardWinner.objects.bulk_create(
        AwardWinner(award=award, place=one.get("place", 1), entry=entries[one["number"]], note=one.get("note", ""))
        for one in winners
    )


def _best(event: Event) -> list[dict[str, Any]]:
    """Whoever won the best hand by the sheets, each once."""
    hands = best_hands(event)
    best = {hand.entry.number: hand for hand in reversed(hands) if hand.points == hands[0].points}
    return [{"place": 1, "number": number, "note": str(hand.points)} for number, hand in sorted(best.items())]


def _whole(award: Award) -> dict[str, Any]:
    return {"title": award.title, "places": award.places, "winners": [] if award.ranked else plain_winners(award)}


def _told(winners: Sequence[Chosen]) -> list[str]:
    """Who was chosen, as the audit keeps it."""
    return [f"{one.get('place', 1)}: {one['number']} {one.get('note', '')}".strip() for one in winners]


def _audited(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of an award as the audit keeps them."""
    return {
        "title": values["title"],
        "award_places": values["places"],
        "winners": _told(values["winners"]),
    }


def _said(award: Award) -> dict[str, Any]:
    return {"award": award.kind, "name": award.title, "award_places": award.places}


def _answer(shown: int, steps: int) -> dict[str, Any]:
    return {"shown": shown, "steps": steps}


def _about(award: Award) -> str:
    return f"award:{award.title or award.kind}"


def _refuse_begun(event: Event) -> None:
    if ceremony_of(event) is not None:
        raise Refused(_("The ceremony has begun; end it first to change the awards."))


def _refuse_over(event: Event) -> None:
    """After the last step nothing is begun or ended, unless the release was taken back (or is none: a rehearsal)."""
    ceremony = ceremony_of(event)
    if ceremony is not None and ceremony.over and held_back(event) is None:
        raise Refused(_("The ceremony is over: everything is public."))
