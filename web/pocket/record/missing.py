"""The page of a missing result that an applicant hands in with its papers."""

import hashlib
from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from common.files.pictures import MOST_BYTES, PictureError, clean_picture
from ranking.pins.selectors.claim_files import file_of
from ranking.pins.services.applications import claim
from ranking.pins.services.claims import MOST_FILES
from tournament.access.selectors.roles import actor_of
from web.pocket.record.access import own_application
from web.shared.forms.fields import LinesField, date_field
from web.shared.forms.kept import login_required
from web.shared.forms.writing import show, write
from web.shared.photos import ACCEPTED, PICTURE_ERRORS
from web.shared.record.papers import paper_answer
from web.shared.requests.devices import device_of
from web.shared.requests.methods import get_only


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
            raise forms.ValidationError(str(PICTURE_ERRORS["too_large"]))
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
        help_text=gettext_lazy("Place, table points and competition points, and anything that helps to find it."),
    )
    files = FilesField(  # type: ignore[assignment]  # Django takes declared fields off the class: Form.files remains
        label=gettext_lazy("Documents that show it"),
        help_text=gettext_lazy(
            "Preferably a result certificate (A9 7.2). JPEG, PNG or PDF, at most five files, each up "
            "to 10 MB. Only you and the body see them. Place and time are removed from photos, and "
            "everything is deleted a year after the last step."
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
            self.add_error("files", f"{sent.name}: {PICTURE_ERRORS[fault.code]}")
            return None
        return {"kind": kind, "data": clean, "digest": hashlib.sha256(data).hexdigest()}


@login_required
@never_cache
def add_missing(request: HttpRequest, pk: int) -> HttpResponse:
    """Add a missing result to an application that is not decided yet."""
    application = own_application(request, pk)
    form = MissingForm(*posted_with_files(request))
    actor = actor_of(request.user, device_of(request))
    missing = form.missing() if form.is_bound else None
    if write(request, form, claim, actor, request.user, application=application, missing=missing).done:
        messages.success(request, _("The result is submitted. This page shows its status."))
        return redirect("record:pin", pk)
    return show(request, "pocket/record/missing.html", form, application=application)


def posted_with_files(request: HttpRequest) -> tuple[Any, ...]:
    """Return the arguments of a form with files."""
    return (request.POST, request.FILES) if request.method == "POST" else ()


@get_only
@login_required
@never_cache
def handed_in(request: HttpRequest, pk: int, file: int) -> HttpResponse:
    return paper_answer(file_of(own_application(request, pk), file))
