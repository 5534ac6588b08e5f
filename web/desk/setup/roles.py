"""Pages to grant and revoke roles in an event."""

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_tables2 import Column

from common.actions.engine import may
from tournament.access.selectors.roles import role_holders
from tournament.access.services.roles import grant_role, revoke_role
from tournament.people.models.accounts import Account, Role
from web.shared.access import EventAccess, event_desk, signed_in
from web.shared.forms.writing import show, write
from web.shared.tables import NAMING, BaseTable, paginate

PER_PAGE = 50


class GrantForm(forms.Form):
    """The username of an account, and the role to grant."""

    username = forms.CharField(
        label=gettext_lazy("Username"),
        max_length=150,
        help_text=gettext_lazy("The username of the person's account."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
    name = forms.ChoiceField(label=gettext_lazy("Role"), choices=Role.Name.choices)

    def clean_username(self) -> str:
        username: str = self.cleaned_data["username"]
        self.account = Account.objects.filter(username=username).first()
        if self.account is None:
            raise forms.ValidationError(_("There is no account with this username."))
        if not self.account.is_active:
            raise forms.ValidationError(_("This account is deactivated."))
        return username


class RevokeForm(forms.Form):
    """The fields of the button that revokes a role."""

    account = forms.ModelChoiceField(Account.objects.all())
    name = forms.ChoiceField(choices=Role.Name.choices)


class RoleTable(BaseTable):
    """The roles of an event, each with a button to revoke it."""

    caption = gettext_lazy("Roles")

    account = Column(verbose_name=gettext_lazy("Account"), attrs=NAMING)
    username = Column(verbose_name=gettext_lazy("Username"), accessor="account__username")
    name = Column(verbose_name=gettext_lazy("Role"))
    revoke = Column(verbose_name=gettext_lazy("Remove"), empty_values=(), accessor="pk")

    class Meta:
        orderable = False

    def render_name(self, record: Role) -> str:
        return record.get_name_display()

    def render_revoke(self, record: Role) -> SafeString:
        context = {"role": record, "event": record.event, "csrf_token": get_token(self.request)}
        return render_to_string("desk/setup/_revoke.html", context)


@signed_in
def roles(request: HttpRequest, slug: str) -> HttpResponse:
    """List the roles and grant one."""
    desk = event_desk(request, slug)
    desk.require(desk.may_give_roles)
    form = GrantForm(request.POST if request.method == "POST" else None)
    payload = {"account": form.account, "name": form.cleaned_data.get("name")} if form.is_valid() else {}
    written = write(request, form, grant_role, desk.actor, desk.event, **payload)
    if written.done:
        role = {"account": form.account, "role": Role.Name(written.answer["role"]).label}
        messages.success(request, _("%(account)s is now %(role)s.") % role)
        return redirect("desk:roles", slug)
    table = RoleTable(role_holders(desk.event))
    paginate(request, table, per_page=PER_PAGE)
    return show(request, "desk/setup/roles.html", form, desk=desk, table=table)


@signed_in
def revoke(request: HttpRequest, slug: str) -> HttpResponse:
    """Revoke a role and redirect to the list."""
    desk = event_desk(request, slug)
    desk.require(desk.may_give_roles)
    if request.method == "POST":
        _revoke(request, desk)
    # An account that revoked its own role may no longer see the list.
    return redirect("desk:roles", slug) if may(desk.actor, grant_role, desk.event.ledger) else redirect("desk:home")


def _revoke(request: HttpRequest, desk: EventAccess) -> None:
    form = RevokeForm(request.POST)
    if not form.is_valid():
        raise Http404
    account, name = form.cleaned_data["account"], form.cleaned_data["name"]
    if write(request, form, revoke_role, desk.actor, desk.event, account=account, name=name).done:
        role = {"account": account, "role": Role.Name(name).label}
        messages.success(request, _("%(account)s is no longer %(role)s.") % role)
    for errors in form.errors.values():
        messages.error(request, str(errors[0]))
