"""Check a printed code against the packages that were published."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from scoring.publishing.rules import typed_code
from scoring.publishing.selectors.checking import Check, check_chain
from scoring.publishing.selectors.packages import package_document, packages_of
from web.shared.requests.methods import get_only
from web.shared.viewer import viewer_context


@get_only
def check(request: HttpRequest, slug: str) -> HttpResponse:
    """List the packages with their codes, and say to which of them a typed code belongs."""
    reader = viewer_context(request, slug)
    packages = packages_of(reader.event)
    typed = request.GET.get("code", "")[:100].strip()
    result: Check | None = check_chain(packages, typed_code(typed)) if typed else None
    context: dict[str, Any] = {"reader": reader, "packages": packages[::-1], "typed": typed, "result": result}
    return render(request, "pocket/published/check.html", context)


@get_only
def packages(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer with the chain as a file, which `manage.py check_published` reads."""
    reader = viewer_context(request, slug)
    answer = JsonResponse(package_document(reader.event), json_dumps_params={"ensure_ascii": False})
    answer["Content-Disposition"] = f'attachment; filename="{slug}-published.json"'
    return answer
