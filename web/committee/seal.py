"""The seal of a body, which its certificates show."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ranking.bodies.services import set_seal
from ranking.pins.selectors.signing import seal_of
from web.committee.access import body_desk
from web.shared.access import signed_in
from web.shared.forms.writing import show, write
from web.shared.record.private_files import posted_with_files
from web.shared.requests.methods import get_only
from web.shared.stored.photos import cleaned_upload


class SealForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("Picture of the seal"),
        help_text=gettext_lazy("JPEG or PNG on white, up to 10 MB. Leave it empty to remove the seal."),
        required=False,
        widget=forms.ClearableFileInput(attrs={"accept": "image/jpeg,image/png,.jpg,.jpeg,.png"}),
    )

    def jpeg(self) -> dict[str, Any]:
        """Return the argument of the service; empty, with the error in the form, if the file is not a picture."""
        if not self.is_valid():
            return {}
        upload = self.cleaned_data["file"]
        if not upload:
            return {"jpeg": b""}
        cleaned = cleaned_upload(self, upload)
        if cleaned and cleaned["kind"] != "jpeg":
            self.add_error("file", _("A seal is a picture. Choose a JPEG or PNG."))
        return {"jpeg": cleaned["data"]} if cleaned and not self.errors else {}


@signed_in
def seal(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the seal; a POST replaces it, or removes it without a file."""
    desk = body_desk(request, slug)
    desk.require(desk.may_lead)
    form = SealForm(*posted_with_files(request))
    values = form.jpeg() if form.is_bound else {}
    if write(request, form, set_seal, desk.actor, desk.body, **values).done:
        messages.success(request, _("Saved. Certificates show it from now on."))
        return redirect("committee:seal", slug)
    return show(request, "committee/seal.html", form, desk=desk, has_seal=seal_of(desk.body) is not None)


@get_only
@signed_in
def picture(request: HttpRequest, slug: str) -> HttpResponse:
    jpeg = seal_of(body_desk(request, slug).body)
    if jpeg is None:
        raise Http404
    return HttpResponse(jpeg, content_type="image/jpeg", headers={"Cache-Control": "private, no-store"})
