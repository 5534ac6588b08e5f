"""Results that the record lacks, as an applicant hands them in: the form, its papers, looking at them again."""

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
    """Several files at once."""

    allow_multiple_selected = True


class FilesField(forms.FileField):
    """One to MOST_FILES papers, none too large; nobody has read them yet."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(widget=FilesInput(attrs={"accept": ACCEPTED}), **kwargs)

    def clean(self, data: Any, initial: Any = None) -> "Sequence[UploadedFile[Any]]":
        """The files; refuses too many, and those that are too large."""
        sent = (data or [None]) if isinstance(data, list | tuple) else [data]
        files = [super(FilesField, self).clean(one, initial) for one in sent]
        if len(files) > MOST_FILES:
            raise forms.ValidationError(_("There are at most %(most)d files.") % {"most": MOST_FILES})
        if any((one.size or 0) > MOST_BYTES for one in files):
            raise forms.ValidationError(str(WRONG["too_large"]))
        return files


class MissingForm(forms.Form):
    """A result that the record lacks, with the papers that show it."""

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
        """What the service takes, the papers made anew; None while something is wrong, which stands in the form."""
        if not self.is_valid():
            return None
        given = self.cleaned_data
        files = [one for sent in given["files"] if (one := self._cleaned(sent))]
        if self.errors:
            return None
        return {"event": given["event"], "day": given["day"], "text": given["text"], "files": files}

    def _cleaned(self, sent: "UploadedFile[Any]") -> dict[str, Any] | None:
        data = sent.read()
        try:
            kind, clean = clean_picture(data)
        except PictureError as fault:
            self.add_error("files", f"{sent.name}: {WRONG[fault.code]}")
            return None
        return {"kind": kind, "data": clean, "digest": hashlib.sha256(data).hexdigest()}
