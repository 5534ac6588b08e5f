"""Import and export of an event as a file; both run as jobs."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common import jobs
from common.files.json_files.reading import MAX_BYTES
from web.shared.access import desk_of, event_desk, signed_in
from web.shared.forms.writing import key_of, show


class ImportForm(forms.Form):
    """The file of an event; the job checks its contents."""

    file = forms.FileField(
        label=gettext_lazy("Event file"),
        help_text=gettext_lazy("A JSON file as Pinju exports it (format mcr-event/1), up to 10 MB."),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )

    def clean_file(self) -> "UploadedFile[Any]":
        """Refuse a file that is too large before it is read."""
        file: UploadedFile[Any] = self.cleaned_data["file"]
        if (file.size or 0) > MAX_BYTES:
            most = {"most": MAX_BYTES // 1_000_000}
            raise forms.ValidationError(_("This file is larger than %(most)d MB and was not read.") % most)
        return file


@signed_in
def import_event(request: HttpRequest) -> HttpResponse:
    """Start the import job for the uploaded file and redirect to the job's page."""
    desk = desk_of(request)
    desk.require(desk.may_import)
    form = ImportForm(request.POST, request.FILES) if request.method == "POST" else ImportForm()
    if form.is_bound and form.is_valid():
        parameters = {"key": key_of(request)}
        job = jobs.start(desk.actor, "event.import", parameters=parameters, upload=form.cleaned_data["file"])
        return redirect("jobs:job", job.pk)
    return show(request, "desk/setup/event_files_import.html", form, desk=desk)


@signed_in
def event_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Start the export job and redirect to its page."""
    desk = event_desk(request, slug)
    desk.require(desk.may_release)
    if request.method == "POST":
        job = jobs.start(desk.actor, "event.export", ledger=desk.event.ledger, parameters={"event": desk.event.slug})
        return redirect("jobs:job", job.pk)
    return render(request, "desk/setup/event_files.html", {"desk": desk})
