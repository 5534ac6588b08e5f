"""A list of people as a file or as text, read before the transaction of the action begins."""

import hashlib
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.registration.rules.notes import Unreadable
from tournament.registration.selectors.files import MOST_BYTES, sheets_of_file, sheets_of_text
from web.shared.labels.registration import note_text


def list_file(help_text: Any) -> forms.FileField:
    """Return the field of the file that holds a list."""
    formats = ".csv,.tsv,.txt,.xlsx,.xlsm,text/plain,text/csv"
    widget = forms.FileInput({"accept": formats, "aria-required": "false"})
    return forms.FileField(label=gettext_lazy("File"), required=False, help_text=help_text, widget=widget)


def list_text(help_text: Any, **attrs: str) -> forms.CharField:
    """Return the field of a list as text, in place of the file; ``attrs``: further attributes of its input."""
    widget = forms.Textarea({"rows": 8, "aria-required": "false", **attrs})
    return forms.CharField(
        label=gettext_lazy("Or text"),
        required=False,
        max_length=1_000_000,
        strip=False,
        help_text=help_text,
        widget=widget,
    )


class ListForm(forms.Form):
    """A list of people as a file or as text."""

    file = list_file(gettext_lazy("CSV, XLSX or text in any encoding, up to 10 MB and 20,000 rows."))
    text = list_text(gettext_lazy("Copied from a mail or a spreadsheet, one person per line."))

    def clean_file(self) -> "UploadedFile[Any] | None":
        """Refuse a file that is too large before it is read."""
        file: UploadedFile[Any] | None = self.cleaned_data["file"]
        if file and (file.size or 0) > MOST_BYTES:
            most = {"most": MOST_BYTES // 1_000_000}
            raise forms.ValidationError(_("This file is larger than %(most)d MB and was not read.") % most)
        return file

    def clean(self) -> dict[str, Any]:
        """Require either a file or a text."""
        data: dict[str, Any] = super().clean() or {}
        if not self.errors and bool(data.get("file")) == bool(data.get("text", "").strip()):
            raise forms.ValidationError(_("Give either a file or a text."))
        return data

    def read(self) -> dict[str, Any]:
        """Return name, digest, sheets and encoding; empty, with an error on the form, if the list cannot be read."""
        if not self.is_bound or not self.is_valid():
            return {}
        file, text = self.cleaned_data["file"], self.cleaned_data["text"]
        data = file.read() if file else text.encode()
        try:
            sheets, encoding = sheets_of_file(data) if file else (sheets_of_text(text), "")
        except Unreadable as fault:
            row = dict(fault.note.figures).get("row")
            where = _("Row %(row)s: ") % {"row": row} if row else ""
            self.add_error("file" if file else "text", where + note_text(fault.note))
            return {}
        return {
            "file_name": file.name if file else _("Text"),
            "file_digest": hashlib.sha256(data).hexdigest(),
            "sheets": sheets,
            "encoding": encoding,
        }
