"""Read an uploaded list of members."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy

from ranking.member_lists.services import keep_list
from web.committee.registry.registry import registry_desk
from web.shared.access import signed_in
from web.shared.forms.lists import ListForm
from web.shared.forms.writing import show, write


@signed_in
def upload(request: HttpRequest, slug: str) -> HttpResponse:
    """Read a file or a text, and redirect to its preview."""
    desk = registry_desk(request, slug)
    form = ListForm(request.POST, request.FILES) if request.method == "POST" else ListForm()
    form.fields["text"].help_text = gettext_lazy("The headings first; separate cells with commas or tabs.")
    values = form.read()
    values.pop("encoding", None)
    written = write(request, form, keep_list, desk.actor, desk.body, **values)
    if written.done:
        return redirect("committee:registry-list", slug, written.answer["list"])
    return show(request, "committee/registry/upload.html", form, desk=desk)
