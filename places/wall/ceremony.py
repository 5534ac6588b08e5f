"""The ceremony as an official steps it at the Desk or here: names of the step, and of no later one."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from common.actions import may
from places.live import fragment, live
from places.reading import Reading, reading
from scoring.models import Ceremony
from scoring.rules.ceremony import Step
from scoring.selectors.ceremony import Given, Winners, ceremony_of, held_back, steps_of
from scoring.services.ceremony import step_ceremony

#: So many lines, awards and who has them, stand below one another on a screen at the end; more go on in one line.
LINES = 20


def ceremony(request: HttpRequest, slug: str) -> HttpResponse:
    """The screen; whoever may step has the keys on it too."""
    reader = reading(request, slug)
    context = {
        "reader": reader,
        "live": live(request, reader, "wall-ceremony"),
        "steps": may(reader.actor, step_ceremony, reader.event.head),
        "ceremony": ceremony_of(reader.event),
    }
    return render(request, "wall/ceremony.html", context)


def _version(reader: Reading) -> str:
    found = ceremony_of(reader.event)
    return f"{found.pk}.{found.shown}" if found else ""


@fragment("wall-ceremony", beside=_version, alone=True)
def ceremony_fragment(request: HttpRequest, reader: Reading) -> str:
    """The names of the newest step big, the places of the same award that came before it, and nothing else.

    Where a winner's team is no more, the steps are others than those that were begun: nobody is named.
    """
    found = ceremony_of(reader.event)
    context: dict[str, Any] = {"event": reader.event, "ceremony": found}
    if found is None or not found.shown or _taken_back(found, reader):
        return render_to_string("wall/_ceremony_before.html", context)
    given = [one for one in Winners(reader.event).given(frozen=True) if one.winners]
    if found.over:
        many = sum(1 + len(one.winners) for one in given) > LINES
        return render_to_string("wall/_ceremony_over.html", context | {"given": given, "many": many})
    steps = steps_of(given)
    if len(steps) + 1 != found.steps:
        return render_to_string("wall/_ceremony_before.html", context)
    return render_to_string("wall/_ceremony.html", context | _step(given, steps[found.shown - 1]))


def _taken_back(found: Ceremony, reader: Reading) -> bool:
    """Whether the release that ended the ceremony was taken back; a rehearsal's never came."""
    return found.over and not reader.event.rehearsal and held_back(reader.event) is not None


def _step(given: Sequence[Given], step: Step) -> dict[str, Any]:
    """The award and the place of the newest step, with the places shown before it."""
    one = given[step.award]
    earlier = [winner for winner in one.winners if winner.place > step.place]
    return {"award": one.award, "place": step.place, "newest": one.at(step.place), "earlier": earlier}
