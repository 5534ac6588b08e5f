"""Photos and PDFs that people hand in: what is accepted, and what to say about one that cannot be read."""

import hashlib
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy

from common.files.pictures import PictureError, clean_picture

WRONG = {
    "too_large": gettext_lazy("This file is larger than 10 MB and was not read."),
    "too_many_pixels": gettext_lazy("This picture has more than 60 million pixels: take it smaller."),
    "too_many_pages": gettext_lazy("This PDF has more than 20 pages."),
    "locked": gettext_lazy("This PDF is locked with a password."),
    "too_slow": gettext_lazy("This file took too long to read."),
    "unknown": gettext_lazy("This is no JPEG, PNG or PDF that can be read."),
}
ACCEPTED = "image/jpeg,image/png,application/pdf,.jpg,.jpeg,.png,.pdf"


def cleaned(form: forms.Form, sent: "UploadedFile[Any]") -> dict[str, Any]:
    """The sent file made anew, for a service; what is wrong with it stands beside ``file``, and nothing is given."""
    data = sent.read()
    try:
        kind, clean = clean_picture(data)
    except PictureError as fault:
        form.add_error("file", str(WRONG[fault.code]))
        return {}
    return {"kind": kind, "data": clean, "digest": hashlib.sha256(data).hexdigest()}
