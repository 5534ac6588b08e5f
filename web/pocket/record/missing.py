"""The form of an applicant's missing result, with its papers."""

import hashlib
from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.files.pictures import MOST_BYTES, PictureError, clean_picture
from ranking.pins.services.claims import MOST_FILES
from web.shared.forms.fields import LinesField, date_field
from web.shared.photos import ACCEPTED, WRONG


class FilesInput(forms.ClearableFileInput):
    allow_multiple_selected = True


class FilesField(forms.FileField):
    """One to MOST_FILES uploaded papers, whose content is not checked yet."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(widget=FilesInput(attrs={"accept": ACCEPTED}), **kwargs)

    def clean(self, data: Any, initial: Any = None) -> "Sequence[UploadedFile[Any]]":
        """Return the files; refuse too many files, and files that are too large."""
        sent = (data or [None]) if isinstance(data, list | tuple) else [data]
        files = [super(FilesField, self).clean(file, initial) for file in sent]
        if len(files) > MOST_FILES:
            raise forms.ValidationError(_("There are at most %(most)d files.") % {"most": MOST_FILES})
        if any((file.size or 0) > MOST_BYTES for file in files):
            raise forms.ValidationError(str(WRONG["too_large"]))
        return files


class MissingForm(forms.Form):
    """A missing result, with the papers that show it."""

    event = forms.CharField(label=gettext_lazy("Event"), max_length=200)
    day = date_field(label=gettext_lazy("Last day"))
    text = LinesField(
        label=gettext_lazy("What your result was"),
        required=False,
        max_length=1_000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Place, table points and competition points, and whatever helps to find it."),
    )
    files = FilesField(  # type: ignore[assignment]  # Django takes declared fields off the class: Form.files remains
        label=gettext_lazy("Papers that show it"),
        help_text=gettext_lazy(
            "Best a result certificate (A9 7.2). JPEG, PNG or PDF, at most five, each up to 10 MB. Only you and the "
            "body see them; place and time of photos are removed, and all is deleted a year after the last step."
        ),
    )

    def missing(self) -> dict[str, Any] | None:
        """Return the service's argument with cleaned papers; None with errors in the form if something is wrong."""
        if not self.is_valid():
            return None
        cleaned = self.cleaned_data
        files = [self._cleaned(sent) for sent in cleaned["files"]]
        if self.errors:
            return None
        return {"event": cleaned["event"], "day": cleaned["day"], "text": cleaned["text"], "files": files}

    def _cleaned(self, sent: "UploadedFile[Any]") -> dict[str, Any] | None:
        data = sent.read()
        try:
            kind, clean = clean_picture(data)
        except PictureError as fault:
            self.add_error("files", f"{sent.name}: {WRONG[fault.code]}")
            return None
        return {"kind": kind, "data": clean, "digest": hashlib.sha256(data).hexdigest()}
