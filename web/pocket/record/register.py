"""What everybody may see of pins: one certificate and whether it holds, the register, and the public keys."""

from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from common.files.workbooks.writing import XLSX
from common.privacy.signing_keys import public_keys
from common.templatetags.pinju import country
from ranking.certificates.exports.registers import register_workbook
from ranking.pins.selectors.applications import certificate_by, register_countries
from ranking.pins.selectors.applications import register as certificates
from ranking.pins.selectors.signing import keys_folder
from web.shared.forms.fields import set_choices
from web.shared.record.labels import pin_name
from web.shared.requests.methods import get_only

PER_PAGE = 50
LEVELS = [(kind, level) for kind in ("pin", "web") for level in range(1, 10)]


class RegisterFilter(forms.Form):
    """Words of a name, a country, a level."""

    q = forms.CharField(label=gettext_lazy("Name or body"), required=False, max_length=100)
    country = forms.ChoiceField(label=gettext_lazy("Country"), required=False)
    level = forms.ChoiceField(label=gettext_lazy("Pin"), required=False)

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        everything = ("", gettext_lazy("all"))
        found = register_countries()
        levels = [(f"{kind}-{level}", pin_name(level, web=kind == "web")) for kind, level in LEVELS]
        set_choices(self, "country", [everything, *((code, country(code)) for code in found)])
        set_choices(self, "level", [everything, *levels])


@get_only
@never_cache
def check(request: HttpRequest, code: str) -> HttpResponse:
    """Whether a certificate is valid or revoked, and what it shows; nothing else."""
    found = certificate_by(code)
    if found is None:
        raise Http404
    pin = pin_name(found.level, web=found.kind == "web")
    return render(request, "pocket/record/register_check.html", {"certificate": found, "pin": pin})


@get_only
@never_cache
def keys(request: HttpRequest) -> HttpResponse:
    """Every public key that certificates were ever signed with: id -> raw Ed25519 key in base64."""
    return JsonResponse({"algorithm": "Ed25519", "keys": public_keys(keys_folder())})


@get_only
@never_cache
def register(request: HttpRequest) -> HttpResponse:
    """The register, searched; as a workbook with ``?as=xlsx``."""
    form = RegisterFilter(request.GET)
    wanted = form.cleaned_data if form.is_valid() else {}
    found = certificates(wanted.get("q", ""), wanted.get("country", ""), wanted.get("level", ""))
    if request.GET.get("as") == "xlsx":
        head = {"Content-Disposition": 'attachment; filename="pins.xlsx"'}
        return HttpResponse(register_workbook(found), content_type=XLSX, headers=head)
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    rows = [(one, pin_name(one.level, web=one.kind == "web")) for one in page]
    query = request.GET.copy()
    query.pop("page", None)
    context = {"form": form, "page": page, "rows": rows, "query": query.urlencode()}
    return render(request, "pocket/record/register.html", context)
