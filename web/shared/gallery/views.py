"""The page of all components: every example is a small template, shown with its source."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import get_template
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from web.shared.forms.fields import ConfirmForm
from web.shared.forms.kept import ask_to_sign_in
from web.shared.gallery.samples import SampleTable, forms_shown, rows
from web.shared.tables import paginate

#: Name of the example (templates/shared/gallery/<name>.html) and its heading.
EXAMPLES = [
    ("button", gettext_lazy("Buttons")),
    ("alert", gettext_lazy("Alerts")),
    ("state_badge", gettext_lazy("States")),
    ("figures", gettext_lazy("Figures")),
    ("stat", gettext_lazy("Large figures")),
    ("movement", gettext_lazy("Movement in the ranks")),
    ("country", gettext_lazy("Countries")),
    ("tile", gettext_lazy("Tiles and winds")),
    ("navigation", gettext_lazy("Navigation")),
    ("table", gettext_lazy("Lists")),
    ("field", gettext_lazy("Fields")),
    ("field_errors", gettext_lazy("Fields with errors")),
    ("progress", gettext_lazy("Progress")),
    ("empty_state", gettext_lazy("Empty states")),
    ("confirm", gettext_lazy("Confirming")),
    ("layout", gettext_lazy("Layout")),
    ("colours", gettext_lazy("Colours and type")),
]


def components(request: HttpRequest) -> HttpResponse:
    """Show every component in every state; for staff accounts, and for everybody when debugging."""
    if not settings.DEBUG and not request.user.is_authenticated:
        return ask_to_sign_in(request)
    if not settings.DEBUG and not request.user.is_staff:
        raise PermissionDenied
    confirm_form = ConfirmForm(request, ask_password=True, auto_id="confirm_%s")
    if request.method == "POST" and confirm_form.is_valid():
        messages.success(request, _("This is only an example: nothing was changed."))
        return redirect("gallery:components")
    table = SampleTable(rows())
    paginate(request, table, per_page=10)
    context = {**forms_shown(), "confirm_form": confirm_form, "table": table}
    return render(request, "shared/gallery/components.html", {"examples": _examples(request, context)})


def _examples(request: HttpRequest, context: dict[str, Any]) -> list[dict[str, Any]]:
    examples = [(name, title, get_template(f"shared/gallery/{name}.html")) for name, title in EXAMPLES]
    return [
        {
            "name": name,
            "title": title,
            "source": template.template.source,  # type: ignore[attr-defined]
            "html": template.render(context, request),
        }
        for name, title, template in examples
    ]
