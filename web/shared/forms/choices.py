"""The reader's choices that a cookie keeps: the language, and light or dark.

Both views need no CSRF token: they change only the reader's cookie. So public pages need no token and set no cookie.
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language as django_set_language

from common.templatetags.pinju import THEME_COOKIE, THEMES
from web.shared.requests.methods import post_only

A_YEAR = 365 * 24 * 3600

set_language = csrf_exempt(post_only(django_set_language))


@csrf_exempt
@post_only
def set_theme(request: HttpRequest) -> HttpResponse:
    """Keep ``theme`` ("light" or "dark"; other values: the device's setting) and redirect to ``next``."""
    back = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}, require_https=request.is_secure()):
        back = "/"
    response = HttpResponseRedirect(back)
    theme = request.POST.get("theme", "")
    if theme in THEMES:
        response.set_cookie(THEME_COOKIE, theme, max_age=A_YEAR, samesite="Lax", secure=settings.HTTPS, httponly=True)
    else:
        response.delete_cookie(THEME_COOKIE, samesite="Lax")
    return response
