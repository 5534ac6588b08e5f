"""The draft of a session by standings: everything on one screen, and its release; withdrawing a released one."""

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.draw_release.selectors.played import session_begun
from scoring.formats.selectors.fields import EMPTY
from scoring.formats.selectors.leavers import WAYS, How, leavers, mended, mendings, replaceable, tables_before
from scoring.formats.selectors.refusing import CannotDraw
from scoring.formats.selectors.session_draws import SessionDraft, last_seated
from scoring.formats.services.session_draws import release_session_draw, retract_session_draw
from scoring.sheets.selectors.checking.confirming import ToConfirm, to_confirm
from scoring.sheets.services.checking.confirming import confirm_session
from scoring.standings.rules.formats.crossing import pool_letter
from tournament.draws.models.session_draws import SessionDraw
from tournament.draws.selectors.floats import floaters_of
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.events.models.tables import SeatChoices
from web.desk.results.sessions import ReleaseForm
from web.shared.access import EventAccess, event_desk, signed_in
from web.shared.forms.fields import ConfirmForm
from web.shared.forms.writing import NOT_DONE, show, write, write_part


@dataclass(frozen=True)
class Marks:
    """What is noted at the tables of a draft: table -> rematches, who floats, number -> table before."""

    rematches: Mapping[int, list[str]] = field(default_factory=dict)
    floaters: Set[int] = frozenset()
    moved: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class SheetsBefore:
    """The signed sheets of the session before a draft that its release needs confirmed.

    ``may_confirm``: the person may confirm those of ``tables.ready``, which the release then does first.
    """

    session: Session
    tables: ToConfirm
    may_confirm: bool

    @property
    def unresolved(self) -> list[int]:
        """The tables whose sheets have to be resolved before they can be confirmed."""
        return sorted([*self.tables.contradicting, *self.tables.disputed])

    @property
    def releasable(self) -> bool:
        return not self.unresolved and (self.may_confirm or not self.tables.ready)


@signed_in
def session(request: HttpRequest, slug: str, session: int) -> HttpResponse:
    """Show the draft of a session, and release it; afterwards show what was released."""
    desk = event_desk(request, slug)
    desk.require(desk.may_draw)
    if not 1 <= session <= desk.event.planned_sessions:
        raise Http404
    form = ReleaseForm(request, ask_password=True)
    digest = request.POST.get("digest", "")[:64]
    before = _sheets_before(desk, session)
    written = NOT_DONE
    wanted = request.POST.get("how") or request.GET.get("how")
    how: How | None = next((way for way in WAYS if way == wanted), None)
    if before and before.tables.ready and before.may_confirm:
        write_part(request, form, "confirm", confirm_session, desk.actor, before.session)
    if request.method == "POST":
        values: dict[str, Any] = {"session": session, "digest": digest, "how": how or "whole"}
        written = write(request, form, release_session_draw, desk.actor, desk.event, **values)
    if written.done:
        messages.success(
            request, _("Session %(session)d is drawn and released. Everybody can see the seats.") % written.answer
        )
        return redirect("desk:format-session", slug, session)
    released = desk.event.session_draws.filter(session=session, state=SessionDraw.State.RELEASED).first()
    if released:
        released.event = desk.event
    context: dict[str, Any] = {"desk": desk, "session": session, "released": released, "draft": None, "against": ""}
    context["before"] = before
    context["last"] = session == last_seated(desk.event)
    context["begun"] = session_begun(desk.event, session)
    if not (released and context["begun"]):
        ways = _leavers_context(released, how) if released and context["last"] else {}
        context |= ways | _offered(desk.event, session, released, ways.get("how") or how)
    if released and context["draft"] is None:
        context.setdefault("tables", _named(desk.event, released.tables, Marks()))
    return show(request, "desk/formats/session.html", form, **context)


def _sheets_before(desk: EventAccess, session: int) -> SheetsBefore | None:
    before = desk.event.sessions.filter(number=session - 1).first()
    if before is None:
        return None
    before.event = desk.event
    return SheetsBefore(before, to_confirm(before), desk.may(confirm_session, desk.event.ledger))


def _offered(event: Event, session: int, released: SessionDraw | None, how: How | None) -> dict[str, Any]:
    """Return the draft to release; of a draft that is released already only its tables; or why there is none."""
    try:
        draft = mended(event, session, how or "whole")
    except CannotDraw as error:
        return {"against": str(error)}
    shown = _draft_context(event, draft, released)
    if not released or (how and leavers(released)) or replaceable(released, draft):
        return shown
    return {"tables": shown["tables"]} if draft.digest == released.digest else {}


def _draft_context(event: Event, draft: SessionDraft, released: SessionDraw | None) -> dict[str, Any]:
    """Return the draft for the page, with what it changes of the released tables."""
    rematches: dict[int, list[str]] = {}
    names = _names(event)
    for table, first, second in draft.rematches:
        if first < EMPTY and second < EMPTY:
            rematches.setdefault(table, []).append(f"{names.get(first, first)} – {names.get(second, second)}")
    floaters = {number for part in draft.parts for number in floaters_of(part.document, part.result)}
    proofs = [part.result["proved"] for part in draft.parts if "proved" in part.result]
    moved = tables_before(released, draft) if released else {}
    tables = _named(event, draft.tables, Marks(rematches, floaters, moved))
    return {
        "draft": draft,
        "tables": tables,
        "rematches": sum(len(pairs) for pairs in rematches.values()),
        "floats": len(floaters),
        "searched": bool(proofs),
        "proved": all(proofs),
        "moved": len(moved),
        "stages": [part.field.stage for part in draft.parts if part.field.new],
        "pools": _pools(event, draft),
        "byes": _byes(event, draft),
        "seed": " · ".join(part.result["seed"][:12] for part in draft.parts if part.result["seed"]),
        "by_bracket": all(part.result["method"] == "knockout" for part in draft.parts),
    }


def _pools(event: Event, draft: SessionDraft) -> list[dict[str, Any]]:
    """Return the pools that a draft deals: by letter who is in each, and the pairs of one country with their bound."""
    players, teams = _names(event), dict(event.teams.values_list("number", "name"))
    dealt = []
    for part in draft.parts:
        if "pools" in part.result:
            names = teams if part.document["of"] == "teams" else players
            pools = [
                (pool_letter(at), [names.get(unit, str(unit)) for unit in units])
                for at, units in enumerate(part.result["pools"])
            ]
            dealt.append({"pools": pools, "pairs": part.result["country_pairs"], "bound": part.result["bound"]})
    return dealt


def _byes(event: Event, draft: SessionDraft) -> list[str]:
    """Return the teams without a match in the first round of a knock-out, the best first."""
    team_of = dict(event.entries.values_list("number", "team__number"))
    names = dict(event.teams.values_list("number", "name"))
    byes = []
    for part in draft.parts:
        if part.result["method"] == "knockout" and part.document["round"] == 1:
            playing = {team for match in part.document["matches"] for team in match["teams"]}
            teams = dict.fromkeys(team_of[number] for number in part.order)
            byes += [names[team] for team in teams if team is not None and team not in playing]
    return byes


def _leavers_context(released: SessionDraw, how: How | None) -> dict[str, Any]:
    """Return who left after the release, each way to mend the tables with its effect, and the way to show.

    Without a choice the way that moves the fewest is shown.
    """
    gone = leavers(released)
    if not gone:
        return {}
    names, ways = _names(released.event), mendings(released)
    first = next((way.how for way in ways if not way.against), "whole")
    return {"left": [names[number] for number in gone], "mendings": ways, "how": how or first}


def _names(event: Event) -> dict[int, str]:
    return dict(event.entries.values_list("number", "name"))


def _named(event: Event, tables: list[list[int]], marks: Marks) -> list[dict[str, Any]]:
    """Return each table with its seats, its rematches and the names of its floaters.

    A seat has wind, number, name, and the table of the released draw if that is another one.
    """
    names = _names(event)
    return [
        {
            "number": at,
            "seats": [
                (wind, number if number in names else "", names.get(number, "–"), marks.moved.get(number))
                for wind, number in zip(SeatChoices.values, four, strict=True)
            ],
            "rematches": marks.rematches.get(at, []),
            "floaters": [names.get(number, str(number)) for number in four if number in marks.floaters],
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
