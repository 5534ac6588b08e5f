"""Forms with private files of an application for a pin: pictures and PDFs, cleaned before they are kept."""

import hashlib
from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest
from django.utils.translation import gettext as _

from common.files.pictures import MOST_BYTES, PictureError, clean_picture
from ranking.pins.services.files import MOST_FILES
from web.shared.stored.photos import ACCEPTED, PICTURE_ERRORS


class FilesInput(forms.ClearableFileInput):
    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Up to MOST_FILES uploaded papers, whose content is not checked yet."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(widget=FilesInput(attrs={"accept": ACCEPTED}), **kwargs)

    def clean(self, data: Any, initial: Any = None) -> "Sequence[UploadedFile[Any]]":
        """Return the files; refuse too many files, and files that are too large."""
        sent = (data or [None]) if isinstance(data, list | tuple) else [data]
        files = [super(FilesField, self).clean(file, initial) for file in sent]
        if len(files) > MOST_FILES:
            raise forms.ValidationError(_("There are at most %(most)d files.") % {"most": MOST_FILES})
        if any(file and (file.size or 0) > MOST_BYTES for file in files):
            raise forms.ValidationError(str(PICTURE_ERRORS["too_large"]))
        return files


def cleaned_files(form: forms.Form) -> list[dict[str, Any]] | None:
    """Return the papers in the field "files" of a posted form, each with kind, data and digest.

    None, with the errors in the form, if something is wrong.
    """
    if not form.is_valid():
        return None
    sent = [file for file in form.cleaned_data["files"] if file]
    files = [_cleaned(form, file) for file in sent]
    return None if form.errors else [file for file in files if file]


def _cleaned(form: forms.Form, sent: "UploadedFile[Any]") -> dict[str, Any] | None:
    data = sent.read()
    try:
        kind, clean = clean_picture(data)
    except PictureError as fault:
        form.add_error("files", f"{sent.name}: {PICTURE_ERRORS[fault.code]}")
        return None
    return {"kind": kind, "data": clean, "digest": hashlib.sha256(data).hexdigest()}


def posted_with_files(request: HttpRequest) -> tuple[Any, ...]:
    """Return the arguments of a form with files."""
    return (request.POST, request.FILES) if request.method == "POST" else ()
