"""Photos of the signed paper: taking one, looking at it, taking it away. For officials of the event only."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.files.pictures import MOST_BYTES
from scoring.sheets.models.photos import SheetPhoto
from scoring.sheets.selectors.paper.photos import photo_path, photos_of
from scoring.sheets.services.paper.photos import add_photo, remove_photo
from web.desk.sheets.access import OneSheet, one_sheet
from web.shared.access import signed_in
from web.shared.forms.fields import ConfirmForm
from web.shared.forms.writing import show, write
from web.shared.photos import ACCEPTED, WRONG, cleaned
from web.shared.requests.methods import get_only


class PhotoForm(forms.Form):
    """A picture from the camera, or a file."""

    camera = forms.FileField(
        label=gettext_lazy("Take a photo"),
        required=False,
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png", "capture": "environment"}),
    )
    file = forms.FileField(
        label=gettext_lazy("Or a file"),
        required=False,
        help_text=gettext_lazy(
            "JPEG, PNG or PDF, up to 10 MB. It is scaled down; place and time of the photo are removed."
        ),
        widget=forms.FileInput(attrs={"accept": ACCEPTED}),
    )

    def clean(self) -> dict[str, Any]:
        """One of the two is there, and not too large; nobody has read it yet."""
        found: dict[str, Any] = super().clean() or {}
        file: UploadedFile[Any] | None = found.get("camera") or found.get("file")
        if file is None and not self.errors:
            self.add_error("file", _("Take a photo or choose a file."))
        if file is not None and (file.size or 0) > MOST_BYTES:
            self.add_error("file", str(WRONG["too_large"]))
        return {**found, "chosen": file}


@signed_in
def photos(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Show the photos of the sheet and take one more."""
    one = one_sheet(request, slug, session, number)
    may_add = one.desk.may(add_photo, one.desk.event.head)
    if request.method == "POST":
        one.desk.require(may_add)
    form = PhotoForm(request.POST, request.FILES) if request.method == "POST" else PhotoForm()
    if write(request, form, add_photo, one.desk.actor, one.sheet, **_read(form)):
        messages.success(request, _("The photo is kept with the sheet."))
        return redirect("desk:sheet-photos", slug, session, number)
    return show(
        request,
        "desk/sheets/photos.html",
        form,
        desk=one.desk,
        one=one,
        photos=photos_of(one.sheet),
        may_add=may_add,
    )


@get_only
@signed_in
def photo(request: HttpRequest, slug: str, session: int, number: int, photo_id: int) -> FileResponse:
    """Hand out a photo: a picture to be shown, a PDF to be kept."""
    one = one_sheet(request, slug, session, number)
    found = _photo(one, photo_id)
    name = f"{slug}-{session}-{number}-{found.pk}.{found.kind}"
    document = found.kind == SheetPhoto.Kind.DOCUMENT
    kind = "application/pdf" if document else "image/jpeg"
    try:
        file = photo_path(found).open("rb")
    except FileNotFoundError as gone:
        raise Http404 from gone
    return FileResponse(file, as_attachment=document, filename=name, content_type=kind)


@signed_in
def remove(request: HttpRequest, slug: str, session: int, number: int, photo_id: int) -> HttpResponse:
    """Ask for a reason, and delete the photo."""
    one = one_sheet(request, slug, session, number)
    one.desk.require(one.desk.may(remove_photo, one.desk.event.head))
    found = _photo(one, photo_id)
    form = ConfirmForm(request)
    if write(request, form, remove_photo, one.desk.actor, one.sheet, photo=photo_id):
        messages.success(request, _("The photo is deleted."))
        return redirect("desk:sheet-photos", slug, session, number)
    return show(request, "desk/sheets/photos_remove.html", form, desk=one.desk, one=one, photo=found)


def _photo(one: OneSheet, photo_id: int) -> SheetPhoto:
    found = photos_of(one.sheet).filter(pk=photo_id).first()
    if found is None:
        raise Http404
    return found


def _read(form: PhotoForm) -> dict[str, Any]:
    """What the service is given, made before any transaction; what is wrong with it stands in the form."""
    if not form.is_bound or not form.is_valid():
        return {}
    return cleaned(form, form.cleaned_data["chosen"])
