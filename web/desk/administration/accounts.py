"""The accounts of the program, for its administrators: making them, changing them, new passwords."""

import secrets
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
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
from tournament.people.services.accounts import change_account, create_account, set_password
from web.shared.access import Desk, desk_of, signed_in
from web.shared.forms.writing import show, write
from web.shared.tables import NAMING, BaseTable, paginate

PER_PAGE = 50
#: Random passwords have so many bytes of chance.
PASSWORD_BYTES = 12


def new_random_password() -> str:
    """A password that nobody guesses."""
    return secrets.token_urlsafe(PASSWORD_BYTES)


class PasswordForm(forms.Form):
    """Holds a random password from the first look at the page: a form sent twice then asks for the same twice."""

    random_password = forms.CharField(widget=forms.HiddenInput, initial=new_random_password, required=False)

    def clean_random_password(self) -> str:
        """Make another where none came: passwords are not kept while somebody signs in again."""
        return self.cleaned_data["random_password"] or new_random_password()

    @property
    def facts(self) -> dict[str, Any]:
        """What was typed, with the password."""
        typed = {name: value for name, value in self.cleaned_data.items() if name != "random_password"}
        return typed | {"password": self.cleaned_data["random_password"]}


class NewAccountForm(PasswordForm):
    """Who the account is for."""

    username = forms.CharField(
        label=gettext_lazy("Username"),
        max_length=150,
        help_text=gettext_lazy("To sign in with: letters, digits and @ . + - _"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=150,
        required=False,
        help_text=gettext_lazy("As people read it, in its own script and order."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    is_staff = forms.BooleanField(label=gettext_lazy("May create and import events"), required=False)
    field_order = ["username", "name", "is_staff"]


class AccountForm(forms.Form):
    """What can be changed of an account."""

    name = NewAccountForm.base_fields["name"]
    is_active = forms.BooleanField(label=gettext_lazy("Active"), help_text=gettext_lazy("May sign in."), required=False)
    is_staff = NewAccountForm.base_fields["is_staff"]
    is_superuser = forms.BooleanField(label=gettext_lazy("Administrator of this program"), required=False)


class AccountTable(BaseTable):
    """Every account."""

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
    """List the accounts and make another."""
    desk = _administrators_desk(request)
    form = NewAccountForm(request.POST if request.method == "POST" else None)
    facts = form.facts if form.is_valid() else {}
    if write(request, form, create_account, desk.actor, **facts):
        return _shown_once(request, desk, facts["username"], facts["password"], made=True)
    table = AccountTable(Account.objects.all())
    paginate(request, table, per_page=PER_PAGE)
    return show(request, "desk/administration/accounts.html", form, desk=desk, table=table)


@signed_in
def account(request: HttpRequest, account_id: int) -> HttpResponse:
    """Show one account and change it."""
    desk = _administrators_desk(request)
    chosen = get_object_or_404(Account, pk=account_id)
    initial = {name: getattr(chosen, name) for name in AccountForm.base_fields}
    form = AccountForm(request.POST if request.method == "POST" else None, initial=initial)
    facts = form.cleaned_data if form.is_valid() else {}
    if write(request, form, change_account, desk.actor, chosen, **facts):
        messages.success(request, _("The account %(username)s is changed.") % {"username": chosen.username})
        return redirect("desk:accounts")
    return show(
        request,
        "desk/administration/accounts_detail.html",
        form,
        desk=desk,
        account=chosen,
        password_form=PasswordForm(),
    )


@signed_in
def new_password(request: HttpRequest, account_id: int) -> HttpResponse:
    """Give an account a random password, and show it this once."""
    desk = _administrators_desk(request)
    chosen = get_object_or_404(Account, pk=account_id)
    form = PasswordForm(request.POST if request.method == "POST" else None)
    facts = form.facts if form.is_valid() else {}
    if write(request, form, set_password, desk.actor, chosen, **facts):
        return _shown_once(request, desk, chosen.username, facts["password"], made=False)
    return redirect("desk:account", account_id)


def _administrators_desk(request: HttpRequest) -> Desk:
    desk = desk_of(request)
    desk.require(desk.may_manage_accounts)
    return desk


def _shown_once(request: HttpRequest, desk: Desk, username: str, password: str, *, made: bool) -> HttpResponse:
    context = {"username": username, "password": password, "made": made}
    return show(request, "desk/administration/accounts_password.html", forms.Form(), desk=desk, **context)
