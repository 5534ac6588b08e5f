"""Arrange awards and choose their winners."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import ActionContext, Done, action
from common.actions.errors import Refused
from common.actions.merging import fields_to_write
from scoring.display.models.ceremonies import Award, AwardWinner
from scoring.display.selectors.awards import plain_winners
from scoring.display.selectors.best_hands import best_hands
from scoring.display.selectors.ceremony import ceremony_of
from scoring.releases.services.releasing import RELEASERS
from tournament.events.models.events import Event
from tournament.events.services.ordered_rows import move_row
from tournament.people.services.checking import check_row

#: A chosen winner as plain data: "place", the player's "number", "note".
Chosen = Mapping[str, Any]


@action("award.add", summary=gettext_lazy("Add an award"), roles=RELEASERS, subject="event")
def add_award(_context: ActionContext, event: Event, *, kind: str, title: str = "", places: int = 3) -> Done:
    """Add an award at the end of the ceremony. Refused once it has begun. The answer: ``award``, its id."""
    _refuse_begun(event)
    award = _add_award(event, kind, title, places)
    return Done({"award": award.pk}, _audit_subject(award), None, _audit_values(award), raises=())


@action("award.usual", summary=gettext_lazy("Add the usual awards"), roles=RELEASERS, subject="event")
def add_usual_awards(_context: ActionContext, event: Event) -> Done:
    """Add the usual awards that are missing, in their order: best hand, groups, teams, players.

    The winner of the best hand is taken from the sheets. The answer: ``awards``, how many were added.
    """
    _refuse_begun(event)
    existing = set(event.awards.values_list("kind", flat=True))
    wanted = {Award.Kind.BEST_HAND: 1}
    wanted |= {Award.Kind.GROUPS: 3} if event.groups.exists() else {}
    wanted |= {Award.Kind.TEAMS: 3} if event.teams.exists() else {}
    wanted |= {Award.Kind.INDIVIDUAL: 3}
    added = [_add_award(event, kind, "", places) for kind, places in wanted.items() if kind not in existing]
    for award in added:
        if award.kind == Award.Kind.BEST_HAND:
            _put_winners(award, _best_hand_winners(event))
    after = {"awards": [award.kind for award in added]}
    return Done({"awards": len(added)}, f"event:{event.slug}", None, after, raises=(), changed=bool(added))


@action("award.change", summary=gettext_lazy("Change an award"), roles=RELEASERS, subject="award")
def change_award(
    _context: ActionContext,
    award: Award,
    *,
    title: str,
    places: int,
    winners: Sequence[Chosen] | None = None,
    base: Mapping[str, Any] | None = None,
) -> Done:
    """Change an award, and its ``winners`` if they are chosen by hand; ``base``: the values that the form showed.

    Raises Conflict where another person changed the same value since (optimistic locking).
    """
    _refuse_begun(award.event)
    before = _plain_award(award)
    mine: dict[str, Any] = {"title": title, "places": places}
    mine["winners"] = before["winners"] if winners is None or award.ranked else [dict(winner) for winner in winners]
    changed = fields_to_write(base or {}, mine, before)
    wanted = {key: mine[key] if key in changed else before[key] for key in mine}
    if wanted != before:
        award.title, award.places = wanted["title"], wanted["places"]
        _check(award)
        award.save()
        if not award.ranked:
            _put_winners(award, wanted["winners"])
    return Done(
        {"award": award.pk},
        _audit_subject(award),
        _audit_change(before),
        _audit_change(wanted),
        raises=(),
        changed=before != wanted,
    )


@action("award.move", summary=gettext_lazy("Move an award"), roles=RELEASERS, subject="award")
def move_award(context: ActionContext, award: Award, *, place: int) -> Done:
    """Move the award to a position of the ceremony (1 = first); a position beyond the end is the end."""
    _refuse_begun(award.event)
    before, after = move_row(context, award.event.awards.all(), award, place)
    subject = _audit_subject(award)
    changed = before != after
    return Done({"award": award.pk}, subject, {"place": before}, {"place": after}, raises=(), changed=changed)


@action("award.remove", summary=gettext_lazy("Remove an award"), roles=RELEASERS, subject="award")
def remove_award(_context: ActionContext, award: Award) -> Done:
    """Delete the award and its winners. Refused once the ceremony has begun."""
    _refuse_begun(award.event)
    done = Done({}, _audit_subject(award), _audit_values(award), None, raises=())
    award.delete()
    return done


def write_awards(_context: ActionContext, event: Event, document: Mapping[str, Any]) -> None:
    """Write the awards and chosen winners of a checked event file."""
    for described in document.get("awards", []):
        award = _add_award(event, described["kind"], described.get("title", ""), described.get("places", 3))
        _put_winners(award, described.get("winners", []))


def _add_award(event: Event, kind: str, title: str, places: int) -> Award:
    last = event.awards.aggregate(last=Max("order"))["last"] or 0
    if event.awards.count() >= Award.MOST:
        raise Refused(_("A ceremony has at most %(most)d awards.") % {"most": Award.MOST})
    award = Award(event=event, order=last + 1, kind=kind, title=title, places=places)
    _check(award)
    award.save()
    return award


def _check(award: Award) -> None:
    if award.kind == Award.Kind.OWN and not award.title:
        raise Refused(_("A custom award needs a title."), where="title")
    check_row(award)


def _put_winners(award: Award, winners: Sequence[Chosen]) -> None:
    """Store the chosen winners of an award; Refused for a player twice or a place that the award does not have."""
    numbers = [winner["number"] for winner in winners]
    entries = {entry.number: entry for entry in award.event.entries.filter(number__in=numbers)}
    if len(entries) < len(winners):
        raise Refused(_("Choose each player once."), where="winners")
    if any(not 1 <= winner.get("place", 1) <= award.places for winner in winners):
        raise Refused(_("The award has %(places)d places.") % {"places": award.places}, where="winners")
    award.winners.all().delete()
    AwardWinner.objects.bulk_create(
        AwardWinner(
            award=award,
            place=winner.get("place", 1),
            entry=entries[winner["number"]],
            note=winner.get("note", ""),
        )
        for winner in winners
    )


def _best_hand_winners(event: Event) -> list[dict[str, Any]]:
    """Return the winners of the best hand on the sheets, each once."""
    hands = best_hands(event)
    best = {hand.entry.number: hand for hand in reversed(hands) if hand.points == hands[0].points}
    return [{"place": 1, "number": number, "note": str(hand.points)} for number, hand in sorted(best.items())]


def _plain_award(award: Award) -> dict[str, Any]:
    return {"title": award.title, "places": award.places, "winners": [] if award.ranked else plain_winners(award)}


def _winner_texts(winners: Sequence[Chosen]) -> list[str]:
    """Return the chosen winners as text for the audit log."""
    return [f"{winner.get('place', 1)}: {winner['number']} {winner.get('note', '')}".strip() for winner in winners]


def _audit_change(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of an award for the audit log."""
    return {
        "title": values["title"],
        "award_places": values["places"],
        "winners": _winner_texts(values["winners"]),
    }


def _audit_values(award: Award) -> dict[str, Any]:
    return {"award": award.kind, "name": award.title, "award_places": award.places}


def _audit_subject(award: Award) -> str:
    return f"award:{award.title or award.kind}"


def _refuse_begun(event: Event) -> None:
    if ceremony_of(event) is not None:
        raise Refused(_("The ceremony has begun; end it first to change the awards."))
