"""The page that reads an uploaded or typed list."""

import hashlib
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from common.forms import WholeNumberField
from common.numbers import MOST_KEY, number_in
from ranking.bodies.models import Body
from ranking.pins.models.claims import MissingResult
from ranking.pins.selectors.private_files import claim_at
from ranking.record.services.result_lists import keep_list
from tournament.registration.rules.notes import Unreadable
from tournament.registration.selectors.files import sheets_of_file, sheets_of_text
from web.committee.access import BodyDesk
from web.committee.result_lists.access import confirming_desk
from web.shared.access import signed_in
from web.shared.forms.writing import show, write
from web.shared.record.list_labels import words_of

#: Headings of a typed list: place, name, country, federation number, with the points of a hall or of a web site.
HEADINGS: dict[str, tuple[str, tuple[str, str]]] = {
    "en": ("Place,Name,Country,EMA", ("TP,CP", "Web points")),
    "zh-hans": ("名次,姓名,国家,会员号", ("标准分,比赛分", "网络比赛积分")),
    "ja": ("順位,氏名,国,会員番号", ("標準点,素点", "ウェブ競技会の積分")),
}


class FileForm(forms.Form):
    """The list as a file or as text; ``claim`` is the id of the missing result that it enters."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        required=False,
        help_text=gettext_lazy(
            "CSV or XLSX with place, name, federation number, country, team, table points (TP) and "
            "competition points (CP); at most 10 MB."
        ),
    )
    text = forms.CharField(
        label=gettext_lazy("Or the rows as text"),
        required=False,
        max_length=1_000_000,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=gettext_lazy("The headings first; separate cells with commas or tabs."),
    )
    claim = WholeNumberField(required=False, widget=forms.HiddenInput())

    def __init__(self, body: Body, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if body.kind == Body.Kind.WEB:
            self.fields["file"].help_text = _(
                "CSV or XLSX with place, name, country, web points, and the site's name for the player; at most 10 MB."
            )

    def clean(self) -> dict[str, Any]:
        """Refuse if neither file nor text is given."""
        cleaned: dict[str, Any] = super().clean() or {}
        if not cleaned.get("file") and not cleaned.get("text") and not self.errors:
            self.add_error("file", _("Choose a file, or type the rows."))
        return cleaned


@signed_in
def upload(request: HttpRequest, slug: str) -> HttpResponse:
    """Read an uploaded file and redirect to its preview."""
    desk = confirming_desk(request, slug)
    claim = _requested_claim(request, desk)
    form = _file_form(request, desk, claim)
    values = {**_list_of_form(form), "claim": claim.pk if claim else None} if form.is_bound else {}
    written = write(request, form, keep_list, desk.actor, desk.body, **values)
    if written.done:
        return redirect("committee:list", slug, written.answer["list"])
    waiting = desk.body.result_lists.filter(actor_ref=desk.actor.ref).first()
    return show(request, "committee/result_lists/upload.html", form, desk=desk, waiting=waiting, claim=claim)


def _requested_claim(request: HttpRequest, desk: BodyDesk) -> MissingResult | None:
    """Return the missing result that the list is to enter; None if the request names none."""
    claim_text = request.POST.get("claim") or request.GET.get("claim", "")
    if not claim_text:
        return None
    number = number_in(claim_text, most=MOST_KEY)
    claim = claim_at(desk.body, number) if number is not None else None
    if claim is None:
        raise Http404
    return claim


def _file_form(request: HttpRequest, desk: BodyDesk, claim: MissingResult | None) -> FileForm:
    """Return the form; for a missing result with headings and the applicant's name filled in."""
    if request.method == "POST":
        return FileForm(desk.body, request.POST, request.FILES)
    initial: dict[str, Any] = {}
    if claim:
        person = claim.application.person.kept
        number = person.federation_number or ""
        headings, point_columns = HEADINGS.get(get_language() or "en", HEADINGS["en"])
        points = point_columns[desk.body.kind == Body.Kind.WEB]
        rows = f"{headings},{points}\n,{person.name},{person.country},{number}," + "," * points.count(",")
        initial = {"claim": claim.pk, "text": rows}
    return FileForm(desk.body, initial=initial)


def _list_of_form(form: FileForm) -> dict[str, Any]:
    if not form.is_valid():
        return {}
    file, text = form.cleaned_data["file"], form.cleaned_data["text"]
    data = file.read() if file else text.encode()
    try:
        sheets = sheets_of_file(data)[0] if file else sheets_of_text(text)
    except Unreadable as fault:
        form.add_error("file" if file else "text", words_of(fault.note))
        return {}
    return {
        "file_name": file.name if file else _("Text"),
        "file_digest": hashlib.sha256(data).hexdigest(),
        "sheets": sheets,
    }
