"""The public pages of pins: the validity of a certificate, the register, and the public keys."""

from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest, JsonResponse
from django.shortcuts import render
from django.utils.translation import get_language, gettext_lazy
from django.views.decorators.cache import never_cache

from common.files.workbooks.writing import XLSX
from common.privacy.signing_keys import public_keys
from common.templatetags.pinju import country
from ranking.bodies.selectors.bodies import all_bodies
from ranking.certificates.exports.registers import register_workbook
from ranking.pins.selectors.applications import certificate_by, register_countries
from ranking.pins.selectors.applications import register as certificates
from ranking.pins.selectors.signing import keys_folder
from web.pocket.sharing.pictures import Card, card_picture
from web.shared.forms.fields import set_choices
from web.shared.key_pages import key_page
from web.shared.record.labels import pin_name
from web.shared.requests.methods import get_only

PER_PAGE = 50
LEVELS = [(kind, level) for kind in ("pin", "web") for level in range(1, 10)]


class RegisterFilter(forms.Form):
    saves_nothing = True

    q = forms.CharField(label=gettext_lazy("Name or body"), required=False, max_length=100)
    country = forms.ChoiceField(label=gettext_lazy("Country"), required=False)
    level = forms.ChoiceField(label=gettext_lazy("Pin"), required=False)

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        everything = ("", gettext_lazy("all"))
        codes = register_countries()
        levels = [(f"{kind}-{level}", pin_name(level, web=kind == "web")) for kind, level in LEVELS]
        set_choices(self, "country", [everything, *((code, country(code)) for code in codes)])
        set_choices(self, "level", [everything, *levels])


@get_only
@never_cache
def check(request: HttpRequest, code: str) -> HttpResponse:
    """Show whether a certificate is valid or revoked, and the values on it; nothing else."""
    certificate = certificate_by(code)
    if certificate is None:
        raise Http404
    pin = pin_name(certificate.level, web=certificate.kind == "web")
    context = {"certificate": certificate, "pin": pin, "preview_text": f"{pin} · {certificate.body_name}"}
    return render(request, "pocket/record/register_check.html", context)


@get_only
@never_cache
def check_picture(_request: HttpRequest, code: str) -> HttpResponse:
    """Draw the preview of a certificate: name, pin and body; a revoked one has none."""
    certificate = certificate_by(code)
    if certificate is None or not certificate.valid:
        raise Http404
    pin = pin_name(certificate.level, web=certificate.kind == "web")
    card = Card(certificate.name, f"{pin} · {certificate.body_name}", certificate.serial)
    return HttpResponse(card_picture(card, get_language() or "en"), content_type="image/png")


@get_only
@never_cache
def keys(_request: HttpRequest) -> HttpResponse:
    """Return all public keys, also of earlier certificates: id -> raw Ed25519 key in base64."""
    return JsonResponse({"algorithm": "Ed25519", "keys": public_keys(keys_folder())})


@get_only
@never_cache
def register(request: HttpRequest) -> HttpResponse:
    """Search the register. An unknown filter value gives an error beside its field and an empty list.

    ``?as=xlsx`` returns a workbook, or status 400 for an unknown filter value.
    """
    form = RegisterFilter(request.GET)
    chosen = form.cleaned_data if form.is_valid() else None
    matching = certificates(chosen["q"], chosen["country"], chosen["level"]) if chosen else certificates().none()
    if request.GET.get("as") == "xlsx":
        if chosen is None:
            return HttpResponseBadRequest(form.errors.as_text(), content_type="text/plain; charset=utf-8")
        headers = {"Content-Disposition": 'attachment; filename="pins.xlsx"'}
        return HttpResponse(register_workbook(matching), content_type=XLSX, headers=headers)
    page = key_page(matching, request.GET.get("page", ""), PER_PAGE)
    rows = [(row, pin_name(row.level, web=row.kind == "web")) for row in page]
    query = request.GET.copy()
    query.pop("page", None)
    context = {"form": form, "page": page, "rows": rows, "query": query.urlencode(), "bodies": all_bodies()}
    return render(request, "pocket/record/register.html", context)
