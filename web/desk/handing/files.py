"""The field for a file of a hand-over."""

from typing import IO, Any, cast

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.errors import Refused
from scoring.hand_over.selectors.package import Package, opened

#: The largest file that a page takes, the limit of the server (config/serve.py).
MOST_BYTES = 95_000_000
ENDING = ".pinju"


class PackageField(forms.FileField):
    """A file of a hand-over; its value is the opened file."""

    widget = forms.FileInput(attrs={"accept": ENDING})

    def clean(self, data: Any, initial: Any = None) -> Package:
        """Open the file; refuse one that is too large, none of a hand-over, or of another version."""
        file: UploadedFile[Any] = super().clean(data, initial)
        if (file.size or 0) > MOST_BYTES:
            figures = {"most": MOST_BYTES // 1_000_000}
            raise forms.ValidationError(
                _("This file is larger than %(most)d MB. Bring it over the network instead.") % figures
            )
        try:
            return opened(cast("IO[bytes]", file.file))
        except Refused as refused:
            raise forms.ValidationError(str(refused.message)) from None


class PackageForm(forms.Form):
    """The file that came back."""

    file = PackageField(label=gettext_lazy("File of the hand-over"))
