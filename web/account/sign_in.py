"""Signing in, and changing the password."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import authenticate
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.contrib.auth.views import LoginView, PasswordChangeView
from django.contrib.messages.views import SuccessMessageMixin
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse, reverse_lazy
from django.utils.translation import gettext_lazy as _

from ranking.bodies.selectors.roles import works_for_body
from tournament.access.selectors.roles import actor_of, events_of
from tournament.people.selectors import has_second_factor
from tournament.people.services.accounts import set_password
from web.account.codes import CodeForm, keep_pending, pending_account
from web.account.known_devices import remember_device
from web.account.passkeys import PasskeySignInForm
from web.shared.access import account_of
from web.shared.accounts.passwords import refusal_words
from web.shared.forms.kept import CarriesForm
from web.shared.forms.messages import CHANGE_PASSWORD, PASSWORD_HELP, SIGN_IN
from web.shared.forms.writing import show


class SignInForm(AuthenticationForm):
    """Ask for username and password; it saves nothing, so its errors do not mention saving."""

    saves_nothing = True
    error_messages = {**AuthenticationForm.error_messages, **SIGN_IN}

    def get_invalid_login_error(self) -> ValidationError:
        """Return why the sign-in failed: a wrong password, or one that was not checked."""
        words = refusal_words(self.request)
        return ValidationError(words, code="refused") if words else super().get_invalid_login_error()


class SignIn(CarriesForm, LoginView):
    """Sign in, then open the requested page, or continue with the interrupted form."""

    authentication_form = SignInForm
    template_name = "account/sign_in.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(provider_name=settings.PROVIDER_NAME, **context)

    def get_default_redirect_url(self) -> str:
        """Return the Desk for workers at events, the Committee for workers of bodies, else the page of pins."""
        account = account_of(self.request)
        if account.is_staff or account.is_superuser or events_of(account).exists():
            return super().get_default_redirect_url()
        return reverse("committee:home" if works_for_body(account) else "record:me")

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Check the password, the code after it, or a passkey in place of either."""
        if "code" not in request.POST:
            if request.POST.get("passkey"):
                return self._passkey(PasskeySignInForm(request))
            return super().post(request, *args, **kwargs)
        account = pending_account(request)
        if account is None:
            messages.warning(request, _("The code has expired. Sign in again."))
            return self.render_to_response(self.get_context_data(form=SignInForm(request)))
        if request.POST.get("passkey"):
            return self._passkey(PasskeySignInForm(request, account))
        form = CodeForm(account, request.POST)
        return self.form_valid(form) if form.is_valid() else self._code_page(form)

    def _passkey(self, form: PasskeySignInForm) -> HttpResponse:
        if form.is_valid():
            return self.form_valid(form)
        again: SignInForm | CodeForm = CodeForm(form.expected) if form.expected else SignInForm(self.request)
        context = self.get_context_data(form=again, refused=form)
        name = "account/sign_in_code.html" if form.expected else self.template_name
        return render(self.request, name, context, status=400)

    def _code_page(self, form: CodeForm) -> HttpResponse:
        context = self.get_context_data(form=form)
        return show(self.request, "account/sign_in_code.html", context.pop("form"), **context)

    def form_valid(self, form: AuthenticationForm | CodeForm | PasskeySignInForm) -> HttpResponse:
        """After a password ask for the second factor if there is one; else sign in, and remember the browser."""
        account = form.get_user()
        if isinstance(form, AuthenticationForm) and has_second_factor(account):
            keep_pending(self.request, account)
            return self._code_page(CodeForm(account))
        response = super().form_valid(form)
        remember_device(self.request, response, form.get_user().get_username())
        return response


class OwnPasswordForm(PasswordChangeForm):
    """Ask for the old password, and set the new one by an action, so that the audit log has it.

    A wrong old password counts as a failed login (axes): a person who finds an unlocked phone cannot guess on.
    """

    error_messages = {**PasswordChangeForm.error_messages, **CHANGE_PASSWORD}

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["new_password1"].help_text = PASSWORD_HELP
        self.fields["new_password2"].label = _("New password, again")
        self.fields["new_password2"].help_text = ""
        self.request = request

    def clean_old_password(self) -> str:
        password: str = self.cleaned_data["old_password"]
        if authenticate(self.request, username=self.user.get_username(), password=password) != self.user:
            words = refusal_words(self.request) or self.error_messages["password_incorrect"]
            raise ValidationError(words, code="password_incorrect")
        return password

    def validate_password_for_user(self, user: Any, _password_field_name: str = "") -> None:
        """Name a weak password beside the new password; Django names it beside the repetition."""
        super().validate_password_for_user(user, "new_password1")

    def save(self, commit: bool = True) -> Any:  # noqa: ARG002  # Django's view passes it by name or not at all
        """Set the password; return the account as saved."""
        set_password(actor_of(self.user), self.user, password=self.cleaned_data["new_password1"])
        self.user.refresh_from_db()
        return self.user


class PasswordChange(SuccessMessageMixin, PasswordChangeView):  # type: ignore[type-arg]  # generic only in the stubs
    """Change the account's password; its other sessions end."""

    form_class = OwnPasswordForm
    template_name = "account/sign_in_password.html"
    success_url = reverse_lazy("account:password")
    success_message = _("Your password is changed.")

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(provider_name=settings.PROVIDER_NAME, **context)

    def get_form_kwargs(self) -> dict[str, Any]:
        """Pass the request, by which the form counts guesses."""
        return {**super().get_form_kwargs(), "request": self.request}
