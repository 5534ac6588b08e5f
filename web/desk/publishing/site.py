"""Upload of the public pages as files: the folder on another server, how far it is, testing, stopping."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.site_upload.models import SiteUpload
from scoring.site_upload.selectors import TEST_UPLOAD, UPLOAD_SITE, problem_text, public_line, upload_of
from scoring.site_upload.services import choose_folder, stop_uploading
from web.desk.publishing.online import publishing_desk, publishing_job
from web.shared.access import signed_in
from web.shared.forms.fields import ButtonForm
from web.shared.forms.writing import add_error_messages, show, write
from web.shared.requests.methods import post_only

PLAIN = {"autocapitalize": "none", "spellcheck": "false", "autocomplete": "off"}


class FolderForm(forms.Form):
    """Address of a folder, and how to sign in there."""

    address = forms.CharField(
        label=gettext_lazy("Address of the folder"),
        max_length=300,
        help_text=gettext_lazy(
            "sftp://host/folder, with the folder as an SFTP program shows it; or https://store/bucket/folder for a "
            "store that speaks S3."
        ),
        widget=forms.TextInput(attrs={"inputmode": "url", "placeholder": "sftp://"} | PLAIN),
    )
    account = forms.CharField(
        label=gettext_lazy("Account"),
        max_length=200,
        help_text=gettext_lazy("The user name, or the access key of the store."),
        widget=forms.TextInput(attrs=PLAIN),
    )
    secret = forms.CharField(
        label=gettext_lazy("Password or secret key"),
        max_length=500,
        required=False,
        help_text=gettext_lazy("Without a password this event's own key signs in to an SFTP server."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    region = forms.CharField(
        label=gettext_lazy("Region of the store"),
        max_length=50,
        required=False,
        help_text=gettext_lazy("Only for S3, such as eu-central-1; some stores want “auto”."),
        widget=forms.TextInput(attrs=PLAIN),
    )

    def __init__(self, data: Any, row: SiteUpload | None) -> None:
        names = ("address", "account", "region")
        super().__init__(data, initial={name: getattr(row, name) for name in names} if row else {})
        if row and row.secret:
            self.fields["secret"].help_text = _("Leave it empty to keep the one that is stored.")


@signed_in
def upload(request: HttpRequest, slug: str) -> HttpResponse:
    """Show where the public pages are uploaded and how far that is; a POST chooses the folder."""
    desk = publishing_desk(request, slug)
    row = upload_of(desk.event)
    form = FolderForm(request.POST if request.method == "POST" else None, row)
    values = form.cleaned_data if form.is_valid() else {}
    if write(request, form, choose_folder, desk.actor, desk.event, **values).done:
        messages.success(request, _("The folder is saved. Nothing was uploaded yet: test the connection."))
        return redirect("desk:site", slug)
    context = {
        "upload": row,
        "problem": problem_text(row.problem) if row else "",
        "public_line": public_line(row) if row and not row.secret else "",
    }
    return show(request, "desk/publishing/site.html", form, desk=desk, **context)


@signed_in
@post_only
def test(request: HttpRequest, slug: str) -> HttpResponse:
    """Write a small file into the folder and delete it, in a job."""
    return publishing_job(request, slug, TEST_UPLOAD)


@signed_in
@post_only
def upload_now(request: HttpRequest, slug: str) -> HttpResponse:
    """Upload what is public now."""
    return publishing_job(request, slug, UPLOAD_SITE)


@signed_in
@post_only
def stop(request: HttpRequest, slug: str) -> HttpResponse:
    """Stop uploading: forget the folder and how to sign in."""
    desk = publishing_desk(request, slug)
    form = ButtonForm(request.POST)
    if write(request, form, stop_uploading, desk.actor, desk.event).done:
        messages.success(request, _("Nothing more is uploaded. The files that are there stay."))
    add_error_messages(request, form)
    return redirect("desk:site", slug)
