"""Keep a form that was posted without a valid sign-in, so that it can be sent after signing in.

A POST without a session, with a stale CSRF token or without the right is answered with a page that carries the posted
fields, signed, in a hidden field (`FIELD`). After signing in the person sees the kept fields and sends them with one
press: to the same address, with a new CSRF token and the same idempotency key, so that nothing is written twice. The
server stores nothing. Passwords and codes are asked for again, files have to be chosen again.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import redirect_to_login
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render, resolve_url
from django.utils.cache import add_never_cache_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _

from common.templatetags.form_tags import FORM_ACCOUNT, account_mark

#: The hidden field that carries a kept form, and the button that leads from such a page to the sign-in page.
FIELD, SIGN_IN = "kept_form", "sign_in_first"
#: The most characters of names and values that are kept.
MOST = 1_000_000
SALT = "kept form"
FORM_TYPES = {"application/x-www-form-urlencoded", "multipart/form-data"}
#: Posted fields that the page that sends the form makes itself.
REPLACED = {"csrfmiddlewaretoken", FORM_ACCOUNT, FIELD, SIGN_IN}
#: Fields that the program fills in for itself: the idempotency key, and what the page showed.
BOOKKEEPING = {"key", "base", "seen"}
#: Secrets that the program makes and puts into a hidden field: neither kept nor asked for.
RANDOM = "random_"
#: Pages whose field ``code`` is not a secret but the name of a catalogue entry.
PLAIN_CODES = {"floor:foul-catalogue"}


@dataclass(frozen=True)
class KeptForm:
    """A posted form: where it goes, and its ``fields`` (name, value) in the posted order.

    ``secrets`` are the names of passwords and codes, ``files`` pairs of a field's name and the chosen file's name;
    neither content is kept. ``account`` is the mark of the account for which the page was made (empty without a
    sign-in). ``too_long``: the fields were more than `MOST` and are not kept.
    """

    address: str
    fields: list[tuple[str, str]]
    secrets: list[str]
    files: list[tuple[str, str]]
    account: str
    too_long: bool = False

    @property
    def packed(self) -> str:
        """The value of `FIELD`."""
        return signing.dumps(asdict(self), salt=SALT, compress=True)

    @property
    def shown(self) -> list[tuple[str, str]]:
        """The fields that have a value, for the person to look at, without `BOOKKEEPING`."""
        return [(name, value) for name, value in self.fields if value and name not in BOOKKEEPING]

    @property
    def secrets_to_retype(self) -> list[tuple[str, Any]]:
        """Name and label of each secret to be typed again."""
        names = [name for name in self.secrets if not name.startswith(RANDOM)]
        return [(name, _("Your password") if "password" in name else _("Code")) for name in names]

    @property
    def uploads(self) -> list[tuple[str, str, bool]]:
        """Field, names of the chosen files, and whether there were several, of each upload."""
        names: dict[str, list[str]] = {}
        for field, name in self.files:
            names.setdefault(field, []).append(name)
        return [(field, ", ".join(file_names), len(file_names) > 1) for field, file_names in names.items()]

    def step(self, user: Any) -> str:
        """Return the next step for ``user``: "send", "sign-in", or "other" (another person typed it)."""
        if not self.account or self.account == account_mark(user):
            return "send"
        return "other" if user.is_authenticated else "sign-in"


def carried_form(request: HttpRequest) -> KeptForm | None:
    """Return the kept form in the posted page; None without one, with a wrong signature or with a foreign address."""
    try:
        data = signing.loads(request.POST.get(FIELD, ""), salt=SALT)
    except signing.BadSignature:
        return None
    data["fields"] = [tuple(pair) for pair in data["fields"]]
    data["files"] = [tuple(pair) for pair in data["files"]]
    kept = KeptForm(**data)
    return kept if _is_ours(request, kept.address) else None


def refused_form(request: HttpRequest) -> KeptForm | None:
    """Return the form that was just posted and refused; None if there is nothing to keep.

    Only forms of our own pages are kept: another site could make the person send values of its choice.
    """
    if request.method != "POST" or request.content_type not in FORM_TYPES or not _from_own_page(request):
        return None
    if FIELD in request.POST:
        return carried_form(request)
    address = request.get_full_path()
    if request.path == resolve_url(settings.LOGIN_URL) or not _is_ours(request, address):
        return None
    return _kept(request, address)


def login_required(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Ask for a sign-in first, and keep the posted form meanwhile."""

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        return ask_to_sign_in(request)

    return page


def ask_to_sign_in(request: HttpRequest) -> HttpResponse:
    """Return the sign-in page: by a redirect, or with the form that was posted.

    A fragment that a script requests gets a bare 401, so that the page keeps everything typed on it; after a press htmx
    loads the sign-in page.
    """
    if "HX-Request" in request.headers:
        answer = HttpResponse(status=401)
        if request.method == "POST":
            answer["HX-Redirect"] = resolve_url(settings.LOGIN_URL)
        return answer
    kept = refused_form(request)
    if kept is None:
        return redirect_to_login(request.get_full_path())
    context = {"form": AuthenticationForm(request), "kept": kept, "next": kept.address}
    answer = render(request, "account/sign_in.html", context, status=401)
    add_never_cache_headers(answer)
    return answer


def send_page(request: HttpRequest, kept: KeptForm) -> HttpResponse:
    """Show the kept form with a button that sends it; if another account signed in, say so."""
    answer = render(request, "account/send.html", {"kept": kept, "step": kept.step(request.user)})
    add_never_cache_headers(answer)
    return answer


class CarriesForm:
    """Mixin for a `LoginView`: carry a kept form through all attempts to sign in."""

    request: HttpRequest

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Show the empty sign-in page if that was asked for; otherwise sign in."""
        if SIGN_IN in request.POST:
            form = AuthenticationForm(request)
            return self.render_to_response(self.get_context_data(form=form))  # type: ignore[attr-defined]
        return super().post(request, *args, **kwargs)  # type: ignore[misc]

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Add the kept form."""
        kept = carried_form(self.request)
        return super().get_context_data(**kwargs) | {"kept": kept}  # type: ignore[misc]

    def form_valid(self, form: Any) -> HttpResponse:
        """Sign in, then show the kept form."""
        answer: HttpResponse = super().form_valid(form)  # type: ignore[misc]
        kept = carried_form(self.request)
        return send_page(self.request, kept) if kept else answer


def _kept(request: HttpRequest, address: str) -> KeptForm | None:
    """Return the posted fields; None if they are only secrets."""
    pairs = [(name, value) for name, values in request.POST.lists() for value in values if name not in REPLACED]
    secrets = [name for name, _v in pairs if _is_secret(request, name)]
    fields = [(name, value) for name, value in pairs if name not in secrets]
    files = [(name, file.name or "") for name, uploads in request.FILES.lists() for file in uploads]
    if not any(name != "key" for name, _v in fields) and not files:
        return None
    too_long = sum(len(name) + len(value) for name, value in fields) > MOST
    account = request.POST.get(FORM_ACCOUNT, "")
    return KeptForm(address, [] if too_long else fields, secrets, files, account, too_long)


def _is_secret(request: HttpRequest, name: str) -> bool:
    """Return whether a field of this name holds a password, or a code to sign or identify with."""
    if name == "code":
        return request.resolver_match is None or request.resolver_match.view_name not in PLAIN_CODES
    return "password" in name


def _from_own_page(request: HttpRequest) -> bool:
    """Return whether Origin or Referer names one of our pages; browsers send one of them with a POST."""
    root = f"{request.scheme}://{request.get_host()}"
    origin = request.headers.get("Origin")
    return origin == root if origin is not None else request.headers.get("Referer", "").startswith(f"{root}/")


def _is_ours(_request: HttpRequest, address: str) -> bool:
    """Return whether the address is a path of this program."""
    return address.startswith("/") and url_has_allowed_host_and_scheme(address, None)
