"""The page that names the final of a series."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ranking.series.services.series import set_final
from web.desk.series.access import series_desk
from web.shared.access import signed_in
from web.shared.forms.fields import IdField
from web.shared.forms.writing import show, write


class FinalForm(forms.Form):
    """The event that is the final."""

    slug = IdField(
        label=gettext_lazy("Id of the final"),
        max_length=64,
        required=False,
        help_text=gettext_lazy("An event that exists already, as in its address. Empty: no final yet."),
    )


@signed_in
def final(request: HttpRequest, slug: str) -> HttpResponse:
    desk = series_desk(request, slug)
    form = FinalForm(request.POST if request.method == "POST" else None, initial={"slug": desk.series.final})
    payload = {"slug": form.cleaned_data["slug"]} if form.is_valid() else {}
    if write(request, form, set_final, desk.actor, desk.series, **payload).done:
        messages.success(request, _("The final is set."))
        return redirect("desk:series-one", slug)
    return show(request, "desk/series/final.html", form, desk=desk)
