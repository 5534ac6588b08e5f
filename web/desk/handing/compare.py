"""A machine that turned up after its event was taken back by decision: its file beside the event here."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from common.actions.errors import Refused
from scoring.game.rules.game import Game
from scoring.hand_over.models import HandOver
from scoring.hand_over.rules.comparing import Comparison
from scoring.hand_over.selectors.comparing import late_comparison
from scoring.hand_over.selectors.late_files import late_file_of
from scoring.hand_over.selectors.status import hand_overs_of
from scoring.hand_over.services.late import drop_late_file, keep_late_file
from scoring.settings.selectors import game_of_event
from web.desk.handing.differences import difference_lines
from web.desk.handing.files import PackageForm
from web.shared.access import EventAccess, event_desk, signed_in
from web.shared.forms.fields import ButtonForm
from web.shared.forms.writing import add_error_messages, status_of, write
from web.shared.requests.methods import post_only


@signed_in
def compare(request: HttpRequest, slug: str, hand_over_id: int) -> HttpResponse:
    """Show what differs between the event here and the file; a POST uploads the file."""
    desk, row = _found(request, slug, hand_over_id)
    form = PackageForm(request.POST, request.FILES) if request.method == "POST" else PackageForm()
    payload = {"package": form.cleaned_data["file"]} if form.is_bound and form.is_valid() else {}
    if write(request, form, keep_late_file, desk.actor, row, **payload).done:
        return redirect("desk:compare-late", slug, hand_over_id)
    context = {"desk": desk, "row": row, "form": form, "late": late_file_of(row)}
    return render(request, "desk/handing/compare.html", context | _compared(row), status=status_of(form))


@signed_in
@post_only
def drop(request: HttpRequest, slug: str, hand_over_id: int) -> HttpResponse:
    """Delete the file after it was compared."""
    desk, row = _found(request, slug, hand_over_id)
    form = ButtonForm(request.POST)
    if write(request, form, drop_late_file, desk.actor, row).done:
        messages.success(request, _("The file of the other machine is deleted."))
    add_error_messages(request, form)
    return redirect("desk:hand-over", slug)


def _compared(row: HandOver) -> dict[str, Any]:
    """Return the comparison for the page, or why the file cannot be compared; empty without a file."""
    late = late_file_of(row)
    if late is None:
        return {}
    try:
        comparison = late_comparison(late)
    except Refused as refused:
        return {"fault": str(refused.message)}
    except FileNotFoundError:
        return {"fault": _("The file is no longer here.")}
    return {"found": comparison, **_parts(comparison.comparison, game_of_event(row.event))}


def _parts(comparison: Comparison, game: Game) -> dict[str, Any]:
    return {
        "tables": [(table, difference_lines(table.differences, game)) for table in comparison.tables],
        "sessions": [(number, difference_lines(each, game)) for number, each in comparison.sessions.items()],
        "rest": difference_lines(comparison.rest, game),
    }


def _found(request: HttpRequest, slug: str, hand_over_id: int) -> tuple[EventAccess, HandOver]:
    """Return the hand-over that was ended by decision; Http404 for any other."""
    desk = event_desk(request, slug)
    desk.require(desk.may_hand_over)
    row = hand_overs_of(desk.event).filter(pk=hand_over_id).first()
    if row is None or row.side != HandOver.Side.GIVEN or row.state != HandOver.State.DECIDED:
        raise Http404
    return desk, row
