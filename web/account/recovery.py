"""Recovery codes, and the form that asks for the password before a second factor changes."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django_otp.plugins.otp_static.models import StaticToken

from web.shared.forms.fields import PasswordForm
from web.shared.forms.writing import show

RECOVERY_CODES = 10


class PasswordOnlyForm(PasswordForm):
    """Ask for the password again, but for no reason: the account is one's own."""

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(request, request.POST if request.method == "POST" else None)


def codes_page(request: HttpRequest, codes: list[str]) -> HttpResponse:
    """Show the recovery codes; no later page can."""
    return show(request, "account/second_factor_codes.html", forms.Form(), codes=codes)


def new_recovery_codes() -> list[str]:
    return [StaticToken.random_token() for _number in range(RECOVERY_CODES)]
