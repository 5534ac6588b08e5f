"""One's own account."""

from typing import Any

from django.contrib.auth import authenticate
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.contrib.auth.views import LoginView, PasswordChangeView
from django.contrib.messages.views import SuccessMessageMixin
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _

from tournament.access.selectors.roles import actor_of
from tournament.people.services.accounts import set_password
from web.account.known_devices import remember_device
from web.shared.forms.kept import CarriesForm
from web.shared.requests.password_refusal import refusal_words


class SignInForm(AuthenticationForm):
    """Asks for username and password; nothing would be saved, so its errors do not say that nothing was."""

    saves_nothing = True

    def get_invalid_login_error(self) -> ValidationError:
        """Why nobody was signed in: a wrong password, or one that was not looked at."""
        words = refusal_words(self.request)
        return ValidationError(words, code="refused") if words else super().get_invalid_login_error()


class SignIn(CarriesForm, LoginView):
    """Sign in, and go where one wanted to go, or on with the form that was interrupted."""

    authentication_form = SignInForm
    template_name = "account/sign_in.html"

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Sign in; from now on the browser is known to this account."""
        response = super().form_valid(form)
        remember_device(self.request, response, form.get_user().get_username())
        return response


class OwnPasswordForm(PasswordChangeForm):
    """Asks for the old password and sets the new one by its action, so that the audit knows of it.

    A wrong old password counts as a failed login (axes): whoever finds a phone that is signed in guesses no further.
    """

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request

    def clean_old_password(self) -> str:
        """Refuse a password that is not the account's."""
        given: str = self.cleaned_data["old_password"]
        if authenticate(self.request, username=self.user.get_username(), password=given) != self.user:
            words = refusal_words(self.request) or self.error_messages["password_incorrect"]
            raise ValidationError(words, code="password_incorrect")
        return given

    def save(self, commit: bool = True) -> Any:
        """Set it; the account as it is then."""
        set_password(actor_of(self.user), self.user, password=self.cleaned_data["new_password1"])
        self.user.refresh_from_db()
        return self.user


class PasswordChange(SuccessMessageMixin, PasswordChangeView):  # type: ignore[type-arg]  # generic only in the stubs
    """Change one's own password; other sessions of the account end."""

    form_class = OwnPasswordForm
    template_name = "account/sign_in_password.html"
    success_url = reverse_lazy("account:password")
    success_message = _("Your password is changed.")

    def get_form_kwargs(self) -> dict[str, Any]:
        """The form counts its guesses by the request."""
        return {**super().get_form_kwargs(), "request": self.request}
