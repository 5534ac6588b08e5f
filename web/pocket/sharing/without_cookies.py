"""Public answers for other sites: the same for everybody, whatever cookies a request carries."""

from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.views.decorators.http import conditional_page

from web.shared.requests.methods import get_only

View = Callable[..., HttpResponse]
#: Seconds for which browsers and proxies keep such an answer.
KEPT = 30


def without_cookies(view: View) -> View:
    """Declare that the view reads no cookie: no account, no session, and the language of the address or the browser.

    Its answer is public for 30 seconds and has an ETag; it sets no cookie.
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        request.COOKIES = {}
        request.user = AnonymousUser()
        language = request.GET.get("lang", "")
        if language not in dict(settings.LANGUAGES):
            language = translation.get_language_from_request(request)
        with translation.override(language):
            request.LANGUAGE_CODE = language
            response = view(request, *args, **kwargs)
        response["Content-Language"] = language
        response["Cache-Control"] = f"public, max-age={KEPT}"
        return response

    return get_only(conditional_page(answer))
