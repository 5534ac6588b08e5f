"""Begin, step and end the ceremony.

A step raises no version of the event: pages that show the ceremony poll it. The last step releases the session that
was held back, which makes all results public.
"""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import ActionContext, Done, action
from common.actions.errors import Refused
from scoring.display.models.ceremonies import Award, AwardWinner, Ceremony
from scoring.display.selectors.ceremony import against_beginning, ceremony_of, held_back, steps_of
from scoring.display.selectors.winners import Winner, Winners
from scoring.releases.services.releasing import RELEASERS, release_within
from tournament.events.models.events import Event
from tournament.events.models.stages import Session

#: The moves of a ceremony.
MOVES = ("next", "back")


@action("ceremony.begin", summary=gettext_lazy("Begin the ceremony"), roles=RELEASERS, subject="event")
def begin_ceremony(_context: ActionContext, event: Event) -> Done:
    """Begin the ceremony: the Wall announces it without names, and the winners of rankings are stored as a snapshot.

    A ceremony in progress starts again. Refused: as by `against_beginning`, a ceremony that is over, and awards without
    winners. The answer: ``shown`` and ``steps``.
    """
    against = against_beginning(event)
    if against:
        raise Refused(against)
    _refuse_over(event)
    awards = Winners(event).awards_with_winners()
    rows = {"player": event.entries, "team": event.teams, "group": event.groups}
    ids = {kind: dict(query.values_list("number", "pk")) for kind, query in rows.items()}
    for listed in awards:
        if listed.award.ranked:
            listed.award.winners.all().delete()
            AwardWinner.objects.bulk_create(_snapshot(listed.award, winner, ids) for winner in listed.winners)
    steps = len(steps_of(awards)) + 1
    if steps == 1:
        raise Refused(_("No award has a winner yet."))
    Ceremony.objects.filter(event=event).delete()
    Ceremony.objects.create(event=event, steps=steps, begun_at=timezone.now().replace(microsecond=0))
    return Done(_answer(0, steps), f"event:{event.slug}", None, {"steps_shown": 0}, raises=())


@action("ceremony.step", summary=gettext_lazy("Go to another step of the ceremony"), roles=RELEASERS, subject="event")
def step_ceremony(context: ActionContext, event: Event, *, move: str, seen: int) -> Done:
    """Show the next step's names ("next") or hide the last ones ("back").

    ``seen``: how many steps the official saw. If another step came first, nothing changes, so that two windows never
    step twice. The last step releases the session that was held back. Refused: no ceremony, an unknown move, a
    ceremony that is over. The answer: ``shown`` and ``steps``.
    """
    ceremony = ceremony_of(event)
    if ceremony is None:
        raise Refused(_("The ceremony has not begun. Begin it first."))
    if move not in MOVES:
        raise Refused(_("There is no such step."))
    before = ceremony.shown
    target = f"event:{event.slug}"
    shown = before + {"next": 1, "back": -1}[move]
    if seen != before or not 0 <= shown <= ceremony.steps:
        return Done(_answer(before, ceremony.steps), target, changed=False)
    if ceremony.over:
        raise Refused(_("The ceremony is over: everything is public."))
    ceremony.shown = shown
    ceremony.save(update_fields=["shown"])
    released = _release_held_back(context, event) if ceremony.over else None
    after = {"steps_shown": shown} | (released.answer if released else {})
    raises = released.raises if released else ()
    return Done(_answer(shown, ceremony.steps), target, {"steps_shown": before}, after, raises=raises)


@action("ceremony.end", summary=gettext_lazy("End the ceremony before its last step"), roles=RELEASERS, subject="event")
def end_ceremony(_context: ActionContext, event: Event) -> Done:
    """End the ceremony without releasing results; the Wall stops showing it. Refused if it is over."""
    _refuse_over(event)
    ended, _kinds = Ceremony.objects.filter(event=event).delete()
    AwardWinner.objects.filter(award__event=event, award__kind__in=Award.RANKED).delete()
    return Done({}, f"event:{event.slug}", {"steps_shown": True}, None, raises=(), changed=bool(ended))


def _snapshot(award: Award, winner: Winner, ids: Mapping[str, Mapping[int, int]]) -> AwardWinner:
    """Return the row of a ranking's winner, not stored yet; ``ids``: kind -> number -> id."""
    column = "entry_id" if winner.kind == "player" else f"{winner.kind}_id"
    reference = {column: ids[winner.kind][winner.number]}
    return AwardWinner(award=award, place=winner.place, **reference)


def _release_held_back(context: ActionContext, event: Event) -> Done | None:
    """Release the session that was held back, if there is one; a rehearsal's results are never released."""
    session = held_back(event)
    if session is None or event.rehearsal:
        return None
    locked = Session.objects.select_for_update(of=("self",)).get(pk=session.pk)
    locked.event = event
    return release_within(context, locked)


def _answer(shown: int, steps: int) -> dict[str, Any]:
    return {"shown": shown, "steps": steps}


def _refuse_over(event: Event) -> None:
    """Raise Refused after the last step, unless the release was retracted (or the event is a rehearsal)."""
    ceremony = ceremony_of(event)
    if ceremony is not None and ceremony.over and held_back(event) is None:
        raise Refused(_("The ceremony is over: everything is public."))
