"""One foul: its penalty and measures, evidence for those entitled, cancellation and public notice."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.fouls.models import Foul
from scoring.fouls.selectors.fouls import catalogue_of, evidence_for, fouls_of, fouls_of_person, measures_of, sees_all
from scoring.fouls.services.recording import cancel_foul, publish_notice
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.corrections import was_reopened
from web.floor.access import Floor, event_floor
from web.floor.fouls.forms import NoticeForm, ReasonForm
from web.floor.fouls.measures import measure_lines
from web.shared.access import signed_in
from web.shared.forms.writing import show, write
from web.shared.labels.fouls import foul_lines, foul_lines_of_all
from web.shared.requests.methods import get_only


def _foul_or_404(floor: Floor, number: int) -> Foul:
    foul = fouls_of(floor.event).filter(number=number).first()
    if foul is None:
        raise Http404
    return foul


@signed_in
def foul(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    floor = event_floor(request, slug)
    return _foul_page(request, floor, _foul_or_404(floor, number), ReasonForm())


@signed_in
def cancel(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    floor = event_floor(request, slug)
    foul = _foul_or_404(floor, number)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    written = write(request, form, cancel_foul, floor.actor, foul)
    if not written.done:
        return _foul_page(request, floor, foul, form)
    text = _("The foul is cancelled.")
    if written.answer["changed"]:
        text += " " + _("Other fouls of this kind are counted again.")
    messages.success(request, text)
    return redirect("floor:foul", slug, number)


@signed_in
def notice(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Publish a notice of the foul, change it or remove it."""
    floor = event_floor(request, slug)
    foul = _foul_or_404(floor, number)
    form = NoticeForm(request.POST if request.method == "POST" else None)
    payload = {"text": form.cleaned_data["text"]} if form.is_valid() else {}
    if not write(request, form, publish_notice, floor.actor, foul, **payload).done:
        return _foul_page(request, floor, foul, ReasonForm(), notice=form)
    message = _("The notice is public.") if payload["text"] else _("The notice is removed.")
    messages.success(request, message)
    return redirect("floor:foul", slug, number)


@get_only
@signed_in
def player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """List the fouls of a player in this event, for those entitled in all events."""
    floor = event_floor(request, slug)
    entry = floor.event.entries.select_related("person", "team").filter(number=number).first()
    if entry is None:
        raise Http404
    everywhere = sees_all(floor.reader.roles)
    rows = fouls_of_person(entry.person) if everywhere else fouls_of(floor.event).filter(entry=entry)
    context = {
        "floor": floor,
        "entry": entry,
        "everywhere": everywhere,
        "lines": foul_lines_of_all(rows),
        "measures": measure_lines(floor, measures_of(floor.event).filter(entry=entry)),
    }
    return show(request, "floor/fouls/detail_player.html", ReasonForm(), **context)


def _signatures_due(floor: Floor, foul: Foul) -> list[tuple[str, str]]:
    """Return (URL, label) of the signatures if the foul's sheet was reopened and is not signed again; else nothing."""
    sheet = foul.sheet
    if sheet is None or sheet.state in Sheet.COUNTED or not was_reopened(sheet):
        return []
    table = sheet.table
    address = reverse("table:signing", args=[floor.event.slug, table.session.number, table.number])
    return [(address, _("Check and sign"))]


def _foul_page(
    request: HttpRequest, floor: Floor, foul: Foul, form: ReasonForm, notice: NoticeForm | None = None
) -> HttpResponse:
    may_cancel = foul.state != "cancelled" and bool(floor.reader.roles & cancel_foul.spec.roles)
    may_publish = foul.stands and bool(floor.reader.roles & publish_notice.spec.roles)
    context: dict[str, Any] = {
        "floor": floor,
        "line": foul_lines([foul], catalogue_of(floor.event))[0],
        "evidence": evidence_for(floor.actor, floor.reader.roles, foul),
        "appeal_links": foul.appeal_corrections.select_related("appeal"),
        "slug": floor.event.slug,
        "signatures": _signatures_due(floor, foul),
        "may_cancel": may_cancel,
        "may_publish": may_publish,
        "notice": notice or NoticeForm(initial={"text": foul.notice}),
        "measures": measure_lines(floor, measures_of(floor.event).filter(foul=foul)),
    }
    answer = show(request, "floor/fouls/detail.html", form, **context)
    answer.status_code = 400 if notice is not None and notice.errors else answer.status_code
    return answer
