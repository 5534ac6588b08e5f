"""Pages of the photos of a signed paper, for officials of the event only."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.files.pictures import MOST_BYTES
from scoring.sheets.models.photos import SheetPhoto
from scoring.sheets.selectors.paper.photos import photo_file, photos_of
from scoring.sheets.services.paper.photos import add_photo, remove_photo
from web.desk.sheets.access import SheetAccess, sheet_access
from web.shared.access import signed_in
from web.shared.forms.fields import ConfirmForm
from web.shared.forms.writing import show, write
from web.shared.requests.methods import get_only
from web.shared.stored.files import stored_file
from web.shared.stored.photos import ACCEPTED, PICTURE_ERRORS, cleaned_upload


class PhotoForm(forms.Form):
    """A photo from the camera or a file."""

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
        """Require one of the two, and refuse a file that is too large before it is read."""
        data: dict[str, Any] = super().clean() or {}
        file: UploadedFile[Any] | None = data.get("camera") or data.get("file")
        if file is None and not self.errors:
            self.add_error("file", _("Take a photo or choose a file."))
        if file is not None and (file.size or 0) > MOST_BYTES:
            self.add_error("file", str(PICTURE_ERRORS["too_large"]))
        return {**data, "chosen": file}


@signed_in
def photos(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Show the photos of the sheet and add one."""
    access = sheet_access(request, slug, session, number)
    may_add = access.desk.may(add_photo, access.desk.event.ledger)
    if request.method == "POST":
        access.desk.require(may_add)
    form = PhotoForm(request.POST, request.FILES) if request.method == "POST" else PhotoForm()
    if write(request, form, add_photo, access.desk.actor, access.sheet, **_cleaned_photo(form)).done:
        messages.success(request, _("The photo is kept with the sheet."))
        return redirect("desk:sheet-photos", slug, session, number)
    return show(
        request,
        "desk/sheets/photos.html",
        form,
        desk=access.desk,
        access=access,
        photos=photos_of(access.sheet),
        may_add=may_add,
    )


@get_only
@signed_in
def photo(request: HttpRequest, slug: str, session: int, number: int, photo_id: int) -> HttpResponseBase:
    """Return a photo inline, or a PDF as a download."""
    access = sheet_access(request, slug, session, number)
    sheet_photo = _photo(access, photo_id)
    name = f"{slug}-{session}-{number}-{sheet_photo.pk}.{sheet_photo.kind}"
    document = sheet_photo.kind == SheetPhoto.Kind.DOCUMENT
    kind = "application/pdf" if document else "image/jpeg"
    return stored_file(photo_file(sheet_photo), name, content_type=kind, as_download=document)


@signed_in
def remove(request: HttpRequest, slug: str, session: int, number: int, photo_id: int) -> HttpResponse:
    """Delete a photo, for a reason."""
    access = sheet_access(request, slug, session, number)
    access.desk.require(access.desk.may(remove_photo, access.desk.event.ledger))
    sheet_photo = _photo(access, photo_id)
    form = ConfirmForm(request)
    if write(request, form, remove_photo, access.desk.actor, access.sheet, photo=photo_id).done:
        messages.success(request, _("The photo is deleted."))
        return redirect("desk:sheet-photos", slug, session, number)
    return show(request, "desk/sheets/photos_remove.html", form, desk=access.desk, access=access, photo=sheet_photo)


def _photo(access: SheetAccess, photo_id: int) -> SheetPhoto:
    sheet_photo = photos_of(access.sheet).filter(pk=photo_id).first()
    if sheet_photo is None:
        raise Http404
    return sheet_photo


def _cleaned_photo(form: PhotoForm) -> dict[str, Any]:
    """Return the arguments of `add_photo`, computed before any transaction; empty if the form has errors."""
    if not form.is_bound or not form.is_valid():
        return {}
    return cleaned_upload(form, form.cleaned_data["chosen"])
