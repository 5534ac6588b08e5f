"""The draft of a session by standings: everything on one screen, and its release; withdrawing a released one."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.draw_release.selectors.played import session_begun
from scoring.formats.selectors.fields import EMPTY, CannotDraw
from scoring.formats.selectors.session_draws import SessionDraft, draft_of, last_seated
from scoring.formats.services.session_draws import release_session_draw, retract_session_draw
from tournament.draws.models.session_draws import SessionDraw
from tournament.events.models.events import Event
from tournament.events.models.tables import SeatChoices
from web.desk.results.sessions import ReleaseForm
from web.shared.access import event_desk, signed_in
from web.shared.forms.fields import ConfirmForm
from web.shared.forms.writing import NOT_DONE, show, write


@signed_in
def session(request: HttpRequest, slug: str, session: int) -> HttpResponse:
    """Show the draft of a session, and release it; afterwards show what was released."""
    desk = event_desk(request, slug)
    desk.require(desk.may_draw)
    if not 1 <= session <= desk.event.planned_sessions:
        raise Http404
    form = ReleaseForm(request, ask_password=True)
    digest = request.POST.get("digest", "")[:64]
    written = NOT_DONE
    if request.method == "POST":
        written = write(request, form, release_session_draw, desk.actor, desk.event, session=session, digest=digest)
    if written.done:
        messages.success(
            request, _("Session %(session)d is drawn and released. Everybody can see the seats.") % written.answer
        )
        return redirect("desk:format-session", slug, session)
    released = desk.event.session_draws.filter(session=session, state=SessionDraw.State.RELEASED).first()
    context: dict[str, Any] = {"desk": desk, "session": session, "released": released, "draft": None, "against": ""}
    context["begun"] = session_begun(desk.event, session)
    if not (released and context["begun"]):
        try:
            context |= _draft_context(desk.event, draft_of(desk.event, session), released)
        except CannotDraw as error:
            context["against"] = str(error)
    if released and context["draft"] is None:
        context["tables"] = _named(desk.event, released.tables, {})
    context["last"] = session == last_seated(desk.event)
    return show(request, "desk/formats/session.html", form, **context)


def _draft_context(event: Event, draft: SessionDraft, released: SessionDraw | None) -> dict[str, Any]:
    """Return the draft for the page; if it is what was released already, only its tables."""
    rematches: dict[int, list[str]] = {}
    names = _names(event)
    for table, first, second in draft.rematches:
        if first < EMPTY and second < EMPTY:
            rematches.setdefault(table, []).append(f"{names.get(first, first)} – {names.get(second, second)}")
    tables = _named(event, draft.tables, rematches)
    if released and released.digest == draft.digest:
        return {"tables": tables}
    before = {number: at for at, four in enumerate(released.tables if released else [], start=1) for number in four}
    moved = [number for at, four in enumerate(draft.tables, start=1) for number in four if before.get(number, at) != at]
    vectors = [part.result["vector"] for part in draft.parts if part.result.get("vector")]
    floats = sum(part["value"] for vector in vectors for part in vector if part["what"] == "outside_score_group")
    return {
        "draft": draft,
        "tables": tables,
        "rematches": sum(len(pairs) for pairs in rematches.values()),
        "floats": floats,
        "proved": all(part.result.get("proved", True) for part in draft.parts),
        "moved": len(moved),
        "stages": [part.field.stage for part in draft.parts if part.field.new],
        "seed": " · ".join(part.result["seed"][:12] for part in draft.parts),
    }


def _names(event: Event) -> dict[int, str]:
    return dict(event.entries.values_list("number", "name"))


def _named(event: Event, tables: list[list[int]], rematches: dict[int, list[str]]) -> list[dict[str, Any]]:
    """Return each table with its seats (wind, number, name) and its rematches."""
    names = _names(event)
    return [
        {
            "number": at,
            "seats": [
                (wind, number if number in names else "", names.get(number, "–"))
                for wind, number in zip(SeatChoices.values, four, strict=True)
            ],
            "rematches": rematches.get(at, []),
        }
        for at, four in enumerate(tables, start=1)
    ]


@signed_in
def retract(request: HttpRequest, slug: str, session: int) -> HttpResponse:
    """Withdraw the draw of a session while its sheets are empty, for a reason."""
    desk = event_desk(request, slug)
    desk.require(desk.may_draw)
    drawn = desk.event.session_draws.filter(session=session, state=SessionDraw.State.RELEASED).first()
    if drawn is None:
        return redirect("desk:format", slug)
    drawn.event = desk.event
    form = ConfirmForm(request, ask_password=True)
    if write(request, form, retract_session_draw, desk.actor, drawn).done:
        messages.success(request, _("The draw is withdrawn. The public can no longer see any seats."))
        return redirect("desk:format", slug)
    return show(request, "desk/formats/session_retract.html", form, desk=desk, session=session)
