"""Pages of the program's accounts, for administrators: create, change, set a new password."""

import secrets
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_tables2 import Column

from common.i18n.wording import listed
from common.templatetags.pinju import DASH, state_badge
from tournament.people.models.accounts import Account
from tournament.people.selectors import has_second_factor
from tournament.people.services.accounts import change_account, create_account, set_password
from tournament.people.services.second_factor import remove_second_factor
from web.shared.access import AccountAccess, desk_of, signed_in
from web.shared.forms.fields import ConfirmForm, OwnPasswordForm
from web.shared.forms.writing import show, status_of, write
from web.shared.key_pages import paginate_by_key
from web.shared.tables import NAMING, BaseTable

PER_PAGE = 50
#: Random bytes of a generated password.
PASSWORD_BYTES = 12


def new_random_password() -> str:
    """Return a random password that cannot be guessed."""
    return secrets.token_urlsafe(PASSWORD_BYTES)


class RandomPasswordForm(OwnPasswordForm):
    """Holds a random password from when the page is made, so a form that is sent twice sets the same password."""

    random_password = forms.CharField(widget=forms.HiddenInput, initial=new_random_password, required=False)

    def clean_random_password(self) -> str:
        """Generate a password if the form has none: kept forms drop passwords while a user signs in again."""
        return self.cleaned_data["random_password"] or new_random_password()

    @property
    def payload(self) -> dict[str, Any]:
        """Return the typed values with the password."""
        typed = {name: value for name, value in self.cleaned_data.items() if name != "random_password"}
        return typed | {"password": self.cleaned_data["random_password"]}


class NewAccountForm(RandomPasswordForm):
    """The owner and the rights of a new account."""

    username = forms.CharField(
        label=gettext_lazy("Username"),
        max_length=150,
        help_text=gettext_lazy("For signing in: letters, digits and @ . + - _"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=150,
        required=False,
        help_text=gettext_lazy("The name as shown, in its own script and order."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    is_staff = forms.BooleanField(label=gettext_lazy("May create and import events"), required=False)
    field_order = ["username", "name", "is_staff"]


class AccountForm(OwnPasswordForm):
    """The fields of an account that can be changed."""

    name = NewAccountForm.base_fields["name"]
    is_active = forms.BooleanField(label=gettext_lazy("Active"), help_text=gettext_lazy("May sign in."), required=False)
    is_staff = NewAccountForm.base_fields["is_staff"]
    is_superuser = forms.BooleanField(label=gettext_lazy("Administrator of this program"), required=False)


#: The names of the account's values in its form.
EDITED = ("name", "is_active", "is_staff", "is_superuser")


class AccountTable(BaseTable):
    caption = gettext_lazy("Accounts")

    username = Column(verbose_name=gettext_lazy("Username"), attrs=NAMING)
    name = Column(verbose_name=gettext_lazy("Name"), empty_values=())
    rights = Column(verbose_name=gettext_lazy("Rights"), accessor="pk", orderable=False)
    last_login = Column(verbose_name=gettext_lazy("Last sign-in"))
    is_active = Column(verbose_name=gettext_lazy("State"))

    class Meta:
        order_by = "username"

    def render_username(self, record: Account) -> SafeString:
        return format_html('<a href="{}">{}</a>', reverse("desk:account", args=[record.pk]), record.username)

    def render_name(self, value: str) -> str:
        return value or DASH

    def render_rights(self, record: Account) -> str:
        rights = [
            _("Administrator") if record.is_superuser else "",
            _("May create events") if record.is_staff else "",
        ]
        return listed(filter(None, rights)) or DASH

    def render_last_login(self, value: datetime) -> SafeString:
        return format_html('<span class="nowrap">{}</span>', date_format(localtime(value), "SHORT_DATETIME_FORMAT"))

    def render_is_active(self, value: bool) -> SafeString:
        return state_badge("ok", _("active")) if value else state_badge("idle", _("deactivated"))


@signed_in
def accounts(request: HttpRequest) -> HttpResponse:
    """List the accounts and create one."""
    desk = _account_desk(request)
    form = NewAccountForm(request, request.POST if request.method == "POST" else None)
    payload = form.payload if form.is_valid() else {}
    if write(request, form, create_account, desk.actor, **payload).done:
        return _password_page(request, desk, payload["username"], payload["password"], made=True)
    table = AccountTable(Account.objects.all())
    paginate_by_key(request, table, per_page=PER_PAGE)
    return show(request, "desk/administration/accounts.html", form, desk=desk, table=table)


@signed_in
def account(request: HttpRequest, account_id: int) -> HttpResponse:
    """Show and change an account."""
    desk = _account_desk(request)
    chosen = get_object_or_404(Account, pk=account_id)
    form = _account_form(request, chosen, request.POST if request.method == "POST" else None)
    payload = form.cleaned_data if form.is_valid() else {}
    if write(request, form, change_account, desk.actor, chosen, **payload).done:
        messages.success(request, _("The account %(username)s is changed.") % {"username": chosen.username})
        return redirect("desk:accounts")
    return _account_page(request, desk, chosen, form, _password_form(request, None))


@signed_in
def new_password(request: HttpRequest, account_id: int) -> HttpResponse:
    """Set a random password, shown only in this response."""
    desk = _account_desk(request)
    chosen = get_object_or_404(Account, pk=account_id)
    if request.method != "POST":
        return redirect("desk:account", account_id)
    form = _password_form(request, request.POST)
    payload = form.payload if form.is_valid() else {}
    if write(request, form, set_password, desk.actor, chosen, **payload).done:
        return _password_page(request, desk, chosen.username, payload["password"], made=False)
    return _account_page(request, desk, chosen, _account_form(request, chosen, None), form)


@signed_in
def remove_factor(request: HttpRequest, account_id: int) -> HttpResponse:
    """Remove the second factor of an account whose phone is lost, for a reason."""
    desk = _account_desk(request)
    chosen = get_object_or_404(Account, pk=account_id)
    form = ConfirmForm(request, ask_password=True)
    if write(request, form, remove_second_factor, desk.actor, chosen).done:
        messages.success(request, _("%(username)s no longer has a second factor.") % {"username": chosen.username})
        return redirect("desk:account", account_id)
    return show(request, "desk/administration/accounts_factor.html", form, desk=desk, account=chosen)


def _account_desk(request: HttpRequest) -> AccountAccess:
    desk = desk_of(request)
    desk.require(desk.may_manage_accounts)
    return desk


def _account_form(request: HttpRequest, chosen: Account, data: Any) -> AccountForm:
    return AccountForm(request, data, initial={name: getattr(chosen, name) for name in EDITED})


def _password_form(request: HttpRequest, data: Any) -> RandomPasswordForm:
    """Return the form of a new password; both forms of the page may ask for one's own, under different ids."""
    return RandomPasswordForm(request, data, auto_id="new_%s")


def _account_page(
    request: HttpRequest, desk: AccountAccess, chosen: Account, form: AccountForm, password_form: RandomPasswordForm
) -> HttpResponse:
    context = {"form": form, "password_form": password_form, "desk": desk, "account": chosen}
    context["second_factor"] = has_second_factor(chosen)
    status = status_of(form, password_form)
    return render(request, "desk/administration/accounts_detail.html", context, status=status)


def _password_page(
    request: HttpRequest, desk: AccountAccess, username: str, password: str, *, made: bool
) -> HttpResponse:
    context = {"username": username, "password": password, "made": made}
    return show(request, "desk/administration/accounts_password.html", forms.Form(), desk=desk, **context)
