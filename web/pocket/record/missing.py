"""The page of a missing result that an applicant hands in with its papers."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from ranking.pins.selectors.private_files import file_of
from ranking.pins.services.applications import claim
from tournament.access.selectors.roles import actor_of
from web.pocket.record.access import own_application
from web.shared.forms.fields import DayField, LinesField
from web.shared.forms.kept import login_required
from web.shared.forms.writing import show, write
from web.shared.record.papers import paper_answer
from web.shared.record.private_files import FilesField, cleaned_files, posted_with_files
from web.shared.requests.devices import device_of
from web.shared.requests.methods import get_only


class MissingForm(forms.Form):
    """A missing result, with the papers that show it."""

    event = forms.CharField(label=gettext_lazy("Event"), max_length=200)
    day = DayField(label=gettext_lazy("Last day"))
    text = LinesField(
        label=gettext_lazy("What your result was"),
        required=False,
        max_length=1_000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Place, table points and competition points, and anything that helps to find it."),
    )
    files = FilesField(  # type: ignore[assignment]  # Django takes declared fields off the class: Form.files remains
        label=gettext_lazy("Documents that show it"),
        help_text=gettext_lazy(
            "Preferably a result certificate (A9 7.2). JPEG, PNG or PDF, at most five files, each up "
            "to 10 MB. Only you and the body see them. Place and time are removed from photos, and "
            "everything is deleted a year after the last step."
        ),
    )

    def missing(self) -> dict[str, Any] | None:
        """Return the service's argument with cleaned papers; None with errors in the form if something is wrong."""
        files = cleaned_files(self)
        if files is None:
            return None
        return {name: self.cleaned_data[name] for name in ("event", "day", "text")} | {"files": files}


@login_required
@never_cache
def add_missing(request: HttpRequest, pk: int) -> HttpResponse:
    """Add a missing result to an application that is not decided yet."""
    application = own_application(request, pk)
    form = MissingForm(*posted_with_files(request))
    actor = actor_of(request.user, device_of(request))
    missing = form.missing() if form.is_bound else None
    if write(request, form, claim, actor, request.user, application=application, missing=missing).done:
        messages.success(request, _("The result is submitted. This page shows its status."))
        return redirect("record:pin", pk)
    return show(request, "pocket/record/missing.html", form, application=application)


@get_only
@login_required
@never_cache
def handed_in(request: HttpRequest, pk: int, file: int) -> HttpResponse:
    return paper_answer(file_of(own_application(request, pk), file))
