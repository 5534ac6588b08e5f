"""Uploaded photos and PDFs: accepted types, error messages, cleaning."""

import hashlib
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.files.pictures import MOST_BYTES, PictureError, clean_picture

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

#: Error code of `PictureError` -> message.
PICTURE_ERRORS = {
    "too_large": gettext_lazy("This file is larger than 10 MB and was not read."),
    "too_many_pixels": gettext_lazy("This picture has more than 60 million pixels: use a smaller one."),
    "too_many_pages": gettext_lazy("This PDF has more than 20 pages."),
    "locked": gettext_lazy("This PDF is locked with a password."),
    "too_slow": gettext_lazy("This file took too long to read."),
    "unknown": gettext_lazy("This is not a readable JPEG, PNG or PDF."),
}
ACCEPTED = "image/jpeg,image/png,application/pdf,.jpg,.jpeg,.png,.pdf"


def picture_field(label: "_StrOrPromise", help_text: "_StrOrPromise") -> forms.FileField:
    """Return the form field of a picture, without documents."""
    widget = forms.FileInput(attrs={"accept": "image/jpeg,image/png"})
    return forms.FileField(label=label, help_text=help_text, widget=widget)


def cleaned_picture(form: forms.Form, upload: "UploadedFile[Any]", **limits: int) -> dict[str, Any]:
    """Return re-encoded data and digest of a picture, as ``cleaned_upload`` does; a document is an error."""
    if (upload.size or 0) > MOST_BYTES:
        form.add_error("file", str(PICTURE_ERRORS["too_large"]))
        return {}
    cleaned = cleaned_upload(form, upload, **limits)
    if cleaned.pop("kind", "jpeg") != "jpeg":
        form.add_error("file", _("This is a document; send a picture."))
        return {}
    return cleaned


def cleaned_upload(form: forms.Form, upload: "UploadedFile[Any]", **limits: int) -> dict[str, Any]:
    """Return kind, re-encoded data and SHA-256 digest of the upload, as arguments of a service.

    ``limits`` are those of `clean_picture`. Returns an empty dict, with the error at the form's field ``file``, if the
    file cannot be read.
    """
    data = upload.read()
    try:
        kind, clean = clean_picture(data, **limits)
    except PictureError as fault:
        form.add_error("file", str(PICTURE_ERRORS[fault.code]))
        return {}
    return {"kind": kind, "data": clean, "digest": hashlib.sha256(data).hexdigest()}
