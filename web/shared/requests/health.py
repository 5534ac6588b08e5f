"""Health checks for load balancers and monitoring: whether the process answers, and whether it can work."""

from threading import Lock

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache

from common.infrastructure.health import report
from web.shared.requests.methods import get_only

_ONE_REPORT = Lock()


@get_only
@never_cache
def healthz(_request: HttpRequest) -> HttpResponse:
    """Answer that the process runs, without any check."""
    return HttpResponse("ok", content_type="text/plain")


@get_only
@never_cache
def readyz(_request: HttpRequest) -> JsonResponse:
    """Run all checks; answer 200, or 503 if one failed. The answer holds no secrets."""
    with _ONE_REPORT:
        findings = report()
    ready = all(finding.ok for finding in findings.values())
    checks = {
        name: {"status": "ok" if finding.ok else "failed"} | ({"reason": finding.reason} if finding.reason else {})
        for name, finding in findings.items()
    }
    response = JsonResponse({"status": "ok" if ready else "failed", "checks": checks}, status=200 if ready else 503)
    # Each check logs its changes itself; Django must not log every 503 that monitoring gets.
    response._has_been_logged = True  # type: ignore[attr-defined]
    return response
