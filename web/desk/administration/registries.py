"""The registries of federations on this machine: their servers, fetching, loading a file, removing."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.files.json_files.errors import FileErrors
from common.files.json_files.reading import load
from common.jobs import start
from tournament.registry.models import RegistrySource
from tournament.registry.selectors.members import registries, sources
from tournament.registry.selectors.reading import RegistryDocument, registry_in
from tournament.registry.services.copies import Header, load_copy, remove_copy, remove_source, set_source
from web.shared.access import AccountAccess, desk_of, signed_in
from web.shared.forms.fields import ButtonForm, address_input
from web.shared.forms.writing import add_error_messages, show, write
from web.shared.requests.methods import post_only

#: The largest file of a registry: 100,000 members have some 25 MB.
MOST_BYTES = 30_000_000


class SourceForm(forms.Form):
    """Address of a federation's server, and the token for it."""

    address = forms.CharField(
        label=gettext_lazy("Address of the federation's server"),
        max_length=200,
        widget=address_input(),
    )
    token = forms.CharField(
        label=gettext_lazy("Token"),
        max_length=200,
        help_text=gettext_lazy("From the federation's committee. It is kept encrypted and never shown again."),
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
    )


class FileForm(forms.Form):
    """The file of a registry, which the federation's committee downloads."""

    file = forms.FileField(
        label=gettext_lazy("File of the registry"),
        help_text=gettext_lazy("The federation's committee downloads it on the page of its registry."),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )

    def clean_file(self) -> RegistryDocument:
        """Return the registry in the file; refuse what is none, with its first wrong value."""
        file: UploadedFile[Any] = self.cleaned_data["file"]
        if (file.size or 0) > MOST_BYTES:
            raise forms.ValidationError(
                _("This file is larger than %(most)d MB and was not read.") % {"most": MOST_BYTES // 1_000_000}
            )
        try:
            return registry_in(load(file.read(), max_bytes=MOST_BYTES))
        except FileErrors as wrong:
            errors = wrong.under(_("This is not a file of a registry.")).errors
            raise forms.ValidationError([str(error) for error in errors]) from None


@signed_in
def registries_page(request: HttpRequest) -> HttpResponse:
    """List the registries and their servers; a POST keeps a server with its token."""
    desk = _desk(request)
    form = SourceForm(request.POST if request.method == "POST" else None)
    values = form.cleaned_data if form.is_valid() else {}
    if write(request, form, set_source, desk.actor, **values).done:
        messages.success(request, _("The server and its token are kept. Now fetch its registries."))
        return redirect("desk:registries")
    return _page(request, desk, form, FileForm())


@signed_in
@post_only
def load_file(request: HttpRequest) -> HttpResponse:
    """Load a registry from its file."""
    desk = _desk(request)
    form = FileForm(request.POST, request.FILES)
    values = _loaded(form.cleaned_data["file"]) if form.is_valid() else {}
    written = write(request, form, load_copy, desk.actor, **values)
    if written.done:
        header = values["header"]
        figures = {"name": header.name, "day": date_format(header.dated), **written.answer}
        words = _("%(name)s, list of %(day)s: %(added)d added, %(changed)d changed, %(gone)d removed.")
        messages.success(request, words % figures)
        return redirect("desk:registries")
    return _page(request, desk, SourceForm(), form)


def _loaded(document: RegistryDocument) -> dict[str, Any]:
    header = Header(str(document.id), document.name, document.dated, document.version)
    return {"header": header, "members": [member.member() for member in document.members]}


@signed_in
@post_only
def fetch(request: HttpRequest, source_id: int) -> HttpResponse:
    """Start the job that fetches the registries of a server."""
    desk = _desk(request)
    if not RegistrySource.objects.filter(pk=source_id).exists():
        raise Http404
    job = start(desk.actor, "registry.fetch", parameters={"source": source_id})
    return redirect("jobs:job", job.pk)


@signed_in
@post_only
def forget_source(request: HttpRequest, source_id: int) -> HttpResponse:
    """Remove a server with its token."""
    desk = _desk(request)
    form = ButtonForm(request.POST)
    if write(request, form, remove_source, desk.actor, source=source_id).done:
        messages.success(request, _("The server and its token are removed. Its registries stay."))
    add_error_messages(request, form)
    return redirect("desk:registries")


@signed_in
@post_only
def remove(request: HttpRequest, registry_id: int) -> HttpResponse:
    """Remove a copy with all its members."""
    desk = _desk(request)
    form = ButtonForm(request.POST)
    if write(request, form, remove_copy, desk.actor, registry=registry_id).done:
        messages.success(request, _("The registry is removed from this machine."))
    add_error_messages(request, form)
    return redirect("desk:registries")


def _page(request: HttpRequest, desk: AccountAccess, form: SourceForm, file_form: FileForm) -> HttpResponse:
    context = {"desk": desk, "file_form": file_form, "registries": registries(), "sources": sources()}
    answer = show(request, "desk/administration/registries.html", form, **context)
    if file_form.errors:
        answer.status_code = 400
    return answer


def _desk(request: HttpRequest) -> AccountAccess:
    desk = desk_of(request)
    desk.require(desk.may(load_copy))
    return desk
