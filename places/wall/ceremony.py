"""The ceremony as an official steps it at the Desk or here: names of the step, and of no later one."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from common.actions import may
from places.live import fragment, live
from places.reading import Reading, reading
from scoring.models import Ceremony
from scoring.selectors.ceremony import Winners, ceremony_of, steps_of
from scoring.services.ceremony import step_ceremony


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
    """The names of the newest step big, the places of the same award that came before it, and nothing else."""
    found = ceremony_of(reader.event)
    context: dict[str, Any] = {"event": reader.event, "ceremony": found}
    if found is None or not found.shown:
        return render_to_string("wall/_ceremony_before.html", context)
    if found.over:
        given = [one for one in Winners(reader.event).given(frozen=True) if one.winners]
        return render_to_string("wall/_ceremony_over.html", context | {"given": given})
    return render_to_string("wall/_ceremony.html", context | _step(found, reader))


def _step(found: Ceremony, reader: Reading) -> dict[str, Any]:
    """The award and the place of the newest step, with the places shown before it."""
    given = Winners(reader.event).given(frozen=True)
    step = steps_of(given)[found.shown - 1]
    one = given[step.award]
    earlier = [winner for winner in one.winners if winner.place > step.place]
    return {"award": one.award, "place": step.place, "newest": one.at(step.place), "earlier": earlier}
