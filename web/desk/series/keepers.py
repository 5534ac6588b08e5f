"""The page that sets which accounts keep a series."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ranking.series.services.series import set_keeper
from tournament.people.models.accounts import Account
from web.desk.series.access import series_desk
from web.shared.access import signed_in
from web.shared.forms.writing import show, write


class KeeperForm(forms.Form):
    """An account that begins or ceases to keep the series."""

    account = forms.CharField(label=gettext_lazy("Username"), max_length=150)
    on = forms.ChoiceField(
        label=gettext_lazy("What to do"), choices=[("on", gettext_lazy("Add")), ("off", gettext_lazy("Remove"))]
    )

    def clean_account(self) -> Account:
        account = Account.objects.filter(username=self.cleaned_data["account"], is_active=True).first()
        if account is None:
            raise forms.ValidationError(_("There is no such account."))
        return account


@signed_in
def keepers(request: HttpRequest, slug: str) -> HttpResponse:
    desk = series_desk(request, slug)
    form = KeeperForm(request.POST if request.method == "POST" else None)
    payload: dict[str, Any] = {}
    if form.is_valid():
        payload = {"account": form.cleaned_data["account"], "on": form.cleaned_data["on"] == "on"}
    if write(request, form, set_keeper, desk.actor, desk.series, **payload).done:
        messages.success(request, _("The list of keepers is changed."))
        # Who gave the series up may not open its page any more.
        return redirect("desk:home")
    kept_by = desk.series.keepers.select_related("account")
    return show(request, "desk/series/keepers.html", form, desk=desk, keepers=kept_by)
