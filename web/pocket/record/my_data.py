"""Everything stored about me: to read, to have corrected, to download; and my result certificates."""

import re
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from common.files.workbooks.writing import XLSX, Value
from common.i18n.wording import listed
from common.templatetags.pinju import country
from ranking.certificates.exports.certificates import Certificates, result_certificates
from ranking.certificates.selectors import address_for, seal_of_event
from ranking.levels.models import Qualification
from ranking.levels.selectors.person_records import result_in_event
from ranking.links.models import CorrectionRequest
from ranking.links.selectors import requests_of
from ranking.links.services.own_record import ask_correction
from ranking.own_data import exports
from ranking.own_data.selectors import stored_about
from ranking.pins.models.applications import PinApplication, PinApplicationData
from ranking.record.models.records import OfficialResult
from scoring.game.rules.table_points import in_points, rounded
from tournament.access.selectors.roles import actor_of
from tournament.events.models.entries import Entry
from tournament.registration.models.applications import Application
from web.pocket.record.access import linked_person
from web.shared.forms.fields import LinesField
from web.shared.forms.kept import login_required
from web.shared.forms.writing import show, write
from web.shared.requests.devices import device_of, with_short_devices
from web.shared.requests.methods import get_only

#: A moment inside a text, as programs write it.
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+\+00:00")
#: The labels of the sections.
SECTIONS = {
    "person": gettext_lazy("Who you are"),
    "numbers": gettext_lazy("Numbers of federations"),
    "other_names": gettext_lazy("Merged with your record"),
    "private": gettext_lazy("Private data"),
    "events": gettext_lazy("Events you are entered in"),
    "registrations": gettext_lazy("Registrations you sent"),
    "results": gettext_lazy("Official results"),
    "rankings": gettext_lazy("Lines in rankings"),
    "pins": gettext_lazy("What your results reach"),
    "pin_applications": gettext_lazy("Applications for pins"),
    "missing_results": gettext_lazy("Missing results"),
    "site_players": gettext_lazy("Your names on web sites"),
    "registries": gettext_lazy("Registries of players"),
    "phones": gettext_lazy("Phones that get notifications"),
    "daily_mails": gettext_lazy("Daily mails"),
    "requests": gettext_lazy("What you asked to be corrected"),
    "accounts": gettext_lazy("Accounts"),
}
#: The labels of the values.
VALUES: dict[str, str | Promise] = {
    "name": gettext_lazy("Name"),
    "family_name": gettext_lazy("Family name"),
    "given_name": gettext_lazy("Given name"),
    "latin_name": gettext_lazy("Name in Latin letters"),
    "country": gettext_lazy("Country"),
    "federation_number": gettext_lazy("Federation number"),
    "public": gettext_lazy("Shown to everybody"),
    "document": gettext_lazy("ID document number"),
    "contact": gettext_lazy("Contact"),
    "birth_date": gettext_lazy("Date of birth"),
    "mail": gettext_lazy("Mail address"),
    "guardian_name": gettext_lazy("Guardian"),
    "guardian_contact": gettext_lazy("Guardian's contact"),
    "event": gettext_lazy("Id of the event"),
    "event_name": gettext_lazy("Event"),
    "number": gettext_lazy("Number"),
    "team": gettext_lazy("Team"),
    "kind": gettext_lazy("Kind"),
    "status": gettext_lazy("Status"),
    "state": gettext_lazy("State"),
    "name_consent": gettext_lazy("Name in public"),
    "photo_consent": gettext_lazy("Photos"),
    "submitted_at": gettext_lazy("Sent at"),
    "class": gettext_lazy("Class"),
    "table_points_twelfths": gettext_lazy("Table points"),
    "competition_points": gettext_lazy("Competition points"),
    "individual_rank": gettext_lazy("Individual rank"),
    "team_rank": gettext_lazy("Team rank"),
    "group_rank": gettext_lazy("Group rank"),
    "web_points": gettext_lazy("Web points"),
    "sessions": gettext_lazy("Sessions"),
    "ranking": gettext_lazy("Ranking"),
    "ranking_day": gettext_lazy("As of"),
    "rank": gettext_lazy("Rank"),
    "points": gettext_lazy("Points"),
    "counted": gettext_lazy("Results counted"),
    "level": gettext_lazy("Level"),
    "since": gettext_lazy("Since"),
    "events": gettext_lazy("Events"),
    "text": gettext_lazy("Text"),
    "answer": gettext_lazy("Answer"),
    "made_at": gettext_lazy("Sent at"),
    "username": gettext_lazy("Username"),
    "devices": gettext_lazy("Your devices"),
    "passkeys": gettext_lazy("Passkeys"),
    "tokens": gettext_lazy("Tokens for programs"),
    "registry": gettext_lazy("Registry"),
    "dated": gettext_lazy("Date of the list"),
    "club": gettext_lazy("Club"),
    "numbers": gettext_lazy("Numbers"),
    "body": gettext_lazy("Body"),
    "sex": gettext_lazy("Sex"),
    "received_on": gettext_lazy("Received on"),
    "scans": gettext_lazy("Scans"),
    "in_register": gettext_lazy("In the public register"),
    "messages": gettext_lazy("Questions and answers"),
    "certificate": gettext_lazy("Certificate"),
    "application": gettext_lazy("Application"),
    "day": gettext_lazy("Last day"),
    "reason": gettext_lazy("Reason"),
    "files": gettext_lazy("Documents that show it"),
    "site": gettext_lazy("Web site"),
    "site_player": gettext_lazy("The site's name for the player"),
}
#: The labels of codes in the values.
CODES = {
    **dict(Entry.Kind.choices),
    **dict(Entry.Status.choices),
    **dict(OfficialResult.Status.choices),
    **dict(Application.State.choices),
    **dict(CorrectionRequest.State.choices),
    **dict(Qualification.Kind.choices),
    **dict(PinApplication.State.choices),
    **dict(PinApplicationData.Sex.choices),
}


class CorrectionForm(forms.Form):
    text = LinesField(
        label=gettext_lazy("What is wrong, and what is correct"),
        max_length=2_000,
        widget=forms.Textarea(attrs={"rows": 4}),
    )


@login_required
@never_cache
def stored(request: HttpRequest) -> HttpResponse:
    """Show everything that is stored; a POST asks for a correction."""
    person = linked_person(request)
    form = CorrectionForm(request.POST if request.method == "POST" else None)
    values = form.cleaned_data if form.is_valid() else {}
    if write(request, form, ask_correction, actor_of(request.user, device_of(request)), request.user, **values).done:
        messages.success(request, _("Your request is sent. The answer will appear here."))
        return redirect("record:data")
    sections = [(SECTIONS[name], _labelled_rows(rows)) for name, rows in stored_about(person).items() if rows]
    return show(
        request, "pocket/record/my_data.html", form, sections=sections, requests=requests_of(person), person=person
    )


def _labelled_rows(rows: list[dict[str, Any]]) -> list[list[tuple[str, str]]]:
    """Return the rows as pairs of label and text, without empty values."""
    return [
        [(str(VALUES[name]), _value_text(name, value)) for name, value in row.items() if value not in ("", None, [])]
        for row in rows
    ]


def _value_text(name: str, value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return listed(value)
    if name == "table_points_twelfths" and isinstance(value, int):
        return rounded(value)
    if name == "country":
        return country(str(value))
    moment = parse_datetime(str(value)) if name in ("submitted_at", "made_at", "since") else None
    if moment:
        return date_format(localtime(moment), "SHORT_DATETIME_FORMAT")
    if name == "devices":
        value = with_short_devices(str(value))
    if name in ("devices", "passkeys", "tokens"):
        return MOMENT.sub(_short_moment, str(value))
    return str(CODES.get(str(value), value)) if name in ("kind", "status", "state") else str(value)


def _short_moment(found: re.Match[str]) -> str:
    moment = parse_datetime(found[0])
    return date_format(localtime(moment), "SHORT_DATETIME_FORMAT") if moment else found[0]


def _workbook_value(name: str, value: Any) -> Value:
    """Return a value for a workbook: figures stay figures, all else becomes text."""
    if name == "table_points_twelfths" and value is not None:
        return in_points(value)
    if value in ("", None, []):
        return None
    return value if type(value) is int else _value_text(name, value)


@get_only
@login_required
@never_cache
def as_json(request: HttpRequest) -> HttpResponse:
    data = exports.as_json(stored_about(linked_person(request)))
    return _download(data, "application/json", f"my-data-{timezone.localdate()}.json")


@get_only
@login_required
@never_cache
def as_workbook(request: HttpRequest) -> HttpResponse:
    sections = {}
    for section, rows in stored_about(linked_person(request)).items():
        sections[str(SECTIONS[section])] = [
            {str(VALUES[name]): _workbook_value(name, value) for name, value in row.items()} for row in rows
        ]
    data = exports.as_workbook(sections, _("What is stored about me"))
    return _download(data, XLSX, f"my-data-{timezone.localdate()}.xlsx")


@get_only
@login_required
@never_cache
def certificate(request: HttpRequest, slug: str) -> HttpResponse:
    """Return my result certificate of an event, in the reader's language."""
    result = result_in_event(linked_person(request), slug)
    if result is None:
        raise Http404
    order = Certificates(
        result.recorded,
        [result],
        get_language() or "en",
        address=address_for(result.recorded, request.build_absolute_uri("/")),
        seal=seal_of_event(result.recorded),
    )
    return _download(result_certificates(order), "application/pdf", f"{slug}-certificate.pdf")


def _download(data: bytes, kind: str, name: str) -> HttpResponse:
    return HttpResponse(data, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
