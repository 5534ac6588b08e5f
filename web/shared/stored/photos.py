"""Uploaded photos and PDFs: accepted types, error messages, cleaning."""

import hashlib
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy

from common.files.pictures import PictureError, clean_picture

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


def cleaned_upload(form: forms.Form, upload: "UploadedFile[Any]") -> dict[str, Any]:
    """Return kind, re-encoded data and SHA-256 digest of the upload, as arguments of a service.

    Returns an empty dict, with the error at the form's field ``file``, if the file cannot be read.
    """
    data = upload.read()
    try:
        kind, clean = clean_picture(data)
    except PictureError as fault:
        form.add_error("file", str(PICTURE_ERRORS[fault.code]))
        return {}
    return {"kind": kind, "data": clean, "digest": hashlib.sha256(data).hexdigest()}
